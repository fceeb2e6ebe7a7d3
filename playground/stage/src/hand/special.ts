// The piece of the stage for what the hand does on few pages: it draws pictures, and picks dots.

import "../draw/common.ts";
export { Canvas } from "../draw/canvas.ts";
export { Drawing } from "./drawing.ts";
export { Picking } from "./picking.ts";
