// Fields of colour, whose drawing comes when the first of them is shown.

import { importWithin } from "../link/piece.ts";
import type { Figure } from "../store/payload.ts";
import type { Frame } from "./geometry.ts";

let drawing: typeof import("./field.ts") | null = null;

/** What draws fields; null until it has come. */
export const fieldDrawing = () => drawing;

export async function fetchFields() {
  drawing = await importWithin(() => import("./field.ts"));
}

export const hasField = ({ parts }: Figure) => parts.some(({ kind }) => kind === "contours" || kind === "heatmap");

/** A panel that may have a field, as far as its drawing is concerned. */
interface Drawn {
  readonly frame: Frame | null;
  readonly axes: SVGElement & { readonly figure?: Figure };
  readonly box: readonly [unknown, width: number, height: number, ...unknown[]] | null;
  readonly canvas: HTMLCanvasElement | null;
}

/** The address of an image of a panel's field in other colours; null without a field. */
export function fieldOf({ frame, axes, box, canvas }: Drawn, color: (name: string) => string) {
  if (!drawing || !canvas || !frame || !box || !axes.figure) return null;
  const image = document.createElement("canvas");
  drawing.paint(image, [box[1], box[2]], { frame, figure: axes.figure, color });
  return image.toDataURL();
}
