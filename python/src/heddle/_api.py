"""The public face: operations as methods, results as dataclasses."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi, _types
from ._engine import Engine
from ._errors import HeddleError
from ._files import Mount
from ._hints import speak
from ._host import Host
from ._options import checked, meant, suggesting
from ._places import resolve, store_file
from ._results import Page, Results
from ._sessions import Sessions
from ._store import Messages, Store
from ._stored import nameless
from ._threads import Threads
from ._types import OPS, Agent, AgentInfo, Diagnostic, NativeID, Report, SessionSummary, Version
from ._wire import parse
from ._zone import ZoneName, is_day, zone_of

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self


STORE = b"store/heddle.db"
"""The mount path of the store's file."""


class Response(NamedTuple):
    """The bytes of a response, equal in every language."""

    header: bytes
    """Canonical JSON: op, and error, diagnostics or report where there are any."""
    body: bytes
    """The bare result; empty when the header holds an error."""


@checked
def open(home: str | os.PathLike[str] | None = None, *, store: str | os.PathLike[str] | bool = False, zone: ZoneName | None = None) -> Heddle:
    """Opens the engine on the sessions of a home folder.

    Without home it is this user's own, and each agent's environment variables
    (CLAUDE_CONFIG_DIR, CODEX_HOME, XDG_DATA_HOME and others) are respected;
    with home, nothing outside that folder is looked at.

    store grants the store's file, which the first change makes; True is the
    usual place, heddle/heddle.db in the user's data folder. Without it the
    store cannot be changed.

    zone says which days dates and group_by="day" mean: a name such as
    "Europe/Berlin" or a tzinfo; without it, the system's.

        with heddle.open() as h:
            for s in h.sessions.list("claude", limit=20):
                print(s.updated_at, s.title)
    """
    if home is not None:
        home = os.path.abspath(home)
        if not os.path.isdir(home):
            raise HeddleError("BAD_REF", f"no such folder: {home}", hint="home= names an existing folder")
    if store is False:
        return open_home(home, zone)
    file = store_file(home) if store is True else os.path.abspath(store)
    return open_home(home, zone, stores={STORE: file})


def open_home(home: str | None, zone: ZoneName | None = None, **options: Any) -> Heddle:
    """Opens an engine; options are those of Host."""
    mounts, folders = {}, {}
    for place in resolve(home):
        files = None if place.files is None else [os.fsencode(name) for name in place.files]
        mounts[place.mount.encode()] = Mount(os.fsencode(place.path), files)
        folders[place.mount] = place.path
    return Heddle(Engine(Host(mounts, **options)), folders, zone)


@suggesting
class Heddle:
    """An open engine. Safe for use by many threads; calls run one after the other.

    Every method takes timeout (seconds) and cancel (an event to set from
    another thread); when either has passed the call raises TIMEOUT.
    """

    sessions: Sessions
    """The agents' sessions."""
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
        self._engine, self._folders, self._own_zone = engine, folders or {}, zone
        self.sessions, self.ids = Sessions(self), Ids(self)
        self.store, self.threads, self.messages = Store(self), Threads(self), Messages(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Gives the engine's memory back. Closing twice is harmless."""
        self._engine.close()

    def version(self) -> Version:
        """The versions of the engine, its ABI and its price table."""
        return Version.from_json(self._run("version", _types.VersionRequest(), None, None).json())

    def agents(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> Results[AgentInfo]:
        """Every supported agent: whether it was found, where, and how many sessions it has."""
        answer = self._run("agents.list", _types.AgentsRequest(), timeout, cancel)
        return Results(map(AgentInfo.from_json, answer.json()), answer.diagnostics)

    def call(
        self,
        op: str | int,
        request: bytes = b"",
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Response:
        """Runs an operation by name or number on the JSON bytes of its request and returns the bytes of its response.

        An error of the operation stands in the header. docs/operations.md lists the operations.
        """
        if isinstance(op, str):
            if op not in OPS:
                raise HeddleError("UNSUPPORTED", f"unknown operation '{op}'{meant(op, list(OPS))}", hint="one of " + ", ".join(OPS))
            op = OPS[op]
        return Response(*_abi.split(self._engine.call(op, request, timeout=timeout, cancel=cancel)))

    def _run(self, op: str, request: Any, timeout: float | None, cancel: threading.Event | None) -> _Answer:
        """Runs an operation and raises its error."""
        return self._send(op, json.dumps(request.to_json(), ensure_ascii=True).encode(), timeout, cancel)

    def _send(self, op: str, data: bytes, timeout: float | None, cancel: threading.Event | None) -> _Answer:
        """Runs an operation on the bytes of its request and raises its error."""
        header, body = self.call(op, data, timeout=timeout, cancel=cancel)
        notes = parse(header)
        speak([notes.get("error"), *notes.get("diagnostics", ())])
        if "error" in notes:
            raise HeddleError.from_json(notes["error"])
        report = Report.from_json(notes["report"]) if "report" in notes else None
        page = Page(notes["page"]["total"], notes["page"].get("nextOffset")) if "page" in notes else None
        return _Answer(body, tuple(map(Diagnostic.from_json, notes.get("diagnostics", ()))), report, page)

    def _zone(self, zone: ZoneName | None, *bounds: datetime | date | timedelta | str | None, days: bool = False) -> _types.Zone | None:
        """The zone of a request: the one it names, else this engine's where days are concerned."""
        if zone is None and not days and not any(map(is_day, bounds)):
            return None
        return zone_of(self._own_zone if zone is None else zone)

    def _local(self, path: str) -> str:
        """Turns a mount-relative path into this machine's; one of no mount stays as it is."""
        mount, *names = path.split("/")
        folder = self._folders.get(mount)
        return path if folder is None else os.path.join(folder, *names)


class _Answer(NamedTuple):
    body: bytes
    diagnostics: tuple[Diagnostic, ...]
    report: Report | None
    page: Page | None

    def json(self) -> Any:
        return parse(self.body)


@suggesting
class Ids:
    """Unified ids, agent:sessionId. Nothing is read; the session need not exist."""

    def __init__(self, heddle: Heddle) -> None:
        self._heddle = heddle

    def resolve_unified_id(self, agent: Agent, native_session_id: str) -> str:
        """Joins an agent and its own session id."""
        request = _types.ResolveUnifiedIDRequest(agent=agent, native_session_id=native_session_id)
        return str(self._heddle._run("ids.resolveUnifiedId", request, None, None).json())

    def resolve_native_id(self, unified_id: str | SessionSummary | _types.Session) -> NativeID | None:
        """Splits a unified id, or a summary's, at its first colon; None when it is none or the agent is unknown."""
        name = unified_id if isinstance(unified_id, str) else getattr(unified_id, "unified_id", None)
        if name is None:
            raise nameless(unified_id, "a session")
        request = _types.ResolveNativeIDRequest(unified_id=name)
        found = self._heddle._run("ids.resolveNativeId", request, None, None).json()
        return None if found is None else NativeID.from_json(found)
