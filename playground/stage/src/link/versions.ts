// When the app is updated while its pages are open, scripts of the new version run in them beside the old scripts, and
// continue with the window's state.

import { FORM } from "./state.ts";
import { Visit } from "./visit.ts";

let visit = new Visit();

const own = { form: FORM, letGo: () => visit.letGo() };

/**
 * Take this window over from other scripts, if they have it, and return its visit. If their state has another version,
 * or they fail to hand it over, the address still holds everything but the history for undo.
 */
export function takeWindow() {
  const { playground: theirs } = window;
  if (theirs === own) return visit;
  window.playground = own;
  // These scripts may have had the window before, so their own state is old.
  if (theirs) visit = new Visit(stateFrom(theirs));
  return visit;
}

function stateFrom({ form, letGo }: NonNullable<Window["playground"]>) {
  try {
    const state = letGo();
    return form === FORM ? state : {};
  } catch {
    return {}; // scripts that fail have nothing to leave
  }
}
