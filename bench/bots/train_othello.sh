#!/bin/sh
# Learns the weights of Othello's patterns in several rounds. Each round plays twice as many games as the previous
# round, with the weights that the previous round has learned. The last round plays GAMES games. The same GAMES and
# ROUNDS give the same weights on any number of cores.
set -e
cd "$(dirname "$0")/../.."
weights=${WEIGHTS:-sample_bots/othello/weights.bin}
examples=${EXAMPLES:-build/othello_examples}
training=${TRAINING:-build/release/bench/othello_training}
rounds=${ROUNDS:-4}
games=${GAMES:-80000}
part=2500 # games
[ -n "$TRAINING" ] || cmake --build --preset release --target othello_training
mkdir -p "$examples"
rm -f "$examples"/*
"$training" start "$weights"
for round in $(seq "$rounds"); do
    parts=$((games / part >> (rounds - round)))
    seq -f "${round}%04.0f" "$((parts > 0 ? parts : 1))" | xargs -P "${JOBS:-$(nproc)}" -I{} "$training" play "$weights" "$part" {} "$examples"/{}
    # The games of the first rounds are poor, so only the games of the last two rounds are kept.
    rm -f "$examples"/"$((round - 2))"????
    "$training" fit "$weights" "$examples"/*
done
