"""Results as an HTML table, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from html import escape
from typing import Any

from ._types import Diagnostic, SessionSummary

MAX_ROWS = 200
"""Rows shown; the rest is counted."""

_SUMMARY = {
    "agent": "agent",
    "title": "title",
    "turns": "turn_count",
    "messages": "message_count",
    "model": "model",
    "USD": "cost.total_usd",
    "updated (UTC)": "updated_at",
    "cwd": "cwd",
    "id": "session_id",
}


def html_table(rows: Sequence[Any], diagnostics: Sequence[Diagnostic]) -> str:
    """Renders rows of one dataclass."""
    out = []
    if rows:
        columns = _columns(rows[0])
        out.append("<table><thead><tr>" + "".join(f"<th>{escape(c)}</th>" for c in columns) + "</tr></thead><tbody>")
        for row in rows[:MAX_ROWS]:
            cells = (_text(_value(row, path)) for path in columns.values())
            out.append("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>")
        out.append("</tbody></table>")
        if len(rows) > MAX_ROWS:
            out.append(f"<p>… and {len(rows) - MAX_ROWS} more</p>")
    else:
        out.append("<p>nothing found</p>")
    for d in diagnostics:
        where = f" ({d.path})" if d.path else ""
        out.append(f"<p><b>{escape(d.code)}</b> {escape((d.agent or '') + ' ' + d.message + where)}</p>")
    return "".join(out)


def _columns(row: Any) -> dict[str, str]:
    """Headings, each with the attribute it shows."""
    if isinstance(row, SessionSummary):
        return _SUMMARY
    return {f.name: f.name for f in fields(row)} if is_dataclass(row) else {"value": ""}


def _value(row: Any, path: str) -> Any:
    for name in filter(None, path.split(".")):
        row = getattr(row, name, None)
    return row


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, Decimal):
        return f"{value:.4f}"
    return str(value)
