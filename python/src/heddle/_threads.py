"""The operations on threads as methods."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import _types
from ._options import suggesting
from ._stored import AnyMessage, Operations, StoredName, StoreMessage, ThreadName, listed, stored_id, thread_id_of
from ._types import JSON, LoadedThreads, StoredThread, ThreadContent, ThreadStatus, ThreadUnsubscribed


@suggesting
class Threads(Operations):
    """Named conversations inside stored sessions. Their messages are part of the session's history.

    Every change takes request_id and expect, every reading method at, as those of the store.
    """

    def start(
        self,
        session_id: StoredName,
        thread_id: str | None = None,
        *,
        name: str | None = None,
        parent_thread_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Makes a thread and makes it the active one. A session that does not exist is made."""
        request = _types.ThreadStartRequest(
            session_id=stored_id(session_id),
            thread_id=thread_id,
            name=name,
            parent_thread_id=parent_thread_id,
            metadata=_json(metadata),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._ask("threads.start", request, timeout, cancel).json())

    def list(
        self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None
    ) -> list[StoredThread]:
        """A session's threads, the latest update first; none for a session that does not exist."""
        request = _types.StoreRead(session_id=stored_id(session_id), at=at)
        return [StoredThread.from_json(x) for x in self._ask("threads.list", request, timeout, cancel).json()]

    def loaded(
        self,
        session_id: StoredName,
        *,
        include_archived: bool = True,
        thread_id: str | None = None,
        status: ThreadStatus | None = None,
        limit: int | None = None,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> LoadedThreads:
        """A session's threads, filtered, with what is active."""
        request = _types.ThreadsLoadedRequest(
            session_id=stored_id(session_id), include_archived=include_archived, thread_id=thread_id, status=status, limit=limit, at=at
        )
        return LoadedThreads.from_json(self._ask("threads.loaded", request, timeout, cancel).json())

    def get(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """A thread's metadata."""
        request = _types.ThreadRead(session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), at=at)
        return StoredThread.from_json(self._ask("threads.get", request, timeout, cancel).json())

    def read(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        include_messages: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ThreadContent:
        """A thread and, when asked for, the messages it shows."""
        request = _types.ThreadReadRequest(
            session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), include_messages=include_messages, at=at
        )
        return ThreadContent.from_json(self._ask("threads.read", request, timeout, cancel).json())

    def messages(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> list_[StoreMessage]:
        """A thread's messages in the order in which they were recorded, each with the thread's id."""
        request = _types.ThreadMessagesRequest(
            session_id=stored_id(session_id),
            thread_id=thread_id_of(thread_id),
            limit=limit,
            offset=offset,
            types=types,
            include_hidden=include_hidden,
            at=at,
        )
        return self._messages("threads.messages", request, timeout, cancel)

    def record(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        messages: AnyMessage | Sequence[AnyMessage],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Appends one message or many to a thread and so to its session, all of them or none."""
        request = _types.ThreadRecordRequest(
            session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), messages=listed(messages), request_id=request_id, expect=expect
        )
        return StoredThread.from_json(self._ask("threads.record", request, timeout, cancel).json())

    def resume(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Gives a thread the status active and makes it the session's active thread."""
        return self._changed("threads.resume", session_id, thread_id, request_id, expect, timeout, cancel)

    def fork(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        new_thread_id: str | None = None,
        *,
        name: str | None = None,
        parent_thread_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Makes a thread that begins with the messages another one shows."""
        request = _types.ThreadForkRequest(
            session_id=stored_id(session_id),
            thread_id=thread_id_of(thread_id),
            new_thread_id=new_thread_id,
            name=name,
            parent_thread_id=parent_thread_id,
            metadata=_json(metadata),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._ask("threads.fork", request, timeout, cancel).json())

    def rollback(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        count: int | None = None,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets the boundary of what a thread shows, which one argument names.

        Everything before it is shown, whatever earlier rollbacks hid, and
        everything after it is hidden. count hides that many visible messages
        from the end, and changes nothing else.
        """
        request = _types.ThreadRollbackRequest(
            session_id=stored_id(session_id),
            thread_id=thread_id_of(thread_id),
            count=count,
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._ask("threads.rollback", request, timeout, cancel).json())

    def unrollback(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Shows everything that rollbacks of a thread have hidden; what the session hides stays hidden."""
        request = _types.ThreadChange(session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), request_id=request_id, expect=expect)
        return StoredThread.from_json(self._ask("threads.unrollback", request, timeout, cancel).json())

    def compact(
        self,
        session_id: StoredName,
        thread_id: str | None = None,
        *,
        count: int | None = None,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """A rollback of the active thread, when no thread is named, and to nothing, when no boundary is."""
        request = _types.ThreadCompactRequest(
            session_id=stored_id(session_id),
            thread_id=thread_id,
            count=count,
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._ask("threads.compact", request, timeout, cancel).json())

    def archive(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Archives a thread; it is the active one no longer."""
        return self._changed("threads.archive", session_id, thread_id, request_id, expect, timeout, cancel)

    def unarchive(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Gives an archived thread the status active."""
        return self._changed("threads.unarchive", session_id, thread_id, request_id, expect, timeout, cancel)

    def rename(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        name: str,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets a thread's name."""
        request = _types.ThreadRenameRequest(
            session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), name=name, request_id=request_id, expect=expect
        )
        return StoredThread.from_json(self._ask("threads.rename", request, timeout, cancel).json())

    def update_metadata(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        metadata: Mapping[str, Any],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Lays members over a thread's metadata; None removes one."""
        request = _types.ThreadMetadataRequest(
            session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), metadata=_json(metadata), request_id=request_id, expect=expect
        )
        return StoredThread.from_json(self._ask("threads.updateMetadata", request, timeout, cancel).json())

    def set_status(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        status: str,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Makes a thread active, paused or completed, in name only."""
        request = _types.ThreadStatusRequest(
            session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), status=status, request_id=request_id, expect=expect
        )
        return StoredThread.from_json(self._ask("threads.setStatus", request, timeout, cancel).json())

    def delete(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Removes a thread. Its messages stay in the session's history, and its forks keep theirs."""
        self._change("threads.delete", session_id, thread_id, request_id, expect, timeout, cancel)

    def set_active(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Makes a thread the session's active one, in place of any other. An archived thread cannot be."""
        self._change("threads.setActive", session_id, thread_id, request_id, expect, timeout, cancel)

    def active(
        self, session_id: StoredName, *, at: int | None = None, timeout: float | None = None, cancel: threading.Event | None = None
    ) -> str | None:
        """The id of a session's active thread; None when it has none."""
        found = self._ask("threads.active", _types.StoreRead(session_id=stored_id(session_id), at=at), timeout, cancel).json()
        return None if found is None else str(found)

    def clear_active(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Leaves a session without an active thread."""
        self._ask("threads.clearActive", _types.StoreChange(session_id=stored_id(session_id), request_id=request_id, expect=expect), timeout, cancel)

    def unsubscribe(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ThreadUnsubscribed:
        """Takes a thread's place as the active one away, if it has it."""
        done = self._change("threads.unsubscribe", session_id, thread_id, request_id, expect, timeout, cancel)
        return ThreadUnsubscribed.from_json(done)

    def count(self, session_id: StoredName, *, timeout: float | None = None, cancel: threading.Event | None = None) -> int:
        """How many threads a session has; 0 when it does not exist."""
        return int(self._ask("threads.count", _types.StoreName(session_id=stored_id(session_id)), timeout, cancel).json())

    def clear(self, *, timeout: float | None = None, cancel: threading.Event | None = None) -> int:
        """Removes all threads of all sessions and says how many there were."""
        return int(self._ask("threads.clear", _types.StoreRequest(), timeout, cancel).json())

    def _change(
        self,
        op: str,
        session_id: StoredName,
        thread_id: ThreadName,
        request_id: str | None,
        expect: int | None,
        timeout: float | None,
        cancel: threading.Event | None,
    ) -> Any:
        request = _types.ThreadChange(session_id=stored_id(session_id), thread_id=thread_id_of(thread_id), request_id=request_id, expect=expect)
        return self._ask(op, request, timeout, cancel).json()

    def _changed(self, *args: Any) -> StoredThread:
        return StoredThread.from_json(self._change(*args))


list_ = list  # Threads.list hides the name inside the class


def _json(value: Mapping[str, Any] | None) -> JSON:
    return cast("JSON", value)
