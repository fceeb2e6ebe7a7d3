// In a frame on another page: sends the host this page's height, which the host gives the frame, and measures the parts of
// the page beside the panels.

import type { Host } from "../link/host.ts";

const SCROLL_BAR = 24; // px; less empty space may come and go with a scroll bar of the host

let watched: Element | null = null;

const isFramed = () => window.parent !== window;
const heightOf = (node: Element) => node.getBoundingClientRect().height;

/** What a framed page tells its host. */
interface Told {
  readonly playgroundHeight?: number;
}

/** Give a frame, if it is there, the height that the page in it tells; what is returned ends that. */
export function fitFrame(frameOf: () => HTMLIFrameElement | null) {
  const fit = ({ source, data }: MessageEvent<Told | null>) => {
    const frame = frameOf();
    if (frame?.contentWindow === source && data?.playgroundHeight) frame.style.height = `${data.playgroundHeight}px`;
  };
  window.addEventListener("message", fit);
  return () => { window.removeEventListener("message", fit); };
}

/** Tells the host the page's height: at first, when the page does not fit, and when a new width leaves much empty. */
export function tellHeight(host: Pick<Host, "content">) {
  const page = host.content();
  if (!isFramed() || page === watched) return;
  watched = page;
  let [width, lastHeight] = [0, 0];
  new ResizeObserver(() => {
    const height = Math.ceil(heightOf(page));
    const { innerWidth, innerHeight } = window;
    const empty = innerWidth !== width && innerHeight - height > SCROLL_BAR;
    if (lastHeight && (height <= innerHeight || height === lastHeight) && !empty) return;
    [width, lastHeight] = [innerWidth, height];
    window.parent.postMessage({ playgroundHeight: height } satisfies Told, "*");
  }).observe(page);
}

/** The height of a framed page below its panels, which begin at the height `above`, in pixels; null if not known. */
export function beside(above: number, panels: Element, host: Pick<Host, "content">) {
  if (!isFramed()) return null;
  const boxes = Array.from(panels.children, (panel) => panel.getBoundingClientRect()).filter(({ height }) => height);
  const ends = boxes.map(({ bottom }) => bottom);
  return boxes.length ? heightOf(host.content()) - above - Math.max(...ends) + Math.min(...boxes.map(({ top }) => top)) : null;
}
