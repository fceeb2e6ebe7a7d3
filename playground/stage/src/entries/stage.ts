// The stage of the app: of whole pages, which Streamlit mounts, of first documents and of light pages.

import { fields } from "../draw/fields.ts";
import type { Component } from "../host/drawn.ts";
import { stand, takeOver } from "../host/first.ts";
import { streamlit } from "../host/streamlit.ts";
import { wholePage } from "../link/host.ts";
import { Needed, importPiece } from "../link/piece.ts";
import { takeWindow } from "../link/versions.ts";
import type { Visit } from "../link/visit.ts";
import { openableMine } from "../mine/open.ts";
import { tellHeight } from "../page/framed.ts";
import { find } from "../page/parts.ts";
import { arriveAlone } from "../page/present.ts";
import { openableOf } from "../share/open.ts";
import type { Addresses } from "../share/saving.ts";
import { Stage } from "../stage.ts";
import type { Content, Message } from "../store/payload.ts";

export { standsThere } from "../host/first.ts";

const DEMONSTRATED_AFTER = 3000; // ms, in which a board comes and the visitor may begin

Needed.bring = (load) => (navigator.onLine ? importPiece(load) : load());
fields.load = () => import("../draw/field.ts");

let isFirst = true; // the next stage of this document
const stages = new WeakMap<HTMLElement, Stage>();

export default function mount({ parentElement: place, data, setStateValue }: Component<Uint8Array<ArrayBuffer>>, addresses: Addresses) {
  const visit = takeWindow();
  const stage = stages.get(place) ?? newStage(place, addresses, visit);
  visit.report = setStateValue;
  void stage.receive(data);
  stage.page.busy("page", false);
  tellHeight(streamlit);
  // Streamlit also calls this cleanup between two quick calls, while the stage stays in the document.
  return () => setTimeout(() => {
    if (place.isConnected) return;
    if (visit.stage === stage && !visit.leaving) stage.letGo();
    else stage.destroy();
    stages.delete(place);
    if (visit.report === setStateValue) visit.report = null;
  });
}

function newStage(place: HTMLElement, addresses: Addresses, visit: Visit) {
  const taken = takeOver(place) as Stage | null; // what stood in the first document is the stage of `stand`
  // Streamlit may replace an element although the visitor has not left its page; the next page begins at the present step.
  if (!taken && visit.leaving) visit.stage?.questions.settle();
  else if (!taken) visit.stage?.letGo();
  const stage = taken ?? new Stage(find(place, "section", ".stage"), addresses, { ...openableOf(true), ...openableMine }, { host: streamlit, visit });
  stages.set(place, stage);
  visit.stage = stage;
  if (!taken) demonstrate(stage);
  return stage;
}

/** The addresses of the stage's files, and the name of the page in the server's routes. */
type Named = Addresses & { readonly name: string };

/**
 * Show the content of a document, which asks the server only by its routes: of a light page or, in a layer, of a first
 * document, until the whole page takes the stage over. Only the whole page has lists of exercises.
 */
export function begin(around: HTMLElement, content: Content, { name, ...addresses }: Named) {
  const isLayer = around.id === "first";
  const visit = takeWindow();
  const opened = { ...openableOf(isLayer), ...openableMine };
  const stage = new Stage(find(around, "section", ".stage"), addresses, opened, { host: streamlit, visit });
  visit.stage = stage;
  stage.questions.start(name, content);
  tellHeight(streamlit);
  stage.page.busy("message", false);
  leadToAll(stage);
  // Going back or forward opens the address as a link does, until the whole page has come.
  window.addEventListener("popstate", () => {
    if (visit.session === null) window.location.reload();
  });
  if (!isLayer) return stage;
  stand(around, stage);
  demonstrate(stage);
  return stage;
}

// The link of a light page to the whole page leads to the present board.
function leadToAll({ questions }: Stage) {
  const all = wholePage();
  const lead = () => {
    questions.writeAddress();
    if (all) all.search = window.location.search;
  };
  for (const type of ["pointerdown", "focus", "click"]) all?.addEventListener(type, lead);
}

// Show a visitor who touches nothing what a step does, unless a link or another page's frame shows something of its own.
function demonstrate({ parts }: Stage) {
  const asks = window.location.search || window.parent !== window || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const shows = isFirst && !asks;
  isFirst = false;
  if (!shows) return;
  const load = () => import("../hand/demonstration.ts").then(({ Demonstration }) => new Demonstration(parts));
  setTimeout(() => { load().catch(() => undefined); }, DEMONSTRATED_AFTER);
}

/** Keeps the board on a page without a stage. */
export function keep({ data }: Component<Message>) {
  const visit = takeWindow();
  visit.receive(data);
  visit.write(0, streamlit.menu());
  arriveAlone();
  tellHeight(streamlit);
}
