#!/usr/bin/env bash
# Makes build/dist/referee-VERSION.tar.gz from the last commit, and referee-VERSION.spdx.json, the list of the packages that it is built
# with. The same commit always gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(referee VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -z "$(git status --porcelain)" ] || echo "make dist: what is not committed is not in the archive" >&2
mkdir -p build/dist
git archive --format=tar --prefix="referee-$version/" HEAD | gzip -9 --no-name > "build/dist/referee-$version.tar.gz"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) /usr/bin/python3 packaging/sbom.py "$version" > "build/dist/referee-$version.spdx.json"
(cd build/dist && sha256sum "referee-$version.tar.gz" "referee-$version.spdx.json" | tee SHA256SUMS)
