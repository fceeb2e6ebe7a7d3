// The document in which a visitor's program runs: it takes one channel from the page around it, and starts workers.

import { Sandbox } from "../mine/sandbox.ts";
import { find } from "../page/parts.ts";

const textOf = (id: string) => find(document, "script", `#${id}`).textContent;

const worker = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));

window.addEventListener("message", ({ source, ports: [port] }) => {
  if (source !== window.parent) return;
  new Sandbox(port, () => {
    const started = new Worker(worker);
    started.postMessage(["modules", textOf("modules")]);
    return started;
  });
  port.postMessage(["script", textOf("script")]);
}, { once: true });
