"""What methods accept: names of sessions, and only options that there are."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from conftest import AGENTS, ROOT, code_of

import heddle
from heddle._api.hints import hint_text

HOME = AGENTS / "claude" / "home"


@pytest.fixture(scope="module")
def h(tmp_path_factory: pytest.TempPathFactory) -> Iterator[heddle.Heddle]:
    with heddle.open(HOME, store=tmp_path_factory.mktemp("store") / "heddle.db") as opened:
        yield opened


def test_a_summary_is_accepted_wherever_an_id_is(h: heddle.Heddle) -> None:
    first, second = h.sessions.list(limit=2)
    session = h.sessions.get(first)
    assert session == h.sessions.get(first.unified_id) == h.sessions.get("claude", first.session_id) == h.sessions.get(session)
    assert session == h.sessions.get(("claude", first.session_id)) == h.sessions.get(agent="claude", session_id=first.session_id)
    assert h.sessions.export(first, format="json") == h.sessions.export(first.unified_id, format="json")
    assert h.sessions.command(first, action="fork") == h.sessions.command(first.unified_id, action="fork")
    assert h.sessions.diff(first, second).stats == h.sessions.diff(first.unified_id, second.unified_id).stats
    assert h.sessions.import_(first).imported == 1
    native = h.ids.resolve_native_id(first)
    assert native is not None
    assert native.native_session_id == first.session_id


def test_sessions_and_threads_of_the_store_name_themselves(h: heddle.Heddle) -> None:
    h.store.record("talk", {"type": "user", "content": "Hello"})
    stored = next(s for s in h.store.list() if s.session_id == "talk")
    own = next(s for s in h.sessions.list("heddle") if s.session_id == "talk")
    assert len(h.store.messages(stored)) == h.store.message_count(own) == 1
    fork = h.store.fork(stored, "talk-2")
    h.store.record(fork, {"type": "assistant", "content": "Hello yourself"})
    assert (h.store.message_count(stored), h.store.message_count(fork)) == (1, 2)
    thread = h.threads.start(stored, name="side")
    h.threads.record(stored, thread, {"type": "user", "content": "Aside"})
    assert len(h.threads.messages(own, thread)) == len(h.threads.messages("talk", thread.thread_id)) == 1
    assert h.threads.get("talk", thread).name == "side"
    assert next(h.store.subscribe(stored)).seq == 1
    with pytest.raises(heddle.HeddleError, match="session of claude"):
        h.store.messages(h.sessions.list("claude", limit=1)[0])


def test_what_names_no_session_says_so(h: heddle.Heddle) -> None:
    nothing: Any = None
    number: Any = 7
    calls: list[Callable[[], object]] = [
        lambda: h.sessions.get(nothing),
        lambda: h.sessions.export(number),
        lambda: h.sessions.command(nothing),
        lambda: h.sessions.import_(number),
        lambda: h.sessions.diff(nothing, nothing),
        lambda: h.store.get(nothing),
        lambda: h.threads.get("s", nothing),
        lambda: h.ids.resolve_native_id(nothing),
    ]
    for call in calls:
        assert code_of(call) == "INVALID_ARGUMENT"


def _methods(of: object) -> list[Callable[..., object]]:
    return [m for name, m in inspect.getmembers(of, inspect.ismethod) if not name.startswith("_")]


def test_an_unknown_option_is_refused_by_every_method(h: heddle.Heddle) -> None:
    count = 0
    for part in (h, h.ids, h.messages, h.sessions, h.store, h.threads):
        for method in _methods(part):
            with pytest.raises(TypeError, match=r"unknown option 'nowhere_to_be_seen'") as caught:
                method(nowhere_to_be_seen=1)
            assert isinstance(caught.value, heddle.HeddleError)
            assert caught.value.code == "INVALID_ARGUMENT"
            for name, parameter in inspect.signature(method).parameters.items():
                if parameter.kind is parameter.KEYWORD_ONLY and name + "s" not in inspect.signature(method).parameters:
                    with pytest.raises(TypeError, match=f"unknown option '{name}x': did you mean '{name}'"):
                        method(**{name + "x": 1})
                    count += 1
    assert count > 150


def test_the_option_that_was_meant(h: heddle.Heddle) -> None:
    sessions: Any = h.sessions
    for wrong, right in {"limt": "limit", "Limit": "limit", "sortDirection": "sort_direction", "sub_agents": "subagents"}.items():
        with pytest.raises(heddle.HeddleError, match=f"unknown option '{wrong}': did you mean '{right}'"):
            sessions.list("claude", **{wrong: 1})
    with pytest.raises(heddle.HeddleError, match=r"unknown option 'colour'; list\(\) takes agent, "):
        sessions.list(colour="red")
    opener: Any = heddle.open
    with pytest.raises(heddle.HeddleError, match="unknown option 'stroe': did you mean 'store'"):
        opener(stroe=True)
    with pytest.raises(heddle.HeddleError, match=r"unknown operation 'session\.list': did you mean 'sessions\.list'"):
        h.call("session.list")
    assert "limit" in inspect.signature(h.sessions.list).parameters


def test_the_names_of_agents_are_those_that_the_engine_knows(h: heddle.Heddle) -> None:
    assert {*get_args(heddle.AgentName)} - {"heddle"} == {a.agent for a in h.agents()} - {"heddle"}
    assert "heddle" in get_args(heddle.AgentName)


def test_a_home_that_is_not_there(tmp_path: Path) -> None:
    assert code_of(lambda: heddle.open(tmp_path / "none")) == "BAD_REF"


def test_hints_speak_python(h: heddle.Heddle, tmp_path: Path) -> None:
    def hint(call: Callable[[], object]) -> str:
        with pytest.raises(heddle.HeddleError) as caught:
            call()
        return caught.value.hint

    assert hint(lambda: h.sessions.get("claude", "x")) == 'h.sessions.list("claude") shows the ids'
    assert hint(lambda: h.store.get("x")) == "h.store.list() shows the sessions"
    h.store.record("hints", {"type": "user", "content": "x"})
    assert hint(lambda: h.threads.get("hints", "x")) == "h.threads.list() shows its threads"
    assert hint(lambda: h.threads.compact("hints")) == "name the thread, or make one active: h.threads.set_active()"
    with heddle.open(HOME) as plain:
        assert hint(lambda: plain.store.record("s", {"type": "user"})) == "grant the store: heddle.open(store=True)"
        header = plain.call("sessions.get", b'{"agent":"claude","sessionId":"x"}').header
        assert json.loads(header)["error"]["hint"] == 'sessions.list("claude") shows the ids'
    assert hint_text("grant SQLite to the engine: Cursor keeps") == "use a Python that has the module sqlite3: Cursor keeps"
    assert hint_text("messages.makeRequestId generates one") == "h.messages.make_request_id() generates one"


def test_no_hint_is_written_for_the_command_line() -> None:
    for file in (ROOT / "python" / "src" / "heddle").rglob("*.py"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if "hint" in line:
                assert not re.search(r"\bheddle (agents|sessions|store|threads|cost|doctor|import)\b|[\" ]--[a-eg-z]|grant SQL\b|npm ", line), (
                    f"{file.name}: {line}"
                )
