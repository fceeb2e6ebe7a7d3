// Who has done some lessons is led to the first of the others; nobody else is told.

export default () => whenDrawn(".st-key-headline a:has(p)", lead);

function lead(link) {
  const place = LESSONS.findIndex(([key]) => !seen(key));
  if (place < 0 || !LESSONS.some(([key]) => seen(key))) return;
  (link.querySelector("p") ?? link).textContent = `Go on with ${place} of ${LESSONS.length - 1} →`;
  link.href = new URL(LESSONS[place][1], document.baseURI).href;
  // The browser follows it: Streamlit would go where it led before.
  link.addEventListener("click", (event) => event.stopPropagation());
}
