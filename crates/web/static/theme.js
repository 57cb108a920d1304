// Needed before the first paint: the theme and the look that were chosen on an earlier visit, and the
// page in the address, whose board is painted before the program arrives.

const hash = location.hash.slice(1);
// A link to a game on four boards begins with its version.
const isGame = /^\d+\./.test(hash);
const page = isGame ? "four" : /^[a-z]+/.exec(hash)?.[0];
const root = document.documentElement.dataset;
root.first = page ?? "start";

try {
  const read = (name) => localStorage.getItem(`fourfold.${name}`) ?? "";
  const chosen = /\btheme=(light|dark)\b/.exec(read("options"));
  if (chosen) root.theme = chosen[1];
  const upright = /\bupright=(on|off)\b/.exec(read("options"));
  if (upright) root.upright = upright[1];
  // A game that is kept, or in the address, has another position: its board is empty at first.
  const slots = { play: "play", analyse: "study", four: "game" };
  const kept = slots[page] && (read(`${slots[page]}.0`) || read(`${slots[page]}.1`));
  if (isGame || (hash.includes("?") ? !hash.includes("?new=") : kept)) root.kept = "";
  for (const [, part, name] of read("look").matchAll(/\b(board|pieces|coordinates)=([a-z]+)/g)) {
    root[part] = name;
  }
} catch {
  // Without storage, the system's theme is used.
}
