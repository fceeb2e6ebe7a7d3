// A kind of content whose program comes when it is shown first.

import { Late, Needed } from "../link/piece.ts";
import type { Page } from "../page/page.ts";
import type { Payload } from "../store/payload.ts";
import { newPart, type Inner, type Inside, type PanelSpec } from "./inner.ts";

const REMEDY = "Choose another tab and come back to try again.";

/** What panels draw that is not in sight at first. */
export const later = new Needed(() => import("./later.ts"));

export class LatePanel implements Inner {
  readonly node: HTMLElement;
  private readonly late: Late<Inside>;
  private built: readonly [spec: PanelSpec, data: Payload] | null = null;
  private drawn: readonly [step: number, last: number] = [0, 0];

  /**
   * @param name the name of its node, and its name in a sentence
   * @param make imports the program, and fills the node
   */
  constructor(page: Page, [name, words]: readonly [node: string, words: string], make: (node: HTMLElement) => Promise<Inside>) {
    this.node = newPart("div", name);
    this.late = new Late(page, [name, words, REMEDY], () => make(this.node));
  }

  build(spec: PanelSpec, data: Payload) {
    this.built = [spec, data];
    this.late.part?.build(spec, data);
  }

  draw(step: number, last: number) {
    this.drawn = [step, last];
    if (this.late.part) this.late.part.draw(step, last);
    else this.late.use((inside) => { this.fill(inside); });
  }

  /** The content, which may never have been in sight. */
  async come() {
    return this.fill(await this.late.get());
  }

  // The program has come: show what was built and drawn meanwhile.
  private fill(inside: Inside) {
    if (this.built) inside.build(...this.built);
    inside.layOut?.();
    inside.draw(...this.drawn);
    return inside;
  }

  layOut() {
    this.late.part?.layOut?.();
  }

  takes(by: 1 | -1) {
    return this.late.part?.takes?.(by) ?? false;
  }

  onKey(event: KeyboardEvent) {
    return this.late.part?.onKey?.(event) ?? false;
  }
}
