"""Does what a session of live.wasm asks for, and passes on what happens to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from .._errors import HeddleError
from .._types import LiveAsk, LiveSpawn
from .callbacks import HookQueue, call_back
from .events import AgentEvent, Ask, Subscription, ended_error
from .machine import Machine, Trap, thread_machine, time_of
from .meter import Meter
from .options import AgentToolUse, Allow, Deny, PermissionAnswer, PermissionHandler
from .process import ProcessEnd
from .recorder import Recorder
from .steps import Output, Step
from .transport import Connection, Transport

_DELIVERIES = ("event", "reply", "state", "diagnostic", "cancel_ask")
"""The kinds of outputs that are not for the agent."""


@dataclass(kw_only=True)
class DriverOptions:
    """What a driver needs besides the request that opens the session."""

    transport: Transport
    recorder: Callable[[Callable[[], None]], Recorder]
    meter: Meter
    meta: Callable[[str], dict[str, Any]]
    """The metadata of the stored session, of the agent's own id."""
    permission: PermissionHandler | None
    hooks: Mapping[str, Callable[..., Any]]
    queue_events: int
    clock: Callable[[], int]
    new_id: Callable[[], str]


@dataclass
class _Query:
    """A query that somebody waits for."""

    messages: list[Any] | None = None
    begun: bool = False


@dataclass
class _State:
    """What is known without asking the machine."""

    health: str = "connecting"
    native_id: str | None = None
    failure: HeddleError | None = None


