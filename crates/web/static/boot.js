// Starts the program, or says why it cannot start, and registers the service worker for offline
// use. Together with theme.js, worker.js and offline.js this is all the handwritten script.

import init from "./web.js";

// The program starts its worker when it first needs one; the file names are known here.
globalThis.fourfoldWorker = () =>
  new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "fourfold" });

// The names of openings, for the analysis.
globalThis.fourfoldOpenings = () =>
  fetch(new URL("./openings.txt", import.meta.url)).then((reply) => reply.text());

// On the start page, a level starts a game with the chosen clock.
document.getElementById("doors").addEventListener("change", ({ target }) => {
  for (const level of document.querySelectorAll("a.chip")) {
    const start = level.getAttribute("href").split("&")[0];
    level.setAttribute("href", start + (target.value && `&clock=${target.value}`));
  }
});

init({ module_or_path: new URL("./web_bg.wasm", import.meta.url) }).catch((error) => {
  console.error(error);
  const notice = document.getElementById("loading");
  if (notice) {
    notice.setAttribute("role", "alert");
    notice.textContent =
      "Fourfold could not start: this browser may be too old for WebAssembly, " +
      `or a file did not arrive (${error}). Reloading the page may help.`;
  }
});

// Browsers allow a service worker only over https or from this machine; elsewhere the app works without it.
if ("serviceWorker" in navigator && window.isSecureContext) {
  const workers = navigator.serviceWorker;
  // What is kept for later does not hold up what is needed now: the notice goes when the page can be used.
  const usable = new Promise((done) => {
    const look = () => document.getElementById("loading") || done();
    new MutationObserver(look).observe(document.body, { childList: true });
    look();
  });
  usable.then(() => workers.register("offline.js")).then((registration) => {
    const announce = () => {
      if (registration.waiting && workers.controller) {
        // If the program is not listening yet, it finds the flag later.
        globalThis.fourfoldNewVersion = true;
        window.dispatchEvent(new Event("fourfold-new-version"));
      }
    };
    announce();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", announce);
    });
    window.addEventListener("fourfold-use-new-version", () => {
      if (!registration.waiting) return location.reload();
      workers.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage("use");
    });
  }, (error) => console.info(`Fourfold cannot be kept for use without a network: ${error}`));
} else {
  window.addEventListener("fourfold-use-new-version", () => location.reload());
}
