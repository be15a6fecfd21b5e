"""The session of an agent, for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from .._api.messages import StoreMessage
from .._errors import HeddleError
from .._types import LiveHealth, LivePermissionMode
from .events import ended_error
from .options import AgentSessionInfo, AgentTurn, PermissionAnswer, QueryOptions, attachment_of, check_options, milliseconds
from .protocol import LiveQuery, LiveSessionInfo, LiveSessionState
from .service import Service
from .subscription import Subscription
from .values import decision_of, diagnostic_error, info_of

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack


class SessionFacts:
    """What is known of a session without asking the program."""

    @property
    def known(self) -> LiveSessionInfo:
        """What the program has said of the session last."""
        raise NotImplementedError

    @property
    def agent(self) -> str:
        """The agent."""
        return self.known.agent

    @property
    def name(self) -> str | None:
        """The name that it was started with."""
        return self.known.name

    @property
    def cwd(self) -> str:
        """The working folder."""
        return self.known.cwd

    @property
    def health(self) -> LiveHealth:
        """The session's state."""
        return self.known.health

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What the agent can do, as of its start or the last info; docs/live.md explains each."""
        return self.known.capabilities

    @property
    def native_id(self) -> str | None:
        """The agent's own id of the session; pass it as resume= to continue later."""
        return self.known.native_session_id

    @property
    def store_id(self) -> str | None:
        """The stored session; None when nothing is recorded."""
        return self.known.session_id


