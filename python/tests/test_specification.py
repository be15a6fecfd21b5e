"""The samples of the specification, in the manner of Python."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from conftest import AGENTS, code_of

import heddle
from heddle import Heddle, SessionRef


@pytest.fixture
def mux(tmp_path: Path) -> Iterator[Heddle]:
    with heddle.open(AGENTS / "claude" / "home", store=tmp_path / "heddle.db") as h:
        yield h


def test_sessions(mux: Heddle) -> None:
    first = mux.sessions.list("claude", limit=1)[0]
    markdown = mux.sessions.export("claude", first.session_id, "markdown")
    assert markdown == mux.sessions.export(first, format="markdown") != mux.sessions.export("claude", first.session_id, "json")
    assert code_of(lambda: mux.sessions.export("claude", first.session_id, "pdf")) == "INVALID_EXPORT_FORMAT"  # type: ignore[arg-type]
    assert mux.sessions.resolve_unified_id("claude", "a1b2c3d4") == "claude:a1b2c3d4"
    native = mux.sessions.resolve_native_id("hermes:550e8400-e29b-41d4-a716-446655440000")
    assert native is not None
    assert (native.agent, native.native_session_id) == ("hermes", "550e8400-e29b-41d4-a716-446655440000")
    for invalid in ("claude:", "not-a-valid-id", "unknown-agent:123", ""):
        assert mux.sessions.resolve_native_id(invalid) is None
    assert first.created_at is not None
    since = int(first.created_at.timestamp() * 1000)
    at = datetime.fromtimestamp(since / 1000, timezone.utc)
    assert mux.sessions.list("claude", since=since) == mux.sessions.list("claude", since=at)
    assert first in mux.sessions.list(since=since)
    assert code_of(lambda: mux.sessions.list(since=-1)) == "INVALID_ARGUMENT"
    assert mux.sessions.get(SessionRef(ref="last")).unified_id == mux.sessions.list(limit=1)[0].unified_id
    assert code_of(lambda: mux.sessions.get("claude", "last")) == "SESSION_NOT_FOUND"


def test_no_sessions_cost_nothing(tmp_path: Path) -> None:
    with heddle.open(tmp_path) as mux:
        cost = mux.sessions.total_cost(since=datetime(2025, 3, 1, tzinfo=timezone.utc), group_by="agent")
    assert (cost.total_usd, cost.input_tokens, cost.output_tokens, cost.session_count) == (Decimal(0), 0, 0, 0)


def test_store_and_threads(mux: Heddle) -> None:
    mux.store.record("sess_001", {"type": "assistant", "content": "Hello!"})
    snapshot = mux.store.export("sess_001")
    assert snapshot.version == 1
    assert mux.store.import_snapshot(snapshot, "sess_copy_001").session_id == "sess_copy_001"
    assert mux.store.summarize("sess_001", content="greetings").content == "greetings"
    thread = mux.threads.start("sess_001", name="bug-investigation")
    mux.threads.record("sess_001", thread, [{"type": "user", "content": "Hi"}, {"type": "user", "content": "Again"}])
    assert mux.threads.compact("sess_001", selector={"count": 1}).visible_message_count == 1
    assert mux.threads.compact("sess_001", selector={"visible_message_count": 0}).visible_message_count == 0
    assert code_of(lambda: mux.threads.compact("sess_001", selector={"cuont": 1})) == "INVALID_SELECTOR"


def test_the_same_function_has_the_same_name() -> None:
    assert heddle.list_agents is heddle.live_agents  # JavaScript's listAgents, Go's ListAgents
    assert heddle.agent_by_name is heddle.find_agent
