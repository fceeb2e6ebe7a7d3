// The connection to the room: a stream of news that reconnects by itself, and posts.

// ms of silence after which the stream counts as lost, by the clock that goes on while a phone sleeps
const QUIET = 40000;
const AGAIN = 2000; // ms

export const code = document.body.dataset.code;
const inRoom = (name) => new URL(`./room/${code}/${name}`, document.baseURI);

export async function post(name, told) {
  const response = await fetch(inRoom(name), {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(told),
    signal: AbortSignal.timeout(8000),
  });
  return { status: response.status, body: await response.json() };
}

/**
 * Listens to a room until it is over.
 * @param {"phones" | "walls"} who
 * @param {{ onEar: (ear: string) => void, onNews: (news: News) => void, onLost: () => void, onOver: (words: string) => void }} hear
 * `onEar` gets the name of each new stream; a phone that posts it keeps its place in a full room.
 */
export function listen(who, { onEar, onNews, onLost, onOver }) {
  /** @type {EventSource} */
  let stream;
  let [heard, ended, waiting, ear] = [0, false, 0, ""];
  const end = (sentence) => {
    ended = true;
    stream?.close();
    onOver(sentence);
  };
  const open = () => {
    clearTimeout(waiting);
    stream?.close();
    if (ended) return;
    heard = Date.now();
    stream = new window.EventSource(inRoom(who));
    stream.onmessage = ({ data, lastEventId }) => {
      heard = Date.now();
      if (lastEventId !== ear) onEar(ear = lastEventId);
      onNews(JSON.parse(data));
    };
    stream.addEventListener("beat", () => (heard = Date.now()));
    stream.addEventListener("over", () => end("This room is over. All its answers are deleted."));
    stream.onerror = async () => {
      onLost();
      if (stream.readyState !== window.EventSource.CLOSED) return; // the stream tries again by itself
      waiting = setTimeout(open, AGAIN);
      const { status, body } = await ask();
      if (status === 404) end(body.refused);
    };
  };
  // An EventSource does not tell why it was refused; a fetch does.
  const ask = async () => {
    const asking = new AbortController();
    try {
      const response = await fetch(inRoom(who), { signal: asking.signal });
      return { status: response.status, body: response.ok ? {} : await response.json() };
    } catch {
      return { status: 0, body: {} };
    } finally {
      asking.abort();
    }
  };
  // A phone that slept, or a page from the browser's cache, may have missed the end of its stream.
  const look = () => {
    if (document.visibilityState === "visible" && Date.now() - heard > QUIET) open();
  };
  window.setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", ({ persisted }) => persisted && open());
  open();
}
