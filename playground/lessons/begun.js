// Lead a visitor who has done some lessons to the first lesson that is not done; change nothing for others.

export default () => whenDrawn(".st-key-headline a:has(p)", lead);

function lead(link) {
  const place = LESSONS.findIndex(([key]) => !seen(key));
  if (place < 0 || !LESSONS.some(([key]) => seen(key))) return;
  (link.querySelector("p") ?? link).textContent = `Go on with ${place} of ${LESSONS.length - 1} →`;
  link.href = new URL(LESSONS[place][1], document.baseURI).href;
  // Let the browser follow the link: Streamlit would follow the old one.
  link.addEventListener("click", (event) => event.stopPropagation());
}
