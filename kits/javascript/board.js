#!/usr/bin/env node
// A bot for Magnetize, Othello, Magnetic Cave and fitz: it reads each block into plain data, and plays a random move.
const input = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// Your part: returns one of turn.moves, word for word. turn.board[0][0] is the cell at the top left.
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
    // The setup block comes once in a game, before the first turn.
    const game = (await line()).split(" ")[0]; // "magnetize 1": the game, and the version of its blocks
    const me = Number(await line()); // 0 moves first, 1 second
    const [height, width, ...more] = await numbers(); // the settings, more of them in some games
    const tiles = []; // of fitz, five lines each
    if (game === "fitz") while (tiles.length < more[0]) tiles.push(await lines(5));
    for (let ply; (ply = Number(await line())) >= 0; ) { // plies made; -1: another game follows (with --reuse)
      // A turn block. Read it to its end before you answer: an answer that comes too early loses the game.
      const turn = { game, me, width, tiles, ply };
      turn.news = await lines(Number(await line())); // since your last turn: "0 DROP 3", the player and the move
      turn.state = await numbers(); // what else there is to know: locks, discs, or which tile is next
      turn.board = await lines(height);
      turn.moves = await lines(Number(await line())); // every valid move (not listed on the very largest boards of fitz)
      // One line for each turn. Your notes belong on stderr: console.error(turn.ply); `referee --stderr` shows them.
      process.stdout.write(choose(turn) + "\n");
    }
  }
}
play();
