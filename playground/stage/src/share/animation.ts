// The run as an animated picture: a frame for each step.

import { importPiece } from "../link/piece.ts";
import { paintSvg } from "./picture.ts";

const DELAYS = [600, 2000]; // ms of each frame, and of the last
const BREATH = 100; // ms at most between frames, in which the browser may draw and listen; a hidden page draws nothing
const COLORS = 255; // of a frame, beside the transparent one that shows the frame before

/** A GIF file that repeats for ever, up to the step `last`; the pictures, as texts of SVG files, have one size. */
export async function animationOf(last: number, pictureAt: (step: number) => Promise<string>) {
  const { GIFEncoder, quantize, applyPalette } = await importPiece(() => import("gifenc"));
  const gif = GIFEncoder();
  let before: Uint32Array | null = null;
  for (let step = 0; step <= last; step++) {
    await new Promise<unknown>((goOn) => {
      requestAnimationFrame(() => setTimeout(goOn)); // after it has drawn
      setTimeout(goOn, BREATH);
    });
    const paint = await paintSvg(await pictureAt(step), 1);
    const { width, height } = paint.canvas;
    const { data } = paint.getImageData(0, 0, width, height);
    const palette = quantize(data, COLORS);
    const indices = applyPalette(data, palette);
    const pixels = new Uint32Array(data.buffer);
    const old: Uint32Array | null = before;
    if (old && old.length !== pixels.length) throw new Error("the window has changed meanwhile");
    // Unchanged pixels are transparent, which makes the file small.
    if (old) pixels.forEach((pixel, i) => pixel === old[i] && (indices[i] = palette.length));
    gif.writeFrame(indices, width, height, {
      palette: [...palette, [0, 0, 0]], transparent: Boolean(old), transparentIndex: palette.length, dispose: 1,
      delay: DELAYS[Number(step === last)],
    });
    before = pixels;
  }
  gif.finish();
  return new Blob([gif.bytesView()], { type: "image/gif" });
}
