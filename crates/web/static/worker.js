// The worker of the page: puts engine and referee behind the message port. It works in slices and listens in
// between. A file to be audited comes with its question and is read here, piece by piece, so that neither the
// page nor the memory has it as a whole.

import init, { Thinker } from "./thinker.js";

const PIECE = 1 << 20;

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

// The next piece is on its way while one is looked at.
const read = async (id, file) => {
  const piece = (at) => file.slice(at, at + PIECE).arrayBuffer();
  try {
    let next = piece(0);
    for (let at = PIECE; thinker.reading(id); at += PIECE) {
      const bytes = new Uint8Array(await next);
      next = piece(at);
      if (thinker.reading(id)) post(thinker.feed(bytes, performance.now()));
    }
    await next;
    go();
  } catch (error) {
    post(`failed|${id}|${error.message}`);
  }
};

const hear = ({ line, file, id }) => {
  post(thinker.tell(line));
  if (file) read(id, file);
  go();
};

self.onmessage = ({ data }) => {
  const message = typeof data === "string" ? { line: data } : data;
  if (!thinker) return waiting.push(message);
  hear(message);
};

await init({ module_or_path: new URL("./thinker_bg.wasm", import.meta.url) });
thinker = new Thinker();
waiting.forEach(hear);
