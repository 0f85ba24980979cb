#!/usr/bin/env node
// The rules of a game for `referee --game`. docs/own_game.md, which comes with the referee, describes every line.
// At first it is four in a row. Change it into your own game: hello, start(), moves(), play() and ending().

const hello = `game @GAME@ 1
title Four in a row
plies 676
setting height 6 4 26 rows of the board
setting width 7 4 26 columns of the board
piece X disc first
piece O disc second
ending four four in a row
ending full the board is full
rule A disc falls to the lowest empty cell of its column.`;

// Returns the first position: an array of rows. The parameters are the settings, in their order in the hello.
function start(height, width) {
  return Array.from({ length: height }, () => Array(width).fill("."));
}

// Returns all valid moves of the player to move: texts of 1 to 64 characters.
function moves(board, player) {
  return [...board[0].keys()].filter((column) => board[0][column] === ".").map((column) => String.fromCharCode(97 + column));
}

// Makes a move, which is always one of moves(), and returns the player to move next: 0, the first player, or 1.
function play(board, player, move) {
  const column = move.charCodeAt(0) - 97;
  let row = board.length - 1;
  while (board[row][column] !== ".") row -= 1;
  board[row][column] = "XO"[player];
  return 1 - player;
}

// Returns how the game has ended before the player moves, or null: "won 0 WORD", "won 1 WORD" or "drawn WORD", with a word of the hello.
function ending(board, player) {
  for (let row = 0; row < board.length; row += 1)
    for (let column = 0; column < board[0].length; column += 1)
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const line = [0, 1, 2, 3].map((i) => (board[row + i * down] || [])[column + i * right]);
        if (line[0] !== "." && line.every((cell) => cell === line[0])) return `won ${"XO".indexOf(line[0])} four`;
      }
  return moves(board, player).length > 0 ? null : "drawn full";
}

let board, player;

function answer(request) {
  const [word, ...rest] = request.split(" ");
  if (word === "referee") return [hello];
  if (word === "new") { // new height=6 width=7
    board = start(...rest.map((setting) => Number(setting.split("=")[1])));
    player = 0;
  } else { // play MOVE
    player = play(board, player, rest.join(" "));
  }
  const lines = [`rows ${board.length}`, ...board.map((row) => row.join(""))];
  const end = ending(board, player);
  if (end) return [...lines, `over ${end}`];
  const listed = moves(board, player);
  return [...lines, `turn ${player}`, `moves ${listed.length}`, ...listed];
}

require("readline").createInterface({ input: process.stdin })
  .on("line", (request) => process.stdout.write([...answer(request), "end\n"].join("\n")));
