// The piece of the stage that comes with the first scene that has a guide.

import "../draw/common.ts";
export { Acts } from "../words/acts.ts";
export { Guide } from "../words/guide.ts";
