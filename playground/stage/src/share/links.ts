// Links to share: what the server has for them, and how they are copied.

import { SERVED } from "../store/shared.ts";

export const PATIENCE = 3000; // ms to wait for the server before the visitor hears that it does not answer
export const NO_CODE = "The server does not answer, so there is no code; the link can be copied.";
export const TOO_LONG = "The link is too long for a code.";

const LOCAL = /^(localhost|127\.|\[::1\])/;

export const isLocal = () => LOCAL.test(window.location.hostname);

const routes = new Map<string, Promise<boolean>>();

// Whether a route, of light pages or rooms, is served: a host may let only Streamlit's requests through.
export function isServed(route: string) {
  const known = routes.get(route) ?? lookFor(route);
  routes.set(route, known);
  return known;
}

async function lookFor(route: string) {
  try {
    if (!navigator.onLine) throw new Error("offline"); // a request would only fill the console
    const address = new URL(route, document.baseURI);
    const { ok, headers } = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) });
    return ok && headers.get("content-type") === SERVED;
  } catch {
    routes.delete(route); // the server may be in reach again at the next call
    return false;
  }
}

// The light page of a link of this app.
export function lightLink(href: string) {
  const { pathname, search } = new URL(href);
  return new URL(`light/${pathname.split("/").at(-1) ?? ""}${search}`, document.baseURI).href;
}

// Copies the link in a field; the button that asks for it says so.
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement, button: HTMLButtonElement) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- on pages without https browsers offer no other way
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
