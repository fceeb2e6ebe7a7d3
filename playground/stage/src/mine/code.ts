// A program in a link, packed.

import { packed, unpacked } from "../share/files.ts";
import { NAME } from "../link/program.ts";

const MOST_LETTERS = 1500;
export const MOST_CODE = 20_000; // characters of a program

/** A link with a program. */
export async function linkWith(link: string, code: string) {
  const letters = (await packed(code, "deflate-raw")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (letters.length > MOST_LETTERS)
    throw new Error(`This program is too long for a link: packed it has ${letters.length.toLocaleString("en")} letters, and a link takes ${MOST_LETTERS.toLocaleString("en")}.`);
  return `${link.replace(/#.*/, "")}${NAME}${letters}`;
}

/** The program of a link. */
export async function codeIn(hash: string) {
  const letters = hash.slice(NAME.length);
  try {
    if (letters.length > MOST_LETTERS) throw new Error("too long");
    const code = await unpacked(letters, "deflate-raw");
    if (!code || code.length > MOST_CODE) throw new Error("no program");
    return code;
  } catch {
    throw new Error("The program in this link is damaged.");
  }
}
