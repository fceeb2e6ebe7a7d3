// The texts in files, folders and archives that a teacher opens or drops.

import type { Source } from "./gather.ts";

const LARGEST = 2_000_000; // bytes of a file in which codes are looked for
const DEFLATED = 8; // how an archive packs a file, if it does
const [ENTRY, END] = [0x02014b50, 0x06054b50]; // what begins an entry of an archive's list, and what ends the list

// A page has its words without its marks, as a browser shows it.
function wordsOf(text: string) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const line of page.querySelectorAll("br, p, div, li, tr")) line.append("\n");
  return page.body.textContent;
}

const isHidden = (path: string) => path.split("/").some((name) => name.startsWith(".") || name === "__MACOSX");

async function sourceAt(file: Blob, path: string): Promise<Source> {
  const text = file.size > LARGEST ? "" : await file.text();
  return { path, text: /\.html?$/i.test(path) ? wordsOf(text) : text };
}

async function sourcesAt(file: Blob, path: string): Promise<Source[]> {
  if (isHidden(path)) return [];
  if (!/\.zip$/i.test(path)) return [await sourceAt(file, path)];
  return unpackedFrom(await file.arrayBuffer()).catch(() => [{ path, text: "" }]);
}

// The files of a ZIP archive, as learning platforms write them. Archives within it stay packed.
async function unpackedFrom(archive: ArrayBuffer): Promise<Source[]> {
  const view = new DataView(archive);
  let end = archive.byteLength - 22;
  while (view.getUint32(end, true) !== END) end -= 1;
  const found: Promise<Source>[] = [];
  for (let at = view.getUint32(end + 16, true); view.getUint32(at, true) === ENTRY;) {
    const [method, name, extra, remark] = [10, 28, 30, 32].map((place) => view.getUint16(at + place, true));
    const [packed, size, begin] = [20, 24, 42].map((place) => view.getUint32(at + place, true));
    const path = new TextDecoder().decode(new Uint8Array(archive, at + 46, name));
    const content = begin + 30 + view.getUint16(begin + 26, true) + view.getUint16(begin + 28, true);
    const bytes = new Blob([new Uint8Array(archive, content, packed)]);
    if (size && size <= LARGEST && !isHidden(path))
      found.push(method === DEFLATED ? inflated(bytes).then((file) => sourceAt(file, path)) : sourceAt(bytes, path));
    at += 46 + name + extra + remark;
  }
  return Promise.all(found);
}

const inflated = (packed: Blob) => new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob();

export const sourcesIn = async (files: readonly File[]) =>
  (await Promise.all(files.map((file) => sourcesAt(file, file.webkitRelativePath || file.name)))).flat();

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => { entry.file(resolve, reject); });

// A browser tells the entries of a folder a hundred at a time.
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!some.length) return all;
    all.push(...some);
  }
}

async function within(entry: FileSystemEntry): Promise<Source[]> {
  const path = entry.fullPath.slice(1);
  if (entry.isFile) return sourcesAt(await fileOf(entry as FileSystemFileEntry), path);
  return isHidden(path) ? [] : (await Promise.all((await entriesIn(entry as FileSystemDirectoryEntry)).map(within))).flat();
}

/** The texts in what was dropped: files, folders with all that is in them, or a text itself. */
export async function sourcesOf(data: DataTransfer): Promise<Source[]> {
  const text = data.getData("text/plain");
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length ? (await Promise.all(entries.map(within))).flat() : [{ path: "", text }];
}
