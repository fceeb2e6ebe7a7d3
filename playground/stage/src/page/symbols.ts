// The symbols in a text, which no browser shall translate: w, R²/γ².

import { html } from "lit-html";

import { SYMBOL } from "../store/shared.ts";
import { make } from "./make.ts";

const SYMBOLS = new RegExp(`(${SYMBOL})`, "u");

/** The pieces of a text, every second of which is a symbol. */
export const piecesOf = (text: string) => text.split(SYMBOLS);

const withMarks = <Marked>(text: string, mark: (symbol: string) => Marked) =>
  piecesOf(text).map((piece, i) => (i % 2 ? mark(piece) : piece));

/** A text for a template, with its symbols marked. */
export const marked = (text: string) => withMarks(text, (symbol) => html`<bdi translate="no">${symbol}</bdi>`);

/** A text as nodes and texts, with its symbols marked. */
export const markedNodes = (text: string) => withMarks(text, (symbol) => make("bdi", { translate: false }, symbol));
