#!/usr/bin/env bash
# Compares the cost report with ccusage on every fixture home
# (docs/cost-agreement.md). Installs ccusage below build/; where npm does not
# offer it, only our own figures and the explanations are checked.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./testdata/agreement.json").ccusage.version')
platform=$(node -p 'process.platform + "-" + process.arch')
program=build/ccusage/node_modules/.bin/ccusage

if [ "$("$program" --version 2>/dev/null)" != "ccusage $version" ]; then
  # The program itself is in the package of the platform. Named beside the
  # launcher it cannot be left out in silence, as an optional one can.
  npm install --prefix build/ccusage --no-save --no-audit --no-fund --silent --fetch-retries 1 --fetch-timeout 20000 \
    "ccusage@$version" "@ccusage/ccusage-$platform@$version" || true
fi
if "$program" --version >/dev/null 2>&1; then
  export HEDDLE_CCUSAGE=$PWD/$program
else
  echo "agreement: npm does not offer ccusage $version for $platform: NOT compared with ccusage, only with what it said when measured" >&2
  unset HEDDLE_CCUSAGE
fi
${GO:-go} test -count=1 -v ./bindings/internal/bindingstest/agreement
