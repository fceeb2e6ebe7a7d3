// The symbols in a text, which no browser shall translate: w, R²/γ².

import { html } from "lit-html";

import { SYMBOL } from "../store/shared.ts";
import { make } from "./make.ts";

const SYMBOLS = new RegExp(`(${SYMBOL})`, "u");

/** The pieces of a text, every second of which is a symbol. */
export const piecesOf = (text: string) => text.split(SYMBOLS);

/** A text for a template, with its symbols marked. */
export const marked = (text: string) => piecesOf(text).map((piece, i) => (i % 2 ? html`<bdi translate="no">${piece}</bdi>` : piece));

/** A text as nodes and texts, with its symbols marked. */
export const markedNodes = (text: string) => piecesOf(text).map((piece, i) => (i % 2 ? make("bdi", { translate: false }, piece) : piece));
