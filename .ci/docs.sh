#!/usr/bin/env bash
# Renders the documentation into build/docs; a link to a page or a heading that does not exist is an
# error. Links to files of the repository that are no pages are checked here.
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf build/pages build/docs
mkdir -p build/pages
git ls-files -z --cached --others --exclude-standard -- '*.md' '*.svg' ':!testdata' ':!*/testdata/*' | xargs -0 cp --parents -t build/pages
mv build/pages/README.md build/pages/index.md

build/venv/bin/python - <<'PY'
"""Links from a page to a source file or folder become links into the repository."""
import pathlib, re, sys

root, pages = pathlib.Path(".").resolve(), pathlib.Path("build/pages").resolve()
missing = 0
for page in pages.rglob("*.md"):
    text = page.read_text(encoding="utf-8")

    def link(m):
        global missing
        target, _, anchor = m[2].partition("#")
        if not target:  # the second heading of a name: GitHub numbers it with -, mkdocs with _
            return re.sub(r"\(#([a-z]+)-(\d)\)$", r"(#\1_\2)", m[0])
        if re.match(r"[a-z]+:", target):
            return m[0]
        place = (page.parent / target).resolve().relative_to(pages)
        if str(place) == "README.md":
            up = "../" * (len(page.relative_to(pages).parts) - 1)
            return f"{m[1]}({up}index.md{'#' + anchor if anchor else ''})"
        if (pages / place).is_file():
            return m[0]
        if not (root / place).exists():
            print(f"{page.relative_to(pages)}: no file {target}", file=sys.stderr)
            missing += 1
        return f"{m[1]}(https://github.com/heddle-dev/heddle/blob/main/{place})"

    page.write_text(re.sub(r"(!?\[[^\]]*\])\(([^)\s]+)\)", link, text), encoding="utf-8")
sys.exit(missing > 0)
PY

# With --quiet, mkdocs would not count warnings.
NO_MKDOCS_2_WARNING=1 build/venv/bin/mkdocs build >build/docs.log 2>&1 || { grep -v '^INFO' build/docs.log >&2; exit 1; }
echo "build/docs/index.html"
