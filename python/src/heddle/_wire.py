"""JSON as the engine writes it, and the scalars inside it.

Numbers with a point are read as Decimal, so that money stays exact. Inside
free-form values (a tool's input) they become float, as from the module json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, overload

from ._errors import HeddleError


def parse(data: bytes) -> Any:
    """Reads one JSON value of any depth and with numbers of any length."""
    text = data.decode("utf-8", "replace")
    try:
        return json.loads(text, parse_float=Decimal)
    except RecursionError:
        return _parse_deep(text)
    except ValueError:  # an integer with more digits than int() accepts
        return _parse_deep(text)


def encode(value: Any) -> bytes:
    """Writes a request as JSON, which has no numbers that are not finite."""
    try:
        return json.dumps(value, allow_nan=False).encode()
    except ValueError as e:
        raise HeddleError("INVALID_ARGUMENT", f"the request cannot be written as JSON: {e}", hint="numbers must be finite") from e


_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
_WORDS = {"true": True, "false": False, "null": None}
_MAX_DIGITS = 4000


def _parse_deep(text: str) -> Any:
    """Reads JSON without recursion: a stack of open lists and objects."""
    stack: list[tuple[Any, str | None]] = []  # the open containers, each with the key it will have in its parent
    at, key = 0, None
    while True:
        at = _skip_space(text, at)
        char = text[at : at + 1]
        if char == "{" or char == "[":
            value: Any = {} if char == "{" else []
            stack.append((value, key))
            at, key = _skip_space(text, at + 1), None
            if text[at : at + 1] not in ("}", "]"):
                if char == "{":
                    key, at = _read_key(text, at)
                continue
        elif char == '"':
            value, at = scanstring(text, at + 1)
        else:
            value, at = _word_or_number(text, at)
        while True:  # value is complete unless it is the innermost open container
            if not stack or stack[-1][0] is not value:
                if not stack:
                    if _skip_space(text, at) != len(text):
                        raise ValueError("text after the JSON value")
                    return value
                parent = stack[-1][0]
                if isinstance(parent, dict):
                    parent[key] = value
                else:
                    parent.append(value)
                at = _skip_space(text, at)
                if text[at : at + 1] == ",":
                    at, key = at + 1, None
                    if isinstance(parent, dict):
                        key, at = _read_key(text, _skip_space(text, at))
                    break
            if text[at : at + 1] not in ("}", "]"):
                raise ValueError(f"unexpected JSON at {at}")
            at += 1
            value, key = stack.pop()


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _read_key(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != '"':
        raise ValueError(f"no member name at {at}")
    key, at = scanstring(text, at + 1)
    at = _skip_space(text, at)
    if text[at : at + 1] != ":":
        raise ValueError(f"no colon at {at}")
    return key, at + 1


def _word_or_number(text: str, at: int) -> tuple[Any, int]:
    for word, value in _WORDS.items():
        if text.startswith(word, at):
            return value, at + len(word)
    match = _NUMBER.match(text, at)
    if not match:
        raise ValueError(f"no JSON value at {at}")
    digits = match.group()
    whole = match.group(1) is None and match.group(2) is None and len(digits) < _MAX_DIGITS
    return (int(digits) if whole else Decimal(digits)), match.end()


def plain_floats(value: Any) -> Any:
    """Turns the Decimals inside a free-form value into floats, in place."""
    if isinstance(value, Decimal):
        return float(value)
    stack = [value]
    while stack:
        top = stack.pop()
        entries: Iterator[tuple[Any, Any]]
        if isinstance(top, dict):
            entries = iter(top.items())
        elif isinstance(top, list):
            entries = iter(enumerate(top))
        else:
            continue
        for key, inner in entries:
            if isinstance(inner, Decimal):
                top[key] = float(inner)
            elif isinstance(inner, (dict, list)):
                stack.append(inner)
    return value


@overload
def parse_time(value: str) -> datetime: ...
@overload
def parse_time(value: None) -> None: ...
def parse_time(value: str | None) -> datetime | None:
    """Reads RFC 3339 in UTC."""
    if value is None:
        return None
    return datetime.fromisoformat(value.replace("Z", "+00:00"))


@overload
def parse_money(value: int | Decimal) -> Decimal: ...
@overload
def parse_money(value: None) -> None: ...
def parse_money(value: int | Decimal | None) -> Decimal | None:
    """Reads an amount; the wire form of an integer amount has no point."""
    return None if value is None else Decimal(value)


@overload
def parse_ratio(value: int | Decimal) -> float: ...
@overload
def parse_ratio(value: None) -> None: ...
def parse_ratio(value: int | Decimal | None) -> float | None:
    """Reads a number from 0 to 1; the wire form of 0 and 1 has no point."""
    return None if value is None else float(value)


def text_list(value: Sequence[str]) -> list[str]:
    """Renders a list of texts for a request. A single text is a list of one, not of its letters."""
    return [value] if isinstance(value, str) else list(value)


def time_text(value: datetime | date | str | int) -> str | int:
    """Renders a time for a request. A date is its day; a number is milliseconds since 1970."""
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise HeddleError(
                "INVALID_ARGUMENT",
                f"{value!r} has no time zone",
                hint="use datetime(..., tzinfo=timezone.utc), or .astimezone() for local time",
            )
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return value


_AGE = re.compile(r"(?:\d+(?:\.\d+)?[wdhms])+")
_AGE_PART = re.compile(r"(\d+(?:\.\d+)?)([wdhms])")
_UNITS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}


def is_age(text: str) -> bool:
    """Whether a text is an age, such as 7d, 12h or 1d12h."""
    return _AGE.fullmatch(text) is not None


def bound_text(value: datetime | date | timedelta | str | int) -> str | int:
    """Renders a bound of a time for a request. An age, as "7d" or a timedelta, is counted back from now; a number is milliseconds."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        if not is_age(value):
            return value
        age = sum(float(number) * _UNITS[unit] for number, unit in _AGE_PART.findall(value))
    elif isinstance(value, timedelta):
        age = value.total_seconds()
    else:
        return time_text(value)
    if not 0 <= age <= _OLDEST:
        raise HeddleError(
            "INVALID_ARGUMENT", f"{value!r} is not an age of 0 to 100 years", hint='"7d", "12h" or timedelta(days=7) is counted back from now'
        )
    return time_text(datetime.now(timezone.utc) - timedelta(seconds=age))


_OLDEST = 100 * 365 * 86400
