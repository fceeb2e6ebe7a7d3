// The page that asks for the code of a room, and leads there.

import { find } from "../../stage/src/page/parts.ts";

const form = find(document, "form", ".enter");
form.onsubmit = (event) => {
  event.preventDefault();
  const letters = find(form, "input").value.replace(/[^a-z]/gi, "").toUpperCase();
  if (letters.length === 6) window.location.href = new URL(`./room/${letters}`, document.baseURI).href;
  else find(document, "p", ".status").textContent = "A code has six letters.";
};
