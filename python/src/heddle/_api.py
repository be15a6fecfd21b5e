"""The public face: operations as methods, results as dataclasses."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from . import _abi, _types
from ._engine import Engine
from ._errors import HeddleError
from ._files import Mount
from ._host import Host
from ._places import resolve
from ._table import html_table
from ._types import OPS, AgentInfo, Diagnostic, NativeID, Report, SessionSummary, SortDirection, SortKey, Version
from ._wire import parse

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

_T = TypeVar("_T")


class Results(list[_T]):
    """A list that also says why it is partial, if it is. A notebook shows it as a table."""

    diagnostics: tuple[Diagnostic, ...]
    """Agents and files that could not be read; empty when the list is complete."""

    def __init__(self, items: Iterable[_T] = (), diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(items)
        self.diagnostics = tuple(diagnostics)

    def _repr_html_(self) -> str:
        return html_table(self, self.diagnostics)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Session(_types.Session):
    """A session with its messages, and what reading it met."""

    report: Report | None = None
    """What was read, skipped and not understood."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Side files that could not be read."""

    def __repr__(self) -> str:
        return f"Session({self.unified_id!r}, title={self.title!r}, messages={len(self.messages)}, updated_at={self.updated_at!r})"


class Export(str):
    """An exported session: plain text that also carries what reading the session met."""

    report: Report | None
    """What was read, skipped and not understood."""
    diagnostics: tuple[Diagnostic, ...]
    """Side files that could not be read."""

    def __new__(cls, text: str, report: Report | None = None, diagnostics: Iterable[Diagnostic] = ()) -> Self:
        self = super().__new__(cls, text)
        self.report, self.diagnostics = report, tuple(diagnostics)
        return self


class Response(NamedTuple):
    """The bytes of a response, equal in every language."""

    header: bytes
    """Canonical JSON: op, and error, diagnostics or report where there are any."""
    body: bytes
    """The bare result; empty when the header holds an error."""


def open(home: str | os.PathLike[str] | None = None) -> Heddle:
    """Opens the engine on the sessions of a home folder.

    Without home it is this user's own, and each agent's environment variables
    (CLAUDE_CONFIG_DIR, CODEX_HOME, XDG_DATA_HOME and others) are respected;
    with home, nothing outside that folder is looked at.

        with heddle.open() as h:
            for s in h.sessions.list("claude", limit=20):
                print(s.updated_at, s.title)
    """
    if home is not None:
        home = os.path.abspath(home)
        if not os.path.isdir(home):
            raise HeddleError("BAD_REF", f"no such folder: {home}", hint="home= names an existing folder")
    return open_home(home)


def open_home(home: str | None, **options: Any) -> Heddle:
    """Opens an engine; options are those of Host."""
    mounts = {}
    for place in resolve(home):
        files = None if place.files is None else [os.fsencode(name) for name in place.files]
        mounts[place.mount.encode()] = Mount(os.fsencode(place.path), files)
    return Heddle(Engine(Host(mounts, **options)))


class Heddle:
    """An open engine. Safe for use by many threads; calls run one after the other.

    Every method takes timeout (seconds) and cancel (an event to set from
    another thread); when either has passed the call raises TIMEOUT.
    """

    sessions: Sessions
    """The agents' sessions."""
    ids: Ids
    """Unified ids."""

    def __init__(self, engine: Engine) -> None:
        """Use heddle.open."""
        self._engine = engine
        self.sessions, self.ids = Sessions(self), Ids(self)

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
                raise HeddleError("UNSUPPORTED", f"unknown operation {op!r}", hint="one of " + ", ".join(OPS))
            op = OPS[op]
        return Response(*_abi.split(self._engine.call(op, request, timeout=timeout, cancel=cancel)))

    def _run(self, op: str, request: Any, timeout: float | None, cancel: threading.Event | None) -> _Answer:
        """Runs an operation and raises its error."""
        data = json.dumps(request.to_json(), ensure_ascii=True).encode()
        header, body = self.call(op, data, timeout=timeout, cancel=cancel)
        notes = parse(header)
        if "error" in notes:
            raise HeddleError.from_json(notes["error"])
        report = Report.from_json(notes["report"]) if "report" in notes else None
        return _Answer(body, tuple(map(Diagnostic.from_json, notes.get("diagnostics", ()))), report)


class _Answer(NamedTuple):
    body: bytes
    diagnostics: tuple[Diagnostic, ...]
    report: Report | None

    def json(self) -> Any:
        return parse(self.body)


class Ids:
    """Unified ids, agent:sessionId. Nothing is read; the session need not exist."""

    def __init__(self, heddle: Heddle) -> None:
        self._heddle = heddle

    def resolve_unified_id(self, agent: str, native_session_id: str) -> str:
        """Joins an agent and its own session id."""
        request = _types.ResolveUnifiedIDRequest(agent=agent, native_session_id=native_session_id)
        return str(self._heddle._run("ids.resolveUnifiedId", request, None, None).json())

    def resolve_native_id(self, unified_id: str) -> NativeID | None:
        """Splits a unified id at its first colon; None when it is none or the agent is unknown."""
        request = _types.ResolveNativeIDRequest(unified_id=unified_id)
        found = self._heddle._run("ids.resolveNativeId", request, None, None).json()
        return None if found is None else NativeID.from_json(found)


class Sessions:
    """The agents' sessions, read-only."""

    def __init__(self, heddle: Heddle) -> None:
        self._heddle = heddle

    def list(
        self,
        agent: str | None = None,
        *,
        since: datetime | date | str | None = None,
        until: datetime | date | str | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        limit: int | None = None,
        sort: SortKey | None = None,
        sort_direction: SortDirection | None = None,
        subagents: bool = False,
        superseded: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Results[SessionSummary]:
        """Summaries of one agent's sessions, or of all agents', the last updated first.

        since and until filter by creation; a date stands for its UTC day. limit
        is 100 unless given. An agent that fails in a call for all is one of the
        result's diagnostics, and the rest is returned.
        """
        request = _types.ListRequest(
            agent=agent,
            since=since,
            until=until,
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            limit=limit,
            sort=sort,
            sort_direction=sort_direction,
            subagents=subagents,
            superseded=superseded,
            strict=strict,
        )
        answer = self._heddle._run("sessions.list", request, timeout, cancel)
        return Results(map(SessionSummary.from_json, answer.json()), answer.diagnostics)

    def get(
        self,
        agent: str,
        session_id: str | None = None,
        *,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Session:
        """One session with its messages: get("claude", id), or get("claude:id")."""
        request = _types.GetRequest(**_named(agent, session_id), branch=branch, raw=raw, tool_output=tool_output, strict=strict)
        answer = self._heddle._run("sessions.get", request, timeout, cancel)
        return replace(Session.from_json(answer.json()), report=answer.report, diagnostics=answer.diagnostics)

    def export(
        self,
        agent: str,
        session_id: str | None = None,
        *,
        format: Literal["markdown", "json", "jsonl"] | None = None,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Export:
        """One session as text, Markdown unless format says another: export("claude", id), or export("claude:id")."""
        request = _types.ExportRequest(**_named(agent, session_id), format=format, branch=branch, raw=raw, tool_output=tool_output, strict=strict)
        answer = self._heddle._run("sessions.export", request, timeout, cancel)
        return Export(answer.body.decode("utf-8", "replace"), answer.report, answer.diagnostics)


def _named(agent: str, session_id: str | None) -> dict[str, Any]:
    """Names a session by its unified id, or by agent and its own id."""
    if session_id is None:
        return {"unified_id": agent}
    return {"agent": agent, "session_id": session_id}
