"""Runs testdata/vectors on the Python engine and writes build/vectors/python.json.

The homes must have been prepared (make vectors). Exits with 1 on any difference.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python" / "src")]

import stage  # noqa: E402

NOW = 1795200000000
SHOWN = 20


class Case(NamedTuple):
    """One golden vector."""

    id: str
    op: str
    home: str
    request: bytes
    response: bytes  # header, a newline, body


def load(folder: Path) -> Iterator[Case]:
    """Reads all vectors, in order of operation, file and place."""
    for path in sorted(folder.glob("*/*.txtar"), key=lambda p: p.as_posix().encode()):
        home = name = ""
        request = b""
        for mark, body in sections(path.read_bytes()):
            kind, _, rest = mark.partition(":")
            if kind == "home":
                home = body.decode().strip()
            elif kind == "request":
                name, request = rest, body
            elif kind == "response" and rest == name:
                yield Case(f"{path.parent.name}/{path.stem}/{name}", path.parent.name, home, request, body)
            else:
                raise ValueError(f"{path}: section {mark!r} has no place")


MARK = re.compile(rb"^-- (.+) --$", re.MULTILINE)


def sections(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Splits a txtar file; the final newline of a section is not part of it."""
    marks = list(MARK.finditer(data))
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        end = following.start() if following else len(data)
        yield mark.group(1).decode().strip(), data[mark.end() + 1 : end].removesuffix(b"\n")


def difference(want: bytes, got: bytes) -> str:
    """Shows where two responses part."""
    at = next((i for i, (a, b) in enumerate(zip(want, got, strict=False)) if a != b), min(len(want), len(got)))
    near = slice(max(0, at - 20), at + 60)
    return f"at byte {at} of {len(want)} and {len(got)}: want {want[near]!r}, got {got[near]!r}"


def main() -> int:
    """Runs everything."""
    if stage.main() != 0:
        return 1
    from heddle import Heddle, HeddleError
    from heddle._api import open_home

    homes = ROOT / "build" / "homes"
    engines: dict[str, Heddle] = {}
    differences = []
    count = 0
    for case in load(ROOT / "testdata" / "vectors"):
        if case.home not in engines:
            engines[case.home] = open_home(str(homes / (case.home or "empty")), now=lambda: NOW)
        count += 1
        try:
            got = b"\n".join(engines[case.home].call(case.op, case.request))
        except HeddleError as e:
            got = f"no response: {e}".encode()
        if got != case.response:
            differences.append({"case": case.id, "what": difference(case.response, got)})
    for engine in engines.values():
        engine.close()
    out = ROOT / "build" / "vectors"
    out.mkdir(parents=True, exist_ok=True)
    (out / "python.json").write_text(json.dumps({"engine": "python", "cases": count, "differences": differences}, indent=1))
    print(f"vectors: python: {count} cases, {len(differences)} differences")
    for d in differences[:SHOWN]:
        print(f"  {d['case']}: {d['what']}")
    return 1 if differences or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
