"""What names a session or a thread in a call, and the names that a request has for it."""

from __future__ import annotations

from typing import Any

from .._errors import HeddleError
from .._types import Session, SessionRef, SessionSummary, StoredSession, StoredThread

SessionName = str | tuple[str, str] | SessionRef | SessionSummary | Session
"""A session by its unified id, by (agent, id), by itself, or as a person names it: SessionRef(ref="last")."""

StoredName = str | StoredSession | SessionSummary | Session
"""A session of the store by its id, or by itself; a summary of another agent is refused."""

ThreadName = str | StoredThread
"""A thread by its id, or by itself."""


def session_members(name: SessionName | None, session_id: str | None) -> dict[str, Any]:
    """The members of a request that name a session: by unified id, by agent and its own id, or by itself."""
    if session_id is not None:
        return {"agent": name, "session_id": session_id}
    if isinstance(name, str):
        return {"unified_id": name}
    ref = session_ref(name)
    if ref.ref is not None:
        return {"ref": ref.ref}
    return {"unified_id": ref.unified_id} if ref.session_id is None else {"agent": ref.agent, "session_id": ref.session_id}


def any_session_members(name: SessionName | None, session_id: str | None, every: bool) -> dict[str, Any]:
    """As session_members, for a request that may concern every session, or every session of the agent name."""
    if every or (name is None and session_id is None):
        return {"agent": name}
    return session_members(name, session_id)


def session_ref(name: SessionName | None) -> SessionRef:
    """The member of a request that names a session."""
    if isinstance(name, SessionRef):
        return name
    if isinstance(name, str):
        return SessionRef(unified_id=name)
    if isinstance(name, tuple) and len(name) == 2:
        return SessionRef(agent=name[0], session_id=name[1])
    if isinstance(name, SessionSummary | Session):
        return SessionRef(agent=name.agent, session_id=name.session_id)
    raise no_name_error(name, "a session")


def unified_id_of(name: str | SessionSummary | Session) -> str:
    """A unified id, or a session's."""
    found = name if isinstance(name, str) else getattr(name, "unified_id", None)
    if found is None:
        raise no_name_error(name, "a session")
    return str(found)


def stored_id_of(name: StoredName) -> str:
    """The id of a session of the store."""
    if isinstance(name, str):
        return name
    if not isinstance(name, StoredSession | SessionSummary | Session):
        raise no_name_error(name, "a session")
    if isinstance(name, SessionSummary | Session) and name.agent != "heddle":
        raise HeddleError(
            "INVALID_ARGUMENT",
            f"this is a session of {name.agent}, and not one of the store",
            hint="sessions.import_ copies it into the store",
        )
    return name.session_id


def thread_id_of(name: ThreadName) -> str:
    """The id of a thread."""
    if isinstance(name, str):
        return name
    if not isinstance(name, StoredThread):
        raise no_name_error(name, "a thread")
    return name.thread_id


def no_name_error(value: object, what: str) -> HeddleError:
    """The error about a value that is not the name of a session or a thread."""
    why = f"{what} is not named: None was given" if value is None else f"{value!r:.80} is not the name of {what}"
    return HeddleError("INVALID_ARGUMENT", why, hint=f"give an id, or {what} as a list returned it")
