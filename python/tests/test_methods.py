"""The methods that are generated from the operation table: all of them are there and documented."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from conftest import AGENTS, ROOT

import heddle
from heddle._api.hints import hint_text
from heddle._types import OPS

REFERENCE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def method_of(op: str) -> Callable[..., Any]:
    """The method that runs an operation, as hints name it."""
    names = hint_text(op if op != "version" else "h.version").removesuffix("()").split(".")[1:]
    types = {
        "sessions": heddle.Sessions,
        "store": heddle.Store,
        "threads": heddle.Threads,
        "messages": heddle.Messages,
        "ids": heddle.Ids,
        "attachments": heddle.Attachments,
        "edits": heddle.Edits,
    }
    found: Any = reduce(getattr, names[-1:], types[names[0]] if len(names) == 2 else heddle.Heddle)
    assert callable(found)
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize("op", OPS)
def test_every_operation_has_a_documented_method(op: str) -> None:
    method = method_of(op)
    text = inspect.getdoc(method) or ""
    documented = re.findall(r"^    (\w+): .", text.partition("Args:")[2], re.MULTILINE)
    parameters = [name for name in inspect.signature(method).parameters if name != "self"]
    assert documented[: len(parameters)] == parameters
    lines = text.splitlines()
    assert len(lines[0]) > 15
    assert lines[0].endswith((".", "?"))
    assert len(lines) == 1 or not lines[1]
    assert "null" not in text
    for word in re.findall(r"\b[a-z]+[A-Z]\w+\b", text):
        assert word == "camelCase", word


@pytest.mark.parametrize("op", OPS)
def test_errors_are_documented(op: str) -> None:
    section = re.search(rf"^## {re.escape(op)}\n(.*?)(?=^## |\Z)", REFERENCE, re.DOTALL | re.MULTILINE)
    assert section is not None
    listed = re.search(r"^Errors: (.*?)$", section[1], re.MULTILINE)
    codes = set(re.findall(r"[A-Z]+_[A-Z_]+|TIMEOUT|CONFLICT|UNSUPPORTED", listed[1])) if listed else set()
    raised = (inspect.getdoc(method_of(op)) or "").partition("Raises:")[2]
    assert set(re.findall(r"[A-Z]+_[A-Z_]+|TIMEOUT|CONFLICT|UNSUPPORTED", raised)) == codes


def test_all_pages_count_ages_from_the_same_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    with heddle.open(AGENTS / "claude" / "home") as h:
        call = h._calls.call

        def record(op: str | int, request: bytes, *rest: Any) -> heddle.Response:
            sent.append(json.loads(request))
            return call(op, request, *rest)

        monkeypatch.setattr(h._calls, "call", record)
        pages = list(h.sessions.search_all("the", since="18000d", limit=1))
    assert len(pages) == len(sent) > 2
    assert len({request["since"] for request in sent}) == 1
    assert [request.get("offset") for request in sent[:3]] == [None, 1, 2]


def test_a_zone_that_is_wrong_is_no_error_before_the_first_page(tmp_path: Path) -> None:
    with heddle.open(tmp_path) as h:
        pages = h.sessions.search_all("x", zone="Nowhere/Land")
        with pytest.raises(heddle.HeddleError, match="no zone is called"):
            next(pages)
