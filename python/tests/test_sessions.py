"""Searching, adding up, comparing, checking and continuing sessions."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import threading
import typing
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from conftest import AGENTS, code_of

import heddle
from heddle import DiffFormat, GroupBy, Heddle, Page

HOMES = ("claude", "codex", "copilot", "cursor-described", "gemini", "hermes-v22", "omp", "openclaw", "opencode", "pi")
TOKENS = ("input_tokens", "output_tokens", "thinking_tokens", "cached_tokens", "cache_write_tokens")

Pair = tuple[heddle.SessionSummary, heddle.SessionSummary]


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heddle]:
    """One home with a home of each agent in it."""
    home = tmp_path_factory.mktemp("everything") / "a home"
    for name in HOMES:
        shutil.copytree(AGENTS / name / "home", home, dirs_exist_ok=True)
    with heddle.open(home) as h:
        assert all(a.found for a in h.agents())
        yield h


def _ids(found: list[heddle.SessionSummary]) -> set[str]:
    return {s.unified_id for s in found}


def test_search(everything: Heddle) -> None:
    found = everything.sessions.search("test", limit=1000)
    assert isinstance(found, heddle.Results)
    assert found.page == Page(total=len(found))
    assert found.diagnostics == ()
    assert len({s.agent for s in found}) >= 5
    scores = [s.relevance_score or 0 for s in found]
    assert scores == sorted(scores, reverse=True)
    assert (type(scores[0]), scores[0]) == (float, 1.0)
    for s in found:
        assert s.hit_count is not None
        assert 1 <= len(s.hits) <= min(3, s.hit_count)
        for hit in s.hits:
            assert [hit.snippet[r.start : r.end].lower() for r in hit.ranges] == ["test"] * len(hit.ranges)


def test_a_hit_names_its_message(everything: Heddle) -> None:
    looked = 0
    for s in everything.sessions.search("test", limit=10, hits=5):
        messages = everything.sessions.get(s.unified_id).messages
        for hit in s.hits:
            if hit.message_index is not None:
                message = messages[hit.message_index]
                assert (message.id, message.role) == (hit.message_id, hit.role)
                assert "test" in str(message).lower()
                looked += 1
    assert looked > 10


def test_what_is_searched_for(everything: Heddle) -> None:
    def ids(text: str, **filters: typing.Any) -> set[str]:
        return _ids(everything.sessions.search(text, agent="claude", limit=1000, **filters))

    parser, both = ids("parser"), ids('parser "date parser"')
    assert both < parser
    assert ids('parser -"date parser"') == parser - both
    assert ids("PARSER") == ids("p[a]rse[r]", regex=True) == parser
    assert set() < ids("parser", role="user") < parser
    assert ids("", tool="bash")
    assert ids("parser", until=date(2020, 1, 1)) == set()
    cwd = next(s.cwd for s in everything.sessions.search("parser", agent="claude") if s.cwd)
    assert ids("parser", cwd=Path(cwd))
    by_cost = everything.sessions.search("parser", sort="cost")
    costs = [s.cost.total_usd for s in by_cost if s.cost and s.cost.total_usd is not None]
    assert costs == sorted(costs, reverse=True)


def test_nothing_found_and_nothing_asked_for(everything: Heddle) -> None:
    none = everything.sessions.search("zyzzogeton")
    assert (none, none.page, none.diagnostics) == ([], Page(0), ())
    assert everything.sessions.search("parser", agent="nobody") == []
    for wrong in ({"text": ""}, {"text": "(", "regex": True}, {"text": "x", "limit": -1}, {"text": "x", "since": "yesterday"}):
        assert code_of(lambda wrong=wrong: everything.sessions.search(**wrong)) == "INVALID_ARGUMENT"  # type: ignore[misc]
    assert code_of(lambda: everything.sessions.search("x", timeout=0)) == "TIMEOUT"


def test_search_all(everything: Heddle) -> None:
    whole = everything.sessions.search("test", limit=1000)
    pages = list(everything.sessions.search_all("test", limit=7))
    assert [s for page in pages for s in page] == whole
    assert [page.page for page in pages] == [
        *(Page(len(whole), n) for n in range(7, len(whole), 7)),
        Page(len(whole)),
    ]
    assert [s for page in everything.sessions.search_all("test", limit=7, offset=10) for s in page] == whole[10:]
    assert [page.page for page in everything.sessions.search_all("zyzzogeton")] == [Page(0)]
    assert len(next(iter(everything.sessions.search_all("test", limit=1)))) == 1
    assert code_of(lambda: next(everything.sessions.search_all(""))) == "INVALID_ARGUMENT"
    cancel = threading.Event()
    some = everything.sessions.search_all("test", limit=1, cancel=cancel)
    next(some)
    cancel.set()
    assert code_of(lambda: next(some)) == "TIMEOUT"


@pytest.mark.parametrize("group_by", [g for g in typing.get_args(GroupBy) if g != "tag"])
def test_the_total_is_the_sum_of_its_groups(everything: Heddle, group_by: GroupBy) -> None:
    total = everything.sessions.total_cost()
    grouped = everything.sessions.total_cost(group_by=group_by)
    assert dataclasses.replace(grouped, breakdowns={}) == total
    assert total.breakdowns == {}
    assert total.diagnostics == ()
    groups = grouped.breakdowns
    assert all(key == group.key for key, group in groups.items())
    assert sum(g.total_usd for g in groups.values() if g.total_usd is not None) == total.total_usd  # exactly: Decimal
    assert type(total.total_usd) is Decimal
    for name in TOKENS:
        assert sum(getattr(g, name) for g in groups.values()) == getattr(total, name)


def test_the_total_of_some(everything: Heddle) -> None:
    claude = everything.sessions.total_cost("claude")
    group = everything.sessions.total_cost(group_by="agent").breakdowns["claude"]
    assert (claude.total_usd, claude.session_count) == (group.total_usd, group.session_count)
    assert everything.sessions.total_cost(until="2020-01-01").session_count == 0
    copilot = everything.sessions.total_cost("copilot")
    assert copilot.source == "mixed"
    assert all(m.model and m.input_tokens >= 0 for m in copilot.unpriced)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", copilot.price_table)
    assert code_of(lambda: everything.sessions.total_cost("nobody")) == "AGENT_NOT_FOUND"
    assert code_of(lambda: everything.sessions.total_cost(group_by="moon")) == "INVALID_ARGUMENT"  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pair(everything: Heddle) -> Pair:
    (a,), (b,) = (everything.sessions.list(agent, sort="turns", limit=1) for agent in ("claude", "codex"))
    return a, b


def test_diff(everything: Heddle, pair: Pair) -> None:
    a, b = pair
    diff = everything.sessions.diff(a.unified_id, b.unified_id, text_edits=True)
    assert (diff.a.unified_id, diff.b.unified_id) == (a.unified_id, b.unified_id)
    left = [(o.index_a, o.message_a) for o in diff.operations if o.message_a]
    right = [(o.index_b, o.message_b) for o in diff.operations if o.message_b]
    assert left == list(enumerate(everything.sessions.get(a.unified_id).messages))
    assert right == list(enumerate(everything.sessions.get(b.unified_id).messages))
    types = [o.type for o in diff.operations]
    stats = heddle.DiffStats(
        removals=types.count("removal"),
        additions=types.count("addition"),
        modifications=types.count("modification"),
        unchanged=types.count("unchanged"),
    )
    assert diff.stats == stats
    edited = [o for o in diff.operations if o.text_edits]
    assert edited
    for o in edited:
        assert o.message_a is not None
        assert o.message_b is not None
        assert "".join(e.text for e in o.text_edits if e.type != "insert") == o.message_a.content
        assert "".join(e.text for e in o.text_edits if e.type != "delete") == o.message_b.content
    assert repr(diff).startswith(f"SessionDiff({a.unified_id!r}, {b.unified_id!r}, ")


def test_sessions_are_named_in_many_ways(everything: Heddle, pair: Pair) -> None:
    a, b = pair
    want = everything.sessions.diff(a.unified_id, b.unified_id)
    assert everything.sessions.diff((a.agent, a.session_id), heddle.SessionRef(unified_id=b.unified_id)) == want
    assert everything.sessions.diff(a, everything.sessions.get(b.unified_id)) == want
    same = everything.sessions.diff(a, a)
    assert same.stats.unchanged == len(same.operations)


def test_render_diff(everything: Heddle, pair: Pair) -> None:
    texts = {f: everything.sessions.render_diff(*pair, format=f, context=1, width=100) for f in typing.get_args(DiffFormat)}
    assert len(set(texts.values())) == 3
    assert all(isinstance(t, heddle.Export) and len(t) > 100 for t in texts.values())
    assert everything.sessions.render_diff(*pair, context=1) == texts["unified"]


@pytest.mark.parametrize(
    ("name", "code"), [("claude:nope", "SESSION_NOT_FOUND"), (("nobody", "x"), "AGENT_NOT_FOUND"), ("nocolon", "INVALID_ARGUMENT")]
)
def test_what_cannot_be_compared(everything: Heddle, pair: Pair, name: heddle.SessionName, code: str) -> None:
    compare: Callable[..., object]
    for compare in (everything.sessions.diff, everything.sessions.render_diff):
        assert code_of(lambda compare=compare: compare(pair[0], name)) == code  # type: ignore[misc]


def test_doctor(everything: Heddle) -> None:
    with heddle.open(AGENTS / "claude-damaged" / "home") as h:
        report = h.sessions.doctor()
        (claude,) = (a for a in report.agents if a.found)
        assert (claude.agent, claude.files) == ("claude", len(report.files))
        assert sum(f.error is not None for f in report.files) == claude.unreadable > 0
        assert sum(f.report.skipped_count or 0 for f in report.files if f.report) == claude.skipped_count > 0
        assert all(s.path.startswith("claude/") and s.reason for f in report.files if f.report for s in f.report.skipped)
        troubled = h.sessions.doctor("claude", problems=True)
        assert troubled.agents == (claude,)
        assert 0 < len(troubled.files) < len(report.files)
        assert troubled.diagnostics == ()
    assert all(a.found and a.files for a in everything.sessions.doctor().agents)
    assert code_of(lambda: everything.sessions.doctor("nobody")) == "AGENT_NOT_FOUND"


def test_command(everything: Heddle) -> None:
    (s,) = everything.sessions.list("claude", limit=1)
    resume = everything.sessions.command(s.unified_id)
    assert resume == heddle.AgentCommand(
        agent="claude", session_id=s.session_id, action="resume", argv=("claude", "--resume", s.session_id), cwd=s.cwd
    )
    fork = everything.sessions.command("claude", s.session_id, action="fork", prompt="go on; $HOME")
    assert {"go on; $HOME", "--fork-session"} <= set(fork.argv)
    (gemini,) = everything.sessions.list("gemini", limit=1)
    with pytest.raises(heddle.HeddleError) as caught:
        everything.sessions.command(gemini.unified_id, action="fork")
    assert caught.value.code == "UNSUPPORTED"
    assert caught.value.hint
    assert code_of(lambda: everything.sessions.command("claude", "nope")) == "SESSION_NOT_FOUND"


def test_paths_of_a_command_are_of_this_machine(everything: Heddle) -> None:
    (s,) = everything.sessions.list("pi", limit=1)
    command = everything.sessions.command(s.unified_id, action="fork")
    assert command.argv[:2] == ("pi", "--fork")
    assert command.paths == ()
    assert os.path.isabs(command.argv[2])
    assert s.session_id in Path(command.argv[2]).read_text(encoding="utf-8")


def test_the_edits_that_wrote_lines(everything: Heddle) -> None:
    wrote = "  const res = await withRetry(() => fetch(url), 3);"
    found = everything.edits.find(["src/fetch.js"], [wrote, wrote.strip() + "  ", "nobody wrote this"], agent="claude")
    assert isinstance(found, heddle.FoundEdits)
    assert [(line.edits != (), line.confidence) for line in found.lines] == [(True, "exact"), (True, "reformatted"), (False, None)]
    edit = found.edits[found.lines[0].edits[0]]
    assert (edit.tool, edit.git_branch, edit.whole) == ("Edit", "feature/retry", False)
    assert edit.time is not None
    assert edit.message_index is not None
    session = everything.sessions.get(edit.unified_id)
    assert edit.tool_call_id in [call.tool_call_id for call in session.messages[edit.message_index].tool_calls]
    before = everything.edits.find(["src/fetch.js"], [wrote], times=["2026-01-01T00:00:00Z"])
    assert before == heddle.FoundEdits(edits=(), lines=(heddle.FoundLine(edits=()),))
    assert code_of(lambda: everything.edits.find([], [wrote])) == "INVALID_ARGUMENT"


def test_a_session_that_moved_has_spans(everything: Heddle) -> None:
    moved = everything.sessions.get("claude:d0c0308c-9f39-4637-83a7-815cd195b3e0")
    assert [(span.from_, Path(span.cwd).name, span.git_branch) for span in moved.spans] == [
        (0, "date.parser_v2", None),
        (6, "fetch-kit", "feature/retry"),
    ]
    assert {span.agent_version for span in moved.spans} == {moved.agent_version}
    assert moved.cwd == moved.spans[0].cwd
