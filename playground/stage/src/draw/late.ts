// A kind of content whose program comes when it is shown first.

import { importPiece } from "../link/piece.ts";
import type { Page } from "../page/page.ts";
import type { Payload } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { newPart, type Inner, type PanelSpec } from "./inner.ts";

/** What fills the node of its panel. */
export type Inside = Omit<Inner, "node">;

export class LatePanel implements Inner {
  readonly node: HTMLElement;
  private inside: Inside | null = null;
  private built: readonly [spec: PanelSpec, data: Payload] | null = null;
  private drawn: readonly [step: number, last: number] = [0, 0];
  private comes = false;

  /**
   * @param name the name of its node, and its name in a sentence
   * @param make imports the program, and fills the node
   */
  constructor(
    private readonly page: Page, private readonly name: readonly [node: string, words: string],
    private readonly make: (node: HTMLElement) => Promise<Inside>,
  ) {
    this.node = newPart("div", name[0]);
  }

  build(spec: PanelSpec, data: Payload) {
    this.built = [spec, data];
    this.inside?.build(spec, data);
  }

  draw(step: number, last: number) {
    this.drawn = [step, last];
    if (this.inside) this.inside.draw(step, last);
    else if (!this.comes) void this.fetch();
  }

  private async fetch() {
    const { page, name: [task, words] } = this;
    this.comes = true;
    page.busy(task, true);
    try {
      const inside = await this.make(this.node);
      if (this.built) inside.build(...this.built);
      inside.layOut?.();
      inside.draw(...this.drawn);
      this.inside = inside;
    } catch (error) {
      page.complain(task, `${words} could not be loaded: ${reason(error)}. Choose another tab and come back to try again.`);
    }
    this.comes = false;
    page.busy(task, false);
  }

  layOut() {
    this.inside?.layOut?.();
  }

  onKey(event: KeyboardEvent) {
    return this.inside?.onKey?.(event) ?? false;
  }
}

/** Import a program; a page that stands alone has it within. */
export const within = <Piece>(load: () => Promise<Piece>) => (navigator.onLine ? importPiece(load) : load());
