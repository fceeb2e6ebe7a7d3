// Mark each lesson that this browser has seen done, and show its finding in place of its title.

export default function mark({ data, parentElement }) {
  const done = Object.keys(data).filter(seen).map((key) => data[key]);
  const places = done.map(([slug]) => `.st-key-lesson-${slug} a p::after`);
  parentElement.querySelector("style").textContent = places.length ? `${places} { content: " ✓"; content: " ✓" / " (finished)"; }` : "";
  const ends = done.map(([slug, words]) =>
    whenDrawn(`.st-key-lesson-${slug} a strong`, (title) => (title.textContent = words)));
  return () => ends.forEach((end) => end());
}