class Driver:
    """One session. Its methods belong to the event loop on which it was started.

    Everything that happens becomes an operation of the machine, whose outputs
    are done in order; one that must be durable waits for the recorder, and the
    rest with it.
    """

    def __init__(self, handle: str, options: DriverOptions) -> None:
        self._handle, self._o = handle, options
        self._loop = asyncio.get_running_loop()
        self._machine: Machine = thread_machine()
        self._connection: Connection | None = None
        self._pending: deque[Output] = deque()
        self._added = False  # the first of pending is with the recorder
        self._draining = self._ended = self._finishing = False
        self._broken = False  # the machine cannot continue
        self._unstored = False  # the end of recording was reported
        self._timer: asyncio.TimerHandle | None = None
        self._replies: dict[str, asyncio.Future[Any]] = {}
        self._queries: dict[str, _Query] = {}
        self._asks: dict[str, asyncio.Task[None] | None] = {}
        self._subscriptions: set[Subscription] | None = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._hooks = HookQueue(self._report_hook)
        self.recorder = options.recorder(self._on_stored)
        self.state = _State()
        self.ready: asyncio.Future[bool] = self._loop.create_future()
        self.done: asyncio.Future[None] = self._loop.create_future()

    # What happens to the session.

    def open(self, request: dict[str, Any]) -> None:
        """Begins the session."""
        now = self._o.clock()
        self._take(self._machine.open(self._handle, {**request, "handle": self._handle, "now": time_of(now)}, now, self._on_lost))

    def command(self, members: dict[str, Any]) -> asyncio.Future[Any]:
        """Runs a command and returns the future of its reply. Members have its id."""
        reply: asyncio.Future[Any] = self._loop.create_future()
        if self._ended or self._broken:
            reply.set_exception(self.state.failure if self._broken and self.state.failure else ended_error())
            return reply
        if members["id"] in self._replies:
            reply.set_exception(HeddleError("CONFLICT", f"the id {members['id']} is that of a running command"))
            return reply
        self._replies[members["id"]] = reply
        now = self._o.clock()
        request = {**members, "handle": self._handle, "now": time_of(now)}
        self._run(lambda: self._machine.command(self._handle, request, now), members["id"])
        return reply

    def kill(self) -> None:
        """Kills the process at once."""
        if self._connection is not None:
            self._connection.signal("kill")

    def _on_output(self, data: bytes) -> None:
        if not self._broken:
            now = self._o.clock()
            self._run(lambda: self._machine.feed(self._handle, now, data))

    def _on_deadline(self) -> None:
        self._timer = None
        now = self._o.clock()
        request = {"handle": self._handle, "now": time_of(now)}
        self._run(lambda: self._machine.tick(self._handle, request, now))

    def _on_lost(self, error: HeddleError) -> None:
        """A trap in an operation of another session has ended this one."""
        self._loop.call_soon(self._break, error)

    def _on_end(self, ended: asyncio.Future[ProcessEnd]) -> None:
        if ended.cancelled() or ended.exception() is not None:
            self._exit({"error": "the process cannot be watched any more"})
            return
        end = ended.result()
        if not end.gone:
            self.publish(AgentEvent(kind="diagnostic", error=HeddleError("IO_ERROR", "a process of the agent does not end")))
        self._exit({"status": end.status, "stderr": end.stderr})

    def _exit(self, how: dict[str, Any]) -> None:
        """Passes on that the process has ended."""
        self._ended, self._connection = True, None
        if not self._broken:
            now = self._o.clock()
            request = {**how, "handle": self._handle, "now": time_of(now)}
            self._run(lambda: self._machine.exit(self._handle, request, now))
        self._set_timer(None)
        self._finish_when_drained()

    # Steps.

    def _run(self, operation: Callable[[], Step], command: str | None = None) -> None:
        """Runs an operation of the machine and does what it asks for."""
        try:
            step = operation()
        except Trap as e:
            if e.restored and not self._ended:
                self.publish(AgentEvent(kind="diagnostic", error=e))
                self._fail_reply(command, e)
            else:
                self._break(e)
            return
        except HeddleError as e:
            if command is None:
                self._break(e)
            self._fail_reply(command, e)
            return
        self._take(step)

    def _fail_reply(self, command: str | None, error: HeddleError) -> None:
        reply = self._replies.pop(command, None) if command is not None else None
        if reply is not None and not reply.done():
            reply.set_exception(error)
        if command is not None:
            self._end_query(command, None, error)

    def _take(self, step: Step) -> None:
        self._pending.extend(step.outputs)
        self._set_timer(step.deadline)
        self._drain()

    def _set_timer(self, deadline: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if deadline is not None and not self._ended:
            self._timer = self._loop.call_later(max(0, deadline - self._o.clock()) / 1000, self._on_deadline)

    def _drain(self) -> None:
        """Does the pending outputs in order, up to one that must wait for the store."""
        if self._draining:  # an output has led to another operation
            return
        self._draining = True
        try:
            while self._pending:
                output = self._pending[0]
                if output.members.get("record") and not self._added:
                    self.recorder.add(output.message, output.members.get("query", ""))
                    self._added = True
                if output.members.get("durable") and not self.recorder.settle():
                    break
                self._pending.popleft()
                self._added = False
                self._do(output)
        finally:
            self._draining = False
        self._throttle()
        self._finish_when_drained()

    def _throttle(self) -> None:
        """Has the agent wait while much waits to be stored."""
        if self._connection is not None:
            if not self._broken and (self._pending or self.recorder.full):
                self._connection.pause_output()
            else:
                self._connection.resume_output()

    def _on_stored(self) -> None:
        error = self.recorder.failure
        if error is not None and not self._unstored:
            self._unstored = True
            message = f"recording has ended, the agent continues: {error.message}"
            self.publish(AgentEvent(kind="diagnostic", error=HeddleError(error.code, message, op=error.op, path=error.path, hint=error.hint)))
        self._drain()

    def _do(self, output: Output) -> None:
        members, connection = output.members, self._connection
        match output.kind:
            case "event":
                self._deliver(output)
            case "write" if connection is not None:
                connection.write(members["data"].encode("utf-8", "replace"))
            case "reply":
                self._reply(output)
            case "state":
                self._set_state(output)
            case "spawn":
                self._spawn(LiveSpawn.from_json(members["spawn"]))
            case "close_input" if connection is not None:
                connection.close_input()
            case "signal" if connection is not None:
                connection.signal(members["signal"])
            case "ask":
                self._ask(output)
            case "cancel_ask":
                self._cancel_ask(members["id"])
            case "measure":
                self._spawn_task(self._measure(members["id"], members["nativeSessionId"]))
            case "diagnostic":
                self.publish(AgentEvent(kind="diagnostic", query=members.get("query"), error=output.error))

    def _spawn(self, spawn: LiveSpawn) -> None:
        try:
            self._connection = self._o.transport.start(spawn, self._on_output)
        except HeddleError as e:
            how = {"error": e.message, "errorCode": e.code, "hint": e.hint}
            self._loop.call_soon(self._exit, {name: text for name, text in how.items() if text})
            return
        self._connection.ended.add_done_callback(self._on_end)

    def _deliver(self, output: Output) -> None:
        members = output.members
        query, message = members.get("query"), members["message"]
        whole = bool(members.get("record"))
        known = self._queries.get(query) if query else None
        if known is not None:
            if not known.begun:
                known.begun = True
                self.call_hook("query_start", query)
            if known.messages is not None and whole:
                known.messages.append(message)
        if whole and "tool_use" in self._o.hooks and '"tool_use"' in output.message:
            for use in tool_uses(query, message):
                self.call_hook("tool_use", use)
        self.publish(AgentEvent(kind="event", query=query, message=message, whole=whole, size=len(output.message)))

    def _reply(self, output: Output) -> None:
        name, error, value = output.members["id"], output.error, output.members.get("value")
        reply = self._replies.pop(name, None)
        if reply is not None and not reply.done():
            if error is not None:
                reply.set_exception(error)
            else:
                reply.set_result(value)
        self._end_query(name, value, error)

    def _end_query(self, name: str, value: Any, error: HeddleError | None) -> None:
        query = self._queries.pop(name, None)
        if query is not None and query.begun:
            self.call_hook("query_end", name, value, error)
        for subscription in [s for s in self._subscriptions or () if s.query == name]:
            subscription.finish(HeddleError("COMPLETE", "the query has ended"))
            self.unsubscribe(subscription)

    def _set_state(self, output: Output) -> None:
        state, members = self.state, output.members
        state.health = members["health"]
        state.failure = state.failure or output.error
        native_id = members.get("nativeSessionId")
        if native_id and native_id != state.native_id:
            state.native_id = native_id
            self.recorder.set_meta(self._o.meta(native_id))
        if state.health == "ready" and not self.ready.done():
            self._o.meter.begin(state.native_id or "")
            self.ready.set_result(True)
        self.publish(AgentEvent(kind="state", health=members["health"], error=output.error))

    async def _measure(self, name: str, native_id: str) -> None:
        spent = await self._o.meter.measure(native_id)
        with contextlib.suppress(HeddleError):  # the session has ended meanwhile
            await self.command({"id": self._o.new_id(), "kind": "measured", "query": name, **spent})

    # Permissions.

    def _ask(self, output: Output) -> None:
        members = output.members
        ask = Ask(id=members["id"], query=members.get("query"), about=LiveAsk.from_json(members["ask"]))
        self.publish(AgentEvent(kind="ask", query=ask.query, ask=ask))
        self.call_hook("permission", ask)
        handler = self._o.permission
        self._asks[ask.id] = self._spawn_task(self._decide(handler, ask)) if handler is not None else None

    async def _decide(self, handler: PermissionHandler, ask: Ask) -> None:
        try:
            answer = await call_back(handler, ask)
            members = answer_members(answer)
        except Exception as e:
            members = answer_members(Deny(e.message if isinstance(e, HeddleError) else str(e) or repr(e)))
        self._asks[ask.id] = None  # from now on this task is not cancelled
        with contextlib.suppress(HeddleError):  # it needs no answer any more
            try:
                await self._send_answer(ask.id, members)
            except HeddleError as e:
                if e.code == "BAD_REF":
                    return
                self.publish(AgentEvent(kind="diagnostic", query=ask.query, error=e))
                await self._send_answer(ask.id, answer_members(Deny(e.message)))

    async def _send_answer(self, ask: str, members: dict[str, Any]) -> None:
        await self.command({"id": self._o.new_id(), "kind": "answer", "ask": ask, **members})

    def _cancel_ask(self, name: str) -> None:
        task = self._asks.pop(name, None)
        if task is not None:
            task.cancel()
        self.publish(AgentEvent(kind="cancel_ask", ask=Ask(id=name, query=None, about=None)))

    # Those who listen.

    def watch_query(self, query: str, messages: list[Any] | None = None) -> None:
        """Calls the hooks of a query, and adds its whole messages to a list."""
        self._queries[query] = _Query(messages)

    def subscribe(self, query: str | None = None) -> Subscription:
        """Returns a queue of the events from now on, of one query or of all."""
        subscription = Subscription(query, self._o.queue_events, self.unsubscribe)
        if self._subscriptions is None:
            subscription.finish(ended_error())
        else:
            self._subscriptions.add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Ends a subscription."""
        if self._subscriptions is not None:
            self._subscriptions.discard(subscription)

    def publish(self, event: AgentEvent) -> None:
        """Gives an event to all who want it."""
        if event.kind == "diagnostic":
            self._call_diagnostic(event.error)
        for subscription in list(self._subscriptions or ()):
            if (subscription.query is None or subscription.query == event.query) and not subscription.put(event, self.recorder.position):
                self.unsubscribe(subscription)

    def call_hook(self, name: str, *args: Any) -> None:
        """Queues the call of a hook."""
        hook = self._o.hooks.get(name)
        if hook is not None and not self._hooks.add(hook, *args):
            self.publish(AgentEvent(kind="diagnostic", error=HeddleError("LIMIT_EXCEEDED", "a hook is too slow: a call was dropped")))

    def _call_diagnostic(self, error: HeddleError | None) -> None:
        """Queues the call of the hook of diagnostics. To report that it failed or was dropped would call it again."""
        hook = self._o.hooks.get("diagnostic")
        if hook is not None:
            self._hooks.add(_quiet, hook, error)

    def _report_hook(self, error: Exception) -> None:
        self.publish(AgentEvent(kind="diagnostic", error=HeddleError("INVALID_ARGUMENT", f"a hook failed: {error!r}")))

    # The end.

    def _break(self, error: HeddleError) -> None:
        """Ends a session whose machine cannot continue. It can be resumed."""
        if self._broken:
            return
        self._broken = True
        self._set_timer(None)
        self.state.failure, self.state.health = self.state.failure or error, "error"
        self.publish(AgentEvent(kind="diagnostic", error=error))
        self._keep_deliveries()
        replied = {o.members["id"] for o in self._pending if o.kind == "reply"}
        begun = {o.members.get("query") for o in self._pending if o.kind == "event"} | {name for name, q in self._queries.items() if q.begun}
        for name in self._queries:
            if name in begun - replied:
                self._pending.extend(lost_turn(name, self.state.native_id, error, self._o.clock()))
        why = {"code": error.code, "message": error.message, "hint": "resume the session to continue"}
        self._pending.extend(Output("reply", {"id": name, "error": why}, "") for name in self._replies if name not in replied)
        self._pending.append(Output("state", {"health": "error", "error": why}, ""))
        self._drain()
        if self._connection is not None:
            self._connection.signal("kill")
            self._connection.resume_output()
        elif not self._ended:
            self._exit({})

    def _keep_deliveries(self) -> None:
        """Drops the pending outputs that are for the agent. What it said before is still delivered and stored."""
        kept = [o for o in self._pending if o.kind in _DELIVERIES]
        self._added = self._added and kept[:1] == list(self._pending)[:1]
        self._pending = deque(kept)

    def _finish_when_drained(self) -> None:
        if self._ended and not self._pending and not self._draining and not self._finishing:
            self._finishing = True
            self._spawn_task(self._finish())

    async def _finish(self) -> None:
        """Releases everything after the end of the process."""
        self._set_timer(None)
        for name in list(self._asks):
            self._cancel_ask(name)
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        try:
            await self.recorder.close()
        finally:
            self._machine.close(self._handle)
            for name in list(self._replies):
                self._fail_reply(name, self.state.failure if self._broken and self.state.failure else ended_error())
            if not self.ready.done():
                self.ready.set_result(False)
            subscriptions, self._subscriptions = self._subscriptions or set(), None
            for subscription in subscriptions:
                subscription.finish(ended_error())
        self.call_hook("session_end")
        await self._hooks.drain()
        self.done.set_result(None)

    def _spawn_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _quiet(hook: Callable[..., Any], *args: Any) -> None:
    """Calls a hook and drops what it raises."""
    with contextlib.suppress(Exception):
        await call_back(hook, *args)


def lost_turn(query: str, native_id: str | None, error: HeddleError, now: int) -> list[Output]:
    """The end of a turn that the machine has lost, as it would have written it."""
    time = time_of(now)
    session = {} if native_id is None else {"sessionId": native_id}
    failure = {
        "category": "unknown",
        "code": error.code,
        "content": error.message,
        "errorType": "session_error",
        **session,
        "timestamp": time,
        "type": "error",
    }
    result = {"isError": True, "queryId": query, **session, "subtype": "error_during_execution", "timestamp": time, "type": "result"}
    outputs = []
    for m in (failure, result):
        text = json.dumps(m, ensure_ascii=False, separators=(",", ":"))
        outputs.append(Output("event", {"query": query, "record": True, "durable": m is result, "message": m}, text))
    return outputs


def tool_uses(query: str | None, message: Mapping[str, Any]) -> list[AgentToolUse]:
    """The calls of tools in a message: the message itself, or blocks of it."""
    if message.get("type") == "tool_use":
        return [AgentToolUse(query=query, id=message.get("toolUseId", ""), name=message.get("toolName", ""), input=message.get("toolInput"))]
    blocks = [b for b in message.get("contentBlocks") or () if isinstance(b, dict) and b.get("type") == "tool_use"]
    return [AgentToolUse(query=query, id=b.get("id", ""), name=b.get("name", ""), input=b.get("input")) for b in blocks]


def answer_members(answer: PermissionAnswer) -> dict[str, Any]:
    """The members of the command that answers a request for permission."""
    if isinstance(answer, bool):
        answer = Allow() if answer else Deny()
    if isinstance(answer, Allow):
        members: dict[str, Any] = {"allow": True}
        if answer.updated_input is not None:
            members["updatedInput"] = answer.updated_input
        if answer.rules is not None:
            members["rules"] = answer.rules
        return members
    if isinstance(answer, Deny):
        return {"allow": False, "text": answer.reason, "interrupt": answer.interrupt}
    raise HeddleError("INVALID_ARGUMENT", f"the handler returned {answer!r}, not Allow, Deny or a bool")
