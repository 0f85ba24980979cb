#!/usr/bin/env bash
# A bot for CLUSTER. It parses each block into variables, and plays a random valid move.

# Your part: print "PLACE column colour" or "ROTATE cycles". An element of `columns` is "column top".
choose() {
  local column=${columns[RANDOM % ${#columns[@]}]}
  echo "PLACE ${column% *} ${hand[RANDOM % ${#hand[@]}]}"
}

line() {
  IFS= read -r "$1" || exit 0  # the input ends when the game does
}
table() {  # table NAME: reads the number of lines, and then the lines into the array NAME
  local -n rows=$1
  local count
  rows=()
  line count
  for ((i = 0; i < count; i++)); do line "rows[$i]"; done
}

while true; do
  # The setup block is sent once in a game, before the first turn.
  table neighbours  # cell, and its neighbours in directions 0 to 5; -1: none
  table tops        # column, and its top cell under gravity 0 to 5
  table my_bag      # colour, and the number of its pellets
  table opponents_bag
  declare -A cell colour mine  # of each pellet, by its index; `cell` is its current cell
  while line gravity && ((gravity >= 0)); do  # -1: another game follows (with --reuse)
    # A turn block. Read all of it before you answer: a bot that answers too early loses the game.
    table columns  # the columns that are not full
    table placed   # since your last turn
    for row in "${placed[@]}"; do
      read -r index where which whose <<<"$row"
      cell[$index]=$where colour[$index]=$which mine[$index]=$whose
    done
    table moved    # by a rotation of gravity
    for row in "${moved[@]}"; do cell[${row% *}]=${row#* }; done
    table hand     # the colours that you have drawn
    line empty     # ends the block
    # Print one line for each turn. Print notes to stderr: echo "hand ${hand[*]}" >&2; `referee --stderr` shows them.
    choose
  done
done
