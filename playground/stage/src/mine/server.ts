// Asks the server about a program: by its route or, if the host lets no such request through, by the page's session.
// The server keeps nothing of it.

import { effect } from "@preact/signals-core";

import { queryOf } from "../link/host.ts";
import type { Visit } from "../link/visit.ts";
import type { Model } from "../store/model.ts";
import type { Explained, Judged, Refusal } from "../store/payload.ts";
import { SERVED } from "../store/shared.ts";
import type { Printout, Tries } from "./api.ts";

const SAY_AGAIN = 4000; // ms after which a report to the session is repeated, as it may be lost
const PATIENCE = 30_000; // ms until the session must have answered
const BARRED = "this website does not let it through to the app's server";

export type Said = Explained | Judged | Refusal;

/** What the server says of what a program printed for this window's board, or for the boards asked for. */
export async function explain(visit: Visit, model: Model, sent: Printout | Tries, signal: AbortSignal): Promise<Said> {
  if (visit.way !== "page") {
    const answer = await byRoute(visit, sent, signal);
    if (answer) return answer;
  }
  if (!visit.report) throw new Error(BARRED);
  return bySession(visit, model, sent, signal);
}

async function byRoute(visit: Visit, sent: Printout | Tries, signal: AbortSignal) {
  const address = new URL(`./explain/${String(visit.page)}?${queryOf(visit.address)}`, document.baseURI);
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(sent), signal });
  return answer.headers.get("content-type") === SERVED ? answer.json() as Promise<Said> : null;
}

function bySession(visit: Visit, model: Model, printout: Printout | Tries, signal: AbortSignal) {
  const number = visit.number += 1;
  const say = () => { visit.say("explain", { number, query: queryOf(visit.address), printout }); };
  let waits = true;
  return new Promise<Said>((resolve, reject) => {
    const again = setInterval(say, SAY_AGAIN);
    const late = setTimeout(() => { over(); reject(new Error("the server does not answer")); }, PATIENCE);
    const stop = effect(() => {
      const { explained } = model;
      if (explained?.number !== number) return;
      queueMicrotask(over);
      resolve(explained.said);
    });
    const over = () => {
      waits = false;
      stop();
      clearInterval(again);
      clearTimeout(late);
      visit.say("explain", {}); // so that the session, too, has forgotten it
    };
    signal.addEventListener("abort", () => { if (waits) over(); reject(new Error("it was stopped")); }, { once: true });
    say();
  });
}
