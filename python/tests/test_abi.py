"""The codec of host calls."""

from __future__ import annotations

import json
import math
import struct

import pytest
from conftest import ROOT, code_of

from heddle import HeddleError
from heddle import _abi as abi
from heddle._types import ABI_VERSION, OPS


def test_numbers_are_those_of_abi_json() -> None:
    doc = json.loads((ROOT / "wasm" / "abi" / "abi.json").read_bytes())
    assert doc["abiVersion"] == ABI_VERSION
    assert doc["module"] == abi.MODULE
    assert {o["name"]: o["id"] for o in doc["ops"]} == OPS
    assert doc["hostCalls"] == {name: getattr(abi, "CALL_" + name.upper()) for name in doc["hostCalls"]}
    assert doc["powers"] == {name: getattr(abi, "POWER_" + name.upper()) for name in doc["powers"]}


@pytest.mark.parametrize(
    "value",
    [None, 0, -1, 2**63 - 1, -(2**63), 0.0, -0.0, 1.5, math.inf, 5e-324, abi.Text(b""), abi.Text(b"\xff\0a"), b"", b"\0\xfe"],
)
def test_values_survive(value: abi.Value) -> None:
    w = abi.Writer()
    w.values([value, value])
    for got in abi.Reader(bytes(w.data)).values():
        assert type(got) is type(value)
        assert repr(got) == repr(value)


def test_bytes_of_values() -> None:
    w = abi.Writer()
    w.values([None, 1, -0.0, abi.Text(b"a"), b"b"])
    assert w.data == (
        struct.pack("<I", 5) + b"\0" + b"\1" + struct.pack("<q", 1) + b"\2" + struct.pack("<Q", 1 << 63) + b"\3\1\0\0\0a" + b"\4\1\0\0\0b"
    )


def test_entry_database_and_error() -> None:
    w = abi.Writer()
    entry = abi.Info(abi.FILE, 1 << 40, -1, b"\xff name")
    w.info(entry)
    w.bytes(b"m/db")
    w.data.append(1)
    w.i64(4096)
    w.i64(3)
    w.u32(2)
    for n in (1, 32, 3, 4152):
        w.i64(n)
    w.error(HeddleError("BAD_REF", "gone", path="m/\udcff", hint="look"))
    r = abi.Reader(bytes(w.data))
    assert r.info() == entry
    assert r.database() == abi.Database(b"m/db", True, 4096, 3, [(1, 32), (3, 4152)])
    error = r.error()
    assert (error.code, error.path, error.message, error.hint) == ("BAD_REF", "m/\udcff", "gone", "look")


@pytest.mark.parametrize("data", [b"", b"\1\0\0", b"\5\0\0\0\3\0\0\0\0", b"\xff\xff\xff\xff", b"\1\0\0\0\7"])
def test_overrun_is_internal(data: bytes) -> None:
    assert code_of(lambda: abi.Reader(data).values()) == "INTERNAL"


def test_split() -> None:
    assert abi.split(b"\2\0\0\0{}body") == (b"{}", b"body")
    assert abi.split(b"\0\0\0\0") == (b"", b"")
    for bad in (b"", b"\1\0\0", b"\1\0\0\0", b"\xff\xff\xff\xffxx"):
        assert code_of(lambda bad=bad: abi.split(bad)) == "INTERNAL"  # type: ignore[misc]
