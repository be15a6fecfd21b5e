#!/usr/bin/env bash
# Reports code that nothing uses: staticcheck in every Go module, then the functions that no
# program and no test reaches in any module that contains their package.
set -euo pipefail
cd "$(dirname "$0")/.."
GO=${GO:-go}
tools=build/tools
mkdir -p "$tools"
for tool in honnef.co/go/tools/cmd/staticcheck@v0.8.2 golang.org/x/tools/cmd/deadcode@v0.44.0; do
    name=$(basename "${tool%@*}")-${tool#*@}-$($GO env GOVERSION)
    [ -x "$tools/$name" ] || { GOBIN=$PWD/$tools GOFLAGS=-mod=mod $GO install "$tool" && mv "$tools/$(basename "${tool%@*}")" "$tools/$name"; }
done
staticcheck=$PWD/$(ls -t "$tools"/staticcheck-* | head -1)
deadcode=$PWD/$(ls -t "$tools"/deadcode-* | head -1)
modules=". hostfns/jetstream bindings/wasmtime examples/hosts/extism-go"
for module in $modules; do
    (cd "$module" && "$staticcheck" -checks 'SA*,U1000,-SA1019' ./...)
done
GOOS=wasip1 GOARCH=wasm "$staticcheck" -checks 'SA*,-SA1019' ./wasm ./wasm/command ./wasm/plugin ./hostfns/wasi # exports have no caller: no U1000

own=github.com/heddle-dev/heddle
list() { # MODULE: "loaded PACKAGE" and "dead PACKAGE FUNCTION"
    cd "$1"
    $GO list -deps -test ./... | sed 's/ \[.*//; s/_test$//; s/\.test$//' | grep "^$own" | sort -u | sed 's/^/loaded /'
    "$deadcode" -test -filter "$own" -f '{{range .Funcs}}{{if not .Generated}}{{printf "dead %s %s\n" $.Path .Name}}{{end}}{{end}}' ./...
}
# The modules' exports have no caller that deadcode knows, so it sees only a part of what
# is for both sides of the ABI.
for module in $modules; do (list "$module"); done | grep -v "$own/wasm/\(abi\|internal/buffers\) " | awk '
    $1 == "loaded" { modules[$2]++ }
    $1 == "dead" { dead[$2 " " $3]++ }
    END { for (f in dead) { split(f, p, " "); if (dead[f] >= modules[p[1]]) { print "nothing reaches " f; bad = 1 } } exit bad }'
