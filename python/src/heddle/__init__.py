"""The session history of coding agents: one engine, the same bytes in every language.

import heddle

with heddle.open() as h:
    for s in h.sessions.list("claude", limit=20):
        print(s.updated_at, s.title)
"""

from importlib import resources as _resources

from ._api import Export, Heddle, Ids, Response, Results, Session, Sessions, open
from ._errors import HeddleError
from ._types import (
    AgentInfo,
    Attachment,
    Branch,
    CostRecord,
    CostSource,
    Diagnostic,
    ErrorCode,
    Message,
    MessageType,
    NativeID,
    Origin,
    Report,
    Role,
    SessionSummary,
    SkippedRecord,
    SortDirection,
    SortKey,
    Spend,
    TokenUsage,
    ToolCall,
    ToolResult,
    Version,
)

__version__ = _resources.files(__name__).joinpath("version.txt").read_text().strip()

__all__ = [
    "AgentInfo",
    "Attachment",
    "Branch",
    "CostRecord",
    "CostSource",
    "Diagnostic",
    "ErrorCode",
    "Export",
    "Heddle",
    "HeddleError",
    "Ids",
    "Message",
    "MessageType",
    "NativeID",
    "Origin",
    "Report",
    "Response",
    "Results",
    "Role",
    "Session",
    "SessionSummary",
    "Sessions",
    "SkippedRecord",
    "SortDirection",
    "SortKey",
    "Spend",
    "TokenUsage",
    "ToolCall",
    "ToolResult",
    "Version",
    "open",
]
