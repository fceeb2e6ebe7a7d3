// Making an exercise of a link: a question, what is hidden from those who open it, and the link that comes after.

import { EXERCISE, MENU, linkToShare } from "./address.js";

const LONGEST = 8000; // characters of a link, beyond which the server takes none
const STRANGE = "Only a link of this same app can come after; copy one with Share.";
const TOO_LONG = "With all that comes after, the link is too long.";

export class Exercise {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.node = page.part("exercise");
    this.question = this.node.querySelector("[name=ask]");
    this.after = this.node.querySelector("[name=next]");
    this.boxes = [...this.node.querySelectorAll("[name=hide]")];
  }

  // The fields say what the link in the address bar does.
  read() {
    const { searchParams: link } = new URL(linkToShare());
    const hidden = (link.get("hide") ?? "").split(",");
    const next = link.get("next");
    this.question.value = link.get("ask") ?? "";
    this.after.value = next ? new URL(next, document.baseURI).href : "";
    for (const box of this.boxes) box.checked = hidden.includes(box.value);
    this.node.open = EXERCISE.some((name) => link.has(name));
  }

  // The link with what the fields say, and what is wrong with them.
  link() {
    const link = new URL(linkToShare());
    const after = appPath(this.after.value.trim());
    const hide = this.boxes.filter((box) => box.checked).map((box) => box.value).join(",");
    const fields = { ask: this.question.value.trim(), hide, next: after ?? "" };
    for (const [name, value] of Object.entries(fields)) {
      if (value) link.searchParams.set(name, value);
      else link.searchParams.delete(name);
    }
    const { href } = link;
    return { href, wrong: after === null ? STRANGE : href.length > LONGEST ? TOO_LONG : "" };
  }
}

// The last part of a link's path and its query, if it is a page of this app; null for any other.
function appPath(text) {
  if (!text) return "";
  let link;
  try {
    link = new URL(linkToShare(text));
  } catch {
    return null;
  }
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const pages = document.querySelectorAll(MENU);
  const isPage = [...pages].some(({ origin, pathname }) => link.origin === origin && link.pathname === pathname);
  return isPage ? `${link.pathname.split("/").pop()}${link.search || "?step=0"}` : null;
}
