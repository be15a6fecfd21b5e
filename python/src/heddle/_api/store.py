"""The methods on the store that are written by hand: import of a snapshot, and subscription."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from .. import _types
from .._errors import HeddleError
from .._types import StoredSession, StoreEvent, StoreEvents
from .._wire import encode, parse
from .calls import Operations
from .names import StoredName, stored_id_of
from .options import checked_methods

_ZSTD = b"\x28\xb5\x2f\xfd"  # how a frame begins: RFC 8878, section 3.1.1


@checked_methods
class StoreOperations(Operations):
    """The base of Store."""

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

        Args:
            snapshot: The snapshot.
            session_id: Id of the session. Default: the snapshot's.
            request_id: A UUID that makes the change happen once: asked for again with it, nothing
                changes and the first result comes back. Default: a new one.
            expect: The position that the session must be at, else CONFLICT; 0: it must never have
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_EXPORT_FORMAT, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreImportRequest(session_id=session_id, request_id=request_id, expect=expect)
        members = request.to_json()
        if isinstance(snapshot, bytes) and snapshot.startswith(_ZSTD):
            members["compressed"] = base64.b64encode(snapshot).decode()
            data = encode(members)
        else:
            data = b'{"snapshot":' + _snapshot_json(snapshot) + (b"," + encode(members)[1:] if members else b"}")
        return StoredSession.from_json(self._calls.send("store.import", data, timeout, cancel).json())

    import_ = import_snapshot

    def subscribe(
        self,
        session_id: StoredName,
        after: int = 0,
        *,
        poll_seconds: float = 0.5,
        cancel: threading.Event | None = None,
    ) -> Iterator[StoreEvent]:
        """Events after a position as they are recorded, by this process or another; the session need not exist yet.

        The iterator ends after a message of type result or error that is the last one recorded, when
        the session is deleted, and when cancel is set. One that begins after such a message waits for
        the next turn.

            for event in h.store.subscribe("trip"):
                print(event.seq, event.kind)

        Args:
            session_id: The session by its id, or as the store or a list returned it.
            after: The position after which to begin: the seq of an event, or the next of a page.
            poll_seconds: How long to wait before asking again, in seconds.
            cancel: The iterator ends when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED or IO_ERROR.
        """
        stop, fresh = cancel or threading.Event(), False
        while not stop.is_set():
            try:
                page = self._events_after(session_id, after)
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

    def _events_after(self, session_id: StoredName, after: int) -> StoreEvents:
        request = _types.EventsRequest(session_id=stored_id_of(session_id), after=after)
        return StoreEvents.from_json(self._run("store.events", request, None, None).json())


def _snapshot_json(snapshot: str | bytes | Mapping[str, Any]) -> bytes:
    """The snapshot's JSON as it is: it becomes part of the request, so it must be one value and no more."""
    if isinstance(snapshot, Mapping):
        return encode(snapshot)
    data = snapshot if isinstance(snapshot, bytes) else snapshot.encode("utf-8", "surrogatepass")
    try:
        parse(data)
    except ValueError as e:
        raise HeddleError("INVALID_EXPORT_FORMAT", "the snapshot is not JSON", op="store.import") from e
    return data
