#!/usr/bin/env bash
# Runs each fuzz target for FUZZ_SECONDS (60 by default), starting from the corpora in the repository. New inputs go to build/fuzz/corpus,
# and inputs that break a target to build/fuzz/finds. Copy such a file to tests/fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}
mkdir -p build/fuzz/finds
failed=0
for target in ${*:-line_buffer game match_log arguments hand_in own_game}; do
  mkdir -p "build/fuzz/corpus/$target"
  echo "== $target, $seconds s"
  build/asan/tests/fuzz/"${target}"_fuzz -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -use_value_profile=1 -print_final_stats=1 -print_funcs=0 -verbosity=0 -artifact_prefix="build/fuzz/finds/$target-" \
    "build/fuzz/corpus/$target" "tests/fuzz/corpus/$target" 2>&1 | grep -v '^["#]' || failed=1
done
[ $failed -eq 0 ] && echo "Nothing found." || { echo "Found something: see build/fuzz/finds" >&2; exit 1; }
