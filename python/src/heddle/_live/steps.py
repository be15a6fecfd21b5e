"""The answers of live.wasm: what a session wants done.

Messages keep the text that live.wasm wrote beside their value, so that the store
gets the same bytes from every driver.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from .._api.hints import translate_hints
from .._errors import HeddleError
from .._wire import parse, parse_time, plain_floats

_DECODER = json.JSONDecoder()
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Output(NamedTuple):
    """One thing to do; LiveOutput describes its members."""

    kind: str
    members: dict[str, Any]
    message: str
    """The text of the message; empty without one."""

    @property
    def error(self) -> HeddleError | None:
        """What the output reports."""
        error = self.members.get("error")
        return None if error is None else HeddleError.from_json(*translate_hints([dict(error)]))


class Step(NamedTuple):
    """What a session wants done after an input."""

    outputs: list[Output]
    deadline: int | None
    """When to pass the time, in milliseconds since the epoch."""
    health: str


def parse_step(body: bytes) -> Step:
    """Reads a LiveStep in canonical form."""
    text = body.decode("utf-8", "replace")
    members: dict[str, Any] = {}
    outputs: list[Output] = []
    at = 1
    while text[at] != "}":
        key, at = scanstring(text, at + 1)
        if key == "outputs":
            at = _read_outputs(text, at + 1, outputs)
        else:
            members[key], at = _read_value(text, at + 1)
        at += text[at] == ","
    deadline = members.get("deadline")
    due = None if deadline is None else round(parse_time(deadline).timestamp() * 1000)
    return Step(outputs, due, members["health"])


def _read_outputs(text: str, at: int, outputs: list[Output]) -> int:
    at += 1
    while text[at] != "]":
        members: dict[str, Any] = {}
        message = ""
        at += 1
        while text[at] != "}":
            key, start = scanstring(text, at + 1)
            members[key], at = _read_value(text, start + 1)
            if key == "message":
                message = text[start + 1 : at]
            at += text[at] == ","
        at += 1
        outputs.append(Output(members["kind"], members, message))
        at += text[at] == ","
    return at + 1


def _read_value(text: str, at: int) -> tuple[Any, int]:
    """Reads the value at a position and returns it with the position after it."""
    try:
        return _DECODER.raw_decode(text, at)
    except (RecursionError, ValueError):  # very deep, or an integer of very many digits
        end = _end_of(text, at)
        return plain_floats(parse(text[at:end].encode())), end


def _end_of(text: str, at: int) -> int:
    """The end of the value at a position."""
    if text[at] not in '{["':
        found = re.compile(r"[,\]}]").search(text, at)
        return found.start() if found else len(text)
    depth = 0
    for token in _TOKEN.finditer(text, at):
        first = token.group()[0]
        depth += (first in "{[") - (first in "]}")
        if depth == 0:
            return token.end()
    raise HeddleError("INTERNAL", "live.wasm returned a value without an end")
