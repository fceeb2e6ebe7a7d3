// Pieces of the program that come when they are needed.

import { reason } from "../store/reason.ts";

const GONE = "the server no longer has it; reloading the page may help";
const IMPORTED = /import\("(.+?)"\)/;

/**
 * Import a piece, as `load` says in one `import()`. Some browsers never ask again for a module that did not come, so
 * another attempt asks for it by another address.
 */
export async function importPiece<Piece>(load: () => Promise<Piece>): Promise<Piece> {
  if (!navigator.onLine) throw new Error("this device is offline"); // a request would only fill the console
  try {
    return await load();
  } catch (fault) {
    const file = IMPORTED.exec(String(load))?.[1];
    if (!file) throw fault;
    try {
      return await (import(`${new URL(file, import.meta.url).href}?${Date.now()}`) as Promise<Piece>);
    } catch (error) {
      throw new Error(await isGone(file) ? GONE : "the server does not answer", { cause: error });
    }
  }
}

/** A piece that only some scenes need. */
export class Needed<Piece> {
  /** How pieces come: a page that stands alone has them within, one from a server fetches them. */
  static bring: <Any>(load: () => Promise<Any>) => Promise<Any> = (load) => load();

  piece: Piece | null = null;

  constructor(public load: () => Promise<Piece>) {}

  async fetch() {
    return (this.piece ??= await Needed.bring(this.load));
  }
}

// Whether the server answers, but has not the file: after an update it has only the files of the new version.
async function isGone(file: string) {
  try {
    return !(await fetch(new URL(file, import.meta.url), { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Where it is said that a piece comes, or that it did not. */
interface Surface {
  readonly busy: (task: string, on: boolean) => void;
  readonly complain: (source: string, sentence: string) => void;
}

/** A part of the page that is made of a piece when it is used first. */
export class Late<Part> {
  part: Part | null = null;
  private coming: Promise<Part> | null = null;
  private wish: ((part: Part) => void) | null = null; // what is done once the piece has come

  /**
   * @param task the name of what comes, its name in a sentence, and how to try once more
   * @param make makes the part
   */
  constructor(
    private readonly surface: Surface, private readonly task: readonly [name: string, words: string, remedy?: string],
    private readonly make: () => Promise<Part>,
  ) {}

  use(act: (part: Part) => void) {
    if (this.part) {
      act(this.part);
      return;
    }
    const comes = this.wish !== null;
    this.wish = act;
    if (!comes) void this.fetch();
  }

  /** The part, as soon as it has come. */
  async get() {
    try {
      return (this.part ??= await (this.coming ??= this.make()));
    } finally {
      this.coming = null;
    }
  }

  forget() {
    this.wish = null;
  }

  private async fetch() {
    const { surface, task: [name, words, remedy = "Press again to try once more."] } = this;
    surface.busy(name, true);
    surface.complain(name, "");
    try {
      const part = await this.get();
      this.wish?.(part);
    } catch (error) {
      surface.complain(name, `${words} could not be loaded: ${reason(error)}. ${remedy}`);
    }
    this.wish = null;
    surface.busy(name, false);
  }
}
