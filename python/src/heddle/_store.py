"""The operations on stored sessions as methods."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, cast

from . import _types
from ._errors import HeddleError
from ._options import suggesting
from ._stored import AnyMessage, Operations, StoredName, StoreMessage, listed, stored_id
from ._types import JSON, StoreCompacted, StoredSession, StoredShare, StoredSummary, StoreEvent, StoreEvents, StoreProblem, StoreStats
from ._wire import parse, plain
from ._zone import ZoneName

_ZSTD = b"\x28\xb5\x2f\xfd"  # how a frame begins: RFC 8878, section 3.1.1


@suggesting
class Store(Operations):
    """Heddle's own sessions, in the file that open(store=...) grants. Nothing that was recorded is ever lost.

    Every change takes request_id, a UUID that makes it happen once, and expect,
    the position that the session must be at (0: it must never have existed),
    else CONFLICT. Every reading method takes at, a position in the past.
    """

    def register(
        self,
        session_id: StoredName,
        *,
        adapter: str | None = None,
        model: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        created_at: datetime | date | str | None = None,
        updated_at: datetime | date | str | None = None,
        message_limit: int | None = None,
        extra: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Makes a session. When it exists already nothing changes."""
        request = _types.RegisterRequest(
            session_id=stored_id(session_id),
            adapter=adapter,
            model=model,
            cwd=_path(cwd),
            created_at=created_at,
            updated_at=updated_at,
            message_limit=message_limit,
            extra=_json(extra),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._ask("store.register", request, timeout, cancel).json())

    def update(
        self,
        session_id: StoredName,
        *,
        adapter: str | None = None,
        model: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        updated_at: datetime | date | str | None = None,
        message_limit: int | None = None,
        extra: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Lays metadata over a session's; None inside extra removes a member. A session that does not exist is made."""
        request = _types.UpdateRequest(
            session_id=stored_id(session_id),
            adapter=adapter,
            model=model,
            cwd=_path(cwd),
            updated_at=updated_at,
            message_limit=message_limit,
            extra=_json(extra),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._ask("store.update", request, timeout, cancel).json())

    def record(
        self,
        session_id: StoredName,
        messages: AnyMessage | Sequence[AnyMessage],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Appends one message or many, all of them or none. A session that does not exist is made."""
        request = _types.RecordRequest(session_id=stored_id(session_id), messages=listed(messages), request_id=request_id, expect=expect)
        return StoredSession.from_json(self._ask("store.record", request, timeout, cancel).json())

    def get(
        self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None
    ) -> StoredSession:
        """A session's metadata."""
        request = _types.StoreRead(session_id=stored_id(session_id), at=at)
        return StoredSession.from_json(self._ask("store.get", request, timeout, cancel).json())

    def list(
        self,
        *,
        adapter: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        model: str | None = None,
        since: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> list[StoredSession]:
        """Sessions, the latest update first; since filters by the last update."""
        request = _types.StoreListRequest(
            adapter=adapter, cwd=_path(cwd), model=model, since=since, zone=self._heddle._zone(zone, since), limit=limit
        )
        return [StoredSession.from_json(x) for x in self._ask("store.list", request, timeout, cancel).json()]

    def messages(
        self,
        session_id: StoredName,
        *,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> list_[StoreMessage]:
        """Messages in the order in which they were recorded."""
        request = _types.StoreMessagesRequest(
            session_id=stored_id(session_id), limit=limit, offset=offset, types=types, include_hidden=include_hidden, at=at
        )
        return self._messages("store.messages", request, timeout, cancel)

    def message_count(self, session_id: StoredName, *, timeout: float | None = None, cancel: threading.Event | None = None) -> int:
        """How many messages were recorded, hidden ones too; 0 for a session that does not exist."""
        return int(self._ask("store.messageCount", _types.StoreName(session_id=stored_id(session_id)), timeout, cancel).json())

    def session_count(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> int:
        """How many sessions there are."""
        return int(self._ask("store.sessionCount", _types.StoreRequest(), timeout, cancel).json())

    def delete(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Removes a session with its threads; one that does not exist is nothing to do. What forks show stays."""
        self._ask("store.delete", _types.StoreChange(session_id=stored_id(session_id), request_id=request_id, expect=expect), timeout, cancel)

    def clear(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> int:
        """Removes all sessions and says how many there were."""
        return int(self._ask("store.clear", _types.StoreRequest(), timeout, cancel).json())

    def fork(
        self,
        session_id: StoredName,
        new_session_id: str | None = None,
        *,
        include_hidden: bool = True,
        extra: Mapping[str, Any] | None = None,
        at: int | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Makes a session that begins with this one's messages and metadata, which are shared, not copied."""
        request = _types.StoreForkRequest(
            session_id=stored_id(session_id),
            new_session_id=new_session_id,
            include_hidden=include_hidden,
            extra=_json(extra),
            at=at,
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._ask("store.fork", request, timeout, cancel).json())

    def share(
        self,
        session_id: StoredName,
        share_id: str | None = None,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredShare:
        """Makes a share of a session, in place of an active one."""
        request = _types.ShareRequest(session_id=stored_id(session_id), share_id=share_id, request_id=request_id, expect=expect)
        return StoredShare.from_json(self._ask("store.share", request, timeout, cancel).json())

    def get_share(
        self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None
    ) -> StoredShare | None:
        """A session's share, active or revoked; None when there never was one."""
        found = self._ask("store.getShare", _types.StoreRead(session_id=stored_id(session_id), at=at), timeout, cancel).json()
        return None if found is None else StoredShare.from_json(found)

    def unshare(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Revokes the active share; when there is none nothing changes."""
        self._ask("store.unshare", _types.StoreChange(session_id=stored_id(session_id), request_id=request_id, expect=expect), timeout, cancel)

    def revert(
        self,
        session_id: StoredName,
        *,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Sets the boundary of what a session shows, which one argument names.

        Everything before it is shown, whatever earlier reverts hid, and
        everything after it is hidden. What is recorded afterwards is visible.
        """
        request = _types.RevertRequest(
            session_id=stored_id(session_id),
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._ask("store.revert", request, timeout, cancel).json())

    def unrevert(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Shows everything again."""
        request = _types.StoreChange(session_id=stored_id(session_id), request_id=request_id, expect=expect)
        return StoredSession.from_json(self._ask("store.unrevert", request, timeout, cancel).json())

    def summarize(
        self,
        session_id: StoredName,
        content: str | None = None,
        *,
        generated_by: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSummary:
        """Stores a summary: the one given, else one that quotes the user's first message and the agent's latest output."""
        request = _types.SummarizeRequest(
            session_id=stored_id(session_id), content=content, generated_by=generated_by, request_id=request_id, expect=expect
        )
        return StoredSummary.from_json(self._ask("store.summarize", request, timeout, cancel).json())

    def get_summary(
        self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None
    ) -> StoredSummary | None:
        """The stored summary; None when there is none."""
        found = self._ask("store.getSummary", _types.StoreRead(session_id=stored_id(session_id), at=at), timeout, cancel).json()
        return None if found is None else StoredSummary.from_json(found)

    def export(self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None) -> str:
        """A session as a snapshot, canonical JSON: metadata, all messages, hidden ones too, and threads."""
        return self._ask("store.export", _types.StoreRead(session_id=stored_id(session_id), at=at), timeout, cancel).body.decode()

    def import_snapshot(
        self,
        snapshot: str | bytes | Mapping[str, Any],
        session_id: str | None = None,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Makes a session of a snapshot: what export gave, those bytes compressed with zstd, or a mapping.

        Text comes back from an export byte for byte; a mapping's numbers as Python writes them.
        """
        request = _types.StoreImportRequest(session_id=session_id, request_id=request_id, expect=expect)
        members = request.to_json()
        if isinstance(snapshot, bytes) and snapshot.startswith(_ZSTD):
            members["compressed"] = base64.b64encode(snapshot).decode()
            data = json.dumps(members).encode()
        else:
            data = b'{"snapshot":' + _text(snapshot) + (b"," + json.dumps(members).encode()[1:] if members else b"}")
        return StoredSession.from_json(self._heddle._send("store.import", data, timeout, cancel).json())

    import_ = import_snapshot

    def events(
        self,
        session_id: StoredName,
        after: int = 0,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoreEvents:
        """A page of a session's log behind a position. A page without events is the end of the log as it stands."""
        request = _types.EventsRequest(session_id=stored_id(session_id), after=after, limit=limit)
        return StoreEvents.from_json(self._ask("store.events", request, timeout, cancel).json())

    def subscribe(
        self,
        session_id: StoredName,
        after: int = 0,
        *,
        poll_seconds: float = 0.5,
        cancel: threading.Event | None = None,
    ) -> Iterator[StoreEvent]:
        """Events behind a position as they are recorded, by this process or another; the session need not exist yet.

        It ends behind a message of type result or error that is the last one
        recorded, when the session is deleted, and when cancel is set. One that
        begins behind such a message waits for the next turn.
        """
        stop, fresh = cancel or threading.Event(), False
        while not stop.is_set():
            try:
                page = self.events(session_id, after)
            except HeddleError as e:
                if e.code != "SESSION_NOT_FOUND":
                    raise
                stop.wait(poll_seconds)
                continue
            yield from page.events
            after, fresh = page.next, fresh or bool(page.events)
            if page.complete and not page.events and fresh:
                return
            if not page.events:
                stop.wait(poll_seconds)

    def check(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> list_[StoreProblem]:
        """Verifies everything that can be verified; what is wrong, nothing when all is well."""
        return [StoreProblem.from_json(x) for x in self._ask("store.check", _types.StoreRequest(), timeout, cancel).json()]

    def stats(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> StoreStats:
        """How large the store is."""
        return StoreStats.from_json(self._ask("store.stats", _types.StoreRequest(), timeout, cancel).json())

    def compact(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> StoreCompacted:
        """Frees what deleted sessions left behind, unless a fork shows it. Nothing visible changes."""
        return StoreCompacted.from_json(self._ask("store.compact", _types.StoreRequest(), timeout, cancel).json())

    def native_sessions(
        self,
        *,
        adapter: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        model: str | None = None,
        since: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> list_[StoredSession]:
        """Sessions as the agent itself keeps them, in the store's form; where it keeps none, the store's."""
        request = _types.StoreListRequest(
            adapter=adapter, cwd=_path(cwd), model=model, since=since, zone=self._heddle._zone(zone, since), limit=limit
        )
        return [StoredSession.from_json(x) for x in self._ask("store.nativeSessions", request, timeout, cancel).json()]

    def native_messages(
        self,
        session_id: StoredName,
        *,
        adapter: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> list_[StoreMessage]:
        """A session's messages as its agent keeps them, in the store's form; where it keeps none, the store's."""
        request = _types.NativeMessagesRequest(
            session_id=stored_id(session_id), adapter=adapter, limit=limit, offset=offset, types=types, include_hidden=include_hidden
        )
        return self._messages("store.nativeMessages", request, timeout, cancel)


list_ = list  # Store.list hides the name inside the class


@suggesting
class Messages(Operations):
    """Pure functions on messages."""

    def normalize(self, wire: Mapping[str, Any]) -> StoreMessage:
        """Makes a message of one record that an agent printed; what is unknown becomes raw, with the original in raw."""
        request = _types.NormalizeRequest(message=_json(wire))
        return cast("StoreMessage", plain(self._ask("messages.normalize", request, None, None).json()))

    def normalize_text(self, text: str) -> list_[StoreMessage]:
        """Makes messages of all that a process printed: JSON Lines, JSON or server-sent events.

        Deltas are folded, what is printed twice counts once, and lines that are no records are diagnostics.
        """
        request = _types.NormalizeTextRequest(text=text)
        return cast("list_[StoreMessage]", plain(self._ask("messages.normalizeText", request, None, None).json()))

    def parse_stop_reason(self, value: str) -> str:
        """Reads why an agent stopped: end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop."""
        return str(self._ask("messages.parseStopReason", _types.ParseRequest(value=value), None, None).json())

    def parse_permission_mode(self, value: str) -> str:
        """Reads a permission mode in either spelling: default, accept_edits, bypass_permissions, plan or dont_ask."""
        return str(self._ask("messages.parsePermissionMode", _types.ParseRequest(value=value), None, None).json())

    def make_request_id(self) -> str:
        """Draws an id for a request, a UUID."""
        return str(self._ask("messages.makeRequestId", _types.StoreRequest(), None, None).json())


def _path(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fspath(path)


def _json(value: Mapping[str, Any] | None) -> JSON:
    return cast("JSON", value)


def _text(snapshot: str | bytes | Mapping[str, Any]) -> bytes:
    """The snapshot's JSON as it is: it becomes part of the request, so it must be one value and no more."""
    if isinstance(snapshot, Mapping):
        return json.dumps(snapshot).encode()
    data = snapshot if isinstance(snapshot, bytes) else snapshot.encode("utf-8", "surrogatepass")
    try:
        parse(data)
    except ValueError as e:
        raise HeddleError("INVALID_EXPORT_FORMAT", "the snapshot is not JSON", op="store.import") from e
    return data
