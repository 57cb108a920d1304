// Sets the colors that were chosen on an earlier visit before the first paint.

try {
  const chosen = /\btheme=(light|dark)\b/.exec(localStorage.getItem("fourfold.options") ?? "");
  if (chosen) document.documentElement.dataset.theme = chosen[1];
} catch {
  // A browser that keeps nothing shows the colors of the system.
}
