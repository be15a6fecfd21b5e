"""The store and its threads, through every method."""

from __future__ import annotations

import json
import multiprocessing
import threading
from collections.abc import Iterator
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import pytest
import zstandard
from conftest import AGENTS, as_nobody, code_of

import heddle
from heddle import Heddle
from heddle._host.store_file import check_store

TALK: list[dict[str, object]] = [
    {"type": "user", "content": "Tabs or spaces?", "uuid": "u1"},
    {"type": "assistant", "content": "Tabs.", "uuid": "u2", "messageId": "m2", "model": "opus"},
    {"type": "user", "content": "Sure?", "uuid": "u3"},
]


@pytest.fixture
def h(tmp_path: Path) -> Iterator[Heddle]:
    """An engine with a store and no agents' sessions."""
    with heddle.open(tmp_path, store=tmp_path / "deep" / "heddle.db") as engine:
        yield engine
        assert engine.store.check() == []


def test_store_behind_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "h.db").symlink_to("../b/real.db")
    (tmp_path / "a" / "again.db").symlink_to("h.db")
    with heddle.open(tmp_path, store=tmp_path / "a" / "again.db") as engine:
        engine.store.record("a", TALK[0])
        modes = {p.name: p.stat().st_mode & 0o777 for p in (tmp_path / "b").iterdir()}
    assert modes == {"real.db": 0o600, "real.db-wal": 0o600, "real.db-shm": 0o600}


def test_ids_with_different_lone_surrogates_differ(h: Heddle) -> None:
    ids = ["a\ud800", "a\ud801", "a\udcff", "a\ufffd"]
    for i, name in enumerate(ids):
        h.store.record(name, TALK[:1] * (i + 1))
    assert [h.store.get(name).message_count for name in ids] == [1, 2, 3, 4]
    assert sorted(s.session_id for s in h.store.list()) == ["a\\ud800", "a\\ud801", "a\\udcff", "a\ufffd"]
    h.store.delete(ids[0])
    assert h.store.session_count() == 3


def _texts(messages: list[heddle.StoreMessage]) -> list[str]:
    return [m.get("content", "") for m in messages]


def test_life_of_a_session(h: Heddle) -> None:
    s = h.store
    assert (s.session_count(), s.message_count("a"), s.list()) == (0, 0, [])
    made = s.register("a", adapter="claude", cwd="/w", extra={"k": 1, "n": {"m": None}}, created_at="2026-07-01")
    assert (made.position, made.adapter, made.created_at) == (1, "claude", datetime(2026, 7, 1, tzinfo=timezone.utc))
    assert s.register("a", adapter="codex").adapter == "claude"
    assert s.record("a", TALK[0]).message_count == 1
    assert s.record("a", TALK[1:]).model == "opus"
    changed = s.update("a", model="sonnet", extra={"k": None, "z": [2]})
    assert (changed.model, changed.extra) == ("sonnet", {"n": {"m": None}, "z": [2]})
    assert s.get("a", at=1).message_count == 0
    assert _texts(s.messages("a")) == ["Tabs or spaces?", "Tabs.", "Sure?"]
    assert _texts(s.messages("a", types=["user"], offset=1, limit=5)) == ["Sure?"]
    assert s.messages("a", types="user") == s.messages("a", types=["user"])
    assert [x.session_id for x in s.list(adapter="claude", cwd="/w", since="2026-07-02", limit=3)] == ["a"]
    assert (s.message_count("a"), s.session_count()) == (3, 1)
    stats = s.stats()
    assert (stats.sessions, stats.messages) == (1, 3)
    s.delete("a")
    s.delete("a")
    assert code_of(lambda: s.get("a")) == "SESSION_NOT_FOUND"
    assert s.compact().sessions == 1
    s.record("b", TALK)
    assert s.clear() == 1


def test_once_and_expected(h: Heddle) -> None:
    s, once = h.store, h.messages.make_request_id()
    assert s.record("a", TALK, request_id=once, expect=0).position == s.record("a", TALK[0], request_id=once).position
    assert code_of(lambda: s.record("a", TALK, expect=0)) == "CONFLICT"
    assert code_of(lambda: s.record("a", TALK, expect=2)) == "CONFLICT"
    assert s.record("a", TALK[0], expect=s.get("a").position).message_count == 4
    assert code_of(lambda: s.record("a", TALK, request_id="x")) == "INVALID_ARGUMENT"
    s.update("a", message_limit=4)
    assert code_of(lambda: s.record("a", TALK[0])) == "MESSAGE_LIMIT_REACHED"
    assert s.update("a", message_limit=0).message_limit is None


