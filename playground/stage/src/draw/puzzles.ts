// The panel of puzzles, whose program comes when it is shown first.

import { importPiece } from "../link/piece.ts";
import type { Page } from "../page/page.ts";
import type { Puzzles as PuzzlesSpec } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { fit, newPart, type Inner } from "./inner.ts";
import type { Keep, Puzzling } from "./puzzling.ts";

const TASK = "puzzles";

export class Puzzles implements Inner {
  readonly node = newPart("div", "puzzles");
  private spec: PuzzlesSpec | null = null;
  private inside: Puzzling | null = null;

  constructor(private readonly page: Page, private readonly keep: Keep) {}

  build(spec: PuzzlesSpec) {
    this.spec = spec;
    if (this.inside) this.inside.build(spec);
    else void this.fetch();
  }

  private async fetch() {
    const { page } = this;
    page.busy(TASK, true);
    try {
      const load = () => import("./puzzling.ts");
      const { Puzzling } = await (navigator.onLine ? importPiece(load) : load()); // a page that stands alone has it within
      this.inside ??= new Puzzling(this.node, page, this.keep);
      if (this.spec) this.inside.build(this.spec);
    } catch (error) {
      page.complain(TASK, `The puzzles could not be loaded: ${reason(error)}. Choose another tab and come back to try again.`);
    }
    page.busy(TASK, false);
  }

  layOut() {
    this.node.style.removeProperty("--stage-fit");
  }

  // No step changes a puzzle.
  draw() {
    fit(this.node);
  }

  onKey(event: KeyboardEvent) {
    return this.inside?.onKey(event) ?? false;
  }
}
