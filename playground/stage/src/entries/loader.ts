// Loads the stage into its element; component.py fills in the names of files.

import type { Component } from "../host/drawn.ts";
import { find } from "../page/parts.ts";
import { reason } from "../store/reason.ts";

const address = (name: string) => new URL(`app/static/${name}`, document.baseURI).href;

// The style sheet stays in the document for the stages of the next pages.
const styled = new Promise<void>((resolve) => {
  const href = address("$style");
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) {
    resolve();
    return;
  }
  const earlier = document.querySelectorAll('link[rel="stylesheet"][href*="app/static/stage-"], .stage-piece'); // of another version
  const style = document.createElement("link");
  style.onload = style.onerror = () => {
    for (const each of earlier) each.remove();
    resolve();
  };
  document.head.append(Object.assign(style, { rel: "stylesheet", href }));
});

export default async (component: Component<Uint8Array<ArrayBuffer>>) => {
  const room = find(component.parentElement, "div", ".stage-room");
  try {
    const [stage] = await Promise.all([import(address("$stage")) as Promise<typeof import("./stage.ts")>, styled]);
    room.hidden = false;
    await stage.standsThere(room);
    return stage.default(component, {
      plotly: address("$plotly"), alone: address("$alone"), math: address("$math"),
    });
  } catch (error) {
    room.hidden = false;
    find(room, "p", ".stage-sentence").textContent =
      `The picture could not be loaded: ${reason(error)}. Reloading the page may help.`;
    return undefined;
  }
};
