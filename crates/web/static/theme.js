// Needed before the first paint: the theme chosen on an earlier visit, and
// whether the address leads to the start page or to another page.

const style = location.hash.length > 1 ? "inside" : "outside";
document.documentElement.dataset.first = style;

try {
  const chosen = /\btheme=(light|dark)\b/.exec(localStorage.getItem("fourfold.options") ?? "");
  if (chosen) document.documentElement.dataset.theme = chosen[1];
} catch {
  // Without storage, the system's theme is used.
}
