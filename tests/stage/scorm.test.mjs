// Where a package finds its learning platform, and what it takes for one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Attempt } from "../../playground/stage/src/link/scorm.ts";

const platform = (answer = "true") => ({ LMSInitialize: () => answer, LMSGetValue: (name) => (name === "cmi.suspend_data" ? "kept" : null) });

// A window within so many frames of an outermost one.
function framed(depth, outermost) {
  const top = { opener: null, ...outermost };
  top.parent = top;
  return Array.from({ length: depth }).reduce((parent) => ({ parent, opener: null }), top);
}

const foreign = new Proxy({}, { get() { throw new DOMException("another site", "SecurityError"); } });

test("the platform stands in a frame above, or above the window that opened this one", () => {
  const opener = framed(2, { API: platform(true) });
  for (const window of [framed(0, { API: platform() }), framed(9, { API: platform() }), framed(0, { opener })]) {
    const attempt = Attempt.begin(window);
    assert.equal(attempt.get("suspend_data"), "kept");
    assert.equal(attempt.get("core.lesson_location"), "");
  }
});

test("without a platform, below another site's window, or where the platform begins no attempt, there is none", () => {
  for (const window of [framed(1), { parent: foreign, opener: null }, { parent: foreign, opener: foreign }, framed(1, { API: platform("false") })])
    assert.equal(Attempt.begin(window), null);
});
