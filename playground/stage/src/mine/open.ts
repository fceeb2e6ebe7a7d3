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
    this.lead();
  }

  /** Open the program of a link, if there is one. */
  lead() {
    if (hasCode() && !this.shown.page.button("mine").hidden) this.open();
  }

  stop() {
    this.late.forget();
    this.late.part?.end();
  }
}

export const openableMine: OpenableMine = { mine: (shown) => new OpeningMine(shown) };
