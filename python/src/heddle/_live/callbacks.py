"""Calls what a program gave start_agent: the handler of permissions and hooks."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from typing import Any

from .._errors import HeddleError
from .events import Ask
from .options import AgentHooks, AgentToolUse, PermissionHandler
from .protocol import LiveHookCall, LivePermission
from .values import decision_of, diagnostic_error, info_of

HOOKS = {
    "session_start": "sessionStart",
    "session_end": "sessionEnd",
    "query_start": "queryStart",
    "query_end": "queryEnd",
    "tool_use": "toolUse",
    "permission": "permission",
    "diagnostic": "diagnostic",
}
"""The hooks, and what the program calls them."""


async def decide(handler: PermissionHandler | None, asked: LivePermission) -> dict[str, Any]:
    """The decision of the handler; without one the tool is denied."""
    if handler is None:
        raise HeddleError("PERMISSION_DENIED", "nobody is there to give permission")
    return decision_of(await _call_back(handler, Ask(id=asked.id, query=asked.query, about=asked.ask)))


async def call_hook(hooks: AgentHooks, call: LiveHookCall, report: Callable[[HeddleError], None]) -> None:
    """Calls a hook; what it raises goes to report."""
    name = next((name for name, sent in HOOKS.items() if sent == call.hook), "")
    hook: Callable[..., Any] | None = hooks.get(name)  # type: ignore[assignment]
    if hook is None:
        return
    error = diagnostic_error(call.error)
    if name == "diagnostic":
        await report_diagnostic(hooks, error)
        return
    given: dict[str, Callable[[], tuple[Any, ...]]] = {
        "session_start": lambda: (info_of(call.info),),  # type: ignore[arg-type]
        "session_end": lambda: (info_of(call.info), error),  # type: ignore[arg-type]
        "query_start": lambda: (call.query,),
        "query_end": lambda: (call.query, call.result, error),
        "tool_use": lambda: (AgentToolUse(query=call.query, id=call.tool_use.id, name=call.tool_use.name, input=call.tool_use.input),),  # type: ignore[union-attr]
        "permission": lambda: (Ask(id=call.id or "", query=call.query, about=call.ask),),
    }
    try:
        await _call_back(hook, *given[name]())
    except Exception as e:
        failure = HeddleError("INVALID_ARGUMENT", f"a hook failed: {e!r}")
        report(failure)
        await report_diagnostic(hooks, failure)


async def report_diagnostic(hooks: AgentHooks, error: HeddleError | None) -> None:
    """Calls the hook diagnostic; its own failures are dropped, because to report them would call it again."""
    hook = hooks.get("diagnostic")
    if hook is not None and error is not None:
        with contextlib.suppress(Exception):
            await _call_back(hook, error)


async def _call_back(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the caller. One that is not async runs in a thread, so that it cannot stop the event loop."""
    if inspect.iscoroutinefunction(function):
        return await function(*args)
    value = await asyncio.to_thread(function, *args)
    return await value if inspect.isawaitable(value) else value
