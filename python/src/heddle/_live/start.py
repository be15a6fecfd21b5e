"""From the options of start_agent to a running session."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._api import Heddle
from .._errors import HeddleError
from .._types import LiveAgent
from .agents import LIVE_AGENTS
from .callbacks import HOOKS
from .connection import wait_for
from .options import AgentHooks, AgentOptions, check_options, milliseconds
from .protocol import LivePlace, LiveProcess, LiveSessionInfo, LiveStart
from .service import Service, Started, acquire_service, find_session, hold_running
from .session import AgentSession

if TYPE_CHECKING:
    from typing_extensions import Unpack

AUTO = "auto"
"""The agent name that selects the first installed agent."""

_OWN = ("client", "permission", "can_ask", "hooks", "heddle_program", "cwd", "env", "add_dirs", "attachments", "max_budget_usd", "state_folder")
"""The options that are not members of LiveStart as they are."""
_TIMES = ("timeout", "idle_timeout", "start_timeout", "permission_timeout")


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
        HeddleError: UNSUPPORTED when a program is missing or too old, or the agent cannot do what an
            option asks for; SESSION_NOT_FOUND when there is no session to continue, or the agent refuses
            to resume it; CONFLICT when the name is taken; INVALID_ARGUMENT; TIMEOUT.
    """
    return await launch("live.start", start_request(agent, options), options)


async def launch(method: str, request: dict[str, Any], options: AgentOptions, started: Started | None = None) -> AgentSession:
    """Starts a session by the program. It is released when the session has ended, unless its starter does that: with started."""
    program = options.get("heddle_program")
    service = hold_running(program)
    if service is None:
        service = await asyncio.to_thread(acquire_service, program)
    session = AgentSession(service, _unknown_info(service, request))
    handle = session.handle
    about = started or start_of(options)
    about.session = handle
    service.started[handle] = about
    try:
        info = await service.connection.ask(method, {**request, "session": handle}, finish=True)
    except BaseException:
        service.sessions.pop(handle, None)
        release_start(service, handle)
        raise
    session.keep_info(LiveSessionInfo.from_json(info))
    if started is None:
        session.when_ended(lambda: release_start(service, handle))
    return session


def start_of(options: AgentOptions) -> Started:
    """What the program may ask of a session."""
    return Started(asyncio.get_running_loop(), options.get("permission"), options.get("hooks") or {}, "")


def release_start(service: Service, handle: str) -> None:
    """Ends the use of the program by a session that was started."""
    if service.started.pop(handle, None) is not None:
        service.release()


def _unknown_info(service: Service, request: Mapping[str, Any]) -> LiveSessionInfo:
    """The session while it is being started."""
    names = {"session": service.new_id("s"), "agent": request["agent"], "cwd": request["cwd"], "health": "connecting", "capabilities": []}
    return LiveSessionInfo.from_json({**names, "recording": False, "position": 0, "queued": 0, "pendingPermissions": 0, "queries": 0})


def start_request(agent: str, options: AgentOptions) -> dict[str, Any]:
    """What starts an agent, supervised or not; the handle is missing."""
    check_options(options, AgentOptions, "start_agent()")
    hooks: Mapping[str, Any] = options.get("hooks") or {}
    check_options(hooks, AgentHooks, "hooks")
    o: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    places = _places_of(o.get("client"))
    plain = {name: value for name, value in o.items() if name not in (*_OWN, *_TIMES)}
    times: dict[str, Any] = {f"{name}_ms": milliseconds(o.get(name)) for name in _TIMES}
    return LiveStart(
        session="",
        agent=agent,
        cwd=os.path.abspath(o.get("cwd", ".")),
        environment=_variables(os.environ),
        env=_variables(o.get("env", {})),
        state_folder=_folder_of(options["state_folder"]) if "state_folder" in options else None,
        add_dirs=[os.path.abspath(folder) for folder in o["add_dirs"]] if "add_dirs" in o else None,
        attachments=os.path.abspath(o["attachments"]) if "attachments" in o else None,
        max_budget_usd=str(o["max_budget_usd"]) if "max_budget_usd" in o else None,
        permission="permission" in o,
        can_answer=bool(o.get("can_ask")),
        hooks=[HOOKS[name] for name in hooks if hooks[name] is not None],
        **plain,
        **times,
        **places,
    ).to_json()


def _places_of(client: Heddle | None) -> dict[str, Any]:
    """What a session needs of the Heddle that it uses."""
    places = client._places if client is not None else None
    if places is None:
        return {}
    if isinstance(places.prices, bytes):
        raise HeddleError("UNSUPPORTED", "live sessions need prices in a file", hint="name the file: heddle.open(prices=PATH)")
    return {"home": places.home, "store": places.store or "-", "prices": places.prices}


def find_agent(name: str) -> AgentSession:
    """Returns the running session that was started with a name.

    Raises:
        HeddleError: BAD_REF for an unknown name.
    """
    session = find_session(name)
    if not isinstance(session, AgentSession):
        raise HeddleError("BAD_REF", f"no session has the name {name}")
    return session


def live_agents() -> list[LiveAgent]:
    """The agents that live sessions can run, with what each can do."""
    return [LiveAgent.from_json(o) for o in LIVE_AGENTS]


def agent_processes(folder: str | os.PathLike[str] | None = None, *, heddle_program: str | os.PathLike[str] | None = None) -> list[LiveProcess]:
    """Lists the processes of live sessions on this machine, of all programs of this user.

    Args:
        folder: Where they are registered. Default: the user's state folder.
        heddle_program: As in AgentOptions.
    """
    return _ask_processes("live.processes", folder, heddle_program)


def reap_agents(folder: str | os.PathLike[str] | None = None, *, heddle_program: str | os.PathLike[str] | None = None) -> list[LiveProcess]:
    """Ends the agents' processes that killed programs of this user have left, and returns them. start_agent does it too.

    Args:
        folder: Where they are registered. Default: the user's state folder.
        heddle_program: As in AgentOptions.
    """
    return _ask_processes("live.reap", folder, heddle_program)


def _ask_processes(method: str, folder: str | os.PathLike[str] | None, program: str | os.PathLike[str] | None) -> list[LiveProcess]:
    place = LivePlace(environment=_variables(os.environ), state_folder=None if folder is None else _folder_of(folder))
    service = acquire_service(program)
    try:
        return [LiveProcess.from_json(o) for o in wait_for(service.connection.send(method, place.to_json())[1])]
    finally:
        service.release()


def _folder_of(folder: str | os.PathLike[str] | None) -> str:
    return "-" if folder is None else os.path.abspath(folder)


def _variables(env: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in env.items()]
