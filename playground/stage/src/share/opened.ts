// The piece of the stage that comes when something is shared, saved or made an exercise for the first time.

import "../../dialogs.css";
import "../draw/common.ts";
import { Late, importPiece } from "../link/piece.ts";
import { Exercises } from "./exercises.ts";
import type { Shown } from "./saving.ts";
import { Sharing } from "./sharing.ts";

export const opened = (shown: Shown, hasExercises: boolean) => ({
  sharing: new Sharing(shown, hasExercises),
  exercises: new Exercises(shown),
  handIn: new Late(shown.page, ["handin", "The dialog"], async () => new (await importPiece(() => import("./handin.ts"))).HandIn(shown)),
});

export type Opened = ReturnType<typeof opened>;
