// Links to a task that show nothing of what the visitor has made of it, so that whoever opens one has it to do.

import type { Texts } from "../link/query.ts";
import type { Visit } from "../link/visit.ts";
import type { Payload } from "../store/payload.ts";
import { EXERCISE } from "../store/shared.ts";
import { untouched } from "../store/tried.ts";

const TASK: readonly string[] = ["lesson", ...EXERCISE];

/** The texts of the proof's puzzle as nobody has touched it; none where there is no puzzle. */
export function puzzleAnew({ panels }: Payload, { shownCodes }: Visit): Texts {
  const shown = panels.find((panel) => "puzzles" in panel);
  const code = shown && shownCodes[shown.key];
  return code ? { [shown.key]: untouched(code, shown.puzzles) } : {};
}

/** Whether the board is what an exercise or a part of a lesson asks the visitor to build. */
export function isBuilt({ guide }: Payload) {
  return guide?.task?.solved ?? (typeof guide?.now === "number" && guide.parts?.[guide.now].built === true);
}

/** The texts with which the link of a page opens its task; null if nothing of the link is the visitor's answer. */
export function unsolved(data: Payload, visit: Visit): Texts | null {
  if (isBuilt(data)) {
    const names = [...Object.keys(visit.address), "step"].filter((name) => !TASK.includes(name));
    return { ...Object.fromEntries(names.map((name) => [name, ""])), ...data.guide?.start };
  }
  const anew = puzzleAnew(data, visit);
  return Object.entries(anew).some(([name, text]) => text !== visit.shownCodes[name]) ? anew : null;
}
