#!/usr/bin/env node
// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
const input = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const any = (list) => list[Math.floor(Math.random() * list.length)];

// Your part: return "PLACE column colour" or "ROTATE cycles".
function choose({ columns, hand }) {
  return `PLACE ${any(columns)[0]} ${any(hand)}`;
}

async function numbers() {
  const next = await input.next();
  if (next.done) process.exit(0); // the input ends when the game does
  return next.value.split(" ").map(Number);
}
// Reads the number of lines, and then the lines, each a list of numbers.
async function table() {
  const [count] = await numbers();
  const rows = [];
  while (rows.length < count) rows.push(await numbers());
  return rows;
}

async function play() {
  for (;;) {
    // The setup block is sent once in a game, before the first turn.
    const neighbours = (await table()).map(([, ...around]) => around); // of each cell in directions 0 to 5; -1: none
    const tops = (await table()).map(([, ...cells]) => cells); // of each column under gravity 0 to 5
    const bags = [new Map(await table()), new Map(await table())]; // yours and the opponent's: the number of pellets by colour
    const pellets = []; // by index: {current cell, colour, mine}
    for (let gravity; ([gravity] = await numbers())[0] >= 0; ) { // -1: another game follows (with --reuse)
      // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
      const columns = await table(); // the columns that are not full: [column, top]
      for (const [index, cell, colour, mine] of await table()) pellets[index] = { cell, colour, mine }; // new pellets
      for (const [index, cell] of await table()) pellets[index].cell = cell; // moved by a rotation of gravity
      const hand = (await table()).flat();
      await numbers(); // an empty line ends the block
      // Print one line for each turn. Print notes to stderr: console.error(hand); `referee --stderr` shows them.
      process.stdout.write(choose({ gravity, columns, pellets, hand, neighbours, tops, bags }) + "\n");
    }
  }
}
play();
