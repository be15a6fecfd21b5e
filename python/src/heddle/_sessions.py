"""The operations on sessions as methods."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from . import _types
from ._hints import speak
from ._options import suggesting
from ._results import CostSummary, DoctorReport, Export, Page, Results, SearchResults, Session, SessionDiff
from ._stored import nameless
from ._types import (
    Agent,
    AgentCommand,
    DiffFormat,
    GroupBy,
    ImportReport,
    Role,
    SearchSort,
    SessionAction,
    SessionRef,
    SessionSummary,
    SortDirection,
    SortKey,
)
from ._wire import bound_text
from ._zone import ZoneName

if TYPE_CHECKING:
    from ._api import Heddle

SessionName = str | tuple[str, str] | SessionRef | SessionSummary | _types.Session
"""A session by its unified id, by (agent, id), or by itself."""


@suggesting
class Sessions:
    """The agents' sessions, read-only."""

    def __init__(self, heddle: Heddle) -> None:
        self._heddle = heddle

    def list(
        self,
        agent: Agent | None = None,
        *,
        since: datetime | date | timedelta | str | None = None,
        until: datetime | date | timedelta | str | None = None,
        active_since: datetime | date | timedelta | str | None = None,
        active_until: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        limit: int | None = None,
        sort: SortKey | None = None,
        sort_direction: SortDirection | None = None,
        subagents: bool = False,
        superseded: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Results[SessionSummary]:
        """Summaries of one agent's sessions, or of all agents', the last updated first.

        since and until bound when a session began, active_since and active_until
        when anything happened in it. A date is a day of the system's zone, or of
        zone; an age, timedelta(days=7) or "7d", is counted back from now. limit
        is 100 unless given. An agent that fails in a call for all is one of the
        result's diagnostics, and the rest is returned.
        """
        request = _types.ListRequest(
            agent=agent,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._heddle._zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            limit=limit,
            sort=sort,
            sort_direction=sort_direction,
            subagents=subagents,
            superseded=superseded,
            strict=strict,
        )
        answer = self._heddle._run("sessions.list", request, timeout, cancel)
        return Results(map(SessionSummary.from_json, answer.json()), answer.diagnostics)

    def get(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Session:
        """One session with its messages: get("claude", id), get("claude:id"), or get(summary)."""
        request = _types.GetRequest(**_named(agent, session_id), branch=branch, raw=raw, tool_output=tool_output, strict=strict)
        answer = self._heddle._run("sessions.get", request, timeout, cancel)
        return replace(Session.from_json(answer.json()), report=answer.report, diagnostics=answer.diagnostics)

    def import_(
        self,
        agent: SessionName | None = None,
        session_id: str | None = None,
        *,
        all: bool = False,
        since: datetime | date | timedelta | str | None = None,
        until: datetime | date | timedelta | str | None = None,
        active_since: datetime | date | timedelta | str | None = None,
        active_until: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ImportReport:
        """Copies agents' sessions into the store: import_("claude:id"), import_("claude", id), or import_(all=True, since=...).

        They outlive the agent's own clean-up. Only what is new is added: a
        second time nothing changes.
        """
        named = {"agent": agent} if all or (agent is None and session_id is None) else _named(agent, session_id)
        request = _types.ImportRequest(
            **named,
            all=all,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._heddle._zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            dry_run=dry_run,
        )
        return ImportReport.from_json(self._heddle._run("sessions.import", request, timeout, cancel).json())

    def export(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        format: Literal["markdown", "json", "jsonl"] | None = None,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Export:
        """One session as text, Markdown unless format says another: export("claude", id), or export("claude:id")."""
        request = _types.ExportRequest(**_named(agent, session_id), format=format, branch=branch, raw=raw, tool_output=tool_output, strict=strict)
        answer = self._heddle._run("sessions.export", request, timeout, cancel)
        return Export(answer.body.decode("utf-8", "replace"), answer.report, answer.diagnostics)

    def search(
        self,
        text: str,
        *,
        regex: bool = False,
        agent: Agent | None = None,
        since: datetime | date | timedelta | str | None = None,
        until: datetime | date | timedelta | str | None = None,
        active_since: datetime | date | timedelta | str | None = None,
        active_until: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        role: Role | None = None,
        tool: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: SearchSort | None = None,
        subagents: bool = False,
        memories: bool = False,
        hits: int | None = None,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SearchResults:
        """Sessions whose title and visible text match, best first, each with where it matches.

        The words of text must all occur, in any case; "words in quotes" occur
        together, -word must not occur. With regex it is one expression. Only
        text of messages of role counts, only calls of tool and their results
        (text may be empty then). limit is 50 unless given, and page says how
        many there are in all. Nothing found, and an agent that is unknown, are
        an empty list.

            found = h.sessions.search('parser "off by one" -draft', since="2026-07-01")
            for s in found:
                print(s.relevance_score, s.title, s.hits[0].snippet)
            print(len(found), "of", found.page.total)
        """
        request = _types.SearchRequest(
            text=text,
            regex=regex,
            agent=agent,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._heddle._zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            role=role,
            tool=tool,
            limit=limit,
            offset=offset,
            sort=sort,
            subagents=subagents,
            memories=memories,
            hits=hits,
            strict=strict,
        )
        return self._search(request, timeout, cancel)

    def search_all(
        self,
        text: str,
        *,
        regex: bool = False,
        agent: Agent | None = None,
        since: datetime | date | timedelta | str | None = None,
        until: datetime | date | timedelta | str | None = None,
        active_since: datetime | date | timedelta | str | None = None,
        active_until: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        role: Role | None = None,
        tool: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: SearchSort | None = None,
        subagents: bool = False,
        memories: bool = False,
        hits: int | None = None,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[SearchResults]:
        """The same search page by page: limit sessions a page, at least one page, timeout for each.

        Every page searches again: sessions that change meanwhile may move from
        one page to another.

            for page in h.sessions.search_all("parser", limit=20):
                for s in page:
                    print(s.title)
        """
        on = self._heddle._zone(zone, since, until, active_since, active_until)
        since, until, active_since, active_until = (  # now is the same for all pages
            None if bound is None else bound_text(bound) for bound in (since, until, active_since, active_until)
        )
        request = _types.SearchRequest(
            text=text,
            regex=regex,
            agent=agent,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=on,
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            role=role,
            tool=tool,
            limit=limit,
            offset=offset,
            sort=sort,
            subagents=subagents,
            memories=memories,
            hits=hits,
            strict=strict,
        )
        while True:
            found = self._search(request, timeout, cancel)
            yield found
            if found.page.next_offset is None:
                return
            request = replace(request, offset=found.page.next_offset)

    def _search(self, request: _types.SearchRequest, timeout: float | None, cancel: threading.Event | None) -> SearchResults:
        answer = self._heddle._run("sessions.search", request, timeout, cancel)
        return SearchResults(map(SessionSummary.from_json, answer.json()), answer.diagnostics, answer.page or Page(0))

    def total_cost(
        self,
        agent: Agent | None = None,
        *,
        since: datetime | date | timedelta | str | None = None,
        until: datetime | date | timedelta | str | None = None,
        created_since: datetime | date | timedelta | str | None = None,
        created_until: datetime | date | timedelta | str | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        group_by: GroupBy | None = None,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> CostSummary:
        """Tokens and money of all matching sessions of one agent, or of all agents.

        A request that several sessions repeat (forks, resumes, copies) counts
        once. since and until bound the time of each request, so that days and
        weeks add up; created_since and created_until the beginning of its
        session. group_by fills breakdowns; days are those of the system's zone,
        or of zone. What has no price is in unpriced, and never 0 USD.

            cost = h.sessions.total_cost(since=timedelta(days=7), group_by="model")
            print(cost.total_usd, cost.source, cost.price_table)
            for model, group in cost.breakdowns.items():
                print(model, group.total_usd, group.output_tokens)
        """
        request = _types.CostRequest(
            agent=agent,
            since=since,
            until=until,
            created_since=created_since,
            created_until=created_until,
            zone=self._heddle._zone(zone, since, until, created_since, created_until, days=group_by == "day"),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            group_by=group_by,
            strict=strict,
        )
        answer = self._heddle._run("sessions.totalCost", request, timeout, cancel)
        return replace(CostSummary.from_json(answer.json()), diagnostics=answer.diagnostics)

    def diff(
        self,
        a: SessionName,
        b: SessionName,
        *,
        text_edits: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SessionDiff:
        """What two sessions share and where they differ, message by message.

        A session is named by its unified id, by (agent, id), or by itself as
        list, search or get return it. The two may belong to different agents.
        text_edits also says how the content of modified messages changed.

            diff = h.sessions.diff("claude:4f1c…", ("codex", "019f…"))
            print(diff.stats)
            for o in diff.operations:
                print(o.type, o.message_a and o.message_a.content, o.message_b and o.message_b.content)
        """
        request = _types.DiffRequest(a=_ref(a), b=_ref(b), text_edits=text_edits, strict=strict)
        answer = self._heddle._run("sessions.diff", request, timeout, cancel)
        return replace(SessionDiff.from_json(answer.json()), diagnostics=answer.diagnostics)

    def render_diff(
        self,
        a: SessionName,
        b: SessionName,
        *,
        format: DiffFormat | None = None,
        width: int | None = None,
        context: int | None = None,
        text_edits: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Export:
        """The same comparison as text, unified unless format says another.

        width is that of a line side by side (120 columns), context how many
        unchanged messages are shown around a difference (3).

            print(h.sessions.render_diff(a, b, format="side-by-side", width=160))
        """
        request = _types.RenderDiffRequest(a=_ref(a), b=_ref(b), format=format, width=width, context=context, text_edits=text_edits, strict=strict)
        answer = self._heddle._run("sessions.renderDiff", request, timeout, cancel)
        return Export(answer.body.decode("utf-8", "replace"), answer.report, answer.diagnostics)

    def doctor(
        self,
        agent: Agent | None = None,
        *,
        problems: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> DoctorReport:
        """Reads every session file whole, of one agent or of all, and says what that met.

        With problems, only files in which something was skipped, unknown or
        unreadable are listed; the agents' summaries still count all.

            for file in h.sessions.doctor(problems=True).files:
                print(file.path, file.error or file.report)
        """
        answer = self._heddle._run("sessions.doctor", _types.DoctorRequest(agent=agent, problems=problems), timeout, cancel)
        report = answer.json()
        speak(file.get("error") for file in report["files"])
        return replace(DoctorReport.from_json(report), diagnostics=answer.diagnostics)

    def command(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        action: SessionAction | None = None,
        prompt: str | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> AgentCommand:
        """The agent's own command that goes on with a session, or with action="fork" with a copy of it. Nothing is run.

        Paths in argv are this machine's own. With a prompt the command runs
        one turn without a terminal.

            c = h.sessions.command("claude:4f1c…", action="fork")
            subprocess.run(c.argv, cwd=c.cwd)
        """
        request = _types.CommandRequest(**_named(agent, session_id), action=action, prompt=prompt)
        command = AgentCommand.from_json(self._heddle._run("sessions.command", request, timeout, cancel).json())
        argv = [self._heddle._local(arg) if i in command.paths else arg for i, arg in enumerate(command.argv)]
        return replace(command, argv=tuple(argv), paths=())


def _named(name: SessionName | None, session_id: str | None) -> dict[str, Any]:
    """Names a session by its unified id, by agent and its own id, or by itself."""
    if session_id is not None:
        return {"agent": name, "session_id": session_id}
    if isinstance(name, str):
        return {"unified_id": name}
    ref = _ref(name)
    return {"unified_id": ref.unified_id} if ref.session_id is None else {"agent": ref.agent, "session_id": ref.session_id}


def _ref(name: SessionName | None) -> SessionRef:
    """Names a session in a request."""
    if isinstance(name, SessionRef):
        return name
    if isinstance(name, str):
        return SessionRef(unified_id=name)
    if isinstance(name, tuple) and len(name) == 2:
        return SessionRef(agent=name[0], session_id=name[1])
    if isinstance(name, SessionSummary | _types.Session):
        return SessionRef(agent=name.agent, session_id=name.session_id)
    raise nameless(name, "a session")
