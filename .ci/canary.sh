#!/usr/bin/env bash
# Installs the newest version of each agent that the registries have into build/canary, runs the
# end-to-end tests against them, and reports versions, failures and what no rule knows on standard
# output. It fails when there is anything to look at. CANARY_WRITE=1 also writes the versions down
# as tested: in core/internal/drift/tested_gen.go and docs/agents.md. E2E_AGENTS="pi" tests this agent
# only. Arguments go to go test.
set -uo pipefail
cd "$(dirname "$0")/.."
root=build/canary
mkdir -p $root
: >$root/doctor.jsonl
agents=${E2E_AGENTS:-claude codex copilot gemini omp opencode pi}
E2E_ROOT=$root E2E_NEWEST=1 E2E_AGENTS=$agents HEDDLE_E2E_REPORT=$PWD/$root/doctor.jsonl ./.ci/e2e.sh "$@" >$root/log.txt 2>&1
status=$?
exec ${GO:-go} run ./internal/canary -root $root -status $status -agents "$agents" ${CANARY_WRITE:+-write}
