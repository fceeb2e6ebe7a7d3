// The piece of the stage that comes with the first scene on whose canvas pictures are drawn.

import "../draw/common.ts";
export { Canvas } from "../draw/canvas.ts";
export { Drawing } from "./drawing.ts";
