// The tabs of some browsers, each with the phone of playground/rooms/src/answers.ts. A test in Python is their hand, their
// net and their clock: each line is an action of one tab, and is answered by what the tab has then, and what it has posted.

import { createInterface } from "node:readline";

const browsers = new Map(); // what each keeps, by its number
const tabs = new Map(); // by their numbers
let tab = null; // that acts
let posts = 0;

class Tab {
  time = 0;
  timers = new Set();
  waiting = new Map(); // for what was posted
  posted = [];

  constructor(browser) {
    if (!browsers.has(browser)) browsers.set(browser, new Map());
    this.kept = browsers.get(browser);
  }
}

globalThis.window = { localStorage: { getItem: (name) => tab.kept.get(name) ?? null, setItem: (name, text) => tab.kept.set(name, text) } };
globalThis.document = {
  baseURI: "http://localhost/room/ABCDEF", body: { dataset: { code: "ABCDEF" } },
  createTreeWalker: () => ({}), // lit-html asks for one when it is fetched; nothing is drawn here
};
AbortSignal.timeout = () => undefined;
globalThis.setTimeout = (work, pause) => {
  const timer = { work, at: tab.time + pause, of: tab };
  tab.timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => timer && timer.of.timers.delete(timer);
globalThis.fetch = (address, { body }) => new Promise((reply, fail) => {
  posts += 1;
  tab.waiting.set(posts, { reply, fail });
  tab.posted.push([posts, String(address).split("/").at(-1), JSON.parse(body)]);
});
const { Phone } = await import("../../playground/rooms/src/answers.ts");

const settled = async () => {
  for (let turn = 0; turn < 24; turn++) await null;
};

const ACTIONS = {
  begin: () => [browsers, tabs].forEach((all) => all.clear()),
  open: ({ browser }) => {
    tab.kept = new Tab(browser).kept;
    tab.phone = new Phone();
  },
  listen: ({ ear }) => tab.phone.hearEar(ear),
  hear: ({ news }) => tab.phone.hear(news),
  lose: () => tab.phone.lose(),
  answer: ({ value }) => tab.phone.answer(value),
  turn: ({ value }) => tab.phone.answerSoon(value),
  sure: ({ sure }) => tab.phone.saySure(sure),
  hide: () => tab.phone.answerNow(),
  notice: () => tab.phone.catchUp(),
  reply: ({ post, status, said }) => tab.waiting.get(post).reply({ status, json: async () => said }),
  fail: ({ post }) => tab.waiting.get(post).fail(new TypeError()),
  wait: async ({ time }) => {
    tab.time += time;
    for (const timer of [...tab.timers].filter(({ at }) => at <= tab.time)) {
      tab.timers.delete(timer);
      timer.work();
      await settled();
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, tab: number, browser, ...more } = JSON.parse(line);
  if (!tabs.has(number)) tabs.set(number, new Tab(browser));
  tab = tabs.get(number);
  tab.posted = [];
  await ACTIONS[name]({ browser, ...more });
  await settled();
  const { kept, over, away, sure } = tab.phone ?? {};
  const mine = tab.phone?.mine("number");
  console.log(JSON.stringify({ posted: tab.posted, kept: kept?.value, over: over?.value, away: away?.value, mine, sure }));
}
