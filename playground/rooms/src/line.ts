// The connection to the room: a stream of news that reconnects by itself, and posts.

import type { DeskNews, PhoneNews, SummaryRow, TableRow, WallNews } from "./news.ts";

// ms of silence after which the stream counts as lost, by the clock that goes on while a phone sleeps
const QUIET = 40000;
const AGAIN = 2000; // ms

export const code = document.body.dataset.code ?? "";
let ahead = 0; // ms by which the server's clock is ahead of this device's

/** The server's time, in ms since 1970. */
export const serverTime = () => Date.now() + ahead;

const inRoom = (name: string) => new URL(`./room/${code}/${name}`, document.baseURI);

/** What the server says to each post that it does not refuse. */
interface Said {
  join: { readonly place: number };
  report: object;
  command: object;
  picture: { readonly picture: string };
  table: { readonly rows: readonly TableRow[] };
  summary: { readonly questions: readonly SummaryRow[] };
  desk: DeskNews;
}

/** What was said, or a sentence in which the post was refused. */
interface Reply<Name extends keyof Said> { readonly status: number; readonly said?: Said[Name]; readonly refused: string }

export async function post<Name extends keyof Said>(name: Name, told: object): Promise<Reply<Name>> {
  const response = await fetch(inRoom(name), {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(told),
    signal: AbortSignal.timeout(8000),
  });
  const body: unknown = await response.json();
  const { status } = response;
  return status === 200 ? { status, said: body as Said[Name], refused: "" } : { status, ...(body as { refused: string }) };
}

interface News { phones: PhoneNews; walls: WallNews }

interface Listener<Who extends keyof News> {
  /** Gets the name of each new stream; a phone that posts it keeps its place in a full room. */
  readonly onEar: (ear: string) => void;
  readonly onNews: (news: News[Who]) => void;
  readonly onLost: () => void;
  readonly onOver: (words: string) => void;
}

/** Listens to a room until it is over. */
export function listen<Who extends keyof News>(who: Who, { onEar, onNews, onLost, onOver }: Listener<Who>) {
  let stream: EventSource | null = null;
  let [heard, ended, waiting, ear] = [0, false, 0, ""];
  const end = (sentence: string) => {
    ended = true;
    stream?.close();
    onOver(sentence);
  };
  const lost = async (closed: boolean) => {
    onLost();
    if (!closed) return; // the stream tries again by itself
    waiting = setTimeout(open, AGAIN);
    const refused = await refusal(who);
    if (refused) end(refused);
  };
  function open() {
    clearTimeout(waiting);
    stream?.close();
    if (ended) return;
    heard = Date.now();
    const opened = (stream = new window.EventSource(inRoom(who)));
    opened.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      heard = Date.now();
      if (lastEventId !== ear) onEar((ear = lastEventId));
      onNews(JSON.parse(data) as News[Who]);
    };
    opened.addEventListener("beat", ({ data }: MessageEvent<string>) => {
      heard = Date.now();
      ahead = (1000 * Number(data) || heard) - heard; // an older version of the app tells no time
    });
    opened.addEventListener("over", () => end("This room is over. All its answers are deleted."));
    opened.onerror = () => void lost(opened.readyState === window.EventSource.CLOSED);
  }
  // A phone that slept, or a page from the browser's cache, may have missed the end of its stream.
  const look = () => {
    if (document.visibilityState === "visible" && Date.now() - heard > QUIET) open();
  };
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) open(); });
  open();
}

// Asks why there is no room, which an EventSource does not tell; returns "" if there may be one.
async function refusal(who: string) {
  const asking = new AbortController();
  try {
    const response = await fetch(inRoom(who), { signal: asking.signal });
    return response.status === 404 ? ((await response.json()) as { refused: string }).refused : "";
  } catch {
    return "";
  } finally {
    asking.abort();
  }
}
