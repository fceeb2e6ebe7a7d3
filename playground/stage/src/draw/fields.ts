// Fields of colour, whose drawing comes when the first of them is shown.

import { Needed } from "../link/piece.ts";
import type { Figure } from "../store/payload.ts";

/** What draws fields. */
export const fields = new Needed(() => import("./field.ts"));

export const hasField = ({ parts }: Figure) => parts.some(({ kind }) => kind === "contours" || kind === "heatmap");
