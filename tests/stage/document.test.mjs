// The stage in a document: with jsdom, which `npm install` in playground/stage brings.

import { test } from "node:test";

const PARTS = [
  "page", "marks", "transport", "questions", "keys", "hand", "panels", "sentence", "puzzles", "beats", "byhand", "exercise", "settings", "present", "light", "exercises",
  "host", "sharing", "mine", "focus", "demonstration", "sight", "two", "translated",
];

try {
  await import("./document/browser.mjs");
  for (const part of PARTS) await import(`./document/${part}.mjs`);
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND" || process.env.CI === "true") throw error;
  test("the stage in a document", { skip: "jsdom is not installed" }, () => {});
}
