#!/usr/bin/env bash
# Writes what release archives hold beside the program: man pages and completions, in build/release.
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf build/release
mkdir -p build/release/man build/release/completions
go build -o build/release/heddle ./cmd/heddle
build/release/heddle completion bash >build/release/completions/heddle.bash
build/release/heddle completion zsh >build/release/completions/_heddle
build/release/heddle completion fish >build/release/completions/heddle.fish
build/release/heddle completion powershell >build/release/completions/heddle.ps1
go run ./cmd/heddle/internal/man -o build/release/man
