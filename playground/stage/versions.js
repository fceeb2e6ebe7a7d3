// Another version of the app comes while its pages are open: in each of them its scripts run beside the earlier ones, and
// go on from what these have shown.

import { Visit, visit } from "./visit.js";

const FORM = 1; // of what is left to others: another one whenever a name in it changes, or what one means

const own = { form: FORM, letGo: () => visit.letGo() };

/**
 * Take this window over from other scripts, if it was theirs. What they leave in a form that is not known here, or fail
 * to leave, is in the address, too, but for what can be undone.
 */
export function takeWindow() {
  const { playground: theirs } = window;
  if (theirs === own) return;
  window.playground = own;
  if (!theirs) return;
  let kept = {};
  try {
    kept = theirs.letGo();
  } catch {
    // Scripts that fail have nothing to leave.
  }
  // These may have had the window before, and the next have given it back.
  Object.assign(visit, new Visit(), theirs.form === FORM ? kept : {});
}
