#!/usr/bin/env bash
# Installs what the tests need and is not there: Chromium, Firefox, python3-venv, shells, g++,
# a JDK and Maven through apt (as root), the npm packages, and a virtual environment in build/.
# Debian's Rust is too old for wasmtime: the host in Rust is tested where cargo is new enough.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in go node npm python3; do
  command -v "$tool" >/dev/null || { echo "setup: $tool is missing; install it first" >&2; exit 1; }
done

missing=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
command -v g++ >/dev/null || missing+=(g++) # better-sqlite3 compiles from source
if [ "$(uname -s)" = Linux ]; then # completion is tested in the shells themselves, on Linux
  [ -e /usr/share/bash-completion/bash_completion ] || missing+=(bash-completion)
  command -v zsh >/dev/null || missing+=(zsh)
  command -v fish >/dev/null || missing+=(fish)
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then # for the host in Java; without them .ci/hosts.sh skips it
  command -v javac >/dev/null || missing+=(default-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
fi
if [ "$(id -u)" -eq 0 ] && grep -qs '^ID=debian$' /etc/os-release; then # without it reader-firefox.test.mjs says that it skipped
  command -v firefox-esr >/dev/null || missing+=(firefox-esr)
fi
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "setup: please install: ${missing[*]} (apt-get install ${missing[*]})" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

if [ ! -e js/node_modules/.package-lock.json ] || [ js/package-lock.json -nt js/node_modules/.package-lock.json ]; then
  (cd js && npm ci --no-audit --no-fund)
fi
./python/setup_venv.sh
