"""The store's file, looked at before SQLite gets hold of it."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import threading
from pathlib import Path

from .._errors import HeddleError

_MAGIC = b"SQLite format 3\0"
_APPLICATION = b"Hdle"  # at byte 68
_HEADER_BYTES = 100
_LEAST_BYTES = 512  # of the smallest page
_LEAST_ROOM = 128 << 10  # bytes that a -wal and a -shm need to come into being

_lock = threading.Lock()
_held: list[os.stat_result] = []


class StoreFile:
    """A store's file that is about to be opened, until release().

    A file of some other program is refused: opening it as a store would
    already change its journal mode. So is what SQLite would take for a new
    database, throwing away the log beside it. Files that this process has open
    are not read: closing one takes SQLite's locks on it away.
    """

    def __init__(self, file: str, path: bytes, *, make: bool) -> None:
        self.file, self._path, self._stat = file, path, None
        try:
            with _lock:
                self._prepare(make)
        except OSError as e:
            code = "PERMISSION_DENIED" if isinstance(e, PermissionError) or e.errno == errno.EROFS else "IO_ERROR"
            raise self._error(code, f"cannot open the store: {os.strerror(e.errno or 5).lower()}") from None

    def release(self) -> None:
        """Says that the file is closed."""
        with _lock:
            if self._stat in _held:
                _held.remove(self._stat)
            self._stat = None

    _stat: os.stat_result | None

    def _prepare(self, make: bool) -> None:
        if make:
            os.makedirs(os.path.dirname(self.file), 0o700, exist_ok=True)
        try:
            found = os.stat(self.file)
        except FileNotFoundError:
            self.refuse_cut()
            if not make:
                raise self._error("BAD_REF", "no such file") from None
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))
            found = os.stat(self.file)
        if not stat.S_ISREG(found.st_mode):
            raise self._error("INVALID_ARGUMENT", "the store's path is not a file")
        log = size_of(os.path.realpath(self.file) + "-wal") or 0
        if not any(os.path.samestat(found, other) for other in _held) and self._foreign(found.st_size, log):
            raise self._error(
                "PARSE_ERROR", "this file is not a store of Heddle; it was left as it is", "name a new file, or one that was made as a store"
            )
        self.refuse_cut()
        self._stat = found
        _held.append(found)

    def refuse_cut(self) -> None:
        """Refuses what SQLite would take for a new database, throwing away the log beside it."""
        real = os.path.realpath(self.file)
        size, log = size_of(real) or 0, size_of(real + "-wal") or 0
        if size < _LEAST_BYTES and (size > 0 or log > 0):
            hint = "put the file and its -wal back from a copy; nothing was changed"
            raise self._error("PARSE_ERROR", "the store's main file was cut off or moved away", hint)

    def _foreign(self, size: int, log: int) -> bool:
        try:
            with Path(self.file).open("rb") as f:
                head = f.read(_HEADER_BYTES)
        except OSError:
            return False  # for SQLite to say
        if not _MAGIC.startswith(head[: len(_MAGIC)]):
            return True
        if len(head) < _HEADER_BYTES:
            return False  # cut off
        name = head[68:72]
        if name == bytes(4):  # one that was just made may have the rest in its log
            page = int.from_bytes(head[16:18], "big")
            return size > (65536 if page == 1 else page) and log == 0
        return name != _APPLICATION

    def _error(self, code: str, message: str, hint: str = "") -> HeddleError:
        return HeddleError(code, message, path=self._path.decode("utf-8", "replace"), hint=hint)


def size_of(file: str) -> int | None:
    """A file's size in bytes; None when there is none."""
    try:
        return os.stat(file).st_size
    except OSError:
        return None


def may_not_make(file: str, path: bytes) -> HeddleError | None:
    """Why SQLite could not make a -wal and a -shm beside a file, or not write to it; None when it could. It makes nothing."""
    name, folder = path.decode("utf-8", "replace"), os.path.dirname(file)
    if not all(os.access(p, os.W_OK) for p in (file, folder)):
        hint = "check the permissions of the file and of its folder"
        return HeddleError("PERMISSION_DENIED", "the store cannot be written to", path=name, hint=hint)
    try:
        full = shutil.disk_usage(folder).free < _LEAST_ROOM
        if hasattr(os, "statvfs"):
            found = os.statvfs(folder)
            full = full or (found.f_files > 0 and found.f_ffree == 0)
    except OSError:
        return None  # only seen by trying
    return HeddleError("IO_ERROR", "the disk is full", path=name) if full else None
