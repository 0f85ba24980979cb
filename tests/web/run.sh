#!/usr/bin/env bash
# Runs the browser tests: run.sh [quick]. The exit code is 77 (skipped, for CTest) if a requirement is not installed.
set -euo pipefail
cd "$(dirname "$0")"

# The quick tests use the headless shell of Chromium if there is one. It draws and runs pages like Chromium, but has no windows and profiles,
# and so needs less than half of the processor time. All tests together use Chromium itself.
shell=/usr/bin/chromium-headless-shell
if [ "${1:-}" = quick ] && [ -x $shell ]; then export CHROMIUM=${CHROMIUM:-$shell}; fi

for need in "$(command -v node || true)" "${CHROMIUM:-/usr/bin/chromium}" node_modules/playwright-core; do
  if [ ! -e "$need" ]; then
    echo "skipped: ${need:-node} is not installed; 'make test-web' installs it"
    exit 77
  fi
done
files=(address.test.js games.test.js notes.test.js tools.test.js hostile.test.js report.test.js targets.test.js play.test.js live.test.js arena.test.js arena_lan.test.js own_games.test.js secrets.test.js)
[ "${1:-}" = quick ] || files+=(controls.test.js drawing.test.js large.test.js report_wide.test.js report_large.test.js play_games.test.js play_page.test.js live_page.test.js focus.test.js window.test.js)
# The files run one after the other, because each file starts a browser, and other tests run at the same time.
for file in "${files[@]}"; do
  node --test "$file"
done