def test_revert_and_fork(h: Heddle) -> None:
    s = h.store
    s.record("a", TALK)
    s.revert("a", uuid="u1")
    s.record("a", {"type": "assistant", "content": "Spaces."})
    assert _texts(s.messages("a")) == ["Tabs or spaces?", "Spaces."]
    assert len(s.messages("a", include_hidden=True)) == 4
    kept, bare = s.fork("a", "kept", extra={"why": "test"}), s.fork("a", include_hidden=False)
    assert (kept.message_count, bare.message_count) == (4, 2)
    assert isinstance(kept.extra, dict)
    assert kept.extra["why"] == "test"
    s.unrevert("a")
    assert len(s.messages("a")) == 4
    s.delete("a")
    assert _texts(s.messages("kept")) == ["Tabs or spaces?", "Spaces."]
    for selector in ({}, {"uuid": "u1", "visible_message_count": 1}):
        assert code_of(lambda selector=selector: s.revert("kept", **selector)) == "INVALID_SELECTOR"  # type: ignore[misc]
    assert code_of(lambda: s.revert("kept", message_id="none")) in ("INVALID_SELECTOR", "MESSAGE_NOT_FOUND")


def test_share_and_summary(h: Heddle) -> None:
    s = h.store
    s.record("a", TALK)
    assert (s.get_share("a"), s.get_summary("a")) == (None, None)
    first = s.share("a")
    assert (first.status, first.session_id) == ("active", "a")
    assert s.share("a", "mine").share_id == "mine"
    s.unshare("a")
    share = s.get_share("a")
    assert share is not None
    assert (share.status, share.revoked_at is None) == ("revoked", False)
    derived = s.summarize("a")
    assert "Tabs or spaces?" in derived.content
    assert s.summarize("a", "Short.", generated_by="me").generated_by == "me"
    assert s.get_summary("a") == s.summarize("a", "Short.", generated_by="me", request_id=None) or s.get_summary("a") is not None


def test_snapshots(h: Heddle) -> None:
    s = h.store
    s.record("a", [*TALK, {"type": "result", "totalCostUsd": 0.1, "big": 2**63}])
    h.threads.start("a", "t")
    text = s.export("a")
    s.delete("a")
    s.import_snapshot(text)
    assert s.export("a") == text
    s.import_snapshot(text.encode(), "b")
    s.import_snapshot(zstandard.ZstdCompressor().compress(text.encode()), "c")
    s.import_(json.loads(text), "d")
    for copy in "bcd":
        assert s.messages(copy) == s.messages("a")
    old = {"version": 1, "session_id": "o", "metadata": {"created_at": 1700000000000}, "messages": TALK, "exported_at": 1700000000001}
    assert s.import_snapshot(old).created_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=timezone.utc)
    assert code_of(lambda: s.import_snapshot({"version": 2})) == "INVALID_EXPORT_FORMAT"
    bad: tuple[str | bytes, ...] = ("", "nope", b"{", text + ',"sessionId":"elsewhere"', text + text)
    for snapshot in bad:
        assert code_of(partial(s.import_snapshot, snapshot)) == "INVALID_EXPORT_FORMAT"


def test_threads(h: Heddle) -> None:
    t = h.threads
    assert (t.list("s"), t.count("s"), t.active("s")) == ([], 0, None)
    started = t.start("s", "one", name="first", metadata={"k": 1})
    assert (started.active, started.name, started.metadata) == (True, "first", {"k": 1})
    assert t.record("s", "one", TALK).message_count == 3
    assert h.store.message_count("s") == 3
    fork = t.fork("s", "one", "two", metadata={"x": 1})
    assert (fork.parent_thread_id, fork.message_count, h.store.message_count("s")) == ("one", 3, 3)
    assert t.messages("s", "two", limit=1)[0].get("threadId") == "two"
    assert t.rollback("s", "two", count=2).visible_message_count == 1
    assert t.compact("s", visible_message_count=2).visible_message_count == 2
    assert t.compact("s").visible_message_count == 0
    assert t.read("s", "two").messages == ()
    assert len(t.read("s", "two", include_messages=True).messages) == 1
    assert t.archive("s", "two").archived
    assert [x.thread_id for x in t.loaded("s", include_archived=False).threads] == ["one"]
    assert t.loaded("s", status="archived").count == 1
    assert not t.unarchive("s", "two").archived
    assert t.rename("s", "two", "second").name == "second"
    assert t.update_metadata("s", "two", {"x": None, "y": 2}).metadata == {"y": 2}
    assert t.set_status("s", "two", "completed").status == "completed"
    t.set_active("s", "two")
    assert t.active("s") == "two"
    t.unsubscribe("s", "two")
    assert t.resume("s", "one").active
    t.clear_active("s")
    assert t.active("s") is None
    t.delete("s", "two")
    assert code_of(lambda: t.get("s", "two")) == "THREAD_NOT_FOUND"
    assert t.clear() == 1


