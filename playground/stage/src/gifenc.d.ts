// gifenc has no types of its own: these are of the parts that are used.
declare module "gifenc" {
  type Palette = (readonly [red: number, green: number, blue: number])[];

  interface Options {
    readonly palette: Palette;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    readonly dispose: number;
    readonly delay: number; // ms
  }

  interface Encoder {
    writeFrame(indices: Uint8Array, width: number, height: number, frame: Options): void;
    finish(): void;
    bytesView(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(pixels: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(pixels: Uint8ClampedArray, palette: Palette): Uint8Array;
}
