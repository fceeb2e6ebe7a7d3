// What a stage asks of the page around it.

import type { Code, Content, Refusal } from "../store/payload.ts";
import { SERVED } from "../store/shared.ts";
import { displayed } from "./query.ts";
import type { Texts } from "./query.ts";

const ANSWER_WITHIN = 30000; // ms that an answer may take before it counts as lost

/** The kinds of questions that a page's routes answer, and their answers. */
export interface Answers {
  scene: Content | Refusal;
  share: Code;
}

/** A question's kind, the name of its page in the server's routes, and the parameters of its address. */
export type Ask = <Kind extends keyof Answers>(kind: Kind, page: string, parameters: Texts) => Promise<Answers[Kind]>;

/** A way to another board. */
export interface Passage {
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
  /** Follows a link to another board. */
  readonly follow: (link: HTMLAnchorElement) => void;
}

const seek = (selector: string) => document.querySelector<HTMLAnchorElement>(selector);

/** The link to the next lesson, unless a list leads on. */
export const nextLesson = () => seek("a[rel=next][data-lesson]");

/** The link of a light page to the whole page with this board. */
export const wholePage = () => seek("a[data-all]");

/**
 * The way to the next board of a list or a course, or back: of the two ways back, the first one leads to the end of the
 * board before, and nobody sees it.
 */
export function wayOf(on: boolean, { follow }: Host): Passage | null {
  const link = seek(on ? "a[rel=next]" : "a[rel=prev]");
  return link && { leadsToExercise: on && !link.matches("[data-lesson]"), go: () => { follow(link); } };
}

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
  follow: ({ href }) => { window.location.assign(displayed(href)); },
};
