// Settings that Streamlit has no option for: the menu's role and its current page, when its groups close, the target of
// the skip link, and windows too narrow for an open sidebar; it also reports that the connection is back. Parts that a
// later Streamlit names differently stay as they are.

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

// A closed sidebar has no such button.
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
  marking = new MutationObserver(markLinks); // Streamlit may add the links after the menu
  marking.observe(menu, { childList: true, subtree: true });
}

// The skip link leads to the board, and the scrolling part of the page is no tab stop.
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

// A press outside an open group closes it, and its name gets the focus back; the name itself toggles the group.
function close(menu, pressed) {
  for (const group of menu.querySelectorAll("details[open]")) {
    if (group.contains(pressed)) continue;
    group.open = false;
    if (group.parentElement?.closest("[class*=st-key-group-]")?.contains(document.activeElement)) group.firstChild.focus();
  }
}

// Streamlit stores that the visitor opened or closed the sidebar; without it, the next visit would close it again.
function chosen() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("stSidebarCollapsed"));
  } catch {
    return false; // in a frame on another site a browser may refuse storage
  }
}

// A restarted server knows nothing of this visitor until the whole page runs. This report makes it run at once; without
// it the page would run only when the visitor changes a control.
function watch(setStateValue) {
  watching?.disconnect();
  const sign = document.querySelector("[data-test-connection-state]");
  if (!sign) return;
  watching = new MutationObserver(() => {
    if (sign.dataset.testConnectionState === "CONNECTED") setStateValue("back", Date.now());
  });
  watching.observe(sign, { attributeFilter: ["data-test-connection-state"] });
}
