"""SQLite databases through the standard library.

A foreign database is opened with immutable=1: SQLite takes no lock and creates
no file next to it. When its write-ahead log has newer pages, an image of both
is built in memory or in a private folder. Neither notices when the file
changes: the core compares the file before and after, and reads again.

Only the databases in the table of stores are written to.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .._abi import Database, Text, Value
from .._errors import HeddleError
from .files import Files, read_at
from .sql_guard import DENIED_FUNCTIONS, PRAGMA_NAMES, Statement, check_statement, lower_ascii, view_error
from .store_file import StoreFile, file_size, write_obstacle

MAX_RESULT_BYTES = 256 << 20
"""The greatest size of all values of one query, and so of a single value."""
MAX_ROWS = 1 << 20
"""The greatest number of rows of one query."""
MAX_STEPS = 1 << 28
"""The greatest number of virtual machine steps of one statement on a foreign database."""
MAX_STORE_STEPS = 1 << 32
"""The same on the store, where integrity_check reads the complete file in one statement."""
MAX_HANDLES = 1024
MAX_SQL_BYTES = 1 << 20
MAX_IMAGE_BYTES = 1 << 30
"""The largest database that is read together with its write-ahead log."""
MEMORY_IMAGE_BYTES = 32 << 20
"""An image up to this size is built in memory, a larger one in a private folder."""

_FOR_CHANGES = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
_TIDIES = b"PRAGMA incremental_vacuum"
"""After a batch with it no file of the store has a byte of what was deleted."""
_STEPS_PER_CHECK = 4000
_BUSY_SECONDS = 5.0
_COPY_BYTES = 1 << 20
_ROW_BYTES, _VALUE_BYTES = 24, 48  # added for each row and each value to the bytes of its content


class Databases:
    """The open databases of one engine. Handles stay valid until close() or release()."""

    def __init__(
        self,
        files: Files,
        check: Callable[[], None] = lambda: None,
        *,
        stores: Mapping[bytes, str] | None = None,
        max_result_bytes: int = MAX_RESULT_BYTES,
        max_steps: int = MAX_STORE_STEPS,
    ) -> None:
        """Check runs at the start of every call and between the steps of long ones.

        Stores maps the mount paths of the databases that may be written to absolute file paths.
        """
        self._files, self._check = files, check
        self._stores, self._open_stores = dict(stores or {}), dict[bytes, OpenStore]()
        self._handles: dict[int, tuple[_Database | OpenStore, bool]] = {}
        self._as_files = dict[bytes, str]()  # the stores that are read like foreign databases
        self._last = 0
        self._limit, self._max_steps = max_result_bytes, max_steps

    def open(self, db: Database) -> int:
        """Opens a database and returns its handle."""
        self._check()
        opened: _Database | OpenStore
        if db.path in self._stores and (db.writable or db.path not in self._as_files):
            opened = self._open_store(db)
        elif db.writable:
            raise _path_error("PERMISSION_DENIED", "not a database of this engine's store", db.path)
        else:
            opened = self._open_foreign(db)
        if len(self._handles) >= MAX_HANDLES:
            if isinstance(opened, _Database):
                opened.close()
            raise _path_error("LIMIT_EXCEEDED", "more than 1,024 open databases", db.path)
        opened.max_steps = min(self._max_steps, MAX_STEPS if isinstance(opened, _Database) else MAX_STORE_STEPS)
        self._last += 1
        self._handles[self._last] = opened, db.writable
        return self._last

    def query(self, handle: int, sql: bytes, args: Sequence[Value]) -> list[tuple[Value, ...]]:
        """Runs one statement that changes nothing and returns its rows."""
        db, _ = self._find_handle(handle, sql)
        return (db if isinstance(db, _Database) else db.to_read()).query(sql, args, self._limit)

    def execute(self, handle: int, batch: Sequence[tuple[bytes, Sequence[Value]]]) -> None:
        """Runs a batch as one transaction: all of it or nothing."""
        db, writable = self._find_handle(handle)
        if not writable or isinstance(db, _Database):
            raise _path_error("PERMISSION_DENIED", "database is read-only", db.path)
        db.to_write().execute(batch)

    def close(self, handle: int) -> None:
        """Closes a handle. Closing twice is harmless."""
        db, _ = self._handles.pop(handle, (None, False))
        if isinstance(db, _Database):
            db.close()

    def release(self) -> None:
        """Closes every handle; the object can be used again."""
        for handle in list(self._handles):
            self.close(handle)
        self._as_files.clear()

    def file_of(self, path: bytes) -> str | None:
        """The file of a store that is read like a foreign database, until release()."""
        return self._as_files.get(path)

    def shutdown(self) -> None:
        """Closes the stores as well: their connections outlive single calls."""
        self.release()
        while self._open_stores:
            self._open_stores.popitem()[1].close()

    def _find_handle(self, handle: int, sql: bytes = b"") -> tuple[_Database | OpenStore, bool]:
        self._check()
        found = self._handles.get(handle)
        if found is None:
            raise HeddleError("INVALID_ARGUMENT", "no such database handle")
        _check_length(sql, found[0].path)
        return found

    def _open_foreign(self, db: Database) -> _Database:
        path, fd = self._files.locate(db.path)
        try:
            if db.overlay:
                return self._open_image(db, fd)
            opened = _Database(db.path, self._check, _file_uri(path, "mode=ro&immutable=1"))
            before, after = os.fstat(fd), os.stat(path)
            if (before.st_dev, before.st_ino) != (after.st_dev, after.st_ino):
                opened.close()
                raise _path_error("IO_ERROR", "database was replaced while it was opened", db.path)
            return opened
        except OSError as e:
            raise _path_error("IO_ERROR", f"cannot be read: {os.strerror(e.errno or 5).lower()}", db.path) from None
        finally:
            os.close(fd)

    def _open_image(self, db: Database, fd: int) -> _Database:
        """Opens an image of the main file in which the newest pages of its log replace older ones."""
        size = _image_size(db)
        _, log = self._files.locate(db.path + b"-wal")
        try:
            if size <= MEMORY_IMAGE_BYTES and hasattr(sqlite3.Connection, "deserialize"):
                image = bytearray(size)
                self._build_image(db, fd, log, lambda at, piece: _copy_into(image, at, piece))
                opened = _Database(db.path, self._check, ":memory:")
                opened.load(image)
                return opened
            folder = tempfile.mkdtemp(prefix="heddle-")  # readable by this user alone
            try:
                name = os.path.join(folder, "image.db")
                with Path(name).open("xb") as f:
                    f.truncate(size)

                    def put(at: int, piece: bytes | memoryview) -> None:
                        f.seek(at)
                        f.write(piece)

                    self._build_image(db, fd, log, put)
                opened = _Database(db.path, self._check, _file_uri(os.fsencode(name), "mode=ro&immutable=1"))
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
            if os.name == "nt":
                opened.folder = folder  # Windows does not remove an open file
            else:
                shutil.rmtree(folder, ignore_errors=True)
            return opened
        finally:
            os.close(log)

    def _build_image(self, db: Database, fd: int, log: int, put: Callable[[int, bytes | memoryview], object]) -> None:
        size, buffer = _image_size(db), memoryview(bytearray(max(_COPY_BYTES, db.page_size)))
        at = 0
        while at < size:
            self._check()
            n = read_at(fd, buffer[: min(_COPY_BYTES, size - at)], at)
            put(at, buffer[:n])
            if n == 0:
                break  # the log may have pages after the end of the main file
            at += n
        page = buffer[: db.page_size]
        for number, offset in db.overlay:
            if number > db.pages:
                continue
            if read_at(log, page, offset) < len(page):
                message = "write-ahead log became shorter while it was read"
                raise HeddleError("IO_ERROR", message, path=_path_text(db.path) + "-wal", offset=offset)
            put((number - 1) * db.page_size, page)
        put(18, b"\x01\x01")  # no write-ahead log

    def _open_store(self, db: Database) -> OpenStore:
        opened = self._open_stores.get(db.path)
        if opened is None:
            try:
                opened = OpenStore(self._stores[db.path], db.path, self._check, make=db.writable)
            except ReadAsFileError as e:
                if db.writable:
                    raise e.reason from None
                self._as_files[db.path] = os.path.realpath(self._stores[db.path])
                raise _path_error("UNSUPPORTED", f"the store can only be read as a file: {e.reason.message}", db.path) from None
            self._open_stores[db.path] = opened
        return opened


class ReadAsFileError(Exception):
    """A store on a read-only or full disk: SQLite cannot create the -wal and -shm that it needs."""

    def __init__(self, reason: HeddleError) -> None:
        super().__init__(reason.message)
        self.reason = reason


class OpenStore:
    """An open store. Queries use a connection that changes no byte of it; the first change opens one that writes.

    In WAL mode SQLite needs a -wal and a -shm, and creates them when they are
    missing. When both exist, a read-only connection neither writes to the -wal
    nor checkpoints it. When the -wal is missing or empty, a read-write
    connection creates both files, and removes them if it is the last to close.
    When they cannot be created, the store is read like a foreign database.
    """

    def __init__(self, file: str, path: bytes, check: Callable[[], None], *, make: bool) -> None:
        self.path, self._check = path, check
        self._writer: _Database | None = None
        self.max_steps = MAX_STORE_STEPS
        self._store_file = StoreFile(file, path, make=make)
        self._file = os.path.realpath(file)  # SQLite creates the -wal next to the target of a link
        try:
            self._reader = self._open_reader()
        except BaseException:
            self._store_file.release()
            raise

    def to_read(self) -> _Database:
        """The connection for queries: the one for changes, once it is open."""
        return self._with_step_limit(self._writer or self._reader)

    def to_write(self) -> _Database:
        """The connection for changes."""
        if self._writer is None:
            reason = write_obstacle(self._file, self.path)
            if reason is not None:
                raise reason
            self._store_file.refuse_truncated()
            self._writer = self._connect("rwc", _FOR_CHANGES)
        return self._with_step_limit(self._writer)

    def _with_step_limit(self, db: _Database) -> _Database:
        db.max_steps = self.max_steps
        return db

    def close(self) -> None:
        """Closes the connections. If there was no change, a -wal that other processes wrote is not checkpointed."""
        other = None
        if self._reader_may_checkpoint and self._writer is None and (file_size(self._file + "-wal") or 0) > 0:
            try:  # the last connection that closes checkpoints; a read-only one does not
                self._store_file.refuse_truncated()
                other = self._connect("ro", ())
                other.open_log()
            except HeddleError:
                pass
        self._reader.close()
        if other is not None:
            other.close()
        if self._writer is not None:
            self._writer.close()
        self._store_file.release()

    def _open_reader(self) -> _Database:
        log, shared = file_size(self._file + "-wal"), file_size(self._file + "-shm")
        self._reader_may_checkpoint = False
        if log is None or shared is None:
            reason = write_obstacle(self._file, self.path)
            if reason is not None:
                raise ReadAsFileError(reason)
            self._reader_may_checkpoint = not log
        opened = None
        try:
            opened = self._connect("rw" if self._reader_may_checkpoint else "ro", ())
            opened.open_log()
        except HeddleError as e:
            if opened is not None:
                opened.close()
            if _result_of(e) not in _LACKS_ROOM:
                raise
            raise ReadAsFileError(write_obstacle(self._file, self.path) or e) from None
        return opened

    def _connect(self, mode: str, pragmas: Sequence[str]) -> _Database:
        return _Database(self.path, self._check, _file_uri(os.fsencode(self._file), "mode=" + mode), store=pragmas)


_LACKS_ROOM = (8, 10, 13, 14)  # READONLY, IOERR, FULL, CANTOPEN


def _result_of(e: HeddleError) -> int:
    """SQLite's primary result code of an error; 0 for other errors."""
    found = re.search(r"\(SQLite (\d+)\)$", e.message)
    return int(found.group(1)) & 0xFF if found else 0


