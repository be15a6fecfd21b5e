"""Runs testdata/vectors and testdata/sequences on the Python engine and writes build/vectors/python.json.

--engine NAME saves the result under another name; --module FILE runs another core.wasm.

The homes must have been prepared (make vectors). Exits with 1 on any difference.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python" / "src")]

import stage  # noqa: E402

NOW = 1795200000000
SHOWN = 20
NOT_LITE = ("sessions.view", "sessions.story", "attachments.get", "edits.find")  # core-lite.wasm does without them, and without pages


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
    """Requests that run in order on one engine with a store of its own."""

    home: str
    clock: tuple[int, int]  # the first answer and the step to the next one, in milliseconds
    seed: int
    cases: list[Case]


def load_sequences(folder: Path) -> Iterator[Sequence]:
    """Reads all sequences, in order of their names."""
    for path in sorted(folder.glob("*.txtar"), key=lambda p: p.as_posix().encode()):
        home, clock, seed = "", (0, 0), 0
        cases: list[Case] = []
        for mark, body in sections(path.read_bytes()):
            kind, _, rest = mark.partition(":")
            if kind == "store":
                start, step, seed = map(int, re.findall(rb"\d+", body))
                clock = start, step
            elif kind == "home":
                home = body.decode().strip()
            elif kind == "request":
                name, _, op = rest.partition(" ")
                cases.append(Case(f"sequences/{path.stem}/{name}", op, home, body, b""))
            elif kind == "response" and cases[-1].id.endswith("/" + rest):
                cases[-1] = cases[-1]._replace(response=body)
            else:
                raise ValueError(f"{path}: section {mark!r} has no place")
        yield Sequence(home, clock, seed, cases)


WORD = (1 << 64) - 1
FIRST_ID_TIME = 1767323045678


def seeded_ids(seed: int) -> Callable[[], bytes]:
    """Draws the ids that hosttest.NewEntropy draws for a seed."""
    state, drawn = seed, 0

    def word() -> int:  # one step of splitmix64
        nonlocal state
        state = z = (state + 0x9E3779B97F4A7C15) & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    def new_id() -> bytes:
        nonlocal drawn
        high = (FIRST_ID_TIME + drawn) << 16 | word() & 0xFFF
        drawn += 1
        raw = bytearray(high.to_bytes(8, "big") + word().to_bytes(8, "big"))
        raw[6], raw[8] = raw[6] & 0x0F | 0x70, raw[8] & 0x3F | 0x80
        return bytes(raw)

    return new_id


def sizeless(op: str, response: bytes) -> bytes:
    """Makes an answer to store.stats comparable: how large the file is depends on SQLite's version."""
    return re.sub(rb'"bytes":\d+', b'"bytes":0', response) if op == "store.stats" else response


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
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default="python")
    parser.add_argument("--module", type=Path)
    chosen = parser.parse_args()
    if stage.main() != 0:
        return 1
    from heddle import Heddle, HeddleError
    from heddle._api import open_home
    from heddle._engine import engine as engine_module

    if chosen.module:
        engine_module.core_wasm = chosen.module.read_bytes

    def answer(engine: Heddle, case: Case) -> bytes:
        try:
            return b"\n".join(engine.call(case.op, case.request))
        except HeddleError as e:
            return f"no response: {e}".encode()

    homes = ROOT / "build" / "homes"
    engines: dict[str, Heddle] = {}
    differences = []
    count = 0
    for case in load(ROOT / "testdata" / "vectors"):
        if chosen.engine.endswith("-lite") and (case.op in NOT_LITE or "-html/" in case.id):
            continue
        if case.home not in engines:
            engines[case.home] = open_home(str(homes / (case.home or "empty")), now=lambda: NOW)
        count += 1
        got = answer(engines[case.home], case)
        if got != case.response:
            differences.append({"case": case.id, "what": difference(case.response, got)})
    for engine in engines.values():
        engine.close()
    for sequence in load_sequences(ROOT / "testdata" / "sequences"):
        with tempfile.TemporaryDirectory() as temp:
            engine = open_home(
                str(homes / (sequence.home or "empty")),
                stores={b"store/heddle.db": str(Path(temp, "heddle.db"))},
                now=itertools.count(*sequence.clock).__next__,
                new_id=seeded_ids(sequence.seed),
            )
            with engine:
                for case in sequence.cases:
                    count += 1
                    got = sizeless(case.op, answer(engine, case))
                    if got != case.response:
                        differences.append({"case": case.id, "what": difference(case.response, got)})
    out = ROOT / "build" / "vectors"
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{chosen.engine}.json").write_text(json.dumps({"engine": chosen.engine, "cases": count, "differences": differences}, indent=1))
    print(f"vectors: {chosen.engine}: {count} cases, {len(differences)} differences")
    for d in differences[:SHOWN]:
        print(f"  {d['case']}: {d['what']}")
    return 1 if differences or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
