// What fills a panel that has no figure.

import type { Payload } from "../store/payload.ts";

/** A panel as a scene asks for it. */
export type PanelSpec = Payload["panels"][number];

/** Each kind of content builds from its own kind of panel alone. */
export interface Inner {
  readonly node: HTMLElement;
  build(spec: PanelSpec, data: Payload): void;
  /** Draw the content at a step; `last` is the last step that it may show. */
  draw(step: number, last: number): void;
  layOut?(): void;
  /** Whether the content takes the key. */
  onKey?(event: KeyboardEvent): boolean;
}

/** A new element with the class `stage-` and this name. */
export const newPart = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string) =>
  Object.assign(document.createElement(tag), { className: `stage-${name}` });
