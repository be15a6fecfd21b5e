"""What the engine may ask of this process, and the answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from .. import _abi as abi
from .._errors import HeddleError
from .entropy import uuid7
from .files import Files, Mount
from .sqlite import Databases
from .zstd import decompress


class Deadline:
    """When a call must end: after a number of seconds, on an event, or never."""

    def __init__(self, timeout: float | None = None, cancel: threading.Event | None = None) -> None:
        self._cancel, self._stopped = cancel, False
        self._end = None if timeout is None else time.monotonic() + timeout

    @property
    def endless(self) -> bool:
        return self._end is None and self._cancel is None

    def stop(self) -> None:
        """Ends the call now."""
        self._stopped = True

    def passed(self) -> HeddleError | None:
        """Returns TIMEOUT once the call must end."""
        if self._stopped or (self._cancel is not None and self._cancel.is_set()):
            return HeddleError("TIMEOUT", "cancelled")
        if self._end is not None and time.monotonic() >= self._end:
            return HeddleError("TIMEOUT", "deadline passed", hint="allow more time, or narrow the request")
        return None


PRICES = b"prices/prices.csv"
"""The path of the price table."""


class Host:
    """The powers of one engine: the files of some mounts, SQLite, zstd, a clock and ids."""

    def __init__(
        self,
        mounts: Mapping[bytes, Mount],
        *,
        stores: Mapping[bytes, str] | None = None,
        prices: bytes | None = None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        new_id: Callable[[], bytes] = uuid7,
    ) -> None:
        self.deadline = Deadline()
        # The files of a store are hidden: closing one would release the locks of SQLite on it.
        own = {path.partition(b"/")[0] for path in stores or {}}
        self._files = Files({name: m for name, m in mounts.items() if name not in own}, self.check)
        self._databases = Databases(self._files, self.check, stores=stores)
        self._files.file_of_store = self._databases.file_of
        self._now, self._new_id, self._prices = now, new_id, prices

    def check(self) -> None:
        """Raises TIMEOUT once the running call must end."""
        error = self.deadline.passed()
        if error is not None:
            raise error

    def end_call(self) -> None:
        """Closes what belongs to one call."""
        self._databases.release()
        self._files.release()

    def close(self) -> None:
        """Closes everything."""
        self._databases.shutdown()
        self._files.release()

    def read(self, path: bytes, into: memoryview, offset: int) -> int:
        """Fills into from a file."""
        if path == PRICES and self._prices is not None:
            piece = self._prices[offset : offset + len(into)]
            into[: len(piece)] = piece
            return len(piece)
        return self._files.read(path, into, offset)

    def serve(self, call: int, request: bytes) -> bytes | bytearray:
        """Answers one host call."""
        self.check()
        r, w = abi.Reader(request), abi.Writer()
        if call == abi.CALL_POWERS:
            powers = abi.POWER_FILES | abi.POWER_SQL | abi.POWER_ZSTD | abi.POWER_CLOCK | abi.POWER_ENTROPY | abi.POWER_POLL
            w.u32(powers if self._prices is None else powers | abi.POWER_PRICES)
        elif call == abi.CALL_STAT:
            w.info(self._stat(r.bytes()))
        elif call == abi.CALL_LIST:
            entries = self._files.entries(r.bytes())
            w.u32(len(entries))
            for entry in entries:
                w.info(entry)
        elif call == abi.CALL_ZSTD:
            limit = r.i64()
            return decompress(r.bytes(), limit, self.check)
        elif call == abi.CALL_NOW:
            w.i64(self._now())
        elif call == abi.CALL_ID:
            return self._new_id()
        else:
            self._serve_sql(call, r, w)
        return w.data

    def _stat(self, path: bytes) -> abi.Info:
        if path == PRICES and self._prices is not None:
            return abi.Info(abi.FILE, len(self._prices), 0, b"prices.csv")
        return self._files.stat(path)

    def _serve_sql(self, call: int, r: abi.Reader, w: abi.Writer) -> None:
        if call == abi.CALL_SQL_OPEN:
            w.i64(self._databases.open(r.database()))
        elif call == abi.CALL_SQL_QUERY:
            rows = self._databases.query(r.i64(), r.bytes(), r.values())
            w.u32(len(rows))
            for row in rows:
                w.values(row)
        elif call == abi.CALL_SQL_EXEC:
            handle = r.i64()
            batch = [(r.bytes(), r.values()) for _ in range(r.count(8))]
            self._databases.execute(handle, batch)
        elif call == abi.CALL_SQL_CLOSE:
            self._databases.close(r.i64())
        else:
            raise HeddleError("UNSUPPORTED", "unknown host call")
