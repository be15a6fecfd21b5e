#!/usr/bin/env bash
# Installs the agents of internal/e2e/agents into build/e2e, in the exact versions of their lock
# files, and runs the end-to-end tests of live sessions against them. Linux on x64 only.
# Arguments go to go test: .ci/e2e.sh -run TestAgents/codex. E2E_AGENTS="opencode pi" installs and
# tests these agents only. E2E_NEWEST=1 installs the newest versions instead, in the folder E2E_ROOT
# (see canary.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
root=${E2E_ROOT:-build/e2e}
mkdir -p $root/bin

for folder in internal/e2e/agents/*/; do
  name=$(basename "$folder")
  case " ${E2E_AGENTS:-$name} " in *" $name "*) ;; *) continue ;; esac
  [ -z "${E2E_NEWEST:-}" ] && [ -d "$root/$name/node_modules" ] && cmp -s "$folder/package-lock.json" "$root/$name/installed-lock.json" && continue
  echo "e2e: installing $name"
  rm -rf "${root:?}/$name" && mkdir -p "$root/$name"
  cp "$folder"/{package.json,package-lock.json,.npmrc} "$root/$name/"
  install=ci
  if [ -n "${E2E_NEWEST:-}" ]; then # the agent's own package; the programs that run it stay as they are
    install=install
    rm "$root/$name/package-lock.json"
    sed -i '/"dependencies"/,/}/s/": "[0-9][^"]*"/": "latest"/' "$root/$name/package.json"
  fi
  [ "$name" != omp ] || install="install --no-save" # its lock file lacks packages of other systems, which npm ci wants
  timeout 300 npm $install --prefix "$root/$name" --no-audit --no-fund --loglevel error ||
    { echo "e2e: $name cannot be installed" >&2; exit 1; }
  # Files that no test uses: headers, types, maps, and in omp what runs models for its memory.
  (cd "$root/$name/node_modules" && rm -rf @huggingface onnxruntime-* sherpa-onnx-* lucide-react @oh-my-pi/pi-natives-*/*-modern.node node-*/include &&
    find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete)
  cp "$folder/package-lock.json" "$root/$name/installed-lock.json"
done

# program NAME COMMAND: a program of that name that runs the installed one. Install scripts of the
# packages are not run, so programs that they would link are named here.
program() {
  printf '#!/bin/sh\nroot=$(dirname "$(dirname "$(readlink -f "$0")")")\nexec %s "$@"\n' "$2" >$root/bin/"$1"
  chmod +x $root/bin/"$1"
}
platform=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
claude=node_modules/@anthropic-ai/claude-code-$platform/claude
node22="\$root/pi/node_modules/node-$platform/bin/node"
program claude "\$root/claude/$claude"
program claude-2.1.197 "\$root/claude-2.1.197/$claude"
program codex "\$root/codex/node_modules/.bin/codex"
program gemini "\$root/gemini/node_modules/.bin/gemini"
program copilot "\$root/copilot/node_modules/.bin/copilot"
program opencode "\$root/opencode/node_modules/opencode-$platform/bin/opencode"
bun="\$root/omp/node_modules/@oven/bun-linux-$(uname -m | sed 's/x86_64/x64/')/bin/bun"
program omp "$bun \$root/omp/node_modules/@oh-my-pi/pi-coding-agent/dist/cli.js"
program pi "$node22 \$root/pi/node_modules/@mariozechner/pi-coding-agent/dist/cli.js"

${GO:-go} build -o $root/bin/heddle ./cmd/heddle

size=$(du -sm --exclude=omp $root | cut -f1)
[ "$size" -le 2048 ] || { echo "e2e: the agents take $size MB, more than 2 GB" >&2; exit 1; }
size=$([ ! -d $root/omp ] || du -sm $root/omp | cut -f1)
[ "${size:-0}" -le 512 ] || { echo "e2e: omp takes $size MB, more than 0.5 GB" >&2; exit 1; }
HEDDLE_E2E=$PWD/$root HEDDLE_E2E_AGENTS=${E2E_AGENTS:-} ${GO:-go} test ./internal/e2e/... -count=1 -parallel 4 -timeout 40m "$@"
