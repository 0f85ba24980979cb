#!/bin/sh
# Learns the weights of Othello's patterns in a few rounds: each plays with the weights of the one before. The same
# GAMES (of a round and a core), ROUNDS and number of cores make the same weights.
set -e
cd "$(dirname "$0")/../.."
weights=sample_bots/othello/weights.bin
examples=build/othello_examples
training=build/release/bench/othello_training
rounds=${ROUNDS:-4}
games=${GAMES:-20000}
cmake --build --preset release --target othello_training
mkdir -p $examples
rm -f $examples/*
$training start $weights
for round in $(seq "$rounds"); do
    for core in $(seq "$(nproc)"); do
        $training play $weights "$games" "$round$core" $examples/"$round"_"$core" &
    done
    wait
    # The first rounds' games are poor: the last two are enough.
    rm -f $examples/"$((round - 2))"_*
    $training fit $weights $examples/*
done
