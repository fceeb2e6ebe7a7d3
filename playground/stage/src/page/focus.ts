// Where the focus goes when what has it can have it no longer.

const TAKES_FOCUS = "button, input:not([type=hidden]), select, textarea, summary, a[href], [tabindex]";

/**
 * Keep the focus in a dialog or a panel near a button that becomes disabled, as while it works. The browser would give it
 * to the page, so that Escape would not close the dialog around the button, and Tab would begin anew. Elsewhere the next
 * press of a key would be another button's: at the last step, Enter would go back to the first.
 */
export function holdFocus(room: HTMLElement, leaving: AbortSignal) {
  const watching = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target !== document.activeElement || !(target instanceof HTMLElement) || !target.matches(":disabled")) continue;
      const panel = target.closest<HTMLElement>("dialog, aside, [role=dialog]");
      if (panel) nearTo(target, panel)?.focus();
    }
  });
  watching.observe(room, { subtree: true, attributeFilter: ["disabled"] });
  leaving.addEventListener("abort", () => { watching.disconnect(); });
}

// The first element that can take the focus in the smallest part of the panel that has one.
function nearTo(node: HTMLElement, panel: HTMLElement) {
  for (let part = node.parentElement; part && panel.contains(part); part = part.parentElement) {
    const found = [...part.querySelectorAll<HTMLElement>(TAKES_FOCUS)].find((each) =>
      !each.matches(":disabled") && each.checkVisibility({ visibilityProperty: true }));
    if (found) return found;
  }
  return null;
}
