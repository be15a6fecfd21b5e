"""Hints of the engine in terms of Python.

The engine does not know its caller: its hints name operations, and powers of
the host. Python names methods and arguments.
"""

from __future__ import annotations

import re
from typing import Any

_PHRASES = {
    "grant SQLite to the engine": "use a Python that has the module sqlite3",
    "live.agents": "heddle.live_agents()",
    "grant the store to the engine": "grant the store: heddle.open(store=True)",
}
_METHODS = {"agents.list": "agents", "sessions.import": "sessions.import_", "store.import": "store.import_snapshot"}
_CALL = re.compile(r'\b((?:agents|attachments|edits|ids|messages|sessions|store|threads)\.[a-z][A-Za-z]*)(\("[^"]*"\))?')


def hint_text(hint: str) -> str:
    """A hint with methods in place of operations, and with the arguments that grant a power."""
    for phrase, words in _PHRASES.items():
        hint = hint.replace(phrase, words)
    return _CALL.sub(lambda m: "h." + _method_of(m[1]) + (m[2] or "()"), hint)


def _method_of(op: str) -> str:
    return _METHODS.get(op) or re.sub("[A-Z]", lambda c: "_" + c[0].lower(), op)


def translate_hints(notes: Any) -> Any:
    """Rewrites the hints of errors and diagnostics in place. Notes are objects of the wire form, or None."""
    for note in notes:
        if note and "hint" in note:
            note["hint"] = hint_text(note["hint"])
    return notes
