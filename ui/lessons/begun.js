// Who has done some lessons is led to the first of the others; nobody else is told.

export default function lead(_, link = document.querySelector(".st-key-headline a")) {
  const place = LESSONS.findIndex(([key]) => !seen(key));
  if (!link || place < 0 || !LESSONS.some(([key]) => seen(key))) return;
  (link.querySelector("p") ?? link).textContent = `Go on with ${place} of ${LESSONS.length - 1} →`;
  link.href = new URL(LESSONS[place][1], document.baseURI).href;
  // The browser follows it: Streamlit would go where it led before.
  link.addEventListener("click", (event) => event.stopPropagation());
}

function seen(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // within a page of somebody else's a browser may refuse to keep anything
  }
}

