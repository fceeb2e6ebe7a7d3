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
  /** What fills the node, once its program has come. */
  come?(): Promise<Inside>;
  /** Whether the content takes a press of Step or Back, as another picture of the same step. */
  takes?(by: 1 | -1): boolean;
  /** Whether the content takes the key. */
  onKey?(event: KeyboardEvent): boolean;
}

/** What fills the node of a panel whose program comes later. */
export type Inside = Omit<Inner, "node">;

/** A new element with the class `stage-` and this name. */
export const newPart = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string) =>
  Object.assign(document.createElement(tag), { className: `stage-${name}` });

const [SMALLEST, SMALLEST_PRESENTED] = [0.85, 0.5]; // the smallest type, in units of its usual size

/** Choose the largest type with room for all of a panel, down to the smallest: in a hall nobody scrolls. */
export function fit(node: HTMLElement) {
  const smallest = node.closest(".is-presenting") ? SMALLEST_PRESENTED : SMALLEST;
  let size = Number(node.style.getPropertyValue("--stage-fit") || 1);
  while (node.scrollHeight > node.clientHeight && size > smallest)
    node.style.setProperty("--stage-fit", String((size -= 0.04)));
}
