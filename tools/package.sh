#!/usr/bin/env bash
# Makes the packages in build/packages, a .deb and a tarball, from one build whose programs need no shared libraries. `package.sh deb` makes
# only the .deb. The same sources give the same bytes, because all times are that of the last commit (SOURCE_DATE_EPOCH).
set -euo pipefail
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH
packages=$PWD/build/packages
rm -rf "$packages"
umask 022

cmake --preset static --log-level=WARNING
cmake --build --preset static
kinds="TXZ"
command -v dpkg >/dev/null && kinds="DEB TXZ"
[ "${1:-}" != deb ] || kinds=DEB
for kind in $kinds; do
  cpack -G "$kind" -B "$packages" --config build/static/CPackConfig.cmake >build/static/cpack.log 2>&1 || { cat build/static/cpack.log >&2; exit 1; }
  rm -rf "$packages/_CPack_Packages"
done
cd "$packages"
sums=$(sha256sum -- *)
echo "$sums" | tee SHA256SUMS