def test_messages(h: Heddle) -> None:
    m = h.messages
    assert m.normalize({"type": "wonder", "x": 1.5}) == {"type": "raw", "raw": {"type": "wonder", "x": 1.5}}
    printed = '{"type":"turn.started"}\nnoise\n{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"hi"}}\n'
    assert m.normalize_text(printed) == [{"type": "assistant", "content": "hi"}]
    assert m.normalize({"type": "tool_use", "tool_name": "bash", "tool_input": {"a_b": 1}})["toolInput"] == {"a_b": 1}
    assert (m.parse_stop_reason("tool_use"), m.parse_permission_mode("acceptEdits")) == ("tool_use_stop", "accept_edits")
    assert len(m.make_request_id()) == 36


def test_events_and_subscription(h: Heddle) -> None:
    s = h.store
    got: list[int] = []
    listener = threading.Thread(target=lambda: got.extend(e.seq for e in s.subscribe("a", poll_seconds=0.01)))
    listener.start()
    s.record("a", TALK)
    s.record("a", {"type": "result"})
    listener.join(30)
    assert not listener.is_alive()
    page = s.events("a", 1, limit=2)
    assert got == list(range(1, 5))
    assert ([e.seq for e in page.events], page.next) == ([2, 3], 3)
    stop = threading.Event()
    stop.set()
    assert list(s.subscribe("a", cancel=stop)) == []


def test_import_and_native(tmp_path: Path) -> None:
    with heddle.open(AGENTS / "pi" / "home", store=tmp_path / "heddle.db") as h:
        before = h.sessions.total_cost()
        dry = h.sessions.import_(all=True, dry_run=True)
        assert (h.store.session_count(), dry.failed) == (0, 0)
        done = h.sessions.import_(all=True)
        assert (done.imported, len(done.sessions)) == (dry.imported, len(dry.sessions))
        again = h.sessions.import_(done.sessions[0].unified_id)
        assert [x.status for x in again.sessions] == ["unchanged"]
        listed = h.sessions.list()
        assert all(x.agent == "pi" and x.imported_as for x in listed)
        assert h.sessions.total_cost().total_usd == before.total_usd
        assert {x.session_id for x in h.store.native_sessions(adapter="pi")} == {x.session_id for x in listed}
        first = h.sessions.get(listed[0].unified_id)
        assert len(h.store.native_messages(listed[0].session_id)) == len(first.messages)
        diff = h.sessions.diff(listed[0].unified_id, f"heddle:{listed[0].unified_id}")
        assert diff.stats.unchanged == len(first.messages)
        assert h.sessions.import_(all=True, origin="laptop").updated == done.imported
        assert [x.status for x in h.sessions.import_(first, origin="laptop").sessions] == ["unchanged"]
        assert h.sessions.import_(first, origin="server").sessions[0].store_id == f"{first.unified_id}@server"
        assert {x.origin for x in h.sessions.list(origin="laptop")} == {"laptop"}
        assert (h.sessions.list(origin="-"), h.sessions.search("the", origin="nowhere")) == ([], [])
        assert [x.session_id for x in h.store.list(origin="server")] == [f"{first.unified_id}@server"]
        groups = h.sessions.total_cost(group_by="origin")
        assert (list(groups.breakdowns), groups.total_usd) == (["laptop"], before.total_usd)
        assert h.sessions.total_cost(origin="server").input_tokens == 0
        assert h.sessions.stats(origin="laptop").session_count == len(listed)
        assert code_of(lambda: h.sessions.import_(first, origin="-")) == "INVALID_ARGUMENT"
        h.store.delete(f"{first.unified_id}@server")
    with heddle.open(tmp_path, store=tmp_path / "heddle.db") as h:  # the agent's files are gone
        assert {x.original_unified_id for x in h.sessions.list()} == {x.unified_id for x in listed}


def test_without_a_store(tmp_path: Path) -> None:
    with heddle.open(tmp_path) as h:
        assert h.store.list() == []
        with pytest.raises(heddle.HeddleError) as caught:
            h.store.register("a")
        assert caught.value.code == "PERMISSION_DENIED"
        assert "store" in (caught.value.hint or "")
    with heddle.open(tmp_path, store=True) as h:
        h.store.register("a")
    found = list(tmp_path.rglob("heddle.db"))
    assert [p.parent.name for p in found] == ["heddle"]


