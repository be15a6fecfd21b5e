"""The byte contract with core.wasm; wasm/abi/ABI.md is the prose."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple, Union

from ._errors import HeddleError

MODULE = "heddle"

CALL_POWERS = 0
CALL_STAT = 1
CALL_LIST = 2
CALL_SQL_OPEN = 3
CALL_SQL_QUERY = 4
CALL_SQL_EXEC = 5
CALL_SQL_CLOSE = 6
CALL_ZSTD = 7
CALL_NOW = 8
CALL_ID = 9

POWER_FILES = 1
POWER_SQL = 2
POWER_ZSTD = 4
POWER_CLOCK = 8
POWER_ENTROPY = 16
POWER_POLL = 32
POWER_PRICES = 64

OTHER, FILE, FOLDER, LINK = 0, 1, 2, 3
"""Kinds of entries. LINK is a link that leaves its mount."""

_NULL, _INTEGER, _REAL, _TEXT, _BLOB = 0, 1, 2, 3, 4


class Text(bytes):
    """A SQLite text value: its bytes as stored, UTF-8 or not."""

    __slots__ = ()


Value = Union[None, int, float, Text, bytes]
"""A SQLite value. Plain bytes are a blob."""


class Info(NamedTuple):
    """A directory entry."""

    kind: int
    size: int
    mtime: int  # milliseconds since the epoch, floored
    name: bytes


class Database(NamedTuple):
    """What to open: a file, or an image of it in which newer pages replace older ones."""

    path: bytes
    writable: bool
    page_size: int
    pages: int
    overlay: Sequence[tuple[int, int]]  # (page, offset in the -wal), ascending


_U8, _U32, _I64, _F64 = struct.Struct("<B"), struct.Struct("<I"), struct.Struct("<q"), struct.Struct("<d")
_ENTRY = struct.Struct("<Bqq")


class Writer:
    """Appends encoded values."""

    __slots__ = ("data",)

    def __init__(self) -> None:
        self.data = bytearray()

    def u32(self, value: int) -> None:
        self.data += _U32.pack(value)

    def i64(self, value: int) -> None:
        self.data += _I64.pack(value)

    def bytes(self, value: bytes) -> None:
        self.data += _U32.pack(len(value))
        self.data += value

    def info(self, entry: Info) -> None:
        self.data += _ENTRY.pack(entry.kind, entry.size, entry.mtime)
        self.bytes(entry.name)

    def value(self, value: Value) -> None:
        if value is None:
            self.data.append(_NULL)
        elif isinstance(value, int):
            self.data.append(_INTEGER)
            self.data += _I64.pack(value)
        elif isinstance(value, float):
            self.data.append(_REAL)
            self.data += _F64.pack(value)
        else:
            self.data.append(_TEXT if isinstance(value, Text) else _BLOB)
            self.bytes(value)

    def values(self, values: Sequence[Value]) -> None:
        self.u32(len(values))
        for value in values:
            self.value(value)

    def error(self, error: HeddleError) -> None:
        for part in (error.code, error.path, error.message, error.hint):
            self.bytes(part.encode("utf-8", "surrogateescape"))


class Reader:
    """Decodes values in order; reading past the end raises HeddleError."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def _take(self, size: int) -> int:
        at = self._at
        if size > len(self._data) - at:
            raise HeddleError("INTERNAL", "a host call is shorter than its encoding says")
        self._at = at + size
        return at

    def u8(self) -> int:
        return self._data[self._take(1)]

    def u32(self) -> int:
        return int(_U32.unpack_from(self._data, self._take(4))[0])

    def i64(self) -> int:
        return int(_I64.unpack_from(self._data, self._take(8))[0])

    def bytes(self) -> bytes:
        size = self.u32()
        at = self._take(size)
        return self._data[at : at + size]

    def count(self, least: int) -> int:
        """Reads a count of items of at least that many bytes each."""
        count = self.u32()
        if count * least > len(self._data) - self._at:
            raise HeddleError("INTERNAL", "a host call is shorter than its encoding says")
        return count

    def info(self) -> Info:
        kind, size, mtime = _ENTRY.unpack_from(self._data, self._take(_ENTRY.size))
        return Info(kind, size, mtime, self.bytes())

    def value(self) -> Value:
        kind = self.u8()
        if kind == _NULL:
            return None
        if kind == _INTEGER:
            return self.i64()
        if kind == _REAL:
            return float(_F64.unpack_from(self._data, self._take(8))[0])
        if kind == _TEXT:
            return Text(self.bytes())
        if kind == _BLOB:
            return self.bytes()
        raise HeddleError("INTERNAL", f"no SQLite value of kind {kind}")

    def values(self) -> list[Value]:
        return [self.value() for _ in range(self.count(1))]

    def database(self) -> Database:
        path, writable = self.bytes(), self.u8() & 1 != 0
        page_size, pages = self.i64(), self.i64()
        overlay = [(self.i64(), self.i64()) for _ in range(self.count(16))]
        return Database(path, writable, page_size, pages, overlay)

    def error(self) -> HeddleError:
        code, path, message, hint = (self.bytes().decode("utf-8", "surrogateescape") for _ in range(4))
        return HeddleError(code, message, path=path, hint=hint)


def split(response: bytes) -> tuple[bytes, bytes]:
    """Splits a response into header and body."""
    if len(response) >= 4:
        size = int(_U32.unpack_from(response)[0])
        if size <= len(response) - 4:
            return response[4 : 4 + size], response[4 + size :]
    raise HeddleError("INTERNAL", "the engine returned bytes that are no response")
