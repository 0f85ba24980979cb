#!/usr/bin/env bash
# Installs the Debian packages that the project needs. Does nothing if all are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  g++ cmake ninja-build git pkg-config esbuild bubblewrap libseccomp-dev
  libboost1.81-dev libspdlog-dev nlohmann-json3-dev libcli11-dev libeigen3-dev libsqlite3-dev libssl-dev libncurses-dev doctest-dev
  python3 python3-jsonschema python3-pyte
)
if [ "${1:-}" = web ]; then  # the browser of the tests, and Debian's node if there is no other one
  packages=(chromium)
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
fi
if [ "${1:-}" = bots ]; then  # the languages of the starter kits that are not there yet, from wherever
  packages=()
  command -v go >/dev/null || packages+=(golang-go)
  command -v node >/dev/null || packages+=(nodejs)
  command -v javac >/dev/null || packages+=(openjdk-17-jdk-headless)
  command -v rustc >/dev/null || packages+=(rustc)
fi
[ "${1:-}" = fuzz ] && packages=(clang libclang-rt-14-dev)
[ "${1:-}" = cluster ] && packages=(slurm-wlm munge parallel openssh-server openssh-client)
[ "${1:-}" = tools ] && packages=(clang-format clang-tidy)

missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
install_modules() {
  [ "${1:-}" = web ] || return 0
  cd tests/web
  if [ ! -e node_modules/playwright-core ] || [ package-lock.json -nt node_modules ]; then
    npm ci --ignore-scripts --silent && touch node_modules
  fi
}
if [ ${#missing[@]} -eq 0 ]; then
  install_modules "$@"
  exit
fi

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
install_modules "$@"
