"""Starting an agent: what the options leave open, then the session."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import json
import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _abi
from .._api import Heddle, open
from .._engine import compile_live, new_live_instance
from .._errors import HeddleError
from .._host.places import store_file
from .._types import LIVE_OPS, LiveAgent
from .._wire import parse
from . import machine as _machine
from .driver import Driver, DriverOptions
from .meter import Meter
from .options import AgentHooks, AgentOptions, check_options, milliseconds
from .program import agent_environment, ask_version, find_program
from .recorder import Recorder, client_thread
from .registry import Leftover, Registry, state_folder
from .session import AgentSession
from .transport import ProcessTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

AUTO = "auto"
"""The agent name that selects the first installed agent."""

_PLAIN = {
    "resume": "resume",
    "fork": "fork",
    "program": "program",
    "args": "args",
    "origin": "origin",
    "model": "model",
    "system_prompt": "systemPrompt",
    "permission_mode": "permissionMode",
    "allowed_tools": "allowedTools",
    "disallowed_tools": "disallowedTools",
    "max_turns": "maxTurns",
    "max_thinking_tokens": "maxThinkingTokens",
    "thinking": "thinking",
    "output_schema": "outputSchema",
    "subagent": "subagent",
    "mcp_servers": "mcpServers",
    "settings": "settings",
    "no_session_persistence": "noSessionPersistence",
    "file_checkpointing": "fileCheckpointing",
    "max_queued": "maxQueued",
}
"""The options that become members of LiveOpenRequest as they are."""
_TIMES = {"timeout": "timeoutMs", "idle_timeout": "idleTimeoutMs", "start_timeout": "startTimeoutMs", "permission_timeout": "permissionTimeoutMs"}

_named: dict[str, AgentSession | None] = {}
_shared: dict[str, tuple[Heddle, int]] = {}


async def start_agent(agent: str = AUTO, **options: Unpack[AgentOptions]) -> AgentSession:
    """Starts an agent and returns when it is ready. Its messages are recorded while it runs.

        async with await heddle.start_agent("claude", cwd="/src/project", permission=decide) as agent:
            turn = await agent.query("Fix the tests")
            print(turn.text)

    Processes that a killed program left are ended first.

    Args:
        agent: An agent that live_agents lists; "auto" for the first one that is installed; or acp: and
            a command line that speaks the Agent Client Protocol.
        options: See AgentOptions.

    Raises:
        HeddleError: UNSUPPORTED when the program is missing or too old, or the agent cannot do what an
            option asks for; SESSION_NOT_FOUND when there is no session to continue, or the agent refuses
            to resume it; CONFLICT when the name is taken; INVALID_ARGUMENT; TIMEOUT.
    """
    check_options(options, AgentOptions, "start_agent()")
    check_options(options.get("hooks") or {}, AgentHooks, "hooks")
    name = options.get("name")
    if name is not None:
        if name in _named:
            raise HeddleError("CONFLICT", f"a session has the name {name}")
        _named[name] = None
    release: list[Callable[[], None]] = [functools.partial(_forget_name, name)] if name is not None else []
    try:
        session = await _Start(agent, options, release).run()
    except BaseException:
        for f in release:
            f()
        raise
    session._driver.done.add_done_callback(lambda _: [f() for f in release])
    if name is not None:
        _named[name] = session
    return session


def find_agent(name: str) -> AgentSession:
    """Returns the running session that was started with a name.

    Raises:
        HeddleError: BAD_REF for an unknown name.
    """
    session = _named.get(name)
    if session is None:
        raise HeddleError("BAD_REF", f"no session has the name {name}")
    return session


def live_agents() -> list[LiveAgent]:
    """The agents that live sessions can run, with what each can do."""
    _, body = _abi.split(new_live_instance().call(LIVE_OPS["live.agents"], b""))
    return [LiveAgent.from_json(o) for o in parse(body)]


def reap_agents() -> list[Leftover]:
    """Ends the agents' processes that killed programs of this user have left, and returns them."""
    folder = state_folder()
    return Registry(folder).reap() if folder is not None else []


def _forget_name(name: str) -> None:
    _named.pop(name, None)


