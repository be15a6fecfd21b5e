#!/usr/bin/env bash
# Lists the sessions of this user's home; where there are none, those of the
# sample homes.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
go build -o build/heddle ./cmd/heddle
if [ -n "$(build/heddle sessions list --limit 1 2>/dev/null)" ]; then
  exec build/heddle sessions list
fi
echo "no sessions in this home; these are the sample homes:" >&2
for agent in claude codex opencode; do
  echo "== $agent" >&2
  build/heddle --home "testdata/agents/$agent/home" sessions list "$agent"
done
