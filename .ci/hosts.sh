#!/usr/bin/env bash
# Tests the hosts of examples/hosts that are not written in Go or Python: their own tests, a part of the
# conformance kit, and a part of the vectors. What is missing on this machine is said and left out.
#
#	.ci/hosts.sh                   everything
#	.ci/hosts.sh vectors           every golden answer in Chicory, for the total of make lite-vectors
set -euo pipefail
cd "$(dirname "$0")/.."
GO=${GO:-go}
LITE=build/core-lite.wasm
JAVA=examples/hosts/java-chicory
RUST=examples/hosts/rust-wasmtime
export CARGO_TARGET_DIR="$PWD/build/rust" LC_ALL=C.UTF-8

least_rust=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' "$RUST/Cargo.toml")
newest() { printf '%s\n' "$@" | sort -V | tail -1; }

skip() { echo "hosts: SKIPPED: $1"; }

has_java() {
  command -v mvn >/dev/null && command -v javac >/dev/null || { skip "the Java host needs a JDK and Maven"; return 1; }
  [ "$(javac -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')" -ge 17 ] || { skip "the Java host needs JDK 17 or newer"; return 1; }
  [ -e "$LITE" ] || { skip "the Java host needs $LITE, which make lite builds"; return 1; }
}

has_rust() {
  command -v cargo >/dev/null || { skip "the Rust host needs cargo $least_rust"; return 1; }
  local here
  here=$(cargo --version | cut -d' ' -f2)
  [ "$(newest "$here" "$least_rust")" = "$here" ] || { skip "the Rust host needs cargo $least_rust, this is $here"; return 1; }
}

check() { # MODULE RUNNER…: every 20th case of the kit
  $GO run ./bindings/kit check -every 20 -timeout 5m -module "$1" -- "${@:2}"
}

if [ "${1:-}" = vectors ]; then
  has_java || exit 1
  mvn -q -B -f "$JAVA" test-compile
  exec $GO run ./bindings/internal/bindingstest/cmd/vectors runner chicory-lite "$LITE" "$JAVA/runner"
fi

$GO run ./bindings/kit write
[ -d build/homes ] || $GO run ./bindings/internal/bindingstest/cmd/vectors prepare
if has_java; then
  mvn -q -B -f "$JAVA" test
  check "$LITE" "$JAVA/runner"
fi
if has_rust; then
  (cd "$RUST" && cargo test --locked --quiet && cargo build --locked --quiet --examples)
  check build/core.wasm build/rust/debug/examples/runner
  [ ! -e "$LITE" ] || check "$LITE" build/rust/debug/examples/runner
fi
