// What a stage asks of the page around it.

import type { Code, Content, Refusal } from "../store/payload.ts";
import { SERVED } from "../store/shared.ts";
import { displayed } from "./address.ts";
import type { Texts } from "./address.ts";

const ANSWER_WITHIN = 30000; // ms that an answer may take before it counts as lost

/** The kinds of questions that a page's routes answer, and their answers. */
export interface Answers {
  scene: Content | Refusal;
  share: Code;
}

/** A question's kind, the name of its page in the server's routes, and the parameters of its address. */
export type Ask = <Kind extends keyof Answers>(kind: Kind, page: string, parameters: Texts) => Promise<Answers[Kind]>;

/** A way to another board. */
export interface Way {
  readonly leadsToExercise: boolean;
  readonly go: () => void;
}

export interface Host {
  /** The way to the answers of the page's routes, and what is said while none comes. */
  readonly ask: Ask;
  readonly away: string;
  /** The element with all of the page's content. */
  readonly content: () => Element;
  /** The links to other pages, which keep the board. */
  readonly menu: () => Iterable<HTMLAnchorElement>;
  /** The link of this document that an element is in: its page, and whether it keeps the board. */
  readonly linkAt: (node: Element) => { readonly pathname: string; readonly keepsBoard: boolean } | null;
  /** The way to the next board of a list or a course, or to the end of the one before. */
  readonly way: (on: boolean) => Way | null;
  readonly nextLesson: () => HTMLElement | null;
  /** The link of a light page to the whole page with this board. */
  readonly wholePage: () => HTMLAnchorElement | null;
  /** A selector of the way back to the lesson's board, and a style sheet that shows it. */
  readonly home: { readonly selector: string; readonly shown: string };
}

// Of the two ways back, a `link` leads to the end of the board before, the visible one to its beginning.
const WAYS = [["link[rel=prev]", "a[rel=prev]"], ["a[rel=next]"]];

const linkOf = (on: boolean) => WAYS[Number(on)].map((way) => document.querySelector<HTMLAnchorElement>(way)).find(Boolean);

/** A text of an address with these parameters, but for those without a text. */
export const queryOf = (parameters: Texts) =>
  new URLSearchParams(Object.entries(parameters).filter(([, text]) => text)).toString();

// What a browser or a proxy keeps for another version's stage is no answer.
const askServer: Ask = async <Kind extends keyof Answers>(kind: Kind, page: string, parameters: Texts) => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  const answer = await fetch(new URL(`./${kind}/${page}?${queryOf(parameters)}`, document.baseURI), { signal });
  if (answer.headers.get("content-type") !== SERVED) throw new Error(String(answer.status));
  return answer.json() as Promise<Answers[Kind]>;
};

/** A page with a stage and nothing else. */
export const PLAIN: Host = {
  ask: askServer,
  away: "The server does not answer. Your changes are kept here, and shown as soon as it answers again.",
  content: () => document.documentElement,
  menu: () => [],
  linkAt: () => null,
  way(on) {
    const link = linkOf(on);
    return link ? { leadsToExercise: false, go: () => { window.location.assign(displayed(link.href)); } } : null;
  },
  nextLesson: () => null,
  wholePage: () => document.querySelector<HTMLAnchorElement>("nav [data-all]"),
  home: { selector: ":not(*)", shown: "" },
};
