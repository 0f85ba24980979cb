#!/usr/bin/env bash
# Installs what the project needs from Debian's packages. Costs nothing when all is there.
set -euo pipefail

packages=(
  g++ cmake ninja-build git pkg-config bubblewrap libseccomp-dev
  libboost1.81-dev libspdlog-dev nlohmann-json3-dev libcli11-dev libeigen3-dev libsqlite3-dev libssl-dev doctest-dev
  python3 python3-jsonschema
)
[ "${1:-}" = fuzz ] && packages=(clang libclang-rt-14-dev)
[ "${1:-}" = tools ] && packages=(clang-format clang-tidy)

missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "make deps: these packages are missing: ${missing[*]}; install them as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
