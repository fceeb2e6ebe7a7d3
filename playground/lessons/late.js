// Streamlit fetches what draws a part, and on a slow line that comes after whoever needs the part. Returns what ends
// the waiting.
function whenDrawn(selector, use) {
  const node = document.querySelector(selector);
  if (node) {
    use(node);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const late = document.querySelector(selector);
    if (!late) return;
    observer.disconnect();
    use(late);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
