"""Bounded decompression of zstd streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import zstandard

from .._errors import HeddleError

MAX_WINDOW_BYTES = 128 << 20
"""The largest window of a frame; encoders do not exceed it at their highest level."""
STEP_BYTES = 256 << 10
"""Bytes decompressed between two checks of the limit."""

_MAGIC = b"\x28\xb5\x2f\xfd"


def decompress(data: bytes, limit: int, check: Callable[[], None] = lambda: None) -> bytes:
    """Returns the content of any number of frames. Damage is PARSE_ERROR, more than limit bytes LIMIT_EXCEEDED."""
    if limit < 0:
        raise HeddleError("INVALID_ARGUMENT", "negative limit")
    if not data:
        raise HeddleError("PARSE_ERROR", "empty zstd stream")
    out = bytearray()
    decoder = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW_BYTES)
    try:
        for frame in _split_frames(data):
            with decoder.stream_reader(frame) as reader:
                while True:
                    check()
                    piece = reader.read(min(limit - len(out) + 1, STEP_BYTES))
                    if not piece:
                        break
                    out += piece
                    if len(out) > limit:
                        raise HeddleError("LIMIT_EXCEEDED", "zstd content is larger than the limit")
    except zstandard.ZstdError as e:
        if "too much memory" in str(e):
            raise HeddleError("LIMIT_EXCEEDED", "zstd content is larger than the limit") from None
        raise _damage_error() from None
    return bytes(out)


def _split_frames(data: bytes) -> Iterator[memoryview]:
    """Finds the frames by their block headers: the decoder alone accepts a truncated last frame."""
    view, at = memoryview(data), 0
    while at < len(data):
        magic = data[at : at + 4]
        if len(magic) == 4 and magic[0] & 0xF0 == 0x50 and magic[1:] == b"\x2a\x4d\x18":  # skippable
            if len(data) - at < 8:
                raise _damage_error()
            at += 8 + int.from_bytes(data[at + 4 : at + 8], "little")
            if at > len(data):
                raise _damage_error()
            continue
        if magic != _MAGIC:
            raise _damage_error()
        end = _frame_end(data, at)
        yield view[at:end]
        at = end


def _frame_end(data: bytes, at: int) -> int:
    header = data[at : at + 18]
    checksum = 4 if zstandard.get_frame_parameters(header).has_checksum else 0
    at += zstandard.frame_header_size(header)
    while True:
        if len(data) - at < 3:
            raise _damage_error()
        block = int.from_bytes(data[at : at + 3], "little")
        kind = block >> 1 & 3
        at += 3 + (1 if kind == 1 else block >> 3)
        if block & 1:
            at += checksum
            if at > len(data):
                raise _damage_error()
            return at


def _damage_error() -> HeddleError:
    return HeddleError("PARSE_ERROR", "damaged zstd stream")  # not the text of a library: it is the same in every host
