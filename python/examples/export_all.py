"""Writes every session as a Markdown file: export_all.py FOLDER [HOME]."""

import sys
from pathlib import Path

import heddle

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
with heddle.open(sys.argv[2] if len(sys.argv) > 2 else None) as h:
    for s in h.sessions.list(limit=100_000):
        file = folder / (s.unified_id.replace(":", "-").replace("/", "-") + ".md")
        try:
            file.write_text(h.sessions.export(s.unified_id), encoding="utf-8")
        except heddle.HeddleError as e:
            print(e, file=sys.stderr)
    print(f"{len(list(folder.iterdir()))} files in {folder}")
