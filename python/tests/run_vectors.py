"""Runs testdata/vectors and testdata/sequences on the Python engine and writes build/vectors/python.json.

The homes must have been prepared (make vectors). Exits with 1 on any difference.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
import tempfile
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


class Sequence(NamedTuple):
    """Requests that run in order on one fresh store, with a clock and ids of their own."""

    start: int  # the clock's first answer, in ms
    step: int
    seed: int  # of the ids
    home: str
    cases: list[Case]


def sequences(folder: Path) -> Iterator[Sequence]:
    """Reads all sequences, in order of file."""
    for path in sorted(folder.glob("*.txtar"), key=lambda p: p.as_posix().encode()):
        said: dict[str, str] = {}
        home = name = op = ""
        request, cases = b"", []
        for mark, body in sections(path.read_bytes()):
            kind, _, rest = mark.partition(":")
            if kind == "store":
                said = dict(line.split(": ", 1) for line in body.decode().splitlines())
            elif kind == "home":
                home = body.decode().strip()
            elif kind == "request":
                (name, op), request = rest.split(" ", 1), body
            elif kind == "response" and rest == name:
                cases.append(Case(f"sequences/{path.stem}/{name}", op, home, request, body))
            else:
                raise ValueError(f"{path}: section {mark!r} has no place")
        start, step = map(int, said["clock"].split())
        yield Sequence(start, step, int(said["entropy"]), home, cases)


class Ids:
    """Ids shaped as UUIDs of version 7, from splitmix64."""

    FIRST = 1767323045678  # ms
    MASK = (1 << 64) - 1

    def __init__(self, seed: int) -> None:
        self._state, self._n = seed, 0

    def _next(self) -> int:
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & self.MASK
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & self.MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & self.MASK
        return z ^ z >> 31

    def __call__(self) -> bytes:
        high = (self.FIRST + self._n) << 16 | (self._next() & 0xFFF)
        self._n += 1
        b = bytearray(high.to_bytes(8, "big") + self._next().to_bytes(8, "big"))
        b[6], b[8] = b[6] & 0x0F | 0x70, b[8] & 0x3F | 0x80
        return bytes(b)


SIZE = re.compile(rb'"bytes":[0-9]+')  # of a store's file: not for the engine to decide


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
    for sequence in sequences(ROOT / "testdata" / "sequences"):
        times = itertools.count(sequence.start, sequence.step)
        with tempfile.TemporaryDirectory() as folder:
            stores = {b"store/heddle.db": folder + "/heddle.db"}
            home = str(homes / (sequence.home or "empty"))
            with open_home(home, stores=stores, now=times.__next__, new_id=Ids(sequence.seed)) as h:
                for case in sequence.cases:
                    count += 1
                    got = b"\n".join(h.call(case.op, case.request))
                    if case.op == "store.stats":
                        got = SIZE.sub(b'"bytes":0', got)
                    if got != case.response:
                        differences.append({"case": case.id, "what": difference(case.response, got)})
    out = ROOT / "build" / "vectors"
    out.mkdir(parents=True, exist_ok=True)
    (out / "python.json").write_text(json.dumps({"engine": "python", "cases": count, "differences": differences}, indent=1))
    print(f"vectors: python: {count} cases, {len(differences)} differences")
    for d in differences[:SHOWN]:
        print(f"  {d['case']}: {d['what']}")
    return 1 if differences or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
