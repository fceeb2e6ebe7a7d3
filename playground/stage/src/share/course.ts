// Links to files of a list or a lesson: for a printer, for hosts without a server, and for learning platforms.

import { html } from "lit-html";

interface Course {
  readonly kind: string;
  readonly words: string;
  readonly name: string;
  readonly title: string;
}

const COURSES: readonly Course[] = [
  { kind: "moodle", words: "Moodle XML", name: "perceptron-moodle.xml", title: "Questions with pictures, for Moodle" },
  { kind: "gift", words: "GIFT", name: "perceptron-gift.txt", title: "Questions as text for programs that read GIFT, each with a link to its board" },
  { kind: "qti", words: "QTI", name: "perceptron-qti.zip", title: "QTI 2.1: questions with pictures, for Canvas and others" },
  { kind: "scorm", words: "SCORM", name: "perceptron-scorm.zip", title: "SCORM 1.2: pages that need no server and report answers" },
];

/** The address of a file of the list or lesson in a page's query; its content leads to this app. */
export function fileOf(kind: string, page: string, query: string) {
  const app = encodeURIComponent(new URL(".", document.baseURI).href);
  return new URL(`${kind}/${page}${query}&app=${app}`, document.baseURI).href;
}

export const coursesOf = (page: string, query: string) => html`<p class="stage-row stage-course">For a course:
  ${COURSES.map(({ kind, words, name, title }) => html`<a download=${name} title=${title} href=${fileOf(kind, page, query)}>${words}</a>`)}</p>`;
