#!/usr/bin/env bash
# Prints the GOFLAGS with which the selected Go version builds bindings/wasmtime.
#
# Go 1.27.4 refuses static libraries that have sections with LLVM bitcode, and
# libwasmtime.a of wasmtime-go has them: they come with Rust's standard library.
# No setting allows them. For such a Go version this script copies wasmtime-go to
# build/ without these sections, which the linker does not read, and the flags
# select the copy. Other Go versions need no flags.
set -euo pipefail
cd "$(dirname "$0")/../bindings/wasmtime"
go=${GO:-go}

if problem=$($go build github.com/bytecodealliance/wasmtime-go/v39 2>&1); then
  exit 0
elif [[ $problem != *"disallowed LTO section"* ]]; then
  echo "$problem" >&2
  exit 1
fi
build=$(cd ../.. && pwd)/build
source=$($go list -m -f '{{.Dir}}' github.com/bytecodealliance/wasmtime-go/v39)
copy=$build/${source##*/wasmtime-go/}
copy=${copy/v39@/wasmtime-go-}
if [ ! -d "$copy" ]; then
  command -v objcopy >/dev/null || { echo "wasmtime: objcopy is missing; install binutils" >&2; exit 1; }
  rm -rf "$copy.new"
  mkdir -p "$build"
  cp -R "$source" "$copy.new"
  chmod -R u+w "$copy.new"
  library=$copy.new/build/linux-$(uname -m)/libwasmtime.a
  find "$copy.new/build" -name libwasmtime.a -not -path "$library" -delete # of other systems
  objcopy --remove-section=.llvmbc --remove-section=.llvmcmd "$library"
  mv "$copy.new" "$copy"
fi
cp go.sum "$build/wasmtime.sum"
cp go.mod "$build/wasmtime.mod"
$go mod edit -replace "github.com/bytecodealliance/wasmtime-go/v39=$copy" "$build/wasmtime.mod"
echo "-modfile=$build/wasmtime.mod"
