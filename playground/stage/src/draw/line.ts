// The marks of the board's line.

import { formOf } from "../store/line.ts";


/**
 * Whether a mark shows the line of the board's reading.
 * @param {import("../draw/marks.ts").Mark} mark
 * @param {import("../store/model.ts").Model} model
 */
export function showsLine({ lag, names }, { data: { reading } }) {
  return !lag && names.join() === reading?.form.join();
}

/**
 * Draw the marks of the board's line at the turned line, and hide the marks of the step.
 * @param {import("../store/model.ts").HandLine} line
 * @param {import("../store/model.ts").Model} model
 */
export function drawLine({ weights }, model, { marks, frame }) {
  const handle = model.need("handle");
  for (const mark of marks)
    if (!mark.outcome) mark.show(showsLine(mark, model) ? formOf(weights, handle) : [], frame);
}
