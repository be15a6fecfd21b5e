"""Bounded decompression."""

from __future__ import annotations

import pytest
import zstandard
from conftest import code_of

from heddle import HeddleError
from heddle._host.zstd import decompress

TEXT = b"".join(b'{"line":%d}\n' % i for i in range(50_000))


def _frame(data: bytes, **options: object) -> bytes:
    params = zstandard.ZstdCompressionParameters(compression_level=3, **options)  # type: ignore[arg-type]
    return zstandard.ZstdCompressor(compression_params=params).compress(data)


SKIPPABLE = b"\x53\x2a\x4d\x18\x03\0\0\0abc"


def _stream(data: bytes) -> bytes:
    c = zstandard.ZstdCompressor().compressobj()
    return c.compress(data[:1000]) + c.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK) + c.compress(data[1000:]) + c.flush()


@pytest.mark.parametrize(
    "data",
    [
        _frame(TEXT),
        _frame(TEXT, write_checksum=True),
        _frame(TEXT, write_content_size=False),
        _frame(TEXT[:100_000]) + SKIPPABLE + _frame(TEXT[100_000:], write_checksum=True),
        SKIPPABLE + _frame(TEXT) + _frame(b""),
        _stream(TEXT),
    ],
    ids=["plain", "checksum", "no size", "frames", "skippable first", "stream"],
)
def test_whole_streams(data: bytes) -> None:
    assert decompress(data, len(TEXT)) == TEXT


def test_limit() -> None:
    assert code_of(lambda: decompress(_frame(TEXT), len(TEXT) - 1)) == "LIMIT_EXCEEDED"
    assert decompress(_frame(b""), 0) == b""
    assert code_of(lambda: decompress(_frame(b"x"), 0)) == "LIMIT_EXCEEDED"
    assert code_of(lambda: decompress(_frame(b"x"), -1)) == "INVALID_ARGUMENT"


def test_bomb_is_stopped_early() -> None:
    steps = 0

    def check() -> None:
        nonlocal steps
        steps += 1

    assert code_of(lambda: decompress(_frame(bytes(64 << 20)), 1 << 20, check)) == "LIMIT_EXCEEDED"
    assert steps < 16


def test_window_limit() -> None:
    # a frame header that asks for 256 MiB of history, then one raw block
    wide = b"\x28\xb5\x2f\xfd" + bytes([0, (28 - 10) << 3]) + (3 << 3 | 1).to_bytes(3, "little") + b"abc"
    assert code_of(lambda: decompress(wide, 100)) == "LIMIT_EXCEEDED"
    narrow = wide[:5] + bytes([(27 - 10) << 3]) + wide[6:]
    assert decompress(narrow, 100) == b"abc"


def test_truncated_at_every_byte() -> None:
    data = _frame(b"first " * 20) + _frame(b"second" * 20, write_checksum=True)
    whole = len(_frame(b"first " * 20))
    for n in range(len(data)):
        if n == whole:
            assert decompress(data[:n], 1000) == b"first " * 20
        else:
            assert code_of(lambda n=n: decompress(data[:n], 1000)) == "PARSE_ERROR", n  # type: ignore[misc]


def test_flipped_bytes_never_crash() -> None:
    data = _frame(TEXT[:3000], write_checksum=True)
    for at in range(len(data)):
        for bit in (1, 0x80):
            damaged = bytearray(data)
            damaged[at] ^= bit
            try:
                decompress(bytes(damaged), 10_000)
            except HeddleError as e:
                assert e.code in ("PARSE_ERROR", "LIMIT_EXCEEDED")  # noqa: PT017


@pytest.mark.parametrize("data", [b"", b"{", b"not zstd at all", b"\x28\xb5\x2f\xfd"])
def test_not_zstd(data: bytes) -> None:
    assert code_of(lambda: decompress(data, 1000)) == "PARSE_ERROR"


def test_check_ends_the_work() -> None:
    def check() -> None:
        raise HeddleError("TIMEOUT", "deadline passed")

    assert code_of(lambda: decompress(_frame(TEXT), 1 << 30, check)) == "TIMEOUT"
