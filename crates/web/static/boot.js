// Starts the program, or says in words why it cannot start. This is all the hand-written script.

import init from "./web.js";

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
