#!/usr/bin/env node
// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
const input = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// Your part: return one of turn.moves, unchanged. turn.board[0][0] is the top left cell.
function choose(turn) {
  return turn.moves[Math.floor(Math.random() * turn.moves.length)];
}

async function line() {
  const next = await input.next();
  if (next.done) process.exit(0); // the input ends when the game does
  return next.value;
}
async function lines(count) {
  const list = [];
  for (let i = 0; i < count; ++i) list.push(await line());
  return list;
}
const numbers = async () => (await line()).split(" ").map(Number);

async function play() {
  for (;;) {
    // The setup block is sent once in a game, before the first turn.
    const game = (await line()).split(" ")[0]; // "magnetize 1": the game, and the version of its blocks
    const me = Number(await line()); // 0 moves first, 1 second
    const [height, width, ...more] = await numbers(); // the settings; some games have more of them
    const tiles = []; // only in fitz: five lines for each tile
    if (game === "fitz") while (tiles.length < more[0]) tiles.push(await lines(5));
    for (let ply; (ply = Number(await line())) >= 0; ) { // the number of plies made; -1: another game follows (with --reuse)
      // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
      const turn = { game, me, width, tiles, ply };
      turn.news = await lines(Number(await line())); // the turns since your last one, as player and move: "0 DROP 3"
      turn.state = await numbers(); // the rest of the state: locks, discs, or the next tile
      turn.board = await lines(height);
      turn.moves = await lines(Number(await line())); // every valid move (not listed on the very largest boards of fitz)
      // Print one line for each turn. Print notes to stderr: console.error(turn.ply); `referee --stderr` shows them.
      process.stdout.write(choose(turn) + "\n");
    }
  }
}
play();
