// The stage of the app: of whole pages, which Streamlit mounts, of first documents and of light pages.

export { light } from "./light.ts";
export { stand, standsThere } from "../host/first.ts";
export { default, keep } from "../stage.ts";
