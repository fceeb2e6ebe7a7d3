// Opens the dialog in which a visitor's program is checked; it comes when it is opened first.

import { Late, importPiece } from "../link/piece.ts";
import type { Shown } from "../share/saving.ts";
import { hasCode } from "../link/program.ts";
import type { Mine } from "./mine.ts";

/** What a page with a server can open. */
export interface OpenableMine {
  readonly mine?: (shown: Shown) => OpeningMine;
}

export class OpeningMine {
  private readonly late: Late<Mine>;
  private led = false; // whether a link's program has opened the dialog

  constructor(private readonly shown: Shown) {
    this.late = new Late(shown.page, ["mine", "The dialog"], async () =>
      new (await importPiece(() => import("./mine.ts"))).Mine(shown));
  }

  open() {
    this.late.use((mine) => { mine.open(); });
  }

  // There is a board, or another one.
  arrive() {
    const { page, model } = this.shown;
    page.button("mine").hidden = model.message?.explains === undefined;
    this.late.part?.arrive();
    if (this.led || !hasCode() || page.button("mine").hidden) return;
    this.led = true;
    this.open();
  }

  stop() {
    this.late.forget();
    this.late.part?.end();
  }
}

export const openableMine: OpenableMine = { mine: (shown) => new OpeningMine(shown) };
