#!/usr/bin/env bash
# Makes the packages in build/release/packages: a .deb of what `make install` installs, if dpkg is available, and a tarball whose programs
# need no shared libraries. `package.sh deb` makes only the .deb. The same sources give the same bytes, because all times are that of the
# last commit (SOURCE_DATE_EPOCH).
set -euo pipefail
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH
packages=$PWD/build/release/packages
rm -rf "$packages"
umask 022

pack() {  # build, generator
  cpack -G "$2" -B "$packages" --config "build/$1/CPackConfig.cmake" >"build/$1/cpack.log" 2>&1 || { cat "build/$1/cpack.log" >&2; exit 1; }
  rm -rf "$packages/_CPack_Packages"
}
if command -v dpkg >/dev/null; then
  tools/deps.sh package
  pack release DEB
fi
if [ "${1:-}" != deb ]; then
  cmake --preset static --log-level=WARNING
  cmake --build --preset static
  pack static TGZ
fi
cd "$packages"
sums=$(sha256sum -- *)
echo "$sums" | tee SHA256SUMS
