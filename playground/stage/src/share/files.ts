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

export function inLetters(buffer: ArrayBuffer) {
  const bytes = new Uint8Array(buffer);
  const signs = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(0x8000 * i, 0x8000 * (i + 1))));
  return btoa(signs.join(""));
}
