#!/usr/bin/env bash
# Writes what a release has beside the program, in build/release or another folder: manual pages,
# completions, and the licences of the modules. The pages have the date of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/release}

rm -rf "$out"
mkdir -p "$out/man" "$out/completions"
out=$(cd "$out" && pwd)
go build -C hostfns/jetstream -o "$out/heddle" ./cmd/heddle
"$out/heddle" completion bash >"$out/completions/heddle.bash"
"$out/heddle" completion zsh >"$out/completions/_heddle"
"$out/heddle" completion fish >"$out/completions/heddle.fish"
"$out/heddle" completion powershell >"$out/completions/heddle.ps1"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) go run ./internal/cli/man -o "$out/man"
go run ./internal/release -licenses "$out/THIRD-PARTY-LICENSES.txt"
