// The run as an animated picture: a frame for each step.

import { paintSvg } from "./picture.ts";

const DELAYS = [600, 2000]; // ms of each frame, and of the last
const BREATH = 100; // ms at most between frames, in which the browser may draw and listen; a hidden page draws nothing
const COLORS = 255; // of a frame, beside the transparent one that shows the frame before

/**
 * @param {number} last the step to end with
 * @param {(step: number) => Promise<string>} pictureAt the text of an SVG file, of the same size at each step
 * @param {string} encoder the text of gifenc
 * @returns {Promise<Blob>} a GIF file that repeats for ever
 */
export async function animationOf(last, pictureAt, encoder) {
  // The encoder comes as a text, because a browser never fetches a module again that it could not fetch.
  const address = URL.createObjectURL(new Blob([encoder], { type: "text/javascript" }));
  const { GIFEncoder, quantize, applyPalette } = await import(address);
  URL.revokeObjectURL(address);
  const gif = GIFEncoder();
  /** @type {Uint32Array | null} */
  let before = null;
  for (let step = 0; step <= last; step++) {
    await new Promise((goOn) => {
      requestAnimationFrame(goOn);
      setTimeout(goOn, BREATH);
    });
    const paint = await paintSvg(await pictureAt(step), 1);
    const { width, height } = paint.canvas;
    const { data } = paint.getImageData(0, 0, width, height);
    const palette = quantize(data, COLORS);
    const indices = applyPalette(data, palette);
    const pixels = new Uint32Array(data.buffer);
    const old = before;
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
