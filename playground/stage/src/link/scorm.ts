// The API by which a learning platform hears of a student: the run-time environment of SCORM 1.2.

type Said = string | boolean;

interface Platform {
  readonly LMSInitialize: (none: "") => Said;
  readonly LMSGetValue: (name: string) => string | number | null | undefined;
  readonly LMSSetValue: (name: string, value: string) => Said;
  readonly LMSCommit: (none: "") => Said;
  readonly LMSFinish: (none: "") => Said;
}

// The API in a window or in one above it; a window of another site tells nothing.
function apiAbove(window: Window): Platform | null {
  try {
    const { API, parent } = window as Window & { API?: Platform };
    return API ?? (parent === window ? null : apiAbove(parent));
  } catch {
    return null;
  }
}

/** A student's attempt, as the learning platform keeps it. */
export class Attempt {
  private constructor(private readonly api: Platform) {}

  /** Begins the attempt; there is none where no platform is found above this window, or above the one that opened it. */
  static begin(window: Window): Attempt | null {
    const opener = window.opener as Window | null;
    const api = apiAbove(window) ?? (opener && apiAbove(opener));
    return api && String(api.LMSInitialize("")) === "true" ? new Attempt(api) : null;
  }

  /** A value that the platform keeps; "" if it keeps none. */
  get(name: string) {
    return String(this.api.LMSGetValue(`cmi.${name}`) ?? "");
  }

  set(values: Readonly<Record<string, string | number>>) {
    for (const [name, value] of Object.entries(values)) this.api.LMSSetValue(`cmi.${name}`, String(value));
  }

  commit() {
    this.api.LMSCommit("");
  }

  finish() {
    this.commit();
    this.api.LMSFinish("");
  }
}