class AgentSession(SessionFacts):
    """A running agent. heddle.start_agent starts it; its methods belong to the event loop on which it was started.

    async with await heddle.start_agent("claude") as agent:
        async for message in agent.stream("What does this project do?"):
            print(heddle.text_content(message), end="")
    """

    def __init__(self, service: Service, info: LiveSessionInfo) -> None:
        """Use heddle.start_agent."""
        self._service, self._info = service, info
        self._error: HeddleError | None = None
        self._ended: Future[None] = Future()
        self._ended.set_running_or_notify_cancel()  # whoever waits for it cannot cancel it
        service.sessions[info.session] = self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.stop()

    @property
    def known(self) -> LiveSessionInfo:
        """What the program has said of the session last."""
        return self._info

    @property
    def error(self) -> HeddleError | None:
        """Why the session ended by a failure; None while it runs or after stop."""
        return self._error

    @property
    def is_running(self) -> bool:
        """Whether the session has not ended."""
        return not self._ended.done()

    @property
    def service(self) -> Service:
        """The program that runs the session."""
        return self._service

    @property
    def handle(self) -> str:
        """How the program knows the session."""
        return self._info.session

    def when_ended(self, call: Callable[[], None]) -> None:
        """Has a function called when the session has ended."""
        self._ended.add_done_callback(lambda _: call())

    def keep_info(self, info: LiveSessionInfo) -> None:
        """Keeps what the program says of the session."""
        if self.is_running:
            self._info = info

    def keep_state(self, state: LiveSessionState) -> None:
        """Keeps a new state."""
        known = {name: getattr(state, name) for name in ("health", "native_session_id", "session_id", "model", "queries", "recording", "position")}
        self._info = replace(self._info, **{name: value for name, value in known.items() if value is not None})
        self._error = diagnostic_error(state.error) or self._error

    def keep_end(self, info: LiveSessionInfo | None, error: HeddleError | None) -> None:
        """The session has ended; without a last state the program has."""
        lost = replace(self._info, health="error", capabilities=(), query=None, queued=0, pending_permissions=0, recording=False)
        self._info, self._error = info or lost, error
        self._ended.set_result(None)

    async def query(self, prompt: str, **options: Unpack[QueryOptions]) -> AgentTurn:
        """Sends a prompt and waits for its result. A second query waits for the first one.

            turn = await agent.query("Fix the tests", timeout=600)
            print(turn.text, turn.result.get("usage"))

        When the waiting task is cancelled the turn is interrupted.

        Args:
            prompt: The prompt.
            options: See QueryOptions.

        Raises:
            HeddleError: CONFLICT when too many queries wait, COMPLETE when the session has ended,
                UNSUPPORTED for what the agent cannot do. A turn that failed, timed out or lost the
                program that runs it raises nothing: its result has isError.
        """
        request = self._query_request(prompt, options)
        try:
            turn = await self._service.connection.ask("live.query", {**request, "messages": True})
        except HeddleError as e:
            return AgentTurn(id=request["id"], result=self._broken_result(e, request["id"]), messages=[])
        return AgentTurn(id=request["id"], result=turn["result"], messages=turn.get("messages") or [], dropped=turn.get("dropped", 0))

    async def stream(self, prompt: str, *, deltas: bool = False, **options: Unpack[QueryOptions]) -> AsyncGenerator[StoreMessage, None]:
        """Sends a prompt and iterates over the messages of its turn, up to the result.

            async for message in agent.stream("Explain parsers"):
                print(message["type"], message.get("content"))

        Leaving the loop interrupts the turn. One who reads too slowly gets LIMIT_EXCEEDED; the turn
        continues, and the store has its messages.

        Args:
            prompt: The prompt.
            deltas: Iterate over the pieces of texts and thinking as well, before the whole message.
                A piece has "delta": True.
            options: See QueryOptions.

        Raises:
            HeddleError: As query, and LIMIT_EXCEEDED.
        """
        request = self._query_request(prompt, options)
        query, connection = request["id"], self._service.connection
        events = self._service.subscribe(self.handle, query=query, omit=[] if deltas else ["deltas"])
        leave = True
        try:
            _, turn = connection.send("live.query", request)
            turn.add_done_callback(lambda done: events.finish(ended_error()) if done.exception() else None)
            async for event in events:
                if event.message is not None:
                    yield event.message
            leave = False
            await asyncio.wrap_future(turn)
        except HeddleError as e:
            leave = False
            if e.code == "LIMIT_EXCEEDED":
                raise
            yield self._broken_result(e, query)
        finally:
            events.close()
            if leave:
                self._cancel_later(query)

    def _check_runs(self) -> None:
        if not self.is_running:
            lost = self._service.connection.lost
            raise lost if lost is not None and lost is self._error else ended_error()

    def _query_request(self, prompt: str, options: QueryOptions) -> dict[str, Any]:
        self._check_runs()
        check_options(options, QueryOptions, "query()")
        if not isinstance(prompt, str):
            raise HeddleError("INVALID_ARGUMENT", "a prompt is a text")
        given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        given["timeout_ms"] = milliseconds(given.pop("timeout", None))
        given["attachments"] = [attachment_of(file) for file in given.pop("attachments", ())] or None
        if "max_budget_usd" in given:
            given["max_budget_usd"] = str(given["max_budget_usd"])
        return LiveQuery(session=self.handle, text=prompt, **{"id": str(uuid.uuid4()), **given}).to_json()

    def _broken_result(self, error: HeddleError, query: str) -> StoreMessage:
        """The result of a turn whose program has ended; any other error is raised."""
        lost = self._service.connection.lost
        if error is not lost or error.code != "INTERNAL":
            raise error
        agent, native = self.agent, self.native_id or ""
        result = {"type": "result", "queryId": query, "isError": True, "endedBy": "error", "errorType": "INTERNAL", "reason": error.message}
        name = {"sessionId": native, "resume": native if agent.startswith("acp:") else f"{agent}:{native}"}
        more = {"content": error.message, "permissionDenials": [], "stopReasonAtom": "unknown_stop"}
        return cast("StoreMessage", {**result, **name, **more})

    def _cancel_later(self, query: str) -> None:
        """Interrupts a query that nobody waits for any more."""
        with contextlib.suppress(HeddleError):  # the program has ended
            self._service.connection.send("live.cancel", {"session": self.handle, "query": query})

    def events(self) -> Subscription:
        """Returns the events from now on: messages and their pieces, states, requests for permission, diagnostics.

        async with agent.events() as events:
            async for event in events:
                print(event.kind, event.message)
        """
        return self._service.subscribe(self.handle)

    async def steer(self, prompt: str) -> None:
        """Sends text to the running turn. CONFLICT: no turn runs."""
        await self._ask("live.steer", text=prompt)

    async def interrupt(self, query: str | None = None) -> None:
        """Ends the running turn, or drops a query that waits. Its result has interrupted."""
        if query is None:
            await self._ask("live.interrupt")
        else:
            await self._ask("live.cancel", query=query)

    async def answer(self, ask: str, answer: PermissionAnswer) -> None:
        """Answers a request for permission by its id. BAD_REF: it needs no answer any more."""
        await self._ask("live.answer", ask=ask, **decision_of(answer))

    async def set_model(self, model: str) -> None:
        """Changes the model."""
        await self._ask("live.setModel", model=model)

    async def set_permission_mode(self, mode: LivePermissionMode) -> None:
        """Changes what the agent may do without asking."""
        await self._ask("live.setPermissionMode", mode=mode)

    async def clear(self) -> None:
        """Begins a new conversation in the same process, and a stored session of its own."""
        await self._ask("live.clear")

    async def mcp_status(self) -> Any:
        """Reports the agent's MCP servers."""
        return await self._ask("live.mcpStatus")

    async def server_info(self) -> Any:
        """Reports what the agent said when it started."""
        return await self._ask("live.serverInfo")

    async def rewind_files(self, message_id: str, *, dry_run: bool = False) -> Any:
        """Restores files to their state before a user message.

        Args:
            message_id: The uuid of the message, which is the id of its query.
            dry_run: Only say what would change.
        """
        return await self._ask("live.rewindFiles", messageId=message_id, dryRun=dry_run)

    async def info(self) -> AgentSessionInfo:
        """Reports what is known of the session; after its end, what was known last."""
        with contextlib.suppress(HeddleError):
            self.keep_info(LiveSessionInfo.from_json(await self._ask("live.info")))
        return self.last_info()

    def last_info(self) -> AgentSessionInfo:
        """What was known of the session last."""
        return info_of(self._info)

    async def conversation(self) -> list[StoreMessage]:
        """The messages of the session: the stored ones, or the agent's own records when nothing is recorded.

        Raises:
            HeddleError: SESSION_NOT_FOUND when the agent has written nothing yet, COMPLETE after the end.
        """
        return cast("list[StoreMessage]", await self._ask("live.conversation"))

    async def stop(self) -> None:
        """Ends the session: politely at first, then by force, until no process is left and everything is stored.

        Stopping twice is harmless. When the waiting task is cancelled the process is killed at once.
        """
        connection = self._service.connection
        if not self.is_running or connection.lost is not None:
            return
        number, _ = connection.send("live.stop", {"session": self.handle})  # the session's end follows
        try:
            await self.wait_ended()
        except asyncio.CancelledError:
            connection.notify("$/cancelRequest", {"id": number})
            await self.wait_ended()
            raise

    async def wait_ended(self) -> None:
        """Waits until the session has ended, by itself or by stop; error says whether it failed."""
        await asyncio.wrap_future(self._ended)

    async def _ask(self, method: str, **params: Any) -> Any:
        self._check_runs()
        return await self._service.connection.ask(method, {"session": self.handle, **params})
