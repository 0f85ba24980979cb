#!/usr/bin/env bash
# Installs the packages from tools/packages.txt that a part of the project needs: deps.sh [match|build|web|fuzz|cluster|tools|...]. What
# a match needs, the whole build needs, too. If all are
# installed, it does nothing, and requires neither root nor a network. `deps.sh --list debian|fedora|arch [NEED]` only prints their names.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "make deps: $*" >&2; exit 1; }

# The family of this system, by its package manager. A derived system belongs to the family of its origin.
family() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then echo debian
  elif command -v dnf >/dev/null && command -v rpm >/dev/null; then echo fedora
  elif command -v pacman >/dev/null; then echo arch
  fi
}

# The names of some packages differ between versions of Debian and Ubuntu.
debian_name() {
  case $1 in
    # The default Boost of Debian 12 is too old, but it also has a newer one. Since Boost 1.86, Boost.Process is a library.
    @boost)
      if known libboost1.81-dev; then echo libboost1.81-dev
      elif known libboost-process-dev; then echo libboost-dev libboost-process-dev
      else echo libboost-dev
      fi ;;
    @clang-rt)  # of the same version as clang
      echo "libclang-rt-$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n1)-dev" ;;
    @headless-shell) if known chromium-headless-shell; then echo chromium-headless-shell; fi ;;
    @nodejs) if ! command -v node >/dev/null; then echo nodejs; fi ;;
    @npm) if ! command -v npm >/dev/null; then echo npm; fi ;;
    @go) if ! command -v go >/dev/null; then echo golang-go; fi ;;
    @java) if ! command -v javac >/dev/null; then echo default-jdk-headless; fi ;;
    @rust) if ! command -v rustc >/dev/null; then echo rustc; fi ;;
    *) echo "$1" ;;
  esac
}
# apt-cache succeeds without output for a name that only other packages mention.
known() { installed_debian "$1" || [ -n "$(apt-cache show "$1" 2>/dev/null)" ]; }

names() {  # family, need
  local column=2
  [ "$1" = fedora ] && column=3
  [ "$1" = arch ] && column=4
  awk -v need="$2" -v column=$column '($1 == need || need == "build" && $1 == "match") && $column != "-" { print $column }' tools/packages.txt | while read -r name; do
    case $1$name in
      debian@*) debian_name "$name" ;;
      *@*) echo "${name#@}" ;;
      *) echo "$name" ;;
    esac
  done | tr ' ' '\n' | awk '!seen[$0]++'
}

installed_debian() { dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }
installed_fedora() { rpm --quiet --query --whatprovides "$1"; }
installed_arch() { pacman --query "$1" >/dev/null 2>&1; }

install_debian() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"; }
install_fedora() { as_root dnf install -y --setopt=install_weak_deps=False "$@"; }
install_arch() { as_root pacman --sync --noconfirm --needed "$@"; }
command_of() {  # the command to suggest to the user
  case $1 in
    debian) echo "apt-get install" ;;
    fedora) echo "dnf install" ;;
    arch) echo "pacman -S" ;;
  esac
}
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

missing_of() {  # family, need
  local name
  for name in $(names "$1" "$2"); do
    "installed_$1" "$name" || echo "$name"
  done
}

install_missing() {  # family, need
  local missing
  mapfile -t missing < <(missing_of "$1" "$2")
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    fail "these packages are missing: ${missing[*]}; install them as root: $(command_of "$1") ${missing[*]}"
  fi
  if [ "$1" = debian ]; then  # some names depend on the packages that are available
    as_root apt-get update -q || fail "apt-get update failed; these packages are missing: ${missing[*]}"
    mapfile -t missing < <(missing_of "$1" "$2")
  fi
  echo "Installing: ${missing[*]}"
  "install_$1" "${missing[@]}" ||
    fail "these packages are missing, and can't be installed (is there a network?): ${missing[*]}"
}

install_modules() {
  cd tests/web
  [ -e node_modules/playwright-core ] && [ ! package-lock.json -nt node_modules ] && return
  npm ci --ignore-scripts --silent || fail "the browser tests' modules can't be loaded by npm (is there a network?)"
  touch node_modules
}

if [ "${1:-}" = --list ]; then
  names "$2" "${3:-build}"
  exit
fi
need=${1:-build}
system=$(family)
if [ -n "$system" ]; then
  install_missing "$system" "$need"
elif [ "$need" = build ] || [ "$need" = match ]; then
  echo "make deps: no apt, dnf or pacman is here, so nothing is installed; needed are g++ 12 or clang 14, CMake 3.25, Ninja, pkg-config, esbuild, bubblewrap, libseccomp, Boost 1.81, spdlog, fmt, nlohmann-json 3.11, Eigen 3.4, SQLite 3.37, OpenSSL 3, zstd, zlib, utf8proc, yaml-cpp, md4c, qrcodegencpp, ncurses, doctest, and Python 3 with jsonschema and pyte" >&2
fi
[ "$need" != web ] || install_modules
