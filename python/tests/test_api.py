"""The public face, on real fixture homes."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import json
import os
import pickle
import threading
import typing
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from conftest import AGENTS, ROOT, code_of

import heddle
from heddle import Attachments, Edits, Heddle, HeddleError, Ids, Sessions, _types


@pytest.fixture(scope="module")
def claude() -> Iterator[Heddle]:
    with heddle.open(AGENTS / "claude" / "home") as h:
        yield h


@pytest.fixture(scope="module")
def opencode() -> Iterator[Heddle]:
    with heddle.open(AGENTS / "opencode-livewal" / "home") as h:
        yield h


HOMES = sorted(p.name for p in AGENTS.iterdir() if (p / "home").is_dir())


@pytest.mark.parametrize("name", HOMES)
def test_every_session_of_every_home(name: str) -> None:
    agent = name.split("-")[0]
    with heddle.open(AGENTS / name / "home") as h:
        sessions = h.sessions.list(agent, subagents=True, superseded=True, limit=100_000)
        assert sessions
        damaged = name.endswith("-damaged") or name == "codex-zst"  # homes with defects on purpose
        assert bool(sessions.diagnostics) == damaged
        for s in sessions:
            assert s.unified_id == f"{agent}:{s.session_id}"
            assert s.updated_at is None or s.updated_at.utcoffset() == timedelta(0)
            assert s.cost is None or s.cost.total_usd is None or type(s.cost.total_usd) is Decimal
        for s in sessions[:3]:
            full = h.sessions.get(agent, s.session_id)
            assert full == h.sessions.get(s.unified_id)
            assert len(full.messages) == full.message_count == s.message_count
            assert full.report is not None
            assert full.report.records > 0 or full.message_count == 0
        found = {a.agent: a.found for a in h.agents()}
        assert found[agent]


def test_the_ten_agents(claude: Heddle) -> None:
    agents = [a.agent for a in claude.agents()]
    assert agents == ["claude", "codex", "gemini", "copilot", "cursor", "opencode", "pi", "omp", "openclaw", "hermes"]
    assert {name.split("-")[0] for name in HOMES} == set(agents)


def test_list(claude: Heddle) -> None:
    sessions = claude.sessions.list("claude", limit=5)
    assert len(sessions) == 5
    assert sessions.at_most is not None
    assert sessions.at_most >= len(claude.sessions.list("claude"))
    assert claude.sessions.list("claude").at_most is None
    assert isinstance(sessions, list)
    times = [s.updated_at for s in sessions]
    assert times == sorted(times, reverse=True)  # type: ignore[type-var]
    assert claude.sessions.list() == claude.sessions.list("claude")
    assert claude.sessions.list("codex") == []
    turns = claude.sessions.list("claude", sort="turns", sort_direction="asc")
    assert [s.turn_count for s in turns] == sorted(s.turn_count for s in turns)


def test_filters(claude: Heddle) -> None:
    sessions = claude.sessions.list("claude")
    newest = max(s.created_at for s in sessions if s.created_at)
    assert [s.created_at for s in claude.sessions.list("claude", since=newest)] == [newest]
    assert claude.sessions.list("claude", since=newest.astimezone(timezone(timedelta(hours=-7)))) == claude.sessions.list("claude", since=newest)
    assert claude.sessions.list("claude", until=date(2020, 1, 1)) == []
    assert len(claude.sessions.list("claude", until=newest.date())) == len(sessions)
    cwd = next(s.cwd for s in sessions if s.cwd)
    assert {s.cwd for s in claude.sessions.list("claude", cwd=Path(cwd))} == {cwd}
    assert claude.sessions.list("claude", tags=["none"]) == []
    assert code_of(lambda: claude.sessions.list(since=datetime(2026, 1, 1))) == "INVALID_ARGUMENT"
    assert code_of(lambda: claude.sessions.list(since="yesterday")) == "INVALID_ARGUMENT"
    assert code_of(lambda: claude.sessions.list(limit=-1)) == "INVALID_ARGUMENT"


def test_get(claude: Heddle) -> None:
    s = claude.sessions.get("claude:a0000001-0000-4000-8000-000000000001")
    assert s.agent == "claude"
    assert {m.role for m in s.messages} <= set(typing.get_args(heddle.Role))
    assert all(m.timestamp is None or m.timestamp.tzinfo is timezone.utc for m in s.messages)
    calls = [c for m in s.messages for c in m.tool_calls]
    results = [m.tool_result for m in s.messages if m.tool_result]
    assert len(calls) >= len(results)
    assert s.raw is None
    assert claude.sessions.get("claude", s.session_id, raw=True).raw
    assert repr(s).startswith("Session('claude:a0000001")
    assert len(repr(s)) < 300
    with pytest.raises(dataclasses.FrozenInstanceError):
        s.title = "x"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(s)) == s


def test_tool_output(claude: Heddle) -> None:
    sessions = [claude.sessions.get(s.unified_id, tool_output=True) for s in claude.sessions.list("claude")]
    calls = [c for s in sessions for m in s.messages for c in m.tool_calls]
    assert any(c.output is not None for c in calls)
    assert all(isinstance(c.input, (dict, str)) for c in calls)


def test_export(claude: Heddle) -> None:
    unified = "claude:a0000001-0000-4000-8000-000000000001"
    text = claude.sessions.export(unified)
    assert isinstance(text, str)
    assert text.report is not None
    assert text == claude.sessions.export("claude", unified.split(":")[1], format="markdown")
    as_json = json.loads(claude.sessions.export(unified, format="json"))
    assert as_json["unifiedId"] == unified
    reader = (Path(__file__).parents[2] / "internal" / "reader" / "reader.js").read_text()
    page = claude.sessions.export(unified, format="html")
    assert page.startswith("<!doctype html>")
    assert page.endswith(f"<script>{reader}</script>\n</body>\n</html>\n")
    assert claude.sessions.export(unified, format="html", script_url="reader.js").endswith('<script src="reader.js"></script>\n</body>\n</html>\n')
    lines = claude.sessions.export(unified, format="jsonl").splitlines()
    assert len([json.loads(line) for line in lines]) == 1 + len(as_json["messages"])
    assert code_of(lambda: claude.sessions.export(unified, format="pdf")) == "INVALID_EXPORT_FORMAT"  # type: ignore[arg-type]


def test_a_database_whose_rows_are_in_its_log(opencode: Heddle) -> None:
    before = {p: p.stat().st_mtime_ns for p in (AGENTS / "opencode-livewal").rglob("*")}
    assert opencode.sessions.list("opencode")
    assert {p: p.stat().st_mtime_ns for p in (AGENTS / "opencode-livewal").rglob("*")} == before


def test_ids(claude: Heddle) -> None:
    assert claude.ids.resolve_native_id("claude:a:b") == heddle.NativeID(agent="claude", native_session_id="a:b")
    assert claude.ids.resolve_native_id("nobody:a") is None
    assert claude.ids.resolve_unified_id("codex", "日本") == "codex:日本"
    assert code_of(lambda: claude.ids.resolve_unified_id("nobody", "a")) == "AGENT_NOT_FOUND"


def test_version(claude: Heddle) -> None:
    v = claude.version()
    assert v.version == heddle.__version__ == (ROOT / "version.txt").read_text().strip()
    assert v.abi == _types.ABI_VERSION


def test_errors(claude: Heddle) -> None:
    with pytest.raises(HeddleError) as caught:
        claude.sessions.get("claude", "nope")
    e = caught.value
    assert (e.code, e.op) == ("SESSION_NOT_FOUND", "sessions.get")
    assert str(e).startswith("sessions.get: SESSION_NOT_FOUND: ")
    assert code_of(lambda: claude.sessions.get("nobody", "x")) == "AGENT_NOT_FOUND"
    assert code_of(lambda: claude.sessions.get("nocolon")) in ("INVALID_ARGUMENT", "SESSION_NOT_FOUND", "AGENT_NOT_FOUND")
    assert code_of(lambda: claude.sessions.list("nobody")) == "AGENT_NOT_FOUND"
    assert code_of(lambda: claude.sessions.list("claude", timeout=0)) == "TIMEOUT"
    cancel = threading.Event()
    cancel.set()
    assert code_of(lambda: claude.agents(cancel=cancel)) == "TIMEOUT"


def test_numbers_that_are_not_finite(claude: Heddle) -> None:
    bad: list[Callable[[float], object]] = [
        lambda n: claude.sessions.list("claude", limit=n),  # type: ignore[arg-type]
        lambda n: claude.sessions.search("x", hits=n),  # type: ignore[arg-type]
        lambda n: claude.store.messages("s", limit=n),  # type: ignore[arg-type]
        lambda n: claude.store.record("s", [{"type": "user", "costUsd": n}]),
        lambda n: next(claude.store.subscribe("s", after=n)),  # type: ignore[arg-type]
    ]
    for ask in bad:
        for number in (float("nan"), float("inf"), float("-inf")):
            with pytest.raises(HeddleError) as caught:
                ask(number)
            assert caught.value.code == "INVALID_ARGUMENT"
            assert "syntax" not in caught.value.message
    assert code_of(lambda: claude.sessions.list("claude", timeout=float("nan"))) == "INVALID_ARGUMENT"
    assert claude.sessions.list("claude", timeout=float("inf"))


def test_async_with() -> None:
    async def use() -> Heddle:
        async with heddle.open(home=AGENTS / "claude" / "home") as h:
            assert h.sessions.list("claude", limit=1)
        return h

    closed = asyncio.run(use())
    with pytest.raises(HeddleError):
        closed.sessions.list("claude")


def test_call(claude: Heddle) -> None:
    header, body = claude.call("ids.resolveNativeId", b'{"unifiedId":"claude:x"}')
    assert header == b'{"op":"ids.resolveNativeId"}'
    assert body == b'{"agent":"claude","nativeSessionId":"x"}'
    assert claude.call(3, b'{"unifiedId":"claude:x"}') == (header, body)
    failed = claude.call("sessions.get", b"{}")
    assert failed.body == b""
    assert json.loads(failed.header)["error"]["code"] == "INVALID_ARGUMENT"
    assert json.loads(claude.call(77).header)["error"]["code"] == "UNSUPPORTED"
    assert code_of(lambda: claude.call("sessions.forget")) == "UNSUPPORTED"


def test_partial_results_say_so(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects" / "-work"
    projects.mkdir(parents=True)
    good = sorted((AGENTS / "claude" / "home" / ".claude" / "projects").rglob("a0000001*.jsonl"))[0]
    (projects / good.name).write_bytes(good.read_bytes() + b'{"type":"user","mess')
    (tmp_path / ".local" / "share" / "opencode").mkdir(parents=True)
    (tmp_path / ".local" / "share" / "opencode" / "opencode.db").write_bytes(b"this is no database, whatever its name says" * 40)
    with heddle.open(tmp_path) as h:
        sessions = h.sessions.list()
        assert [s.session_id for s in sessions] == ["a0000001-0000-4000-8000-000000000001"]
        assert ("opencode", "PARSE_ERROR") in [(d.agent, d.code) for d in sessions.diagnostics]
        assert "PARSE_ERROR" in sessions._repr_html_()
        s = h.sessions.get(sessions[0].unified_id)
        assert s.report is not None
        assert [r.reason for r in s.report.skipped] == ["truncated"]
        assert code_of(lambda: h.sessions.get(s.unified_id, strict=True)) == "PARSE_ERROR"


def test_table_of_a_notebook(claude: Heddle) -> None:
    page = claude.sessions.list("claude")._repr_html_()
    assert page.count("<tr>") == 1 + len(claude.sessions.list("claude"))
    assert "<th>title</th>" in page
    evil = heddle.Results([dataclasses.replace(claude.sessions.list("claude", limit=1)[0], title="<script>")])
    assert "<script>" not in evil._repr_html_()
    assert "<th>session_count</th>" in claude.agents()._repr_html_()
    assert "nothing found" in heddle.Results[str]()._repr_html_()


def test_the_table_of_search_results(claude: Heddle) -> None:
    found = claude.sessions.search("parser", limit=1)
    page = found._repr_html_()
    assert f"<p>1 of {found.page.total} sessions</p>" in page
    assert "<mark>parser</mark>" in page
    assert "<th>first match</th>" in page
    hit = heddle.SearchHit(field="content", snippet="<b>parser</b> & é", ranges=(heddle.MatchRange(start=3, end=9),))
    evil = heddle.SearchResults([dataclasses.replace(found[0], hits=(hit,))], (), heddle.Page(1))
    assert "<td>&lt;b&gt;<mark>parser</mark>&lt;/b&gt; &amp; é</td>" in evil._repr_html_()
    assert "nothing found" in claude.sessions.search("zyzzogeton")._repr_html_()
    assert pickle.loads(pickle.dumps(found)).page == found.page


def test_the_table_of_costs() -> None:
    with heddle.open(AGENTS / "copilot" / "home") as h:
        cost = h.sessions.total_cost(group_by="model")
        page = cost._repr_html_()
        assert page.count("<tr>") == 1 + len(cost.breakdowns)
        assert f"{cost.total_usd:.4f} USD for {cost.session_count} sessions (mixed, prices of {cost.price_table})" in page
        assert "no price is known for mock-model" in page
        assert h.sessions.total_cost()._repr_html_().count("<tr>") == 2
        assert "<td>copilot</td>" in h.sessions.doctor()._repr_html_()
        assert "unpriced for" in dataclasses.replace(cost, total_usd=None)._repr_html_()


def test_homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_of(lambda: heddle.open(tmp_path / "nowhere")) == "BAD_REF"
    with heddle.open(tmp_path) as h:
        assert h.sessions.list() == []
        assert not any(a.found for a in h.agents())
    home = AGENTS / "claude" / "home"
    monkeypatch.chdir(home.parent)
    with heddle.open("home") as h:  # a relative path
        assert h.sessions.list("claude")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / ".claude"))
    with heddle.open() as h:
        assert h.sessions.list("claude")
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    with heddle.open() as h:
        assert h.sessions.list("claude") == []


def test_closed(tmp_path: Path) -> None:
    h = heddle.open(tmp_path)
    h.close()
    h.close()
    assert code_of(h.agents) == "INVALID_ARGUMENT"


def test_many_threads(claude: Heddle) -> None:
    want = claude.sessions.list("claude")
    got: list[object] = []
    threads = [threading.Thread(target=lambda: got.append(claude.sessions.list("claude"))) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert got == [want] * 6


@pytest.mark.parametrize(
    ("method", "request_type", "renamed"),
    [
        (Sessions.list, _types.ListRequest, {}),
        (Sessions.get, _types.GetRequest, {"unified_id", "ref"}),
        (Sessions.export, _types.ExportRequest, {"unified_id", "ref"}),
        (Sessions.search, _types.SearchRequest, {}),
        (Sessions.search_all, _types.SearchRequest, {}),
        (Sessions.total_cost, _types.CostRequest, {}),
        (Sessions.diff, _types.DiffRequest, {}),
        (Sessions.render_diff, _types.RenderDiffRequest, {}),
        (Sessions.doctor, _types.DoctorRequest, {}),
        (Sessions.view, _types.ViewRequest, {"unified_id", "ref"}),
        (Sessions.story, _types.StoryRequest, {"unified_id", "ref"}),
        (Attachments.get, _types.AttachmentRequest, {"unified_id", "ref"}),
        (Edits.find, _types.FindEditsRequest, {}),
        (Sessions.command, _types.CommandRequest, {"unified_id", "ref"}),
        (Ids.resolve_unified_id, _types.ResolveUnifiedIDRequest, {}),
        (Ids.resolve_native_id, _types.ResolveNativeIDRequest, {}),
    ],
)
def test_methods_take_every_field_of_their_request(method: object, request_type: type, renamed: set[str]) -> None:
    fields = {f.name for f in dataclasses.fields(request_type)} - set(renamed)
    assert set(inspect.signature(method).parameters) - {"self", "timeout", "cancel"} == fields  # type: ignore[arg-type]


def test_requests_are_sent_as_the_table_says() -> None:
    request = _types.ListRequest(agent="claude", since=date(2026, 7, 1), tags=("a", "b"), limit=0, strict=True)
    assert request.to_json() == {"agent": "claude", "since": "2026-07-01", "tags": ["a", "b"], "limit": 0, "strict": True}


def test_everything_public_is_exported_and_documented() -> None:
    for name in heddle.__all__:
        assert hasattr(heddle, name)
    internal = ("Session", "LiveStep", "LiveOutput")
    public = {n for n, t in vars(_types).items() if dataclasses.is_dataclass(t) and hasattr(t, "from_json") and n not in internal}
    assert public <= set(heddle.__all__)
    for name in heddle.__all__:
        thing = getattr(heddle, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name


@pytest.mark.skipif(not hasattr(os, "geteuid") or not Path("/proc/self/fd").is_dir(), reason="needs a list of open handles")
def test_nothing_stays_open(claude: Heddle) -> None:
    claude.sessions.list("claude")
    before = sorted(os.readlink(p) for p in Path("/proc/self/fd").iterdir() if p.is_symlink())
    for s in claude.sessions.list("claude"):
        claude.sessions.get(s.unified_id)
    assert sorted(os.readlink(p) for p in Path("/proc/self/fd").iterdir() if p.is_symlink()) == before
