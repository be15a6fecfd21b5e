"""The store's file, checked before SQLite opens it."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import threading
from pathlib import Path

from .._errors import HeddleError

_MAGIC = b"SQLite format 3\0"
_APPLICATION = b"Hdle"  # at byte 68
_HEADER_BYTES = 100
_MIN_PAGE_BYTES = 512  # of the smallest page
_MIN_FREE_BYTES = 128 << 10  # bytes that a new -wal and -shm need

_lock = threading.Lock()
_open_files: list[os.stat_result] = []


class StoreFile:
    """A store's file from before SQLite opens it until release().

    The file of another program is refused: opening it as a store would already
    change its journal mode. A truncated file with a log is refused as well:
    SQLite would treat it as a new database and delete the log. Files that this
    process has open are not read: closing one would release SQLite's locks.
    """

    def __init__(self, file: str, path: bytes, *, make: bool) -> None:
        self.file, self._path, self._stat = file, path, None
        try:
            with _lock:
                self._prepare_file(make)
        except OSError as e:
            code = "PERMISSION_DENIED" if isinstance(e, PermissionError) or e.errno == errno.EROFS else "IO_ERROR"
            raise self._store_error(code, f"cannot open the store: {os.strerror(e.errno or 5).lower()}") from None

    def release(self) -> None:
        """Records that the file is closed."""
        with _lock:
            if self._stat in _open_files:
                _open_files.remove(self._stat)
            self._stat = None

    _stat: os.stat_result | None

    def _prepare_file(self, make: bool) -> None:
        if make:
            os.makedirs(os.path.dirname(self.file), 0o700, exist_ok=True)
        try:
            found = os.stat(self.file)
        except (FileNotFoundError, NotADirectoryError):
            self.refuse_truncated()
            if not make:
                raise self._store_error("BAD_REF", "no such file") from None
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))
            found = os.stat(self.file)
        if not stat.S_ISREG(found.st_mode):
            raise self._store_error("INVALID_ARGUMENT", "the store's path is not a file")
        log = file_size(os.path.realpath(self.file) + "-wal") or 0
        if not any(os.path.samestat(found, other) for other in _open_files) and self._is_foreign(found.st_size, log):
            raise self._store_error(
                "PARSE_ERROR", "this file is not a store of Heddle; it was left as it is", "name a new file, or one that was made as a store"
            )
        self.refuse_truncated()
        self._stat = found
        _open_files.append(found)

    def refuse_truncated(self) -> None:
        """Raises PARSE_ERROR for a truncated file: SQLite would treat it as a new database and delete its log."""
        real = os.path.realpath(self.file)
        size, log = file_size(real) or 0, file_size(real + "-wal") or 0
        if size < _MIN_PAGE_BYTES and (size > 0 or log > 0):
            hint = "put the file and its -wal back from a copy; nothing was changed"
            raise self._store_error("PARSE_ERROR", "the store's main file was cut off or moved away", hint)

    def _is_foreign(self, size: int, log: int) -> bool:
        try:
            with Path(self.file).open("rb") as f:
                head = f.read(_HEADER_BYTES)
        except OSError:
            return False  # SQLite will report it
        if not _MAGIC.startswith(head[: len(_MAGIC)]):
            return True
        if len(head) < _HEADER_BYTES:
            return False  # refuse_truncated reports it
        name = head[68:72]
        if name == bytes(4):  # a new file may have its other pages in the log
            page = int.from_bytes(head[16:18], "big")
            return size > (65536 if page == 1 else page) and log == 0
        return name != _APPLICATION

    def _store_error(self, code: str, message: str, hint: str = "") -> HeddleError:
        return HeddleError(code, message, path=self._path.decode("utf-8", "replace"), hint=hint)


_ADDRESS = re.compile(r"[^/\\.:]{2,}://|(nats|tls|ws|wss):", re.IGNORECASE)


def refuse_address(store: str) -> None:
    """Raises UNSUPPORTED for the address of a store on a server, which would become a file with a strange name.

    The error does not quote the address: it may contain a password.
    """
    if _ADDRESS.match(store):
        hint = "name a file; only Go programs, such as the released heddle, can use a store on NATS"
        raise HeddleError("UNSUPPORTED", "this package keeps no store at an address", hint=hint)


def check_store(file: str) -> None:
    """Raises an error when a store can never be kept in a file: a folder, or a file that cannot be created.

    Nothing is created and no file is opened. A file that exists is accepted even if it cannot be
    written to, because it can still be read.
    """
    found = _stat_of(file, file)
    if found is not None:
        if stat.S_ISDIR(found.st_mode):
            raise _impossible_store(file, "is a folder", f"name a file, such as {os.path.join(file, 'heddle.db')}")
        if not stat.S_ISREG(found.st_mode):
            raise _impossible_store(file, "is not a regular file", "name another file")
        return
    folder = os.path.dirname(file)
    if os.path.islink(file):  # its target is created, the folders above the target are not
        folder = os.path.dirname(os.path.realpath(file))
        if not os.path.isdir(folder):
            raise _impossible_store(file, "cannot be created: it is a link into a missing folder")
    while (above := _stat_of(folder, file)) is None:
        if os.path.islink(folder):
            raise _impossible_store(file, f"cannot be created: {folder} is a link to a missing folder")
        if folder == os.path.dirname(folder):
            raise _impossible_store(file, f"cannot be created: {folder} does not exist")
        folder = os.path.dirname(folder)
    if not stat.S_ISDIR(above.st_mode):
        raise _impossible_store(file, f"cannot be created: {folder} is a file")
    if not os.access(folder, os.W_OK | os.X_OK):
        message = f"the store {file} cannot be created: the folder {folder} cannot be written to"
        raise HeddleError("PERMISSION_DENIED", message, hint="check the permissions of the folder, or name a file in another one")


def _impossible_store(file: str, reason: str, hint: str = "name a file in a folder that exists") -> HeddleError:
    return HeddleError("INVALID_ARGUMENT", f"the store {file} {reason}", hint=hint)


def _stat_of(path: str, file: str) -> os.stat_result | None:
    """The stat of a path; None when it, or a folder above it, does not exist. Errors name the store's file."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as e:
        code = "PERMISSION_DENIED" if isinstance(e, PermissionError) else "IO_ERROR"
        message = f"the store {file} cannot be reached: {os.strerror(e.errno or 5).lower()}"
        raise HeddleError(code, message, hint="check the permissions of the folders above the file, or name another file") from None


def file_size(file: str) -> int | None:
    """A file's size in bytes; None when it does not exist."""
    try:
        return os.stat(file).st_size
    except OSError:
        return None


def write_obstacle(file: str, path: bytes) -> HeddleError | None:
    """Why SQLite cannot write to a file or create its -wal and -shm; None when it can. Nothing is created."""
    name, folder = path.decode("utf-8", "replace"), os.path.dirname(file)
    if not all(os.access(p, os.W_OK) for p in (file, folder)):
        hint = "check the permissions of the file and of its folder"
        return HeddleError("PERMISSION_DENIED", "the store cannot be written to", path=name, hint=hint)
    try:
        full = shutil.disk_usage(folder).free < _MIN_FREE_BYTES
        if hasattr(os, "statvfs"):
            found = os.statvfs(folder)
            full = full or (found.f_files > 0 and found.f_ffree == 0)
    except OSError:
        return None  # SQLite finds out by writing
    return HeddleError("IO_ERROR", "the disk is full", path=name) if full else None