class _Start:
    """One start."""

    def __init__(self, agent: str, options: AgentOptions, release: list[Callable[[], None]]) -> None:
        self._agent, self._o, self._release = agent, options, release
        self._new_id = options.get("new_id") or (lambda: str(uuid.uuid4()))
        self._clock = options.get("clock") or (lambda: time.time_ns() // 1_000_000)
        self._cwd = os.path.abspath(options.get("cwd", "."))
        self._env = [f"{name}={value}" for name, value in options.get("env", {}).items()]
        self._resume = options.get("resume")
        self._client: Heddle | None = None
        self._version: str | None = None

    async def run(self) -> AgentSession:
        rows = await asyncio.to_thread(_prepare)
        self._client = await self._open_client()
        stored = await self._read_resume()
        self._select_agent(rows)
        if self._o.get("continue_"):
            await self._find_newest()
        if "transport" not in self._o and not os.path.isdir(self._cwd):
            raise HeddleError("INVALID_ARGUMENT", f"the working folder {self._cwd} does not exist")
        record = self._o.get("record", True) and self._client is not None
        store_id = self._o.get("store_id") or stored or (await self._find_stored() if record else None)
        session_id = self._o.get("session_id") or (store_id if not self._resume and _is_uuid(store_id) else None) or self._new_id()
        if not _is_uuid(session_id):
            raise HeddleError("INVALID_ARGUMENT", f"the id of a new session must be a UUID, not {session_id!r}")
        await self._ask_version(rows)
        return await self._open_session(session_id, (store_id or session_id) if record else None)

    async def _open_session(self, session_id: str, store_id: str | None) -> AgentSession:
        o = self._o
        transport = o.get("transport") or await self._process_transport(session_id)
        hooks: dict[str, Any] = dict(o.get("hooks") or {})
        driver = Driver(
            self._new_handle(),
            DriverOptions(
                transport=transport,
                recorder=lambda notify: Recorder(self._client if store_id else None, store_id or "", self._new_id, notify),
                meter=Meter(self._client, self._agent, self._resume),
                meta=self._metadata,
                permission=o.get("permission"),
                hooks=hooks,
                queue_events=o.get("queue_events", 4096),
                clock=self._clock,
                new_id=self._new_id,
            ),
        )
        about = {"agent": self._agent, "cwd": self._cwd, "sessionId": session_id, "store_id": store_id, "model": o.get("model")}
        folder = o.get("attachments")
        session = AgentSession(driver, self._client, about, self._new_id, None if folder is None else os.fspath(folder))
        for name, count in (("session_start", 0), ("session_end", 1)):
            hook = hooks.get(name)
            if hook is not None:
                hooks[name] = _with_info(hook, session, count)
        try:
            driver.open(self._request(session_id))
        except BaseException:
            await driver.recorder.close()
            raise
        await self._await_ready(driver)
        await session.info()
        driver.call_hook("session_start")
        return session

    async def _await_ready(self, driver: Driver) -> None:
        try:
            ready = await asyncio.shield(driver.ready)
        except asyncio.CancelledError:
            driver.kill()
            await asyncio.shield(driver.done)
            raise
        if not ready:
            await asyncio.shield(driver.done)
            raise driver.state.failure or HeddleError("COMPLETE", "the session ended before it was ready")

    def _request(self, session_id: str) -> dict[str, Any]:
        """The members of LiveOpenRequest, besides handle and now."""
        o: dict[str, Any] = dict(self._o)
        request: dict[str, Any] = {"agent": self._agent, "sessionId": session_id, "cwd": self._cwd}
        for name, member in _PLAIN.items():
            if o.get(name) is not None:
                value = o[name]
                request[member] = list(value) if isinstance(value, (tuple, set, frozenset)) else value
        for name, member in _TIMES.items():
            limit = milliseconds(o.get(name))
            if limit is not None:
                request[member] = limit
        if self._resume:
            request["resume"] = self._resume
        if o.get("add_dirs"):
            request["addDirs"] = [os.path.abspath(folder) for folder in o["add_dirs"]]
        if o.get("max_budget_usd") is not None:
            request["maxBudgetUsd"] = str(o["max_budget_usd"])
        if self._env:
            request["env"] = self._env
        if self._version:
            request["programVersion"] = self._version
        request["canAsk"] = bool(o.get("can_ask") or o.get("permission"))
        return request

    def _metadata(self, native_id: str) -> dict[str, Any]:
        extra: dict[str, Any] = {"native": {"agent": self._agent, "sessionId": native_id}}
        if self._o.get("tags"):
            extra["tags"] = list(self._o["tags"])
        if self._o.get("origin"):
            extra["origin"] = self._o["origin"]
        meta = {"adapter": self._agent, "cwd": self._cwd, "extra": extra}
        return meta | ({"model": self._o["model"]} if self._o.get("model") else {})

    def _new_handle(self) -> str:
        return str(uuid.uuid4())  # no part of any output

    def _environment(self) -> dict[str, str]:
        return agent_environment(os.environ, self._env)

    def _select_agent(self, rows: list[LiveAgent]) -> None:
        if self._agent != AUTO:
            return
        known = {row.agent: row for row in rows}
        prefer = self._o.get("prefer") or [row.agent for row in rows if row.tested]
        for name in prefer:
            if name in known:
                with contextlib.suppress(HeddleError):
                    find_program(known[name].program, self._cwd, self._environment())
                    self._agent = name
                    return
        raise HeddleError("UNSUPPORTED", f"none of these agents is installed: {', '.join(prefer)}", hint="live_agents() says how to get them")

    async def _ask_version(self, rows: list[LiveAgent]) -> None:
        row = next((row for row in rows if row.agent == self._agent), None)
        if row is None or not row.min_version or "transport" in self._o:
            return
        path = find_program(self._o.get("program") or row.program, self._cwd, self._environment(), row.install)
        self._version = await ask_version(path, self._environment())

    async def _open_client(self) -> Heddle | None:
        client = self._o.get("client")
        reads = self._o.get("continue_") or (self._resume or "").startswith("heddle:")
        if client is not None or not (self._o.get("record", True) or reads):
            return client
        key = store_file()
        if key not in _shared:
            opened = await asyncio.to_thread(open, store=True)
            if key in _shared:
                opened.close()
            else:
                _shared[key] = opened, 0
        client, users = _shared[key]
        _shared[key] = client, users + 1
        self._release.append(functools.partial(_release_client, key))
        return client

    async def _process_transport(self, session_id: str) -> ProcessTransport:
        folder = self._o["state_folder"] if "state_folder" in self._o else state_folder()
        registry = None if folder is None else Registry(Path(folder))
        if registry is not None:
            with contextlib.suppress(HeddleError):  # that of other processes
                await asyncio.to_thread(registry.reap)
        since = _machine.time_of(self._clock())
        return ProcessTransport(registry, {"agent": self._agent, "sessionId": session_id, "cwd": self._cwd, "since": since})

    async def _read_resume(self) -> str | None:
        """Replaces the name of a session to resume by the agent's own id of it, and returns the stored session that it names."""
        agent, named, name = (self._resume or "").partition(":")
        if not named:
            return None
        stored = None
        if agent == "heddle":
            native = ((await self._call("store.get", {"sessionId": name})).get("extra") or {}).get("native") or {}
            if not native.get("sessionId"):
                hint = "resume the agent's own session by its id"
                raise HeddleError("SESSION_NOT_FOUND", f"the stored session {name} names no session of an agent", hint=hint)
            stored = None if self._o.get("fork") else name
            agent, name = native["agent"], native["sessionId"]
        if self._agent not in (AUTO, agent):
            raise HeddleError("INVALID_ARGUMENT", f"the session {self._resume} is not one of {self._agent}")
        self._agent, self._resume = agent, name
        return stored

    async def _find_newest(self) -> None:
        """Resumes the agent's newest session in the folder."""
        if self._resume:
            raise HeddleError("INVALID_ARGUMENT", "continue_ and resume exclude each other")
        prefix = f"{self._agent}:"
        for found in await self._call("sessions.list", {"agent": self._agent, "cwd": self._cwd, "limit": 50}):
            original = found.get("originalUnifiedId", "")
            if found["agent"] == self._agent:
                self._resume = found["sessionId"]
            elif original.startswith(prefix) and not found.get("originalGone"):
                self._resume = original.removeprefix(prefix)
            else:
                continue  # a recording of a session that the agent has lost
            self._cwd = found.get("cwd") or self._cwd
            return
        raise HeddleError("SESSION_NOT_FOUND", f"{self._agent} has no session in {self._cwd}", hint="start one without continue_")

    async def _find_stored(self) -> str | None:
        """The stored session that names the resumed one, from the origin or without one."""
        if not self._resume or self._o.get("fork"):
            return None
        try:
            rows = await self._call("store.list", {"adapter": self._agent})
        except HeddleError:
            return None  # recording will say why
        native = {"agent": self._agent, "sessionId": self._resume}
        named = [(row["sessionId"], row["extra"].get("origin")) for row in rows if (row.get("extra") or {}).get("native") == native]
        origin = self._o.get("origin")
        if not origin:
            return named[0][0] if named else None
        return next((name for wanted in (origin, None) for name, own in named if own == wanted), None)

    async def _call(self, op: str, request: dict[str, Any]) -> Any:
        if self._client is None:
            raise HeddleError("INVALID_ARGUMENT", "the session to continue is found through a client", hint="pass client=")
        calls, data = self._client._calls, json.dumps(request).encode()
        run = asyncio.get_running_loop().run_in_executor
        return await run(client_thread(self._client), lambda: calls.send(op, data, None, None).json())


def _prepare() -> list[LiveAgent]:
    compile_live()
    return live_agents()


def _release_client(key: str) -> None:
    """Closes a shared client that no session uses any more."""
    client, users = _shared.pop(key)
    if users > 1:
        _shared[key] = client, users - 1
        return
    thread = client_thread(client)
    thread.submit(client.close)  # a call may still run
    thread.shutdown(wait=False)


def _with_info(hook: Callable[..., Any], session: AgentSession, errors: int) -> Callable[..., Any]:
    """A hook that gets what is known of the session, and why it ended."""

    def call() -> Any:
        return hook(session._last_info(), *([session.error] if errors else []))

    if inspect.iscoroutinefunction(hook):

        async def call_async() -> Any:
            return await call()

        return call_async
    return call


def _is_uuid(text: str | None) -> bool:
    if text is None or len(text) != 36:
        return False
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
