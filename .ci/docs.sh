#!/usr/bin/env bash
# Renders the documentation into build/docs. A link to a page, a heading or a file of the repository that
# does not exist is an error, and so is a page that the menu does not name. Links to elsewhere are checked
# by their form only, so that this needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf build/pages build/docs
mkdir -p build/pages
git ls-files -z --cached --others --exclude-standard -- '*.md' '*.svg' ':!testdata' ':!*/testdata/*' | xargs -0 cp --parents -t build/pages
mv build/pages/README.md build/pages/index.md

build/venv/bin/python - <<'PY'
"""Links from a page to a source file or folder become links into the repository."""
import pathlib, re, sys
from urllib.parse import unquote, urlsplit

ROOT, PAGES = pathlib.Path(".").resolve(), pathlib.Path("build/pages").resolve()
OURS = "https://github.com/heddle-dev/heddle/blob/main/"
problems = []


def anchors(page):
    """The names that GitHub gives the headings of a page."""
    prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    names = [re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", h)).strip().lower().replace(" ", "-") for h in re.findall(r"(?m)^#+ (.*)$", prose)]
    return {n if names[:i].count(n) == 0 else f"{n}-{names[:i].count(n)}" for i, n in enumerate(names)}


def check_elsewhere(name, target):
    """A link to elsewhere is https, with a host. One into this repository names something there."""
    url = urlsplit(target)
    if url.scheme == "mailto":
        return
    if url.scheme != "https" or "." not in url.netloc or re.search(r"[\s<>\"]", target):
        problems.append(f"{name}: {target} is no https link")
    elif target.startswith(OURS):
        path = ROOT / unquote(url.path.split("/blob/main/")[1])
        if not path.exists() or url.fragment and path.suffix == ".md" and url.fragment not in anchors(path):
            problems.append(f"{name}: {target} is not in the repository")


FENCE = r"(?ms)^[ ]*```.*?^[ ]*```[ ]*$"

for page in PAGES.rglob("*.md"):
    name = page.relative_to(PAGES)
    text = page.read_text(encoding="utf-8")

    def link(m):
        if m[2] is None:  # a block of code
            return m[0]
        target, _, anchor = m[2].partition("#")
        if not target:  # the second heading of a name: GitHub numbers it with -, mkdocs with _
            return re.sub(r"\(#([a-z]+)-(\d)\)$", r"(#\1_\2)", m[0])
        if re.match(r"[a-z]+:", target):
            check_elsewhere(name, m[2])
            return m[0]
        place = (page.parent / target).resolve().relative_to(PAGES)
        if str(place) == "README.md":
            up = "../" * (len(name.parts) - 1)
            return f"{m[1]}({up}index.md{'#' + anchor if anchor else ''})"
        if (PAGES / place).is_file():
            return m[0]
        if not (ROOT / place).exists():
            problems.append(f"{name}: no file {target}")
        return f"{m[1]}({OURS}{place})"

    for bare in re.findall(r"<(https?:[^>]*)>", text):
        check_elsewhere(name, bare)
    if re.search(r"(?m)^\[[^\]]+\]: ", text):
        problems.append(f"{name}: links are written where they are, not as references")
    page.write_text(re.sub(FENCE + r"|(!?\[[^\]]*\])\(([^)\s]+)\)", link, text), encoding="utf-8")

menu = pathlib.Path("mkdocs.yml").read_text(encoding="utf-8")
for page in sorted(PAGES.glob("docs/*.md")):
    if f" docs/{page.name}\n" not in menu:
        problems.append(f"docs/{page.name} is not in the menu of mkdocs.yml")
for p in problems:
    print(p, file=sys.stderr)
sys.exit(bool(problems))
PY

# With --quiet, mkdocs would not count warnings.
NO_MKDOCS_2_WARNING=1 build/venv/bin/mkdocs build >build/docs.log 2>&1 || { grep -v '^INFO' build/docs.log >&2; exit 1; }
echo "build/docs/index.html"
