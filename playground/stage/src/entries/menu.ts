export { default } from "../host/menu.ts";
