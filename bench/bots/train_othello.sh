#!/bin/sh
# Learns the weights of Othello's patterns in a few rounds: each plays with the weights of the one before.
set -e
cd "$(dirname "$0")/../.."
weights=sample_bots/othello/weights.bin
examples=build/othello_examples
rounds=${ROUNDS:-3}
seconds=${SECONDS_OF_PLAY:-240}
build() {
    cmake --preset release --log-level=WARNING
    cmake --build --preset release --target othello_training
}
mkdir -p $examples
rm -f $examples/*
build
build/release/bench/othello_training start $weights
for round in $(seq "$rounds"); do
    build  # the weights are built into the program
    for core in $(seq "$(nproc)"); do
        build/release/bench/othello_training play "$seconds" "$round$core" $examples/"$round"_"$core" &
    done
    wait
    # The first rounds' games are poor: the last two are enough.
    rm -f $examples/"$((round - 2))"_*
    build/release/bench/othello_training fit $weights $examples/*
done
