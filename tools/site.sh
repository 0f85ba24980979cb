#!/usr/bin/env bash
# Makes the site of the documentation in build/site/html: all pages with a search. Below the rules of each game there is an animated match,
# drawn by the page of `referee view`. Needs bin/ (make build) and MkDocs.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=$PWD/build/site/pages
rm -rf build/site
mkdir -p "$pages"
cmake -D SOURCE="$PWD" -D DESTINATION="$pages" -P packaging/install_pages.cmake >/dev/null

for rules in games/*/RULES.md; do
  folder=$(dirname "$rules")
  game=$(basename "$folder")
  # With a fixed depth, so that the same match is played each time.
  bin/referee "alphabeta=alphabeta --depth 2" greedy --game "$game" --seed 2 --move-time 10s --quiet --log "$pages/$folder/match.json" >/dev/null
  bin/referee view "$pages/$folder/match.json" -o "$pages/$folder/match.html" >/dev/null
  rm "$pages/$folder/match.json"
  # The match is inserted before the first section.
  match="<iframe src=\"match.html#ply=0\&amp;play\" title=\"A match of $game\" style=\"width: 100%; height: 60rem; border: 0\"></iframe>"
  sed -i "0,/^## /s|^## |$match\n\n[The same match on a page of its own](match.html)\n\n## |" "$pages/$rules"
done
mkdocs build --quiet --config-file packaging/site/mkdocs.yml
echo "build/site/html/index.html"
