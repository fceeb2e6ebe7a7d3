// Use an element now, or as soon as Streamlit has drawn it, which on a slow line may be later than this script. Returns
// a function that stops waiting.
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
