#!/usr/bin/env bash
# Builds core.wasm, or with the argument lite core-lite.wasm, a second time and compares the bytes
# with those in build/. The second build has its sources in another folder. That of core-lite.wasm
# has an empty cache as well, so that it makes its compiler anew.
set -euo pipefail
cd "$(dirname "$0")/.."
GO=${GO:-go}
module=core.wasm
[ "${1:-}" != lite ] || module=core-lite.wasm
other=$(mktemp -d)
trap 'chmod -R u+w "$other" && rm -rf "$other"' EXIT
mkdir "$other/a second checkout"
git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'cp --parents -t "$0" "$@"' "$other/a second checkout"
cp -a wasm/wasmopt/node_modules "$other/a second checkout/wasm/wasmopt/"
(
  cd "$other/a second checkout"
  GO=$($GO env GOROOT)/bin/go
  export GO
  if [ "$module" = core-lite.wasm ]; then
    GOMODCACHE=$($GO env GOMODCACHE)
    export GOMODCACHE XDG_CACHE_HOME="$other/cache"
    $GO run ./wasm/internal/lite -o "build/$module"
  else
    $GO run ./wasm/wasmopt -o "build/$module"
  fi
)
sha256sum "build/$module" "$other/a second checkout/build/$module"
cmp "build/$module" "$other/a second checkout/build/$module"
echo "reproducible: two builds of $module are equal"
