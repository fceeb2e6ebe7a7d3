// Within a page of somebody else's: how high this page is, which the host is sent, and the part of it that is not the panels'.

// Where the app's content stands, as long as there is one its layer's; on a page that stands alone it is all there is.
const PLACES = ["#first main > div", ".stMainBlockContainer"];
const SCROLL_BAR = 24; // px; what a host's own may change as it comes or goes is no reason to be lower

/** @type {Element | null} */
let watched = null;

const isFramed = () => window.parent !== window;
const content = () =>
  PLACES.map((place) => document.querySelector(place)).find((node) => node !== null) ?? document.documentElement;
const heightOf = (node) => node.getBoundingClientRect().height;

/** Tells the host how high the page is: at first, when it has no room, and when another width leaves much of it empty. */
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
 * What of a framed page is neither above the stage nor its panels', in pixels; nothing where the panels have no box.
 * @param {number} above
 * @param {HTMLElement} panels
 */
export function beside(above, panels) {
  const height = heightOf(panels);
  return isFramed() && height ? heightOf(content()) - above - height : null;
}
