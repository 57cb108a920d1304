// The worker of the page: puts engine and referee behind the message port. It works in slices and listens in
// between.

import init, { Thinker } from "./thinker.js";

const waiting = [];
let thinker;
let loops = false;
const pulse = new MessageChannel();

const post = (reply) => {
  if (reply !== undefined) self.postMessage(reply);
};

const go = () => {
  if (thinker.busy() && !loops) {
    loops = true;
    pulse.port2.postMessage(0);
  }
};

pulse.port1.onmessage = () => {
  loops = false;
  post(thinker.work(performance.now()));
  go();
};

self.onmessage = ({ data }) => {
  if (!thinker) return waiting.push(data);
  post(thinker.tell(data));
  go();
};

await init({ module_or_path: new URL("./thinker_bg.wasm", import.meta.url) });
thinker = new Thinker();
for (const data of waiting) post(thinker.tell(data));
go();
