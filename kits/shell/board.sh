#!/usr/bin/env bash
# A bot for Magnetize, Othello, Magnetic Cave and fitz: it reads each block into plain data, and plays a random move.

# Your part: prints one of the moves, word for word. ${board[0]:0:1} is the cell at the top left.
choose() {
  echo "${moves[RANDOM % ${#moves[@]}]}"
}

line() {
  IFS= read -r "$1" || exit 0  # the input ends when the game does
}
lines() {  # lines COUNT NAME: reads so many lines into an array
  local -n list=$2
  list=()
  for ((i = 0; i < $1; i++)); do line "list[$i]"; done
}

while true; do
  # The setup block comes once in a game, before the first turn.
  line game      # "magnetize 1": the game, and the version of its blocks
  line me        # 0 moves first, 1 second
  line settings  # height, width, and more in some games
  read -r height width third _ <<<"$settings"
  if [ "$game" = "fitz 1" ]; then lines $((5 * third)) tiles; fi  # five lines each, ! is a filled cell
  while line ply && ((ply >= 0)); do  # how many plies have been made; -1: another game follows (with --reuse)
    # A turn block. Read it to its end before you answer: an answer that comes too early loses the game.
    line count && lines "$count" news   # since your last turn: "0 DROP 3", the player and the move
    line state                          # locks, discs, or which tile is next
    lines "$height" board
    line count && lines "$count" moves  # every valid move (not listed on the very largest boards of fitz)
    # One line for each turn. Your notes belong on stderr: echo "ply $ply" >&2; `referee --stderr` shows them.
    choose
  done
done
