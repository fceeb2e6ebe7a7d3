// Keeps the address of a page without a stage; component.py fills in the names of files.

import type { Component } from "../host/drawn.ts";
import type { Message } from "../store/payload.ts";

export default async (component: Component<Message>) => {
  const stage = await import(new URL("app/static/$stage", document.baseURI).href) as typeof import("./stage.ts");
  stage.keep(component);
};
