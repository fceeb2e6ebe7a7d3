// The stage of a page that stands alone.

export { standAlone } from "../stage.ts";
