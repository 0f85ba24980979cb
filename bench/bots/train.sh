#!/bin/sh
# Learns the weights of a game's patterns. Usage: [GAMES=NUMBER] [SEARCHED=NUMBER] train.sh GAME. The first number is how
# many games are played, the second how many of alphabeta follow (Magnetize, Magnetic Cave). The same numbers always give
# the same weights (for Othello, see train_othello.sh).
set -e
cd "$(dirname "$0")/../.."
game=$1
case $game in
othello) exec bench/bots/train_othello.sh ;;
cluster)
    cmake --build --preset release --target cluster_training
    exec build/release/bench/cluster_training "${GAMES:-6000}" 200 7 sample_bots/patterns/cluster.inc
    ;;
magnetize) games=600000 searched=150000 ;;
magnetic_cave) games=500000 searched=0 ;; # twice as many gave no better weights
*)
    echo "make train: say GAME=othello, GAME=cluster, GAME=magnetize or GAME=magnetic_cave; no other game has weights to learn" >&2
    exit 2
    ;;
esac
cmake --build --preset release --target training
build/release/bench/training learn "$game" "${GAMES:-$games}" "${SEARCHED:-$searched}" 3 "sample_bots/patterns/$game.bin"
