"""The one error type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class HeddleError(Exception):
    """An operation failed: what went wrong, where, and what to do next.

    Codes are the same strings in every language and never change.
    docs/operations.md lists them.

        try:
            h.sessions.get("claude", "nope")
        except heddle.HeddleError as e:
            if e.code == "SESSION_NOT_FOUND": ...
    """

    code: str
    """A stable error code."""
    message: str
    """One sentence."""
    op: str
    """The operation, for example sessions.get; empty outside one."""
    path: str
    """Mount-relative path; empty when the error concerns no file."""
    line: int
    """1-based line; 0 when the file has no lines."""
    offset: int
    """Byte offset from the start of the file."""
    hint: str
    """What to run or change next; may be empty."""

    def __init__(
        self,
        code: str,
        message: str = "",
        *,
        op: str = "",
        path: str = "",
        line: int = 0,
        offset: int = 0,
        hint: str = "",
    ) -> None:
        super().__init__(code, message)
        self.code, self.message, self.op = code, message, op
        self.path, self.line, self.offset, self.hint = path, line, offset, hint

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> HeddleError:
        """Reads the error of a response header."""
        names = ("message", "op", "path", "line", "offset", "hint")
        return cls(o["code"], **{name: o[name] for name in names if name in o})

    def __str__(self) -> str:
        """Renders "op: CODE: message (path:line, offset n); hint", as the Go library does."""
        text = self.code
        if self.op:
            text = f"{self.op}: {text}"
        if self.message:
            text += f": {self.message}"
        if self.path:
            text += f" ({self.path}"
            if self.line > 0:
                text += f":{self.line}"
            if self.line > 0 or self.offset > 0:
                text += f", offset {self.offset}"
            text += ")"
        if self.hint:
            text += f"; {self.hint}"
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.code, self.message, self.op, self.path, self.line, self.offset, self.hint)


def _restore(code: str, message: str, op: str, path: str, line: int, offset: int, hint: str) -> HeddleError:
    return HeddleError(code, message, op=op, path=path, line=line, offset=offset, hint=hint)
