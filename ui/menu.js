// What Streamlit cannot be told about its own parts: that the menu is one, where in it the visitor is, and which
// windows are too narrow for an open sidebar.

const ROOM = 1000; // px; an open sidebar takes 300 of them, and Streamlit itself closes it up to 768

export default function mark({ data }) {
  const menu = document.querySelector(".st-key-menu");
  menu.setAttribute("role", "navigation");
  menu.setAttribute("aria-label", "Pages");
  menu.querySelectorAll("a").forEach((link, place) => {
    if (place === data.here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  const chosen = Object.keys(localStorage).some((key) => key.startsWith("stSidebarCollapsed"));
  if (window.innerWidth < ROOM && !chosen) document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
}
