"""Days of the person: zones, ages, and the time of each request."""

from __future__ import annotations

import json
import time
import zoneinfo
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import pytest

import heddle
from heddle import HeddleError
from heddle._api import zone as _zone
from heddle._types import Zone, ZoneChange

PLACES = ["UTC", "America/New_York", "Africa/Casablanca", "Africa/Monrovia", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk"]


def talk(home: Path, *answers: datetime) -> Path:
    """A home with a session of Claude's that has an answer at each time, of 1000, 2000, … tokens."""
    session = "11111111-1111-4111-8111-111111111111"
    lines: list[dict[str, Any]] = []
    for i, at in enumerate(answers):
        line = {
            "sessionId": session,
            "version": "2.1.329",
            "timestamp": at.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        usage = {"input_tokens": 1000 * (i + 1), "output_tokens": 0}
        answer = {"id": f"m{i}", "role": "assistant", "model": "claude-sonnet-5", "content": [{"type": "text", "text": "hi"}], "usage": usage}
        lines.append({**line, "type": "user", "uuid": f"u{i}", "message": {"role": "user", "content": f"hello {i}"}})
        lines.append({**line, "type": "assistant", "uuid": f"a{i}", "parentUuid": f"u{i}", "requestId": f"r{i}", "message": answer})
    file = home / ".claude/projects/-p" / f"{session}.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return home


@pytest.fixture
def set_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def use(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield use
    monkeypatch.undo()
    time.tzset()


def offset_in(zone: Zone, at: int) -> int:
    offset = 0
    for change in zone.changes:
        assert change.at is None or isinstance(change.at, datetime)
        if change.at is None or change.at.timestamp() <= at:
            offset = change.offset_seconds
    return offset


@pytest.mark.parametrize("name", PLACES)
def test_a_zone_says_what_a_clock_there_shows(name: str) -> None:
    zone = _zone.zone_of(name)
    there = zoneinfo.ZoneInfo(name)
    assert zone.name == name
    assert zone.changes[0].at is None
    assert len(zone.changes) < 300
    probes = list(range(86400, int(datetime(2038, 1, 1, tzinfo=timezone.utc).timestamp()), 97 * 3600))
    for change in zone.changes[1:]:
        assert isinstance(change.at, datetime)
        probes += [int(change.at.timestamp()) + d for d in (-1, 0, 1)]
    for at in probes:
        ahead = datetime.fromtimestamp(at, there).utcoffset()
        assert ahead is not None
        assert offset_in(zone, at) == ahead.total_seconds()


def test_the_systems_zone(set_zone: Any) -> None:
    for name in PLACES:
        set_zone(name)
        assert _zone.zone_of(None) == _zone.zone_of(name)
    set_zone("EST5EDT,M3.2.0,M11.1.0")
    assert offset_in(_zone.zone_of(None), int(datetime(2026, 7, 1, tzinfo=timezone.utc).timestamp())) == -4 * 3600


def test_days(tmp_path: Path, set_zone: Any) -> None:
    utc = timezone.utc
    home = talk(
        tmp_path,
        datetime(2026, 11, 1, 3, 59, 59, tzinfo=utc),
        datetime(2026, 11, 1, 4, tzinfo=utc),
        datetime(2026, 11, 2, 4, 59, 59, tzinfo=utc),
        datetime(2026, 11, 2, 5, tzinfo=utc),
    )
    new_york = {"2026-10-31": 1000, "2026-11-01": 5000, "2026-11-02": 4000}  # the 1st has 25 hours
    elsewhere = {"2026-11-01": 3000, "2026-11-02": 7000}
    with heddle.open(home) as h:

        def days(**options: Any) -> dict[str, int]:
            return {day: group.input_tokens for day, group in h.sessions.total_cost(group_by="day", **options).breakdowns.items()}

        set_zone("America/New_York")
        assert days() == new_york
        set_zone("Asia/Tokyo")
        assert days() == elsewhere
        zones: list[str | tzinfo | Zone] = ["America/New_York", zoneinfo.ZoneInfo("America/New_York")]
        for zone in zones:
            assert days(zone=zone) == new_york
        assert days(zone=timezone(timedelta(hours=9))) == elsewhere
        assert days(zone=Zone(name="", changes=[ZoneChange(offset_seconds=0)])) == elsewhere
        assert h.sessions.list(active_since=date(2026, 11, 3), zone="America/New_York") == []
        raw = json.loads(h.call("sessions.totalCost", b'{"groupBy":"day"}').body)
        assert raw["breakdowns"].keys() == elsewhere.keys()  # without a zone: UTC
    with heddle.open(home, zone="America/New_York") as h:
        first = date(2026, 11, 1)
        assert h.sessions.total_cost(since=first, until=first).input_tokens == 5000
        assert h.sessions.total_cost(since="2026-11-01", until="2026-11-01").input_tokens == 5000
        assert len(h.sessions.list(until=date(2026, 10, 31))) == 1
        assert h.sessions.list(until=date(2026, 10, 31), zone="UTC") == []
        assert h.sessions.search("hello", active_until="2026-10-30") == []


def test_ages(tmp_path: Path) -> None:
    now = datetime.now(timezone.utc)
    home = talk(tmp_path, now - timedelta(days=60), now - timedelta(hours=1))
    with heddle.open(home) as h:

        def tokens(**options: Any) -> int:
            return h.sessions.total_cost(**options).input_tokens

        assert (
            tokens(since="7d") == tokens(since=timedelta(days=7)) == tokens(since="1w", until="30m") == tokens(since=now - timedelta(hours=2)) == 2000
        )
        assert tokens(until="1d12h") == tokens(until=timedelta(days=1.5)) == 1000
        assert tokens(created_since="7d") == 0
        assert tokens(created_until="7d") == 3000
        assert h.sessions.list(since="7d") == []
        assert len(h.sessions.list(active_since="7d")) == 1
        assert h.sessions.list(active_since="59d", active_until="2d") == []
        assert len(h.sessions.search("hello", active_since=timedelta(days=7))) == 1
        assert [len(page) for page in h.sessions.search_all("hello", active_since="7d", zone="Asia/Tokyo")] == [1]
        assert h.sessions.import_(all=True, active_since="59d", active_until="2d", dry_run=True).imported == 0
        assert h.store.list(since="7d") == []
        assert h.store.list(since=date(2026, 1, 1), zone="UTC") == []


def test_refusals(tmp_path: Path) -> None:
    with heddle.open(talk(tmp_path, datetime(2026, 11, 1, tzinfo=timezone.utc))) as h:
        for zone, message, hint in [
            ("Europe/Berlni", "no zone is called 'Europe/Berlni'", "did you mean 'Europe/Berlin'?"),
            ("", "no zone", "Europe/Berlin"),
            ("../x", "no zone", "Europe/Berlin"),
            (5, "5 is not a zone", "tzinfo"),
        ]:
            with pytest.raises(HeddleError) as caught:
                h.sessions.total_cost(zone=zone)  # type: ignore[arg-type]
            assert caught.value.code == "INVALID_ARGUMENT"
            assert message in str(caught.value)
            assert hint in str(caught.value.hint)
        for age in ("9999999w", timedelta(days=-1), timedelta(days=99999), "yesterday", datetime(2026, 1, 1)):
            with pytest.raises(HeddleError) as caught:
                h.sessions.total_cost(since=age)
            assert caught.value.code == "INVALID_ARGUMENT"
        with pytest.raises(HeddleError) as caught:
            h.sessions.total_cost(zone=Zone(changes=[]))
        assert "zone.changes" in str(caught.value)


def test_a_machine_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoneinfo, "ZoneInfo", lambda name: (_ for _ in ()).throw(zoneinfo.ZoneInfoNotFoundError(name)))
    monkeypatch.setattr(zoneinfo, "available_timezones", lambda: set())
    _zone._named.cache_clear()
    with pytest.raises(HeddleError) as caught:
        _zone.zone_of("Asia/Tokyo")
    assert "pip install tzdata" in str(caught.value.hint)
    assert _zone.zone_of("UTC").changes == (ZoneChange(offset_seconds=0),)
    assert len(_zone.zone_of(None).changes) >= 1  # the system's needs none
    _zone._named.cache_clear()


def test_words_of_time(tmp_path: Path) -> None:
    """testdata/words.json, which the tests of all hosts play."""
    words = json.loads((Path(__file__).parents[2] / "testdata/words.json").read_text())
    folder = tmp_path / ".claude/projects/-w"
    folder.mkdir(parents=True)
    for session in words["sessions"]:
        line = {"type": "user", "sessionId": session["id"], "version": "2.1.330", "cwd": "/w", "message": {"role": "user", "content": "hello"}}
        lines = [json.dumps({**line, "uuid": f"u{i}", "timestamp": at}) + "\n" for i, at in enumerate(session["times"])]
        (folder / f"{session['id']}.jsonl").write_text("".join(lines))
    more = [{"value": float("nan")}, {"value": float("inf")}]
    python = {"activeSince": "active_since", "since": "since"}
    with heddle.open(home=tmp_path) as h:
        for bound in words["bounds"]:
            member, names = python[bound["libraries"]], bound["names"].get("libraries", "")
            found = h.sessions.list(**{member: words["from"]})
            assert sorted(s.session_id[:2] for s in found) == bound["listed"]
            notes = str(found.diagnostics)
            assert names in notes if names else not found.diagnostics, notes
            for row in words["values"] + more:
                value = row["value"] * row["times"] if "times" in row else row["value"]
                if row.get("libraries"):
                    h.sessions.list(**{member: value})
                    continue
                with pytest.raises(HeddleError) as refused:
                    h.sessions.list(**{member: value})
                assert refused.value.code == "INVALID_ARGUMENT", str(value)[:40]
