#!/usr/bin/env bash
# Makes the packages in build/packages, a .deb and a tarball, from one build whose programs need no shared libraries. `package.sh deb` makes
# only the .deb. `package.sh arm64` makes those for arm64 in build/packages_arm64, with a cross compiler (as root). The same sources give the
# same bytes, because all times are that of the last commit (SOURCE_DATE_EPOCH).
set -euo pipefail
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH
umask 022
build=build/static packages=$PWD/build/packages cross=()
if [ "${1:-}" = arm64 ]; then
  build=build/arm64 packages=$PWD/build/packages_arm64
  cross=(--toolchain packaging/arm64.cmake -D "SYSROOT=$(tests/package/debians.py)" -D "CMAKE_RUNTIME_OUTPUT_DIRECTORY=$PWD/build/arm64/bin")
fi
rm -rf "$packages"

cmake --preset static -B "$build" "${cross[@]}" --log-level=WARNING
cmake --build "$build" --target programs
kinds="TXZ"
command -v dpkg >/dev/null && kinds="DEB TXZ"
[ "${1:-}" != deb ] || kinds=DEB
for kind in $kinds; do
  cpack -G "$kind" -B "$packages" --config "$build/CPackConfig.cmake" >"$build/cpack.log" 2>&1 || { cat "$build/cpack.log" >&2; exit 1; }
  rm -rf "$packages/_CPack_Packages"
done
cd "$packages"
sums=$(sha256sum -- *)
echo "$sums" | tee SHA256SUMS
