"""From the values of the protocol to those that a program has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from .._api.hints import hint_text
from .._errors import HeddleError
from .._types import Diagnostic, LiveAsk
from .events import AgentEvent, AgentEventKind, Ask
from .options import AgentSessionInfo, Allow, Deny, PermissionAnswer
from .protocol import LiveSessionInfo


def error_of(o: Mapping[str, Any]) -> HeddleError:
    """The error that the program reports."""
    hint = {"hint": hint_text(o["hint"])} if o.get("hint") else {}
    return HeddleError.from_json({"code": "INTERNAL", **o, **hint})


def diagnostic_error(d: Diagnostic | None) -> HeddleError | None:
    """The error of a diagnostic."""
    if d is None:
        return None
    known = {name: getattr(d, name) for name in ("code", "message", "path", "line", "offset", "hint")}
    return error_of({name: value for name, value in known.items() if value is not None})


def info_of(i: LiveSessionInfo) -> AgentSessionInfo:
    """What the program says of a session, without how it knows it."""
    return AgentSessionInfo(
        name=i.name,
        agent=i.agent,
        agent_version=i.agent_version,
        engine=i.engine or "",
        capabilities=i.capabilities,
        cwd=i.cwd,
        health=i.health,
        model=i.model,
        native_id=i.native_session_id,
        permission_mode=i.permission_mode or "default",
        pending_permissions=i.pending_permissions,
        query=i.query,
        queued=i.queued,
        store_id=i.session_id,
        recording=i.recording,
        position=i.position,
    )


def decision_of(answer: PermissionAnswer) -> dict[str, Any]:
    """A decision as the program takes it."""
    if isinstance(answer, bool):
        return {"allow": answer}
    if isinstance(answer, Allow):
        members = {"updatedInput": answer.updated_input, "rules": answer.rules}
        return {"allow": True, **{name: value for name, value in members.items() if value is not None}}
    if isinstance(answer, Deny):
        return {"allow": False, "reason": answer.reason, "interrupt": answer.interrupt}
    raise HeddleError("INVALID_ARGUMENT", f"the handler returned {answer!r}", hint="return heddle.Allow(), heddle.Deny(reason), True or False")


def event_of(o: Mapping[str, Any]) -> AgentEvent:
    """An event of a subscription."""
    query, asked, failed = o.get("query"), o.get("ask"), o.get("error")
    if o["kind"] == "event":  # almost all
        return AgentEvent(kind="event", query=query, message=o["message"], whole=o.get("whole", False))
    ask = Ask(id=o["id"], query=query, about=LiveAsk.from_json(asked) if asked else None) if o.get("id") else None
    return AgentEvent(
        kind=cast("AgentEventKind", o["kind"]), query=query, health=o.get("health"), ask=ask, error=error_of(failed) if failed else None
    )
