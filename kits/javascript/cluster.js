#!/usr/bin/env node
// A bot for CLUSTER: it reads each block into plain data, and plays a random valid move.
const input = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const any = (list) => list[Math.floor(Math.random() * list.length)];

// Your part: "PLACE column colour" or "ROTATE cycles".
function choose({ columns, hand }) {
  return `PLACE ${any(columns)[0]} ${any(hand)}`;
}

async function numbers() {
  const next = await input.next();
  if (next.done) process.exit(0); // the input ends when the game does
  return next.value.split(" ").map(Number);
}
// A number of lines, and then the lines, each a list of numbers.
async function table() {
  const [count] = await numbers();
  const rows = [];
  while (rows.length < count) rows.push(await numbers());
  return rows;
}

async function play() {
  for (;;) {
    // The setup block comes once in a game, before the first turn.
    const neighbours = (await table()).map(([, ...around]) => around); // of each cell in direction 0 to 5, -1: none
    const tops = (await table()).map(([, ...cells]) => cells); // of each column under gravity 0 to 5
    const bags = [new Map(await table()), new Map(await table())]; // yours, the opponent's: pellets by colour
    const pellets = []; // by index: {cell, colour, mine}, as they lie now
    for (let gravity; ([gravity] = await numbers())[0] >= 0; ) { // -1: another game follows (with --reuse)
      // A turn block. Read it before you answer: an answer that comes too early loses the game.
      const columns = await table(); // those that are not full: [column, top]
      for (const [index, cell, colour, mine] of await table()) pellets[index] = { cell, colour, mine }; // new ones
      for (const [index, cell] of await table()) pellets[index].cell = cell; // moved when gravity turned
      const hand = (await table()).flat();
      await numbers(); // an empty line ends the block
      // One line for each turn. Your notes belong on stderr: console.error(hand); `referee --stderr` shows them.
      process.stdout.write(choose({ gravity, columns, pellets, hand, neighbours, tops, bags }) + "\n");
    }
  }
}
play();
