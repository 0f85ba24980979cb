#!/usr/bin/env bash
# A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.

# Your part: print one of the moves, unchanged. ${board[0]:0:1} is the top left cell.
choose() {
  echo "${moves[RANDOM % ${#moves[@]}]}"
}

line() {
  IFS= read -r "$1" || exit 0  # the input ends when the game does
}
lines() {  # lines COUNT NAME: reads COUNT lines into the array NAME
  local -n list=$2
  list=()
  for ((i = 0; i < $1; i++)); do line "list[$i]"; done
}

while true; do
  # The setup block is sent once in a game, before the first turn.
  line game      # "magnetize 1": the game, and the version of its blocks
  line me        # 0 moves first, 1 second
  line settings  # height, width, and more in some games
  read -r height width third _ <<<"$settings"
  if [ "$game" = "fitz 1" ]; then lines $((5 * third)) tiles; fi  # five lines for each tile; ! is a filled cell
  while line ply && ((ply >= 0)); do  # the number of plies made; -1: another game follows (with --reuse)
    # A turn block. Read all of it before you answer: a bot that answers too early loses the game.
    line count && lines "$count" news   # the turns since your last one, as player and move: "0 DROP 3"
    line state                          # locks, discs, or the next tile
    lines "$height" board
    line count && lines "$count" moves  # every valid move (not listed on the very largest boards of fitz)
    # Print one line for each turn. Print notes to stderr: echo "ply $ply" >&2; `referee --stderr` shows them.
    choose
  done
done
