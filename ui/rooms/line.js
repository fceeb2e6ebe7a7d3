// The line to the room: a stream of news that comes back by itself, and what is posted.

const QUIET = 40000; // ms without a sign of life after which the stream counts as lost
const AGAIN = 2000; // ms

const code = document.body.dataset.code;
const inRoom = (name) => new URL(`./room/${code}/${name}`, document.baseURI);

async function post(name, told) {
  const answer = await fetch(inRoom(name), {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(told),
    signal: AbortSignal.timeout(8000),
  });
  return { status: answer.status, told: await answer.json() };
}

/**
 * Listens to a room until it is over.
 * @param {"phones" | "walls"} who
 * @param {{ news: (told: any) => void, away: () => void, over: (words: string) => void }} hear
 */
function listen(who, { news, away, over }) {
  let [stream, heard, ended, waiting] = [null, 0, false, 0];
  const end = (words) => {
    ended = true;
    stream?.close();
    over(words);
  };
  const open = () => {
    clearTimeout(waiting);
    stream?.close();
    if (ended) return;
    heard = performance.now();
    stream = new EventSource(inRoom(who));
    stream.onmessage = ({ data }) => {
      heard = performance.now();
      news(JSON.parse(data));
    };
    stream.addEventListener("beat", () => (heard = performance.now()));
    stream.addEventListener("over", () => end("This room is over. All it held is deleted."));
    stream.onerror = async () => {
      away();
      if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
      waiting = setTimeout(open, AGAIN);
      const { status, told } = await ask();
      if (status === 404) end(told.refused);
    };
  };
  // A stream that was refused does not say why.
  const ask = async () => {
    const asking = new AbortController();
    try {
      const answer = await fetch(inRoom(who), { signal: asking.signal });
      return { status: answer.status, told: answer.ok ? {} : await answer.json() };
    } catch {
      return { status: 0, told: {} };
    } finally {
      asking.abort();
    }
  };
  // A screen that was locked, or a page that comes back, may have missed the end of its stream.
  const look = () => {
    if (document.visibilityState === "visible" && performance.now() - heard > QUIET) open();
  };
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", ({ persisted }) => persisted && open());
  open();
}
