"""Copies core.wasm, the table of places, the reader, the version and the licence from the rest of the repository into the package.

python python/stage.py, after make wasm has built the modules.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FILES = {
    ROOT / "build" / "core.wasm": HERE / "src" / "heddle" / "core.wasm",
    ROOT / "hostfns" / "places" / "places.json": HERE / "src" / "heddle" / "places.json",
    ROOT / "internal" / "reader" / "reader.js": HERE / "src" / "heddle" / "reader.js",
    ROOT / "version.txt": HERE / "src" / "heddle" / "version.txt",
    ROOT / "LICENSE": HERE / "LICENSE",
}


def main() -> int:
    """Copies the files that changed; fails when a source is missing."""
    missing = [source for source in FILES if not source.is_file()]
    for source in missing:
        print(f"stage: {source.relative_to(ROOT)} is missing", file=sys.stderr)
    if missing:
        return 1
    for source, target in FILES.items():
        if not target.is_file() or not filecmp.cmp(source, target, shallow=False):
            new = target.with_name(target.name + ".new")
            shutil.copyfile(source, new)
            os.replace(new, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
