#!/usr/bin/env bash
# A bot for CLUSTER: it reads each block into plain data, and plays a random valid move.

# Your part: "PLACE column colour" or "ROTATE cycles". Each of the columns is "column top".
choose() {
  local column=${columns[RANDOM % ${#columns[@]}]}
  echo "PLACE ${column% *} ${hand[RANDOM % ${#hand[@]}]}"
}

line() {
  IFS= read -r "$1" || exit 0  # the input ends when the game does
}
table() {  # table NAME: reads a number of lines, and then the lines, into an array
  local -n rows=$1
  local count
  rows=()
  line count
  for ((i = 0; i < count; i++)); do line "rows[$i]"; done
}

while true; do
  # The setup block comes once in a game, before the first turn.
  table neighbours  # cell, and its neighbours in direction 0 to 5, -1: none
  table tops        # column, and its top under gravity 0 to 5
  table my_bag      # colour, and how many pellets of it
  table opponents_bag
  declare -A cell colour mine  # of each pellet by its index, as they lie now
  while line gravity && ((gravity >= 0)); do  # -1: another game follows (with --reuse)
    # A turn block. Read it before you answer: an answer that comes too early loses the game.
    table columns  # those that are not full
    table placed   # since your last turn
    for row in "${placed[@]}"; do
      read -r index where which whose <<<"$row"
      cell[$index]=$where colour[$index]=$which mine[$index]=$whose
    done
    table moved    # when gravity turned
    for row in "${moved[@]}"; do cell[${row% *}]=${row#* }; done
    table hand     # the colours that you have drawn
    line empty     # ends the block
    # One line for each turn. Your notes belong on stderr: echo "hand ${hand[*]}" >&2; `referee --stderr` shows them.
    choose
  done
done
