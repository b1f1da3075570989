#!/usr/bin/env bash
# Installs the system libraries that are missing. Quick when nothing is.
set -euo pipefail

if ! command -v swift >/dev/null; then
  echo "deps: no swift in PATH; install a Swift 6.2 or newer toolchain from https://www.swift.org/install/linux/" >&2
  exit 1
fi

missing=()
need() { # a package, and a command that succeeds when it is there
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
need pkg-config command -v pkg-config
need libsqlite3-dev test -e /usr/include/sqlite3.h
need libseccomp-dev test -e /usr/include/seccomp.h
need libssl-dev test -e /usr/include/openssl/evp.h
need libcurl4-openssl-dev pkg-config --exists libcurl
need gcc command -v cc
need g++ command -v c++
need minisign command -v minisign # tests: signatures must be exchangeable with it

[ ${#missing[@]} -eq 0 ] && exit 0
echo "deps: installing ${missing[*]}"
sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
