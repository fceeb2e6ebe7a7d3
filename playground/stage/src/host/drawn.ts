// Elements that Streamlit draws.

/**
 * Use an element now, or as soon as Streamlit has drawn it, which on a slow line may be later than this script. Returns
 * a function that stops waiting.
 */
export function whenDrawn(selector: string, use: (node: HTMLElement) => void) {
  const observer = new MutationObserver(look);
  const stop = () => { observer.disconnect(); };
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;

  function look() {
    const node = document.querySelector<HTMLElement>(selector);
    if (!node) return;
    stop();
    use(node);
  }
}

/** What Streamlit calls a component's script with. */
export interface Component<Data> {
  readonly data: Data;
  readonly parentElement: HTMLElement;
  readonly setStateValue: (name: string, value: unknown) => void;
}
