// The page's worker: runs the engine and the referee, in slices, and handles messages in
// between. A file to be audited is attached to its request and read here in pieces, so that
// the whole file is never in memory.

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

// The next piece is read while one is being audited.
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