def _image_size(db: Database) -> int:
    ascending = all(a[0] < b[0] for a, b in itertools.pairwise(db.overlay))
    if not 512 <= db.page_size <= 65536 or db.page_size & (db.page_size - 1) or db.pages < 1:
        raise _path_error("INVALID_ARGUMENT", "overlay without a page size or page count", db.path)
    if not ascending or db.overlay[0][0] < 1:
        raise _path_error("INVALID_ARGUMENT", "overlay is not in page order", db.path)
    size = db.page_size * db.pages
    if size > MAX_IMAGE_BYTES:
        raise _path_error("LIMIT_EXCEEDED", "a database with a write-ahead log is larger than 1 GiB", db.path)
    return size


def _check_length(sql: bytes, path: bytes) -> None:
    """Refuses a statement that is too long."""
    if len(sql) > MAX_SQL_BYTES:
        raise _path_error("LIMIT_EXCEEDED", "statement is longer than 1 MiB", path)


def _copy_into(image: bytearray, at: int, piece: bytes | memoryview) -> None:
    image[at : at + len(piece)] = piece


class _Database:
    """One connection."""

    def __init__(self, path: bytes, check: Callable[[], None], uri: str, *, store: Sequence[str] | None = None) -> None:
        """Store has the pragmas for a connection to a store; None for a foreign database."""
        self.path, self.folder = path, ""
        self._check = check
        self._stopped: HeddleError | None = None
        self._read_only, self._own, self._denied = store is None, True, False
        self._views = frozenset[str]()  # names that are not of real tables
        self.max_steps, self._steps = MAX_STEPS, 0
        try:
            self._db = sqlite3.connect(uri, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=32, uri=True)
        except sqlite3.Error as e:
            raise self._error_of(e) from None
        try:
            self._db.text_factory = Text
            self._set_limits()
            self._db.set_progress_handler(self._check_progress, _STEPS_PER_CHECK)
            if uri != ":memory:":
                self._configure(store)
        except BaseException:
            self.close()
            raise

    def load(self, image: bytearray) -> None:
        """Loads an image into a connection to :memory:."""
        try:
            self._db.deserialize(image)  # type: ignore[attr-defined, unused-ignore]
            self._configure(None)
        except BaseException as e:
            self.close()
            if isinstance(e, _FAILURES):
                raise self._error_of(e) from None
            raise

    def close(self) -> None:
        self._db.close()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def query(self, sql: bytes, args: Sequence[Value], limit: int) -> list[tuple[Value, ...]]:
        self._set_read_only(True)
        rows: list[tuple[Value, ...]] = []
        try:
            cursor = self._start_statement(sql, args, batch=False)
            try:
                for row in cursor:
                    if len(rows) == MAX_ROWS:
                        raise _path_error("LIMIT_EXCEEDED", "query result has more than 1,048,576 rows", self.path, "narrow the request")
                    limit -= _ROW_BYTES + _VALUE_BYTES * len(row)
                    limit -= sum(len(v) for v in row if isinstance(v, bytes))
                    if limit < 0:
                        raise _path_error("LIMIT_EXCEEDED", "query result is too large", self.path, "narrow the request")
                    rows.append(row)
            finally:
                cursor.close()
        except _FAILURES as e:
            raise self._error_of(e) from None
        return rows

    def execute(self, batch: Sequence[tuple[bytes, Sequence[Value]]]) -> None:
        self._set_read_only(False)
        try:
            self._run_own("BEGIN IMMEDIATE")
            try:
                for sql, args in batch:
                    _check_length(sql, self.path)
                    cursor = self._start_statement(sql, args, batch=True)
                    for _ in cursor:
                        pass
                    cursor.close()
                self._run_own("COMMIT")
            except BaseException:
                self._roll_back()
                raise
            if any(sql == _TIDIES for sql, _ in batch):
                self._rewrite()
        except _FAILURES as e:
            raise self._error_of(e) from None

    def _rewrite(self) -> None:
        """Removes what programs without secure_delete left on the pages, and the pages before from the log."""
        self._set_limit(_LIMIT_ATTACHED, 1)  # VACUUM attaches its copy
        try:
            self._run_own("VACUUM")
        finally:
            self._set_limit(_LIMIT_ATTACHED, 0)
        self._run_own("PRAGMA wal_checkpoint(TRUNCATE)")

    def open_log(self) -> None:
        """Reads the first page, so that SQLite opens the log."""
        self.query(b"SELECT count(*) FROM sqlite_master", (), MAX_RESULT_BYTES)

    def _configure(self, store: Sequence[str] | None) -> None:
        """Limits what a hostile file can make SQLite do, and reads page 1."""
        foreign = ("temp_store=2", "cell_size_check=1", "query_only=1", "schema_version")
        try:
            pragmas = ["trusted_schema=0", *(foreign if store is None else store)]
            # It has an effect in a new file only, and setting it writes to every file.
            if store and int(self._db.execute("PRAGMA page_count").fetchone()[0]) == 0:
                pragmas.insert(1, "auto_vacuum=INCREMENTAL")
            for pragma in pragmas:
                self._db.execute(f"PRAGMA {pragma}").fetchall()
            if store is None:
                self._find_views()
            self._own = False
            self._db.set_authorizer(self._authorize)
        except _FAILURES as e:
            raise self._error_of(e) from None

    def _find_views(self) -> None:
        """Finds the names that must not be read: a view may recurse without end, a virtual table runs other statements."""
        names = self._db.execute(_NOT_TABLES).fetchall()
        if len(names) > _MAX_VIEWS:
            raise _path_error("LIMIT_EXCEEDED", "database has more than 4,096 views", self.path)
        self._views = frozenset(lower_ascii(bytes(name).decode("utf-8", "replace")) for (name,) in names)

    def _set_limits(self) -> None:
        self._set_limit(_LIMIT_LENGTH, MAX_RESULT_BYTES)
        self._set_limit(_LIMIT_ATTACHED, 0)
        if hasattr(self._db, "setconfig"):  # Python 3.12
            self._db.setconfig(_CONFIG_DEFENSIVE, True)

    def _set_limit(self, what: int, most: int) -> None:
        if hasattr(self._db, "setlimit"):  # Python 3.11
            self._db.setlimit(what, most)

    def _check_statement(self, sql: bytes, args: Sequence[Value], batch: bool) -> Statement:
        try:
            statement = check_statement(sql, self._views, batch=batch)
            if statement.reads_schema:
                for arg in args:  # SQLite may have to run a view to list its columns
                    if isinstance(arg, bytes) and (name := lower_ascii(arg.decode("utf-8", "replace"))) in self._views:
                        raise view_error(name)
        except HeddleError as e:
            raise _path_error(e.code, e.message, self.path) from None
        return statement

    def _start_statement(self, sql: bytes, args: Sequence[Value], *, batch: bool) -> sqlite3.Cursor:
        text = self._check_statement(sql, args, batch).text
        self._stopped, self._denied, self._steps = None, False, 0
        bound: list[Any] = []
        foreign = set[int]()  # parameters that are text but not UTF-8
        for number, arg in enumerate(args, 1):
            if isinstance(arg, Text):
                try:
                    bound.append(arg.decode())
                    continue
                except UnicodeDecodeError:
                    foreign.add(number)
            bound.append(bytes(arg) if isinstance(arg, bytes) else arg)
        if not foreign and not _NUMBERED.search(text):
            return self._db.execute(text, bound)
        text, count = _number_parameters(text, foreign)
        if count != len(bound):
            raise _path_error("INVALID_ARGUMENT", _ARGUMENTS, self.path)
        return self._db.execute(text, {str(n): v for n, v in enumerate(bound, 1)})

    def _run_own(self, command: str) -> None:
        """Begins or ends a transaction."""
        self._own, self._stopped, self._steps = True, None, 0
        try:
            self._db.execute(command)
        finally:
            self._own = False

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.set_progress_handler(None, 0)  # a rollback must not be interrupted
            try:
                self._run_own("ROLLBACK")
            finally:
                self._db.set_progress_handler(self._check_progress, _STEPS_PER_CHECK)

    def _set_read_only(self, on: bool) -> None:
        if on != self._read_only:
            self._read_only = on
            self._db.set_authorizer(self._authorize)  # SQLite compiles, and so authorizes, cached statements again

    def _authorize(self, action: int, first: str | None, second: str | None, schema: str | None, trigger: str | None) -> int:
        """Authorizes each action of a statement while SQLite compiles it: the second check, after check_statement."""
        if self._own:
            return sqlite3.SQLITE_OK
        if self._read_only and action in _WRITE and not str(first).startswith("sqlite_"):  # SQLite writes the declaration of a virtual table there
            self._denied = True
            return sqlite3.SQLITE_DENY
        allowed = action in _ALLOWED
        if action in _ROWS:
            allowed = trigger is None  # else the view or trigger that accesses the row
        elif action == _FUNCTION:
            allowed = str(second).lower() not in DENIED_FUNCTIONS and not str(second).lower().startswith("sqlite_")
        elif action == _PRAGMA:
            allowed = str(first).lower() in PRAGMA_NAMES
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    def _check_progress(self) -> int:
        """Checks the deadline and the step limit during a statement; a result other than 0 interrupts it."""
        try:
            self._check()
            self._steps += _STEPS_PER_CHECK
            if self._steps > self.max_steps and not self._own:
                raise _path_error("LIMIT_EXCEEDED", f"a statement took more than {self.max_steps} steps", self.path)
        except HeddleError as e:
            self._stopped = e
            return 1
        return 0

    def _error_of(self, e: BaseException) -> HeddleError:
        if self._stopped is not None:
            return self._stopped
        if self._denied:
            return _path_error("INVALID_ARGUMENT", "Query runs statements that change nothing", self.path)
        if isinstance(e, MemoryError):
            return _path_error("LIMIT_EXCEEDED", "SQLite has no memory left", self.path)
        message = str(e)
        number = getattr(e, "sqlite_errorcode", None)
        if isinstance(e, UnicodeDecodeError):  # the message about a damaged file may quote its bytes
            message, number = e.object.decode("utf-8", "replace"), 11
        if number is None:
            if "one statement" in message:
                return _path_error("INVALID_ARGUMENT", _ONE_STATEMENT, self.path)
            if "bindings" in message or "binding " in message:
                return _path_error("INVALID_ARGUMENT", _ARGUMENTS, self.path)
            if isinstance(e, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
                return _path_error("INVALID_ARGUMENT", message, self.path)
            number = next((n for text, n in _MESSAGES.items() if message.startswith(text)), 1)  # Python 3.10
        code, hint = _CODES.get(number & 0xFF, ("IO_ERROR", ""))
        return _path_error(code, f"{message} (SQLite {number})", self.path, hint)


_FAILURES = (sqlite3.Error, sqlite3.Warning, MemoryError, UnicodeError)
_ONE_STATEMENT = "exactly one SQL statement is expected"
_ARGUMENTS = "statement and arguments differ in number"

# SQLite's numbers: the module names them only since Python 3.11.
_LIMIT_LENGTH, _LIMIT_ATTACHED, _CONFIG_DEFENSIVE = 0, 7, 1010
_CODES = {
    **dict.fromkeys((1, 11, 16, 17, 20, 24, 26), ("PARSE_ERROR", "")),  # ERROR CORRUPT EMPTY SCHEMA MISMATCH FORMAT NOTADB
    **dict.fromkeys((5, 6, 15), ("CONFLICT", "another process is writing to this database: try again")),  # BUSY LOCKED PROTOCOL
    19: ("CONFLICT", ""),  # CONSTRAINT
    **dict.fromkeys((7, 18, 22), ("LIMIT_EXCEEDED", "")),  # NOMEM TOOBIG NOLFS
    **dict.fromkeys((3, 8, 23), ("PERMISSION_DENIED", "")),  # PERM READONLY AUTH
    **dict.fromkeys((21, 25), ("INVALID_ARGUMENT", "")),  # MISUSE RANGE
    9: ("TIMEOUT", ""),  # INTERRUPT
    13: ("IO_ERROR", "the disk is full"),  # FULL
}
_MESSAGES = {
    "file is not a database": 26,
    "database disk image is malformed": 11,
    "database is locked": 5,
    "database table is locked": 6,
    "attempt to write a readonly database": 8,
    "not authorized": 23,
    "string or blob too big": 18,
    "interrupted": 9,
    "unable to open database file": 14,
    "disk I/O error": 10,
    "database or disk is full": 13,
    "UNIQUE constraint failed": 19,
    "NOT NULL constraint failed": 19,
    "CHECK constraint failed": 19,
    "FOREIGN KEY constraint failed": 19,
    "datatype mismatch": 20,
}
_MAX_VIEWS = 4096
_NOT_TABLES = (
    "SELECT CAST(name AS BLOB) FROM sqlite_master WHERE lower(type) = 'view' OR (lower(type) = 'table' AND coalesce(rootpage, 0) = 0) LIMIT 4097"
)

# The actions of an authorizer: https://sqlite.org/c3ref/c_alter_table.html
_PRAGMA, _FUNCTION = 19, 31
_ROWS = (9, 18, 20, 23)  # DELETE, INSERT, READ, UPDATE
_ALLOWED = (1, 2, 21, 33)  # CREATE INDEX, CREATE TABLE, SELECT, RECURSIVE
_WRITE = (*range(1, 19), 23, 26, 27, 28, 29, 30)  # CREATE … DROP, INSERT, UPDATE, ALTER, REINDEX, ANALYZE, virtual tables


_TOKEN = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\?(\d*)""", re.DOTALL)
_NUMBERED = re.compile(r"\?\d")


def _number_parameters(sql: str, foreign: set[int]) -> tuple[str, int]:
    """Writes the number of every parameter, which Python treats as a name, and returns the greatest number.

    The foreign parameters are bound as blobs and cast to text: Python cannot bind text that is not UTF-8.
    """
    greatest = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal greatest
        if match.group(1) is None:
            return match.group()
        number = int(match.group(1) or greatest + 1)
        greatest = max(greatest, number)
        return f"CAST(?{number} AS TEXT)" if number in foreign else f"?{number}"

    return _TOKEN.sub(replace, sql), greatest


def _file_uri(path: bytes, options: str) -> str:
    if os.name == "nt":
        path = b"/" + path.replace(b"\\", b"/")
    return "file:" + quote(path) + "?" + options


def _path_text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def _path_error(code: str, message: str, path: bytes, hint: str = "") -> HeddleError:
    return HeddleError(code, message, path=_path_text(path), hint=hint)
