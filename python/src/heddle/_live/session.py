"""The session of an agent, for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, cast

from .._api import Heddle
from .._api.messages import StoreMessage
from .._errors import HeddleError
from .._types import LiveHealth, LivePermissionMode
from .driver import Driver, answer_members
from .events import Subscription
from .options import AgentSessionInfo, AgentTurn, PermissionAnswer, QueryOptions, check_options, encode_files, milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from typing_extensions import Self, Unpack


# Options of a query, and the members of its command. The machine decides about them by the agent.
_QUERY_MEMBERS = {
    "model": "model",
    "permission_mode": "mode",
    "thinking": "thinking",
    "output_schema": "outputSchema",
    "max_turns": "maxTurns",
    "max_tokens": "maxTokens",
    "max_budget_usd": "maxBudgetUsd",
    "system_prompt": "systemPrompt",
    "allowed_tools": "allowedTools",
    "disallowed_tools": "disallowedTools",
    "subagent": "subagent",
}


class AgentSession:
    """A running agent. heddle.start_agent starts it; its methods belong to the event loop on which it was started.

    async with await heddle.start_agent("claude") as agent:
        async for message in agent.stream("What does this project do?"):
            print(heddle.text_content(message), end="")
    """

    def __init__(self, driver: Driver, client: Heddle | None, about: dict[str, Any], new_id: Callable[[], str], folder: str | None) -> None:
        """Use heddle.start_agent."""
        self._driver, self._client, self._new_id, self._folder = driver, client, new_id, folder
        self._about = about  # the last known members of info
        self.queried = False
        """Whether a query was sent."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.stop()

    @property
    def agent(self) -> str:
        """The agent."""
        return str(self._about["agent"])

    @property
    def cwd(self) -> str:
        """The working folder."""
        return str(self._about["cwd"])

    @property
    def health(self) -> LiveHealth:
        """The session's state."""
        return cast("LiveHealth", self._driver.state.health)

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What the agent can do, as of its start or the last info; docs/live.md explains each."""
        return tuple(self._about.get("capabilities", ()))

    @property
    def native_id(self) -> str | None:
        """The agent's own id of the session; pass it as resume= to continue later."""
        return self._driver.state.native_id

    @property
    def store_id(self) -> str | None:
        """The stored session; None when nothing is recorded."""
        return cast("str | None", self._about["store_id"])

    @property
    def error(self) -> HeddleError | None:
        """Why the session ended by a failure; None while it runs or after stop."""
        return self._driver.state.failure

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
                UNSUPPORTED for what the agent cannot do, INTERNAL when the session broke down. A turn
                that failed or timed out raises nothing: its result has isError.
        """
        command = await self._query_command(prompt, options)
        messages: list[Any] = []
        self._driver.watch_query(command["id"], messages)
        result = await self._await_query(command["id"], self._driver.command(command))
        self._keep_settings(command)
        return AgentTurn(id=command["id"], result=result, messages=messages)

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
        command = await self._query_command(prompt, options)
        query = command["id"]
        self._driver.watch_query(query)
        subscription = self._driver.subscribe(query)
        reply = self._driver.command(command)
        try:
            async for event in subscription:
                if event.message is not None and (deltas or event.whole):
                    yield event.message
            await self._await_query(query, reply)
            self._keep_settings(command)
        except HeddleError as e:
            _ignore(reply)
            if e.code == "LIMIT_EXCEEDED":
                query = ""
            raise
        finally:
            subscription.close()
            if query and not reply.done():
                self._interrupt_later(query)

    async def _query_command(self, prompt: str, options: QueryOptions) -> dict[str, Any]:
        check_options(options, QueryOptions, "query()")
        command: dict[str, Any] = {"id": options.get("id") or self._new_id(), "kind": "query", "text": prompt}
        if options.get("attachments"):
            command["attachments"] = await asyncio.to_thread(encode_files, options["attachments"], self._folder)
        self.queried = True
        for name, member in _QUERY_MEMBERS.items():
            value = cast("dict[str, Any]", options).get(name)
            if value is not None:
                command[member] = list(value) if isinstance(value, (tuple, set, frozenset)) else value
        if "maxBudgetUsd" in command:
            command["maxBudgetUsd"] = str(command["maxBudgetUsd"])
        limit = milliseconds(options.get("timeout"))
        if limit is not None:
            command["timeoutMs"] = limit
        return command

    def _keep_settings(self, command: dict[str, Any]) -> None:
        """Notes the model and mode of a query that was not refused."""
        known = {"model": command.get("model"), "permissionMode": command.get("mode")}
        self._about.update({name: value for name, value in known.items() if value})

    async def _await_query(self, query: str, reply: asyncio.Future[Any]) -> Any:
        try:
            return await asyncio.shield(reply)
        except asyncio.CancelledError:
            self._interrupt_later(query)
            _ignore(reply)
            raise

    def _interrupt_later(self, query: str) -> None:
        """Interrupts a query that nobody waits for any more."""
        _ignore(self._driver.command({"id": self._new_id(), "kind": "interrupt", "query": query}))

    def events(self) -> Subscription:
        """Returns the events from now on: messages and their pieces, states, requests for permission, diagnostics.

        async with agent.events() as events:
            async for event in events:
                print(event.kind, event.message)
        """
        return self._driver.subscribe()

    async def steer(self, prompt: str) -> None:
        """Sends text to the running turn. CONFLICT: no turn runs."""
        await self._command("steer", text=prompt)

    async def interrupt(self, query: str | None = None) -> None:
        """Ends the running turn, or drops a query that waits. Its result has interrupted."""
        await self._command("interrupt", **({} if query is None else {"query": query}))

    async def answer(self, ask: str, answer: PermissionAnswer) -> None:
        """Answers a request for permission by its id. BAD_REF: it needs no answer any more."""
        await self._command("answer", ask=ask, **answer_members(answer))

    async def set_model(self, model: str) -> None:
        """Changes the model."""
        await self._command("set_model", model=model)
        self._about["model"] = model

    async def set_permission_mode(self, mode: LivePermissionMode) -> None:
        """Changes what the agent may do without asking."""
        await self._command("set_permission_mode", mode=mode)
        self._about["permissionMode"] = mode

    async def clear(self) -> None:
        """Begins a new conversation in the same process."""
        await self._command("clear")

    async def mcp_status(self) -> Any:
        """Reports the agent's MCP servers."""
        return await self._command("mcp_status")

    async def server_info(self) -> Any:
        """Reports what the agent said when it started."""
        return await self._command("server_info")

    async def rewind_files(self, message_id: str, *, dry_run: bool = False) -> Any:
        """Restores files to their state before a user message.

        Args:
            message_id: The uuid of the message, which is the id of its query.
            dry_run: Only say what would change.
        """
        return await self._command("rewind_files", messageId=message_id, dryRun=dry_run)

    async def info(self) -> AgentSessionInfo:
        """Reports what is known of the session; after its end, what was known last."""
        with contextlib.suppress(HeddleError):
            self._about.update(await self._command("info"))
        return self._last_info()

    def _last_info(self) -> AgentSessionInfo:
        a, driver = self._about, self._driver
        ended = driver.done.done()
        return AgentSessionInfo(
            agent=a["agent"],
            agent_version=a.get("agentVersion"),
            engine=a.get("engine", ""),
            capabilities=self.capabilities,
            cwd=a["cwd"],
            health=driver.state.health,
            model=a.get("model"),
            native_id=driver.state.native_id,
            permission_mode=a.get("permissionMode", "default"),
            pending_permissions=0 if ended else a.get("pendingPermissions", 0),
            query=None if ended else a.get("query"),
            queued=0 if ended else a.get("queued", 0),
            session_id=a["sessionId"],
            store_id=self.store_id,
            recording=self.store_id is not None and driver.recorder.failure is None,
            position=driver.recorder.position,
        )

    async def conversation(self) -> list[StoreMessage]:
        """The messages of the session: the stored ones, or the agent's own records when nothing is recorded.

        Raises:
            HeddleError: SESSION_NOT_FOUND when the agent has written nothing yet, UNSUPPORTED without a client.
        """
        client = self._client
        if client is None:
            raise HeddleError("UNSUPPORTED", "a conversation is read through a client", hint="pass client= or record=True")
        if self.store_id is not None:
            return list(await asyncio.to_thread(client.store.messages, self.store_id))
        native = self.native_id or ""
        return list(await asyncio.to_thread(client.store.native_messages, native, adapter=self.agent))

    async def stop(self) -> None:
        """Ends the session: politely at first, then by force, until no process is left and everything is stored.

        Stopping twice is harmless. When the waiting task is cancelled the process is killed at once.
        """
        driver = self._driver
        if not driver.done.done():
            _ignore(driver.command({"id": self._new_id(), "kind": "stop"}))
        try:
            await asyncio.shield(driver.done)
        except asyncio.CancelledError:
            driver.kill()
            await asyncio.shield(driver.done)
            raise

    async def wait_ended(self) -> None:
        """Waits until the session has ended, by itself or by stop; error says whether it failed."""
        await asyncio.shield(self._driver.done)

    async def _command(self, kind: str, **members: Any) -> Any:
        reply = self._driver.command({"id": self._new_id(), "kind": kind, **members})
        try:
            return await asyncio.shield(reply)
        except asyncio.CancelledError:
            _ignore(reply)
            raise


def _ignore(reply: asyncio.Future[Any]) -> None:
    """Ignores how a command ends."""
    reply.add_done_callback(lambda f: f.cancelled() or f.exception())
