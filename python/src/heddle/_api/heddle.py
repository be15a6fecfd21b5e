"""The function open and the class Heddle."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._engine import Engine
from .._errors import HeddleError
from .._host import Host, Mount
from .._host.places import resolve, store_file
from .._host.store_file import check_store, refuse_address
from .calls import Calls, Response
from .methods import Attachments, Edits, EngineMethods, Ids, Messages, Sessions, Store, Threads
from .options import checked_methods, checked_options
from .zone import ZoneName

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self


STORE = b"store/heddle.db"
"""The mount path of the store's file."""


MAX_PRICES = 1 << 20
"""The greatest size of a price table in bytes; the engine refuses a larger one."""


@dataclass(frozen=True)
class Places:
    """What an engine was opened with, for live sessions that use it."""

    home: str | None
    store: str | None
    prices: str | bytes | None


@checked_options
def open(
    home: str | os.PathLike[str] | None = None,
    *,
    store: str | os.PathLike[str] | bool = False,
    prices: str | os.PathLike[str] | bytes | None = None,
    zone: ZoneName | None = None,
) -> Heddle:
    """Opens the engine on the sessions of a home folder.

        with heddle.open() as h:
            for s in h.sessions.list("claude", limit=20):
                print(s.updated_at, s.title)

    Args:
        home: The home folder, with all folders of each agent. Nothing outside it is read. Default:
            this user's home, with the environment variables of the agents (CLAUDE_CONFIG_DIR,
            CODEX_HOME, XDG_DATA_HOME, PI_CODING_AGENT_SESSION_DIR and others).
        store: The file of the store; the first change creates it, with missing folders above it.
            True: heddle/heddle.db in the user's data folder. False: the store cannot be changed.
        prices: Prices of your own: a CSV file, which is read once, or its content as bytes. They
            replace the built-in prices of the models that it lists. docs/prices.md describes the
            format. Default: the built-in prices.
        zone: The zone whose days dates and group_by="day" mean: a name such as "Europe/Berlin", or
            a tzinfo. Default: the system's.

    Raises:
        HeddleError: Its code is BAD_REF when home is not a folder, INVALID_ARGUMENT for a wrong
            zone, when prices cannot be read, when no home is known, or when the store is a folder or
            below a file, PERMISSION_DENIED when the store cannot be created, UNSUPPORTED when the
            engine does not fit the package, or for a store at an address such as nats://host/team.
            With store=True, only the first change reports what prevents the store.
    """
    if home is not None:
        home = os.path.abspath(home)
        if not os.path.isdir(home):
            raise HeddleError("BAD_REF", f"no such folder: {home}", hint="home= names an existing folder")
    table = prices if prices is None or isinstance(prices, bytes) else _read_prices(os.path.abspath(prices))
    file = _store_of(store, home)
    h = open_home(home, zone, prices=table, **({} if file is None else {"stores": {STORE: file}}))
    h._places = Places(home, file, prices if prices is None or isinstance(prices, bytes) else os.path.abspath(prices))
    return h


def _store_of(store: str | os.PathLike[str] | bool, home: str | None) -> str | None:
    if store is False:
        return None
    if store is True:
        return store_file(home)
    refuse_address(os.fspath(store))
    file = os.path.abspath(store)
    check_store(file)
    return file


def _read_prices(file: str) -> bytes:
    try:
        with Path(file).open("rb") as f:
            return f.read(MAX_PRICES + 1)
    except OSError as e:
        cause = os.strerror(e.errno or errno.EIO).lower()
        hint = "prices= names a file with prices; without it the built-in prices are used"
        raise HeddleError("INVALID_ARGUMENT", f"the price table {file} cannot be read: {cause}", hint=hint) from None


def open_home(home: str | None, zone: ZoneName | None = None, **options: Any) -> Heddle:
    """Opens an engine on a home folder. Options are those of Host."""
    mounts, folders = {}, {}
    for place in resolve(home):
        files = None if place.files is None else [os.fsencode(name) for name in place.files]
        mounts[place.mount.encode()] = Mount(os.fsencode(place.path), files)
        folders[place.mount] = place.path
    return Heddle(Engine(Host(mounts, **options)), folders, zone)


@checked_methods
class Heddle(EngineMethods):
    """An open engine. Safe for use by many threads; calls run one after the other.

    The methods that read files have timeout, in seconds, and cancel, an event
    that another thread sets. The call raises TIMEOUT after either.
    """

    sessions: Sessions
    """The agents' sessions."""
    attachments: Attachments
    """Pictures and files of sessions."""
    edits: Edits
    """Where the lines of files come from."""
    store: Store
    """Heddle's own sessions."""
    threads: Threads
    """Threads of Heddle's own sessions."""
    messages: Messages
    """Pure functions on messages."""
    ids: Ids
    """Unified ids."""

    def __init__(self, engine: Engine, folders: Mapping[str, str] | None = None, zone: ZoneName | None = None) -> None:
        """Use heddle.open."""
        self._places: Places | None = None
        calls = Calls(engine, folders or {}, zone)
        super().__init__(calls)
        self.sessions, self.ids = Sessions(calls), Ids(calls)
        self.attachments, self.edits = Attachments(calls), Edits(calls)
        self.store, self.threads, self.messages = Store(calls), Threads(calls), Messages(calls)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Releases the engine's memory. Closing twice is harmless."""
        self._calls.close()

    def call(
        self,
        op: str | int,
        request: bytes = b"",
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Response:
        """Runs an operation on the JSON bytes of its request and returns the bytes of its response.

        The header of the response has the operation's error, if it failed. docs/operations.md lists
        the operations.

            header, body = h.call("sessions.list", b'{"limit": 2}')

        Args:
            op: The operation's name or number.
            request: A JSON object. Default: no members.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is UNSUPPORTED for an unknown operation, TIMEOUT, INVALID_ARGUMENT
                for a closed engine, or INTERNAL when the engine stopped.
        """
        return self._calls.call(op, request, timeout, cancel)
