// Fields of colour, whose drawing comes when the first of them is shown.

import { Needed } from "../link/piece.ts";
import type { Figure } from "../store/payload.ts";

/** What draws fields; each entry says where it comes from. */
export const fields = new Needed<typeof import("./field.ts")>(() => Promise.reject(new Error()));

export const hasField = ({ parts }: Figure) => parts.some(({ kind }) => kind === "contours" || kind === "heatmap");
