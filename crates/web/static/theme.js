// Needed before the first paint: the theme and the look that were chosen on an earlier visit, and the
// page in the address, whose board is painted before the program arrives.

const page = /^#([a-z]+)/.exec(location.hash)?.[1];
const root = document.documentElement.dataset;
root.first = page ?? "start";

try {
  const read = (name) => localStorage.getItem(`fourfold.${name}`) ?? "";
  const chosen = /\btheme=(light|dark)\b/.exec(read("options"));
  if (chosen) root.theme = chosen[1];
  // A game that is kept has another position.
  const slots = { play: "play", analyse: "study", four: "game" };
  const kept = slots[page] && (read(`${slots[page]}.0`) || read(`${slots[page]}.1`));
  if (kept || location.hash.includes("?")) root.kept = "";
  for (const [, part, name] of read("look").matchAll(/\b(board|pieces|coordinates)=([a-z]+)/g)) {
    root[part] = name;
  }
} catch {
  // Without storage, the system's theme is used.
}
