// Opens the sharing dialog and the list of exercises, which come when they are opened first.

import { importPiece } from "../link/piece.ts";
import { LIST, recallJson } from "../store/kept.ts";
import { reason } from "../store/reason.ts";
import type { Settings } from "../words/settings.ts";
import type { Opened } from "./opened.ts";
import type { Shown } from "./saving.ts";

const TASK = "share";

/** What only a page with a server has: what it can open, and settings. */
export interface Openable {
  readonly Settings: typeof Settings;
  readonly load: () => Promise<typeof import("./opened.ts")>;
  readonly hasExercises: boolean;
}

export const loadOpened = () => import("./opened.ts");

export class Opening {
  private opened: Opened | null = null;
  private wish: ((opened: Opened) => void) | null = null; // what is done once the piece has come
  private wasOpen = (recallJson(LIST) as { shown?: unknown } | null)?.shown === true; // the list, before a reload

  constructor(private readonly shown: Shown, private readonly openable: Openable | null) {}

  share() {
    this.use(({ sharing }) => sharing.open());
  }

  code() {
    this.use(({ sharing }) => sharing.show());
  }

  copy() {
    void this.opened?.sharing.copy();
  }

  close() {
    this.opened?.sharing.close();
  }

  exercises() {
    this.close();
    this.use(({ exercises }) => exercises.toggle());
  }

  // There is a board: share it as it is now, and open the list if it was open before a reload.
  arrive() {
    this.offer();
    if (this.wasOpen && this.openable?.hasExercises) this.use(({ exercises }) => exercises.show());
    this.wasOpen = false;
  }

  // The server may have said what it knows about a link.
  hear() {
    this.offer();
    const { exercises } = this.opened ?? {};
    if (exercises?.shown) exercises.hear(this.shown.model.code);
  }

  stop() {
    this.wish = null;
    this.opened?.sharing.stop();
  }

  private offer() {
    const { sharing } = this.opened ?? {};
    if (sharing?.shown) sharing.offer();
  }

  private use(act: (opened: Opened) => void) {
    if (this.opened) {
      act(this.opened);
      return;
    }
    const comes = this.wish !== null;
    this.wish = act;
    if (!comes && this.openable) void this.fetch(this.openable);
  }

  private async fetch({ load, hasExercises }: Openable) {
    const { page } = this.shown;
    page.busy(TASK, true);
    page.complain(TASK, "");
    try {
      this.opened = (await importPiece(load)).opened(this.shown, hasExercises);
      this.wish?.(this.opened);
    } catch (error) {
      page.complain(TASK, `The sharing dialog could not be loaded: ${reason(error)}. Press again to try once more.`);
    }
    this.wish = null;
    page.busy(TASK, false);
  }
}
