// In a frame on another page: sends the host this page's height, and measures the parts of the page beside the panels.

// The elements with the app's content, the layer's first; a page that stands alone has neither, and is all content.
const PLACES = ["#first main > div", ".stMainBlockContainer"];
const SCROLL_BAR = 24; // px; less empty space may come and go with a scroll bar of the host

/** @type {Element | null} */
let watched = null;

const isFramed = () => window.parent !== window;
const content = () =>
  PLACES.map((place) => document.querySelector(place)).find((node) => node !== null) ?? document.documentElement;
const heightOf = (node) => node.getBoundingClientRect().height;

/** Tells the host the page's height: at first, when the page does not fit, and when a new width leaves much empty. */
export function tellHeight() {
  const page = content();
  if (!isFramed() || page === watched) return;
  watched = page;
  let [width, lastHeight] = [0, 0];
  new ResizeObserver(() => {
    const height = Math.ceil(heightOf(page));
    const { innerWidth, innerHeight } = window;
    const empty = innerWidth !== width && innerHeight - height > SCROLL_BAR;
    if (lastHeight && (height <= innerHeight || height === lastHeight) && !empty) return;
    [width, lastHeight] = [innerWidth, height];
    window.parent.postMessage({ playgroundHeight: height }, "*");
  }).observe(page);
}

/**
 * The height of a framed page without its panels and the part above the stage, in pixels; null if not known.
 * @param {number} above
 * @param {HTMLElement} panels
 */
export function beside(above, panels) {
  const height = heightOf(panels);
  return isFramed() && height ? heightOf(content()) - above - height : null;
}
