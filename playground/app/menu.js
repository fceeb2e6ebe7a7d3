// What Streamlit cannot be told about its own parts: that the menu is one, where in it the visitor is, when its groups
// close, what its first link skips to, and which windows are too narrow for an open sidebar; and that the connection is
// back. A part that a later Streamlit calls otherwise is let be.

let begun = false;
let watching = null;
let marking = null;
let closing = null;
let waiting = null;

export default function mark({ data, setStateValue }) {
  const menu = document.querySelector(".st-key-menu");
  if (menu) name(menu, data.here);
  const closes = chosen() ? !begun && window.innerWidth < data.over : window.innerWidth < data.room;
  begun = true;
  skip();
  waiting?.();
  waiting = closes ? whenDrawn("[data-testid=stSidebar]", shut) : null;
  watch(setStateValue);
}

// One that is shut has no such button.
const shut = (sidebar) => sidebar.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();

function name(menu, here) {
  menu.setAttribute("role", "navigation");
  menu.setAttribute("aria-label", "Pages");
  const markLinks = () =>
    menu.querySelectorAll("a").forEach((link, place) => {
      if (place === here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
  closing?.abort();
  closing = new AbortController();
  const { signal } = closing;
  document.addEventListener("click", ({ target }) => close(menu, target), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(menu, document.body), { signal });
  markLinks();
  marking?.disconnect();
  marking = new MutationObserver(markLinks); // the links may come later than their menu
  marking.observe(menu, { childList: true, subtree: true });
}

// By the keyboard the board is one press away, and the part of the page that scrolls is no stop on the way to it.
const BOARD = ".stage-panel[tabindex], .stage-field, .stage-step:enabled, .stage-choices button";

function skip() {
  document.querySelector("[data-testid=stMain]")?.setAttribute("tabindex", "-1");
  const link = document.querySelector("[data-testid=stSkipToContent]");
  if (!link) return;
  link.onclick = (event) => {
    const board = [...document.querySelectorAll(BOARD)].find((node) => node.checkVisibility());
    if (!board) return;
    event.preventDefault();
    event.stopPropagation();
    board.focus();
  };
}

// An open group is closed by whatever is pressed but its own name, which opens and closes it; the keys go back there.
function close(menu, pressed) {
  for (const group of menu.querySelectorAll("details[open]")) {
    if (group.contains(pressed)) continue;
    group.open = false;
    if (group.parentElement?.closest("[class*=st-key-group-]")?.contains(document.activeElement)) group.firstChild.focus();
  }
}

// Without the name a sidebar that was opened by hand in a narrow window is closed again by the next visit.
function chosen() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("stSidebarCollapsed"));
  } catch {
    return false; // within a page of somebody else's a browser may refuse to keep anything
  }
}

// A server that was started again knows nothing of this visitor until the whole page has run there: at once or, without
// the sign, with the next control.
function watch(setStateValue) {
  watching?.disconnect();
  const sign = document.querySelector("[data-test-connection-state]");
  if (!sign) return;
  watching = new MutationObserver(() => {
    if (sign.dataset.testConnectionState === "CONNECTED") setStateValue("back", Date.now());
  });
  watching.observe(sign, { attributeFilter: ["data-test-connection-state"] });
}
