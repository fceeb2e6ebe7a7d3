// The texts in files and folders that a teacher opens or drops.

import type { Source } from "./gather.ts";

const LARGEST = 2_000_000; // bytes of a file in which codes are looked for

// A page has its words without its marks, as a browser shows it.
function wordsOf(text: string) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const line of page.querySelectorAll("br, p, div, li, tr")) line.append("\n");
  return page.body.textContent;
}

async function sourceOf(file: File, path: string): Promise<Source> {
  const text = file.size > LARGEST ? "" : await file.text();
  return { path, text: (/\.html?$/i.test(path) ? wordsOf(text) : text) || "no text" };
}

const isHidden = (path: string) => path.split("/").some((name) => name.startsWith(".") || name === "__MACOSX");

export const sourcesIn = (files: readonly File[]) =>
  Promise.all(files.map((file) => [file, file.webkitRelativePath || file.name] as const)
    .filter(([, path]) => !isHidden(path)).map(([file, path]) => sourceOf(file, path)));

const filesIn = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => { entry.file(resolve, reject); });

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
  if (isHidden(entry.fullPath)) return [];
  if (entry.isFile) return [await sourceOf(await filesIn(entry as FileSystemFileEntry), entry.fullPath.slice(1))];
  return (await Promise.all((await entriesIn(entry as FileSystemDirectoryEntry)).map(within))).flat();
}

/** The texts in what was dropped: files, folders with all that is in them, or a text itself. */
export async function sourcesOf(data: DataTransfer): Promise<Source[]> {
  const text = data.getData("text/plain");
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length ? (await Promise.all(entries.map(within))).flat() : [{ path: "", text }];
}
