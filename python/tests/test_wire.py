"""JSON, times, money and errors."""

from __future__ import annotations

import json
import pickle
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from conftest import code_of

from heddle import HeddleError, _wire


@pytest.mark.parametrize(
    "text",
    ["null", "true", '"\\u00e9\\n"', "[]", "{}", "[[],{}]", '{"a":[1,{"b":null}],"c":"}"}', " [ 1 , 2.5 ] ", "-1e3", '{"a":{},"b":[]}'],
)
def test_the_deep_parser_agrees_with_json(text: str) -> None:
    want = json.loads(text, parse_float=Decimal)
    assert _wire._parse_deep(text) == want
    assert _wire.parse(text.encode()) == want


@pytest.mark.parametrize("text", ["", "[", "[1", '{"a"}', '{"a":}', "[1 2]", "1 2", "nul", '{"a":1,}', '"open'])
def test_the_deep_parser_refuses(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        _wire._parse_deep(text)


@pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting(left: str, right: str) -> None:
    depth = 10_000
    value = _wire.parse((left * depth + "1.5" + right * depth).encode())
    _wire.plain_floats(value)
    for _ in range(depth):
        value = value[0] if left == "[" else value["a"]
    assert value == 1.5


def test_numbers_of_any_length() -> None:
    digits = "9" * 5000
    assert _wire.parse(f'{{"n":{digits},"m":0.1}}'.encode()) == {"n": Decimal(digits), "m": Decimal("0.1")}


def test_plain_turns_decimals_into_floats() -> None:
    value = _wire.plain_floats(_wire.parse(b'{"a":[0.1,{"b":2.5}],"c":3}'))
    assert value == {"a": [0.1, {"b": 2.5}], "c": 3}
    assert type(value["a"][0]) is float
    assert _wire.plain_floats(Decimal("0.1")) == 0.1
    assert _wire.plain_floats("x") == "x"


def test_time() -> None:
    got = _wire.parse_time("2026-07-01T09:00:00.123Z")
    assert got == datetime(2026, 7, 1, 9, 0, 0, 123000, tzinfo=timezone.utc)
    assert got.utcoffset() == timedelta(0)
    assert _wire.parse_time("0001-01-01T00:00:00.000Z").year == 1
    assert _wire.parse_time(None) is None


def test_money_is_exact() -> None:
    assert _wire.parse_money(_wire.parse(b"0.1000000000001")) == Decimal("0.1000000000001")
    assert _wire.parse_money(3) == Decimal(3)
    assert _wire.parse_money(None) is None


def test_times_of_requests() -> None:
    assert _wire.time_text(date(2026, 7, 1)) == "2026-07-01"
    assert _wire.time_text("2026-07-01") == "2026-07-01"
    east = timezone(timedelta(hours=2))
    assert _wire.time_text(datetime(2026, 7, 1, 1, 0, 0, 999_999, tzinfo=east)) == "2026-06-30T23:00:00.999Z"
    assert code_of(lambda: _wire.time_text(datetime(2026, 7, 1))) == "INVALID_ARGUMENT"


def test_errors_are_rendered_as_in_go_and_survive_pickling() -> None:
    e = HeddleError("PARSE_ERROR", "not JSON", op="sessions.get", path="claude/x.jsonl", line=3, offset=17, hint="try it")
    assert str(e) == "sessions.get: PARSE_ERROR: not JSON (claude/x.jsonl:3, offset 17); try it"
    assert str(HeddleError("TIMEOUT", "cancelled")) == "TIMEOUT: cancelled"
    assert str(HeddleError("IO_ERROR", path="a/b", offset=4)) == "IO_ERROR (a/b, offset 4)"
    copy = pickle.loads(pickle.dumps(e))
    assert (str(copy), copy.code, copy.line) == (str(e), e.code, e.line)
    wire = HeddleError.from_json({"code": "BAD_REF", "message": "gone", "path": "a"})
    assert (wire.code, wire.message, wire.path, wire.line, wire.hint) == ("BAD_REF", "gone", "a", 0, "")
