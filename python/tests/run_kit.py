"""A runner of the conformance kit (docs/how-to-write-a-host.md) over this package's host."""

from __future__ import annotations

import itertools
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python" / "src")]

import stage  # noqa: E402

if stage.main() != 0:
    raise SystemExit("build the engine first: make wasm")

from run_vectors import seeded_ids  # noqa: E402

from heddle import HeddleError  # noqa: E402
from heddle import _abi as abi  # noqa: E402
from heddle._engine import Engine  # noqa: E402
from heddle._engine.instance import MEMORY_BYTES  # noqa: E402
from heddle._host import Host, Mount  # noqa: E402

POWERS = {
    "files": (abi.POWER_FILES, {abi.CALL_STAT, abi.CALL_LIST}),
    "sql": (abi.POWER_SQL, {abi.CALL_SQL_OPEN, abi.CALL_SQL_QUERY, abi.CALL_SQL_EXEC, abi.CALL_SQL_CLOSE}),
    "zstd": (abi.POWER_ZSTD, {abi.CALL_ZSTD}),
    "clock": (abi.POWER_CLOCK, {abi.CALL_NOW}),
    "entropy": (abi.POWER_ENTROPY, {abi.CALL_ID}),
}


@dataclass
class Settings:
    """What the lines before "open" say."""

    module: str = ""
    mounts: dict[bytes, Mount] = field(default_factory=dict)
    powers: list[str] = field(default_factory=list)
    store: str = ""
    clock: tuple[int, int] = (0, 0)
    seed: int = 0
    memory: int = 0
    lies: list[tuple[str, str]] = field(default_factory=list)

    def set(self, word: str, rest: str) -> None:
        """Reads one line."""
        first, _, second = rest.partition(" ")
        if word == "mount":
            self.mounts[first.encode()] = Mount(os.fsencode(second), None)
        elif word == "powers":
            self.powers = rest.split()
        elif word == "clock":
            self.clock = int(first), int(second)
        elif word == "entropy":
            self.seed = int(rest)
        elif word == "memory":
            self.memory = int(rest)
        elif word == "lie":
            self.lies.append((first, second))
        elif word in ("module", "store"):
            setattr(self, word, rest)
        else:
            raise ValueError(f"unknown line: {word}")


class LimitedHost(Host):
    """A host with the powers of the settings only, which lies as they say."""

    def __init__(self, settings: Settings) -> None:
        stores = {b"store/heddle.db": settings.store} if settings.store else None
        super().__init__(settings.mounts, stores=stores, now=itertools.count(*settings.clock).__next__, new_id=seeded_ids(settings.seed))
        self._powers, self._lies = settings.powers, dict(settings.lies)

    def serve(self, call: int, request: bytes) -> bytes | bytearray:
        for power, (_, calls) in POWERS.items():
            if call in calls and power not in self._powers:
                raise HeddleError("UNSUPPORTED", f"the host grants no {power}")
        for about, asked in (("stat", abi.CALL_STAT), ("list", abi.CALL_LIST), ("sql", abi.CALL_SQL_OPEN)):
            if call == asked and about in self._lies:
                raise lie(self._lies[about], abi.Reader(request).bytes())
        answer = super().serve(call, request)
        if call == abi.CALL_POWERS:
            return (int.from_bytes(answer, "little") & ~sum(bit for p, (bit, _) in POWERS.items() if p not in self._powers)).to_bytes(4, "little")
        return self._distort(call, answer)

    def _distort(self, call: int, answer: bytes | bytearray) -> bytes | bytearray:
        if call not in (abi.CALL_STAT, abi.CALL_LIST) or not self._lies.keys() & {"size", "time"}:
            return answer
        r, w = abi.Reader(bytes(answer)), abi.Writer()
        count = 1
        if call == abi.CALL_LIST:
            w.u32(count := r.u32())
        for _ in range(count):
            entry = r.info()
            w.info(entry._replace(size=int(self._lies.get("size", entry.size)), mtime=int(self._lies.get("time", entry.mtime))))
        return w.data

    def read(self, path: bytes, into: memoryview, offset: int) -> int:
        if "files" not in self._powers:
            raise HeddleError("UNSUPPORTED", "the host grants no files")
        if "read" in self._lies:
            raise lie(self._lies["read"], path)
        if "short" in self._lies:
            into = into[: int(self._lies["short"])]
        n = super().read(path, into, offset)
        return len(into) + 1 if "long" in self._lies else n


def lie(code: str, path: bytes) -> HeddleError:
    """A refusal."""
    return HeddleError(code, "a lie", path=path.decode("utf-8", "surrogateescape"))


def answer(line: str, settings: Settings, engine: Engine | None) -> tuple[bytes, Settings, Engine | None]:
    """Does what one line says; returns the answer, the settings, and the open engine."""
    word, _, rest = line.partition(" ")
    if word == "kit":
        return b"runner python files sql zstd clock entropy links memory lies\n", settings, engine
    if word == "open":
        wasm = Path(settings.module).read_bytes()
        return b"ok\n", settings, Engine(LimitedHost(settings), wasm, memory=settings.memory or MEMORY_BYTES)
    if word == "call":
        op, length = map(int, rest.split())
        request = sys.stdin.buffer.read(length)
        assert engine is not None
        response = engine.call(op, request)
        return b"response %d\n" % len(response) + response, settings, engine
    if word == "close":
        if engine is not None:
            engine.close()
        return b"ok\n", Settings(), None
    settings.set(word, rest)
    return b"", settings, engine


def main() -> None:
    """Answers a checker until it has no more lines."""
    settings, engine = Settings(), None
    while line := sys.stdin.buffer.readline():
        try:
            said, settings, engine = answer(os.fsdecode(line).rstrip("\n"), settings, engine)
        except HeddleError as e:
            said = " ".join(f"error {e.code} {e.message} ({e.hint})".split()).encode("utf-8", "replace") + b"\n"
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
