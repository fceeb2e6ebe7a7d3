// What a stage asks of the page around it.

import { displayed } from "./address.ts";

/** A way to another board. */
export interface Way {
  readonly leadsToExercise: boolean;
  readonly go: () => void;
}

export interface Host {
  /** The element with all of the page's content. */
  readonly content: () => Element;
  /** The links to other pages, which keep the board. */
  readonly menu: () => Iterable<HTMLAnchorElement>;
  /** The link of this document that an element is in: its page, and whether it keeps the board. */
  readonly linkAt: (node: Element) => { readonly pathname: string; readonly keepsBoard: boolean } | null;
  /** The way to the next board of an exercise or a lesson, or to the one before. */
  readonly way: (on: boolean) => Way | null;
  readonly nextLesson: () => HTMLElement | null;
  /** The link of a light page to the whole page with this board. */
  readonly wholePage: () => HTMLAnchorElement | null;
  /** A selector of the way back to the lesson's board, and a style sheet that shows it. */
  readonly home: { readonly selector: string; readonly shown: string };
}

const linkOf = (on: boolean) => document.querySelector<HTMLAnchorElement>(on ? "a[rel=next]" : "a[rel=prev]");

/** A page with a stage and nothing else. */
export const PLAIN: Host = {
  content: () => document.documentElement,
  menu: () => [],
  linkAt: () => null,
  way(on) {
    const link = linkOf(on);
    return link && { leadsToExercise: false, go: () => { window.location.assign(displayed(link.href)); } };
  },
  nextLesson: () => null,
  wholePage: () => document.querySelector<HTMLAnchorElement>("nav [data-all]"),
  home: { selector: ":not(*)", shown: "" },
};
