// The marks of the board's line.

import { formOf } from "../store/line.ts";
import type { HandLine, Model } from "../store/model.ts";
import type { Mark } from "./mark.ts";
import type { Panel } from "./panel.ts";

// Whether a mark shows the line of the board's reading.
function showsLine({ spec: { lag, columns } }: Mark, { data: { reading } }: Model) {
  return !lag && columns.join() === reading?.form.join();
}

// Draw the marks of the board's line at the turned line, and hide the marks of the step.
export function drawLine({ weights }: HandLine, model: Model, { marks, frame }: Panel) {
  const handle = model.need("handle");
  for (const mark of marks)
    if (frame && !mark.outcome) mark.show(showsLine(mark, model) ? formOf(weights, handle) : [], frame);
}
