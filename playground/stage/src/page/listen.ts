// Listening to events for as long as a stage lives.

type EventsOf<Target> = Target extends Window ? WindowEventMap : Target extends Document ? DocumentEventMap
  : Target extends MediaQueryList ? MediaQueryListEventMap : Target extends FontFaceSet ? FontFaceSetEventMap : HTMLElementEventMap;

/** Adds a listener that ends with the stage. */
export type On = <Target extends Window | Document | MediaQueryList | FontFaceSet | HTMLElement, Name extends keyof EventsOf<Target> & string>(
  target: Target, name: Name, handler: (event: EventsOf<Target>[Name]) => void, options?: AddEventListenerOptions,
) => void;

/** Adds listeners that end with the signal. */
export const listenUntil = (signal: AbortSignal): On =>
  (target: EventTarget, name: string, handler: (event: never) => void, options?: AddEventListenerOptions) => {
    target.addEventListener(name, handler as EventListener, { signal, ...options });
  };

/** The element that an event is about; the document's body if it is about none. */
export const elementOf = ({ target }: Event): Element => (target instanceof Element ? target : document.body);

/** Let a press select no text, and take the focus from a field. */
export function takePress(event: MouseEvent) {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
