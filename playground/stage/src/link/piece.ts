// Pieces of the program that come when they are needed.

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

// Whether the server answers, but has not the file: after an update it has only the files of the new version.
async function isGone(file: string) {
  try {
    return !(await fetch(new URL(file, import.meta.url), { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
