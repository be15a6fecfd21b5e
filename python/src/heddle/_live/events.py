"""What happens in a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .._api.messages import StoreMessage
from .._errors import HeddleError
from .._types import LiveAsk, LiveHealth

AgentEventKind = Literal["event", "state", "ask", "cancel_ask", "diagnostic"]
"""event: a message; state: the session's state; ask: a request for permission; cancel_ask: one that needs no
answer any more; diagnostic: a defect, nothing ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A request for permission."""

    id: str
    """The request in its session."""
    query: str | None
    """The query that the agent works on; None when it works by itself."""
    about: LiveAsk | None
    """What permission is requested for; None for a request that needs no answer any more."""

    @property
    def tool_name(self) -> str:
        """The tool."""
        return self.about.tool_name if self.about else ""

    @property
    def input(self) -> Any:
        """The tool's input."""
        return self.about.input if self.about else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvent:
    """Something that happened in a session. Which members it has depends on its kind."""

    kind: AgentEventKind
    query: str | None = None
    """The query that it belongs to; None for what the agent does by itself."""
    message: StoreMessage | None = None
    """A message; docs/messages.md describes messages."""
    whole: bool = False
    """The message is complete and belongs into the store; a piece of one does not."""
    health: LiveHealth | None = None
    """The new state."""
    ask: Ask | None = None
    """The request for permission."""
    error: HeddleError | None = None
    """The diagnostic, or why the session ended."""


def ended_error() -> HeddleError:
    """The error of a call after the end of the session."""
    return HeddleError("COMPLETE", "the session has ended", hint="resume it: start a session with resume=")
