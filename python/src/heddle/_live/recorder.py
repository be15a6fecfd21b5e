"""Recording: messages go into the store in the background, many in one commit."""

from __future__ import annotations

import asyncio
import contextlib
import json
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .._api import Heddle
from .._api.calls import Calls
from .._errors import HeddleError

COMMIT_DELAY = 0.04
"""Seconds between a message and its commit."""
COMMIT_TIMEOUT = 30.0
"""Seconds that one change of the store may take."""
COMMIT_BYTES = 16 << 20
"""The most that one change of the store holds, unless one message is longer."""
URGENT_BYTES = 128 << 10
"""What is committed without a delay."""
MAX_BACKLOG = 256 << 10
"""When more waits, the agent's output is not read."""

_threads: weakref.WeakKeyDictionary[Heddle, ThreadPoolExecutor] = weakref.WeakKeyDictionary()


def client_thread(client: Heddle) -> ThreadPoolExecutor:
    """The thread in which all live sessions of a client call it, so that the event loop never waits for the store."""
    if client not in _threads:
        _threads[client] = ThreadPoolExecutor(1, thread_name_prefix="heddle-recorder")
    return _threads[client]


class Recorder:
    """Stores the messages of one session. Without a client it stores nothing."""

    def __init__(self, client: Heddle | None, store_id: str, new_id: Callable[[], str], notify: Callable[[], None]) -> None:
        """Notify is called on the event loop after each commit and after a failure."""
        self._client, self._notify = client, notify
        self._journal = _Journal(client._calls, store_id, new_id) if client is not None else None
        self._queue: deque[tuple[str, str]] = deque()  # text of the message, query
        self._meta: dict[str, Any] | None = None
        self._bytes = self._added = self._stored = 0
        self._urgent = self._closed = False
        self._wake = asyncio.Event()
        self.failure: HeddleError | None = None
        self._task = asyncio.get_running_loop().create_task(self._run()) if client is not None else None

    @property
    def position(self) -> int:
        """The position up to which the session is stored."""
        return self._journal.position if self._journal else 0

    @property
    def full(self) -> bool:
        """Too much waits."""
        return self._bytes > MAX_BACKLOG

    def set_meta(self, meta: dict[str, Any]) -> None:
        """Merges metadata into the stored session, which is created if needed, before the next message."""
        if self._task is not None:
            self._meta = meta
            self._wake.set()

    def add(self, message: str, query: str) -> None:
        """Queues the text of a message."""
        if self._task is not None and self.failure is None:
            self._queue.append((message, query))
            self._bytes += len(message)
            self._added += 1
            if len(self._queue) == 1 or self._bytes > URGENT_BYTES:
                self._wake.set()

    def settle(self) -> bool:
        """Whether everything is stored, or nothing will be any more. If not, the rest is stored at once and notify called afterwards."""
        if self.failure is not None or self._stored == self._added:
            return True
        self._urgent = True
        self._wake.set()
        return False

    async def close(self) -> None:
        """Stores what is left and ends the recorder."""
        self._closed = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        assert self._client is not None
        loop = asyncio.get_running_loop()
        while await self._await_work():
            meta, self._meta = self._meta, None
            batch = self._take_batch()
            try:
                await loop.run_in_executor(client_thread(self._client), self._store, meta, batch)
                self._stored += len(batch)
            except HeddleError as e:
                self.failure = e
            except Exception as e:
                self.failure = HeddleError("INTERNAL", f"recording failed: {e!r}")
            if self.failure is not None:
                self._queue.clear()
                self._bytes = 0
            self._notify()
            if self.failure is not None:
                return

    def _store(self, meta: dict[str, Any] | None, batch: list[tuple[str, str]]) -> None:
        assert self._journal is not None
        if meta is not None:
            self._journal.update(meta)
        self._journal.append(batch)

    async def _await_work(self) -> bool:
        """Waits until something must be stored; messages gather meanwhile, unless somebody waits for them."""
        loop = asyncio.get_running_loop()
        due: float | None = None
        while True:
            waits = bool(self._queue)
            if self._meta is not None or (waits and (self._urgent or self._closed or self._bytes > URGENT_BYTES)):
                return True
            if self._closed:
                return False
            if waits and due is None:
                due = loop.time() + COMMIT_DELAY
            if due is not None and loop.time() >= due:
                return True
            self._wake.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), None if due is None else due - loop.time())

    def _take_batch(self) -> list[tuple[str, str]]:
        batch: list[tuple[str, str]] = []
        size = 0
        while self._queue and (not batch or size + len(self._queue[0][0]) <= COMMIT_BYTES):
            batch.append(self._queue.popleft())
            size += len(batch[-1][0])
        self._bytes -= size
        if not self._queue:
            self._urgent = False
        return batch


class _Journal:
    """The stored session, used by the client's thread."""

    def __init__(self, calls: Calls, store_id: str, new_id: Callable[[], str]) -> None:
        self._calls, self._id, self._new_id = calls, store_id, new_id
        self.position = 0
        self._query = ""
        self._thread: str | None = None  # to which the messages of the query belong

    def update(self, meta: dict[str, Any]) -> None:
        self._change("store.update", json.dumps({"sessionId": self._id, "requestId": self._new_id(), **meta}))

    def append(self, batch: list[tuple[str, str]]) -> None:
        """Stores messages, those of one thread at a time."""
        at = 0
        while at < len(batch):
            self._find_thread(batch[at][1])
            end = at
            while end < len(batch) and batch[end][1] in ("", self._query):
                end += 1
            self._record([text for text, _ in batch[at:end]])
            at = end

    def _find_thread(self, query: str) -> None:
        """Looks up the active thread when a query begins."""
        if query in ("", self._query):
            return
        try:
            self._thread = self._read("threads.active")
        except HeddleError as e:
            if e.code != "SESSION_NOT_FOUND":
                raise
            self._thread = None
        self._query = query

    def _record(self, messages: list[str]) -> None:
        """Appends messages at the expected position. When somebody else has written meanwhile it continues after that, once."""
        op = "threads.record" if self._thread else "store.record"
        request_id = self._new_id()
        for attempt in range(2):
            members: dict[str, Any] = {"sessionId": self._id, "requestId": request_id}
            if self._thread:
                members["threadId"] = self._thread
            if self.position:
                members["expect"] = self.position
            try:
                self._change(op, json.dumps(members)[:-1] + ',"messages":[' + ",".join(messages) + "]}")
                return
            except HeddleError as e:
                if attempt > 0 or e.code != "CONFLICT":
                    raise
            self.position = self._read("store.get")["position"]

    def _change(self, op: str, request: str) -> None:
        answer = self._calls.send(op, request.encode("utf-8", "replace"), COMMIT_TIMEOUT, None).json()
        position = answer.get("position")  # a thread has none
        self.position = position or self._read("store.get")["position"]

    def _read(self, op: str) -> Any:
        return self._calls.send(op, json.dumps({"sessionId": self._id}).encode(), COMMIT_TIMEOUT, None).json()
