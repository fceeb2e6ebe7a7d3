// What panels draw that is not in sight at first: one piece, because each piece of its own would cost the first load a file.

import "../../later.css";
import "./common.ts";
export { fromAbove, signed } from "./above.ts";
export { Beats } from "./beats.ts";
export { ByHand } from "./byhand.ts";
export { plotted } from "./plotted.ts";
export { Puzzling } from "./puzzling.ts";
export { Strip } from "./strip.ts";
export { Table } from "./table.ts";
