// The service worker: stores all files of one version and serves them with or without a network.
// A new version waits until the page asks for it, so that no game is interrupted.

const FILES = [
  "./boot.js",
  "./chunk_*.wasm",
  "./icon-192.png",
  "./icon-512.png",
  "./icon-turn.svg",
  "./icon.svg",
  "./manifest.webmanifest",
  "./openings.txt",
  "./split_*.wasm",
  "./style.css",
  "./theme.js",
  "./thinker.js",
  "./thinker_bg.wasm",
  "./web.js",
  "./web_bg.wasm",
  "./worker.js",
];

// The file names contain hashes of their content, so together they identify the version.
const CACHE = `fourfold ${FILES.join(" ")}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Only the page has the same name in every version.
    await cache.add(new Request("index.html", { cache: "reload" }));
    // One after another, so that on a slow line the rest of the app does not delay the engine.
    for (const file of FILES) await cache.add(file);
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("fourfold ") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("message", (event) => {
  if (event.data === "use") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && new URL(request.url).pathname === new URL(self.registration.scope).pathname;
  if (request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(isPage ? "index.html" : request);
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
