#!/usr/bin/env bash
# Runs the store's tests, its simulation and its durability tests on JetStream: the same tests as
# on SQLite, while hostfns/jetstream/testdata/suites gives them their stores. HEDDLE_SIM_SEEDS is
# the number of schedules of the simulation; arguments go to go test.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
overlay=$(mktemp)
trap 'rm -f "$overlay"' EXIT
printf '{"Replace": {"%s": "%s"}}' "$root/core/internal/store/teststore/file.go" "$root/hostfns/jetstream/testdata/suites/teststore.go" >"$overlay"
cd "$root/hostfns/jetstream"
HEDDLE_SIM_SEEDS=${HEDDLE_SIM_SEEDS:-40} ${GO:-go} test -overlay "$overlay" -timeout 20m "$@" \
  github.com/heddle-dev/heddle/core/internal/store github.com/heddle-dev/heddle/core/internal/store/simtest \
  github.com/heddle-dev/heddle/core/internal/store/durability
# Of the pulls those from forged stores and the simulation of people; the others have stores in memory and in files.
${GO:-go} test -overlay "$overlay" -timeout 20m -run 'TestForged|TestPeople' github.com/heddle-dev/heddle/core/internal/replica
