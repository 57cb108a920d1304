// Perft of duplicate chess by the method in the original rules: four chess.js boards, and the
// intersection of two verbose move lists. For each line of the suite it prints
// `id depth nodes nanoseconds`, in CPU time.
//
// usage: node perft.mjs CHESSJS SUITE

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [library, suite] = process.argv.slice(2);
const { Chess } = createRequire(import.meta.url)(library);

const PLAYERS = ["N", "S", "E", "W"];
const PLAYER_BOARDS = { N: ["NW", "NE"], S: ["SW", "SE"], E: ["NE", "SE"], W: ["NW", "SW"] };

const key = (m) => `${m.from}${m.to}${m.promotion ?? ""}`;

function synced(boards, player) {
  const [a, b] = PLAYER_BOARDS[player];
  const others = new Set(boards[b].moves({ verbose: true }).map(key));
  return boards[a].moves({ verbose: true }).filter((m) => others.has(key(m)));
}

function play(boards, player, { from, to, promotion }) {
  for (const name of PLAYER_BOARDS[player]) boards[name].move({ from, to, promotion });
}

function perft(boards, ply, depth) {
  const player = PLAYERS[ply % 4];
  const moves = synced(boards, player);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const m of moves) {
    play(boards, player, m);
    nodes += perft(boards, ply + 1, depth - 1);
    for (const name of PLAYER_BOARDS[player]) boards[name].undo();
  }
  return nodes;
}

for (const line of readFileSync(suite, "utf8").trim().split("\n")) {
  const [id, depth, ...moves] = line.split(/\s+/);
  const boards = { NW: new Chess(), NE: new Chess(), SW: new Chess(), SE: new Chess() };
  moves.forEach((m, ply) => {
    const move = { from: m.slice(0, 2), to: m.slice(2, 4), promotion: m[4] };
    play(boards, PLAYERS[ply % 4], move);
  });
  const begin = process.cpuUsage();
  const nodes = perft(boards, moves.length, Number(depth));
  const { user, system } = process.cpuUsage(begin);
  console.log(`${id} ${depth} ${nodes} ${(user + system) * 1000}`);
}
