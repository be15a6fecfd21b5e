#!/usr/bin/env bash
# Runs every fuzz target of the repository for the given time each.
set -euo pipefail
cd "$(dirname "$0")/.."
time="${1:-60s}"
grep -rlE '^func Fuzz' --include='*_test.go' core hostfns wasm bindings | while read -r file; do
  dir="./$(dirname "$file")"
  grep -oE '^func (Fuzz[A-Za-z0-9_]*)' "$file" | awk '{print $2}' | while read -r target; do
    echo "fuzz: $dir $target for $time"
    go test "$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x
  done
done