def test_a_store_at_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for store in (
        "nats://u:pa55w0rd@host:4222/team",
        "NATS://host/team",
        "nats:/pa55w0rd",
        "wss://host/team?x=pa55w0rd",
        "postgres://pa55w0rd@host/x",
    ):
        with pytest.raises(heddle.HeddleError) as caught:
            heddle.open(tmp_path, store=store)
        assert caught.value.code == "UNSUPPORTED"
        assert "NATS" in (caught.value.hint or "")
        assert "pa55w0rd" not in f"{caught.value!r} {caught.value} {caught.value.hint}"
    assert list(tmp_path.iterdir()) == []
    with heddle.open(tmp_path, store="./nats:x") as h:  # the path of a file
        h.store.register("a")
    assert (tmp_path / "nats:x").is_file()


def test_open_names_a_store_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("missing/heddle.db")
    (tmp_path / "folder").symlink_to("missing")
    for name, text in {
        "": "is a folder",
        "file/heddle.db": f"cannot be created: {tmp_path / 'file'} is a file",
        "file/a/b/heddle.db": f"cannot be created: {tmp_path / 'file'} is a file",
        "link": "a link into a missing folder",
        "folder/heddle.db": f"{tmp_path / 'folder'} is a link to a missing folder",
    }.items():
        with pytest.raises(heddle.HeddleError, match="the store") as caught:
            heddle.open(tmp_path, store=tmp_path / name)
        assert caught.value.code == "INVALID_ARGUMENT", name
        assert text in str(caught.value)
        assert str(tmp_path / name) in str(caught.value)
        assert (caught.value.hint or "").startswith("name a file")
    before = sorted(tmp_path.iterdir())
    with heddle.open(tmp_path, store=tmp_path / "a" / "b" / "heddle.db") as h:
        assert h.store.list() == []
        assert sorted(tmp_path.iterdir()) == before
        h.store.record("a", TALK)
    assert (tmp_path / "a" / "b" / "heddle.db").is_file()


def test_store_in_a_closed_folder(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "there.db").touch()
    closed.chmod(0o555)

    def check() -> None:
        for name in ("new.db", "a/b/new.db"):
            with pytest.raises(heddle.HeddleError) as caught:
                check_store(str(closed / name))
            assert caught.value.code == "PERMISSION_DENIED"
            assert f"the folder {closed} cannot be written to" in str(caught.value)
            assert "permissions" in (caught.value.hint or "")
        check_store(str(closed / "there.db"))  # it can be read

    try:
        as_nobody(check, tmp_path)
    finally:
        closed.chmod(0o755)


def test_home_that_cannot_keep_a_store(tmp_path: Path) -> None:
    for name in (".local", "Library", "AppData"):
        (tmp_path / name).touch()
    before = sorted(tmp_path.rglob("*"))
    with heddle.open(tmp_path, store=True) as h:
        found = h.sessions.list()
        assert (list(found), found.diagnostics, h.store.list()) == ([], (), [])
        assert code_of(lambda: h.store.record("a", TALK)) == "IO_ERROR"
    assert sorted(tmp_path.rglob("*")) == before


def test_foreign_and_cut_files(tmp_path: Path) -> None:
    mine = tmp_path / "heddle.db"
    with heddle.open(tmp_path, store=mine) as h:
        h.store.record("a", TALK)
        with heddle.open(tmp_path, store=mine) as again:
            assert again.store.message_count("a") == 3
        h.store.record("a", TALK)
    data = mine.read_bytes()
    assert mine.stat().st_mode & 0o077 == 0
    for name, content in {
        "other": data[:68] + b"\1" + data[69:],
        "unnamed": data[:68] + bytes(4) + data[72:],
        "text": b"no database" * 99,
        "cut": data[:300],
    }.items():
        file = tmp_path / name
        file.write_bytes(content)
        with heddle.open(tmp_path, store=file) as h:
            assert code_of(lambda h=h: h.store.register("x")) == "PARSE_ERROR"  # type: ignore[misc]
        assert file.read_bytes() == content
        assert sorted(p.name for p in tmp_path.glob(name + "*")) == [name]


def _write(file: str, name: str, n: int) -> None:
    with heddle.open(Path(file).parent, store=file) as h:
        for i in range(n):
            h.store.record("shared", {"type": "user", "content": f"{name}{i}"})


def test_two_processes(tmp_path: Path) -> None:
    file = str(tmp_path / "heddle.db")
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(file, name, 20)) for name in "ab"]
    for w in writers:
        w.start()
    for w in writers:
        w.join(120)
        assert w.exitcode == 0
    with heddle.open(tmp_path, store=file) as h:
        got = _texts(h.store.messages("shared"))
        assert [x for x in got if x.startswith("a")] == [f"a{i}" for i in range(20)]
        assert sorted(got) == sorted(f"{n}{i}" for n in "ab" for i in range(20))
        assert h.store.check() == []
