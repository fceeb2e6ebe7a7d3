// Opens the sharing dialog and the list of exercises, which come when they are opened first.

import { Late, importPiece } from "../link/piece.ts";
import { LIST, recallJson } from "../store/kept.ts";
import { Settings } from "../words/settings.ts";
import type { Opened } from "./opened.ts";
import type { Shown } from "./saving.ts";

/** What only a page with answers has: settings and, from a server, what it can open. */
export interface Openable {
  readonly Settings: typeof Settings;
  readonly opened?: (shown: Shown) => Late<Opened>;
  readonly hasExercises: boolean;
}

export const openableOf = (hasExercises: boolean, load = () => import("./opened.ts")): Openable => ({
  hasExercises,
  Settings,
  opened: (shown) => new Late(shown.page, ["share", "The sharing dialog"], async () =>
    (await importPiece(load)).opened(shown, hasExercises)),
});

export class Opening {
  private readonly opened: Late<Opened> | undefined;
  private wasOpen = (recallJson(LIST) as { shown?: unknown } | null)?.shown === true; // the list, before a reload

  constructor(private readonly shown: Shown, private readonly openable: Openable | null) {
    this.opened = openable?.opened?.(shown);
  }

  /** What the stage's buttons open, by their commands. */
  commands() {
    const { opened } = this;
    const close = () => opened?.part?.sharing.close();
    return {
      close,
      share: () => opened?.use(({ sharing }) => sharing.open()),
      code: () => opened?.use(({ sharing }) => sharing.show()),
      copy: () => void opened?.part?.sharing.copy(),
      exercises: () => {
        close();
        opened?.use(({ exercises }) => exercises.toggle());
      },
      handin: () => {
        close();
        opened?.use(({ handIn }) => handIn.use((dialog) => { void dialog.open(); }));
      },
    };
  }

  // There is a board: share it as it is now, and open the list if it was open before a reload.
  arrive() {
    this.offer();
    if (this.wasOpen && this.openable?.hasExercises) this.opened?.use(({ exercises }) => exercises.show());
    this.wasOpen = false;
  }

  // The server may have said what it knows about a link.
  hear() {
    this.offer();
    const { exercises } = this.opened?.part ?? {};
    if (exercises?.shown) exercises.hear(this.shown.model.code);
  }

  stop() {
    this.opened?.forget();
    this.opened?.part?.sharing.stop();
    this.opened?.part?.handIn.forget();
  }

  private offer() {
    const { sharing } = this.opened?.part ?? {};
    if (sharing?.shown) sharing.offer();
  }
}
