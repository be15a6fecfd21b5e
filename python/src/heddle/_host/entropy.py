"""Ids from the system's random source."""

from __future__ import annotations

import os
import threading
import time

_lock = threading.Lock()
_last = 0


def uuid7() -> bytes:
    """Returns the 16 bytes of a UUID of version 7. The ids of one process never decrease."""
    global _last
    nanos = time.time_ns()
    millis = nanos // 1_000_000
    with _lock:
        # 48 bits of milliseconds, then 12 bits for the order within one
        _last = max(_last + 1, millis << 12 | (nanos - millis * 1_000_000) >> 8)
        drawn = _last
    bits = (drawn >> 12) << 80 | 0x7 << 76 | (drawn & 0xFFF) << 64
    bits |= 0b10 << 62 | int.from_bytes(os.urandom(8), "big") >> 2
    return bits.to_bytes(16, "big")
