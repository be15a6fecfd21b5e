"""Results as an HTML table, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from html import escape
from typing import Any

from .._types import CostBreakdown, CostSummary, Diagnostic, SearchHit, SessionSummary

MAX_ROWS = 200
"""The greatest number of rows shown; the table says how many more there are."""

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

_FOUND = {
    "score": "relevance_score",
    "agent": "agent",
    "title": "title",
    "matches": "hit_count",
    "first match": "hits",
    "USD": "cost.total_usd",
    "updated (UTC)": "updated_at",
    "id": "session_id",
}

_SPEND = {
    "USD": "total_usd",
    "source": "source",
    "sessions": "session_count",
    "input": "input_tokens",
    "cached": "cached_tokens",
    "cache writes": "cache_write_tokens",
    "output": "output_tokens",
}


def html_table(rows: Sequence[Any], diagnostics: Sequence[Diagnostic], note: str = "") -> str:
    """Renders rows of one dataclass, with a note above."""
    out = [f"<p>{escape(note)}</p>"] if note else []
    if rows:
        columns = _columns_of(rows[0])
        out.append("<table><thead><tr>" + "".join(f"<th>{escape(c)}</th>" for c in columns) + "</tr></thead><tbody>")
        for row in rows[:MAX_ROWS]:
            cells = (_cell_html(_value_at(row, path)) for path in columns.values())
            out.append("<tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
        out.append("</tbody></table>")
        if len(rows) > MAX_ROWS:
            out.append(f"<p>… and {len(rows) - MAX_ROWS} more</p>")
    else:
        out.append("<p>nothing found</p>")
    for d in diagnostics:
        where = f" ({d.path})" if d.path else ""
        out.append(f"<p><b>{escape(d.code)}</b> {escape((d.agent or '') + ' ' + d.message + where)}</p>")
    return "".join(out)


def _columns_of(row: Any) -> dict[str, str]:
    """Headings, each with the path of the attribute below it."""
    if isinstance(row, SessionSummary):
        return _SUMMARY if row.relevance_score is None else _FOUND
    if isinstance(row, CostBreakdown):
        return {"group": "key", **_SPEND}
    if isinstance(row, CostSummary):
        return _SPEND
    return {f.name: f.name for f in fields(row)} if is_dataclass(row) else {"value": ""}


def _value_at(row: Any, path: str) -> Any:
    for name in filter(None, path.split(".")):
        row = getattr(row, name, None)
    return row


def _cell_html(value: Any) -> str:
    """Renders a value as HTML."""
    if isinstance(value, tuple) and value and isinstance(value[0], SearchHit):
        return _marked_snippet(value[0])
    return escape(_cell_text(value))


def _marked_snippet(hit: SearchHit) -> str:
    """Renders a snippet with its matches marked."""
    out, at = [], 0
    for r in hit.ranges:
        out.append(f"{escape(hit.snippet[at : r.start])}<mark>{escape(hit.snippet[r.start : r.end])}</mark>")
        at = r.end
    return "".join(out) + escape(hit.snippet[at:])


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, Decimal):
        return f"{value:.4f}"
    if isinstance(value, float):
        return f"{value:.2f}"
    return str(value)
