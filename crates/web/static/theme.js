// What has to be known before the first paint: the colors that were chosen on an earlier visit, and
// whether the address leads to the start page or beyond it.

const style = location.hash.length > 1 ? "inside" : "outside";
document.documentElement.dataset.first = style;

try {
  const chosen = /\btheme=(light|dark)\b/.exec(localStorage.getItem("fourfold.options") ?? "");
  if (chosen) document.documentElement.dataset.theme = chosen[1];
} catch {
  // A browser that keeps nothing shows the colors of the system.
}
