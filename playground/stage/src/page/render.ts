// Drawing templates in a page that the browser may have translated.

import { render as draw, type RenderOptions } from "lit-html";

/**
 * Draw a template in a node. A browser that translates a page puts each text into elements `font`; a template would then
 * write its next text where nobody sees it. So what was translated first takes the place of its text again.
 */
export function render(template: unknown, node: HTMLElement | SVGElement, options?: RenderOptions) {
  for (const font of node.querySelectorAll<HTMLElement>("font")) font.replaceWith(font.textContent);
  draw(template, node, options);
}
