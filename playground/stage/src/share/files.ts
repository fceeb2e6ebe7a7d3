// Files for the visitor, and contents packed as letters.

const KEEP = 60000; // ms until a file that was offered to the browser is forgotten

export function save(name: string, content: string | Blob) {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([content]));
  file.download = name;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), KEEP);
}

export async function packed(text: string, format: CompressionFormat) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return inLetters(await new Response(stream).arrayBuffer());
}

/** A list of exercises as the server writes it, packed for a link. */
export async function packedList(items: unknown, version: number) {
  const text = await packed(JSON.stringify(items), "deflate-raw");
  return `${version}${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The text that was packed in letters, those of a link or of base 64. */
export async function unpacked(letters: string, format: CompressionFormat) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).text();
}

export function inLetters(buffer: ArrayBuffer) {
  const bytes = new Uint8Array(buffer);
  const signs = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(0x8000 * i, 0x8000 * (i + 1))));
  return btoa(signs.join(""));
}
