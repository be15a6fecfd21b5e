"""Reads testdata/sql: what every SQLite driver must answer. README.md there explains the two files."""

from __future__ import annotations

import base64
import json
import sqlite3
import struct
import zlib
from pathlib import Path
from typing import Any

from conftest import ROOT

from heddle import _abi as abi
from heddle._host import Host

FOLDER = ROOT / "testdata" / "sql"
CASES: dict[str, Any] = json.loads((FOLDER / "cases.json").read_bytes())
HOSTILE: dict[str, Any] = json.loads((FOLDER / "hostile.json").read_bytes())
IMAGES: dict[str, Any] = json.loads((FOLDER / "databases.json").read_bytes())


def value(v: Any) -> abi.Value:
    """Decodes a value of the suite."""
    if v is None:
        return None
    ((kind, x),) = v.items()
    if kind == "i":
        return int(x)
    if kind == "r":
        return float(struct.unpack(">d", bytes.fromhex(x))[0])
    if kind == "s":
        return abi.Text(x.encode())
    if kind == "t":
        return abi.Text(bytes.fromhex(x))
    return bytes.fromhex(x) if kind == "b" else str(x).encode()


def shown(v: abi.Value) -> Any:
    """A value so that only identical ones are equal."""
    if isinstance(v, float):
        return "real", struct.pack(">d", v).hex()
    return type(v).__name__, v


def matches(want: Any, got: abi.Value) -> bool:
    """Compares a value of the suite with an answer, bit by bit."""
    if want is not None and "z" in want:
        return type(got) is bytes and [len(got), f"{zlib.crc32(got):08x}"] == want["z"]
    return bool(shown(value(want)) == shown(got))


def same_rows(want: list[list[Any]], got: list[list[abi.Value]]) -> bool:
    """Compares all rows."""
    return len(want) == len(got) and all(len(w) == len(g) and all(map(matches, w, g)) for w, g in zip(want, got, strict=True))


def has(power: str) -> bool:
    """Whether this build of SQLite was made with an optional part."""
    options = [r[0] for r in sqlite3.connect(":memory:").execute("PRAGMA compile_options")]
    return f"ENABLE_{power.upper()}" in options


def write_database(name: str, folder: Path) -> None:
    """Puts a database of the suite into a folder."""
    for file, content in IMAGES.get(name, {"files": {}})["files"].items():
        (folder / file).write_bytes(base64.b64decode(content))


class Connection:
    """One database, by the encoded host calls of the ABI."""

    def __init__(self, host: Host, path: bytes, *, writable: bool = False, image: dict[str, Any] | None = None) -> None:
        self._host, image = host, image or {}
        w = abi.Writer()
        w.bytes(path)
        w.data.append(1 if writable else 0)
        w.i64(image.get("pageSize", 0))
        w.i64(image.get("pages", 0))
        w.u32(len(image.get("overlay", [])))
        for page, offset in image.get("overlay", []):
            w.i64(page)
            w.i64(offset)
        self._handle = self._ask(abi.CALL_SQL_OPEN, w).i64()

    def query(self, sql: str, args: list[abi.Value] | None = None) -> list[list[abi.Value]]:
        """Runs one statement that changes nothing."""
        w = abi.Writer()
        w.i64(self._handle)
        w.bytes(sql.encode())
        w.values(args or [])
        r = self._ask(abi.CALL_SQL_QUERY, w)
        return [r.values() for _ in range(r.count(4))]

    def execute(self, *batch: tuple[str, list[abi.Value]]) -> None:
        """Runs a batch as one transaction."""
        w = abi.Writer()
        w.i64(self._handle)
        w.u32(len(batch))
        for sql, args in batch:
            w.bytes(sql.encode())
            w.values(args)
        self._ask(abi.CALL_SQL_EXEC, w)

    def close(self) -> None:
        """Closes the handle."""
        w = abi.Writer()
        w.i64(self._handle)
        self._ask(abi.CALL_SQL_CLOSE, w)

    def _ask(self, call: int, w: abi.Writer) -> abi.Reader:
        return abi.Reader(bytes(self._host.serve(call, bytes(w.data))))
