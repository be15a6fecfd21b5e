# Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
"""The operations as methods."""

from __future__ import annotations

import builtins
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, cast

from .. import _types
from .._types import (
    Agent,
    AgentCommand,
    AgentInfo,
    AttachmentData,
    DiffFormat,
    FoundEdits,
    GroupBy,
    ImportReport,
    LoadedThreads,
    NativeID,
    Role,
    SearchSort,
    SessionAction,
    SessionStats,
    SessionStory,
    SessionSummary,
    SessionTags,
    SessionView,
    SortDirection,
    SortKey,
    StoreCompacted,
    StoredSession,
    StoredShare,
    StoredSummary,
    StoredThread,
    StoreEvents,
    StoreProblem,
    StoreStats,
    TagCount,
    ThreadContent,
    ThreadStatus,
    ThreadUnsubscribed,
    Version,
)
from .calls import Operations
from .messages import AnyMessage, StoreMessage, message_list, message_of, messages_of
from .names import (
    SessionName,
    StoredName,
    ThreadName,
    any_session_members,
    session_members,
    session_ref,
    stored_id_of,
    thread_id_of,
    unified_id_of,
)
from .options import checked_methods
from .results import CostSummary, DoctorReport, Export, Results, SearchResults, Session, SessionDiff, Snapshot
from .sessions import (
    SessionOperations,
    cost_summary_of,
    doctor_report_of,
    export_of,
    local_command_of,
    search_results_of,
    session_diff_of,
    session_of,
    with_reader,
)
from .store import StoreOperations
from .zone import ZoneName


@checked_methods
class EngineMethods(Operations):
    """The operations on the engine itself."""

    def version(self) -> Version:
        """Returns the engine's version, the ABI's version and the date of the price table."""
        request = _types.VersionRequest()
        return Version.from_json(self._run("version", request, None, None).json())

    def agents(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Results[AgentInfo]:
        """Lists every supported agent: whether it was found, in which mount, and how many sessions it has.

            for a in h.agents():
                print(a.agent, a.found, a.session_count)

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.
        """
        request = _types.AgentsRequest()
        answer = self._run("agents.list", request, timeout, cancel)
        return Results(map(AgentInfo.from_json, answer.json()), answer.diagnostics, answer.at_most)


@checked_methods
class Ids(Operations):
    """Unified ids, agent:sessionId. Nothing is read; the session need not exist."""

    def resolve_unified_id(
        self,
        agent: Agent,
        native_session_id: str,
    ) -> str:
        """Joins an agent's name and a native session id into a unified id.

        Pure: it reads nothing, and the session need not exist.

        Args:
            agent: A known agent's name, for example claude.
            native_session_id: The agent's own session id; it may contain colons.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND or INVALID_ARGUMENT.
        """
        request = _types.ResolveUnifiedIDRequest(agent=agent, native_session_id=native_session_id)
        return str(self._run("ids.resolveUnifiedId", request, None, None).json())

    def resolve_native_id(
        self,
        unified_id: str | SessionSummary | _types.Session,
    ) -> NativeID | None:
        """Splits a unified id, or that of a session, at its first colon.

        None when there is no colon or the agent is unknown.

        Args:
            unified_id: agent:native_session_id.
        """
        request = _types.ResolveNativeIDRequest(unified_id=unified_id_of(unified_id))
        found = self._run("ids.resolveNativeId", request, None, None).json()
        return None if found is None else NativeID.from_json(found)


@checked_methods
class Sessions(SessionOperations):
    """The agents' sessions, read-only."""

    def list(
        self,
        agent: Agent | None = None,
        *,
        id_prefix: str | None = None,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        active_since: datetime | date | timedelta | str | int | None = None,
        active_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        origin: str | None = None,
        git_branches: Sequence[str] | None = None,
        repositories: Sequence[str] | None = None,
        agent_versions: Sequence[str] | None = None,
        edited: str | None = None,
        failed: bool = False,
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

        since and until bound when a session began, active_since and active_until when anything
        happened in it. An agent that fails in a call for all agents is one of the result's
        diagnostics, and the sessions of the others are returned. When limit leaves sessions out,
        the result's at_most says how many match at most, by the names of files.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            for s in h.sessions.list("claude", active_since="7d", limit=20):
                print(s.updated_at, s.title)

        Args:
            agent: Only this agent's sessions. Default: all agents.
            id_prefix: Only sessions whose session_id begins with this text. Other sessions are not
                read, so a longer copy with another id supersedes none of them.
            since: Only sessions created at or after this time; a session that began before it and
                continued is left out, and active_since selects it. A diagnostic says at most how
                many such sessions there are, by the times of their files.
            until: Only sessions created at or before this time, also if they were active later; a
                bare date includes that day. active_until bounds the activity.
            active_since: Only active sessions: those with a record of their own (not copied from
                another session) at or after this time and not after active_until.
            active_until: Only sessions with a record of their own at or before this time and not
                before active_since; a bare date includes that day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory, at the start or after the project
                was moved, compared exactly except for a trailing slash; a word without a slash is
                the end of a path. Paths of Windows are compared without the case of ASCII letters.
                Several lines are several folders, such as the names of one that is reached through
                a link.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            origin: Only sessions of this origin, the machine that an import or a recording named; -
                for sessions without one. Sessions that were imported from several machines are
                found under each.
            git_branches: Only what was recorded on any of these branches of a repository; - for
                what has none. In costs, requests; else sessions with any such part.
            repositories: Only what was recorded in any of these repositories: the URL of a remote,
                in any of the ways to write it, or the last components of one, such as owner/name;
                an absolute path is the folder of a working tree, for agents that record no URL. In
                costs, requests; else sessions with any such part.
            agent_versions: Only what any of these versions of the agent recorded; 2.1 stands for
                all that begin with 2.1. too. In costs, requests; else sessions with any such part.
            edited: Only sessions that edited this file: an absolute path, or the last components of
                one, for example src/parser.go; src/ stands for all files below src. Edits that
                failed do not count, those of subagents and of branches that were left do. Relative
                paths that a tool was given begin in the session's working directory.
            failed: Only sessions in which a tool call failed or was refused, on any branch, or
                whose last message is an error.
            limit: The greatest number of sessions returned; 0 for all. Default: 100.
            sort: The sort key; date is the time of the last update. Default: date. One of date,
                cost, turns.
            sort_direction: The sort direction; ties are broken by unified_id, ascending. Default:
                desc. One of asc, desc.
            subagents: Also list subagents' sessions.
            superseded: Also list sessions that a longer copy supersedes.
            strict: Fail with PARSE_ERROR on any unreadable record.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.ListRequest(
            agent=agent,
            id_prefix=id_prefix,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._calls.request_zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            origin=origin,
            git_branches=git_branches,
            repositories=repositories,
            agent_versions=agent_versions,
            edited=edited,
            failed=failed,
            limit=limit,
            sort=sort,
            sort_direction=sort_direction,
            subagents=subagents,
            superseded=superseded,
            strict=strict,
        )
        answer = self._run("sessions.list", request, timeout, cancel)
        return Results(map(SessionSummary.from_json, answer.json()), answer.diagnostics, answer.at_most)

    def get(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Session:
        """One session with its messages: get("claude", id), get("claude:id"), or get(summary).

        The session's report says what was skipped while reading, and its diagnostics which side
        files could not be read.

            session = h.sessions.get(h.sessions.list(limit=1)[0])
            for m in session.messages:
                print(m.role, m.content)

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            branch: Show the branch that ends in this leaf id, one of those in branches. Default:
                the current branch.
            raw: Return the original text of the session's records in raw.
            tool_output: Also return each tool's output in tool_calls[].output.
            strict: Fail with PARSE_ERROR on any unreadable record.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.GetRequest(
            **session_members(agent, session_id),
            branch=branch,
            raw=raw,
            tool_output=tool_output,
            strict=strict,
            redact=redact,
        )
        return session_of(self._run("sessions.get", request, timeout, cancel))

    def export(
        self,
        agent: SessionName,
        session_id: str | None = None,
        format: Literal["markdown", "json", "jsonl", "html"] | None = None,
        *,
        branch: str | None = None,
        raw: bool = False,
        tool_output: bool = False,
        strict: bool = False,
        redact: bool = False,
        script: str | None = None,
        script_hash: str | None = None,
        script_url: str | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Export:
        """One session as text, Markdown unless format says another.

        Export("claude", id), or export("claude:id").

        json is the session, canonical, indented by 2; jsonl is a header line, then one message a
        line; html is a page of one file. The result is a str that also has report and diagnostics.

            Path("session.md").write_text(h.sessions.export("claude:4f1c…"), encoding="utf-8")

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            format: json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT.
                Default: markdown.
            branch: Show the branch that ends in this leaf id, one of the session's branches.
                Default: the current branch.
            raw: Return the original text of the session's records in raw.
            tool_output: Also return each tool's output in tool_calls[].output.
            strict: Fail with PARSE_ERROR on any unreadable record.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            script: html: the reader, the script of the page. Clients fill it in from the file
                reader.js that they ship; without it, html is INVALID_EXPORT_FORMAT.
            script_hash: html: the SHA-256 of script in base64, which the page's policy allows.
            script_url: html: instead of script, the file with the reader, relative to the page.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_EXPORT_FORMAT, INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.ExportRequest(
            **session_members(agent, session_id),
            format=format,
            branch=branch,
            raw=raw,
            tool_output=tool_output,
            strict=strict,
            redact=redact,
            script=script,
            script_hash=script_hash,
            script_url=script_url,
        )
        request = with_reader(request)
        return export_of(self._run("sessions.export", request, timeout, cancel))

    def search(
        self,
        text: str,
        *,
        regex: bool = False,
        agent: Agent | None = None,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        active_since: datetime | date | timedelta | str | int | None = None,
        active_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        origin: str | None = None,
        git_branches: Sequence[str] | None = None,
        repositories: Sequence[str] | None = None,
        agent_versions: Sequence[str] | None = None,
        edited: str | None = None,
        failed: bool = False,
        role: Role | None = None,
        tool: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: SearchSort | None = None,
        subagents: bool = False,
        all_branches: bool = False,
        memories: bool = False,
        hits: int | None = None,
        strict: bool = False,
        partial: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SearchResults:
        """Sessions whose title and visible text match, best first, each with where it matches.

        The result's page says how many there are in all. An unknown agent is an empty list, and so
        is no match.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            found = h.sessions.search('parser "off by one" -draft', active_since="2026-07-01")
            for s in found:
                print(s.relevance_score, s.title, s.hits[0].snippet)
            print(len(found), "of", found.page.total)

        Args:
            text: Words that must all occur in the session, ignoring case; "words in quotes" must
                occur together; -word must not occur. With regex, one expression.
            regex: Read text as a regular expression (RE2 syntax, linear time), which ignores case
                unless it contains (?-i).
            agent: Only this agent's sessions; an unknown agent finds nothing. Default: all agents.
            since: Only sessions created at or after this time; a session that began before it and
                continued is left out, and active_since selects it. A diagnostic says at most how
                many such sessions there are, by the times of their files.
            until: Only sessions created at or before this time, also if they were active later; a
                bare date includes that day. active_until bounds the activity.
            active_since: Only active sessions: those with a record of their own (not copied from
                another session) at or after this time and not after active_until.
            active_until: Only sessions with a record of their own at or before this time and not
                before active_since; a bare date includes that day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory, at the start or after the project
                was moved, compared exactly except for a trailing slash; a word without a slash is
                the end of a path. Paths of Windows are compared without the case of ASCII letters.
                Several lines are several folders, such as the names of one that is reached through
                a link.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            origin: Only sessions of this origin, the machine that an import or a recording named; -
                for sessions without one. Sessions that were imported from several machines are
                found under each.
            git_branches: Only what was recorded on any of these branches of a repository; - for
                what has none. In costs, requests; else sessions with any such part.
            repositories: Only what was recorded in any of these repositories: the URL of a remote,
                in any of the ways to write it, or the last components of one, such as owner/name;
                an absolute path is the folder of a working tree, for agents that record no URL. In
                costs, requests; else sessions with any such part.
            agent_versions: Only what any of these versions of the agent recorded; 2.1 stands for
                all that begin with 2.1. too. In costs, requests; else sessions with any such part.
            edited: Only sessions that edited this file: an absolute path, or the last components of
                one, for example src/parser.go; src/ stands for all files below src. Edits that
                failed do not count, those of subagents and of branches that were left do. Relative
                paths that a tool was given begin in the session's working directory.
            failed: Only sessions in which a tool call failed or was refused, on any branch, or
                whose last message is an error.
            role: Search only messages of this role, and no titles. One of user, assistant, system,
                tool.
            tool: Search only calls of this tool and their results, ignoring the case of its name;
                text may then be empty.
            limit: The greatest number of sessions returned; 0 for all. Default: 50.
            offset: Skip this many of the best: the next_offset of a page. Default: 0.
            sort: The sort key, greatest first; ties are broken by the last update, then by
                unified_id. Default: relevance. One of relevance, date, cost.
            subagents: Also search subagents' sessions.
            all_branches: Also search branches that were left; their hits have no message_index.
            memories: Also search the memory entries that agents keep in addition to sessions.
            hits: The greatest number of matching messages returned for a session; 0 means the
                default. Default: 3.
            strict: Fail with PARSE_ERROR on any unreadable record.
            partial: When no session has all of the words, return the best of those that have some,
                marked partial and ranked by how rare their words are; a diagnostic says how many
                sessions may have each word. The id of a session, or at least 8 characters of its
                beginning with a digit among them, finds that session first.
            redact: Search the redacted texts, as sessions.get shows them with redact: what is
                replaced is not found, and neither hits, counts nor order depend on it. Slower:
                every session that may have one of the words is read.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.SearchRequest(
            text=text,
            regex=regex,
            agent=agent,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._calls.request_zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            origin=origin,
            git_branches=git_branches,
            repositories=repositories,
            agent_versions=agent_versions,
            edited=edited,
            failed=failed,
            role=role,
            tool=tool,
            limit=limit,
            offset=offset,
            sort=sort,
            subagents=subagents,
            all_branches=all_branches,
            memories=memories,
            hits=hits,
            strict=strict,
            partial=partial,
            redact=redact,
        )
        return search_results_of(self._run("sessions.search", request, timeout, cancel))

    def search_all(
        self,
        text: str,
        *,
        regex: bool = False,
        agent: Agent | None = None,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        active_since: datetime | date | timedelta | str | int | None = None,
        active_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        origin: str | None = None,
        git_branches: Sequence[str] | None = None,
        repositories: Sequence[str] | None = None,
        agent_versions: Sequence[str] | None = None,
        edited: str | None = None,
        failed: bool = False,
        role: Role | None = None,
        tool: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: SearchSort | None = None,
        subagents: bool = False,
        all_branches: bool = False,
        memories: bool = False,
        hits: int | None = None,
        strict: bool = False,
        partial: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[SearchResults]:
        """The same search page by page: limit sessions a page, at least one page, timeout for each.

        Every page searches again: sessions that change meanwhile may move from one page to another.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            for page in h.sessions.search_all("parser", limit=20):
                for s in page:
                    print(s.title)

        Args:
            text: Words that must all occur in the session, ignoring case; "words in quotes" must
                occur together; -word must not occur. With regex, one expression.
            regex: Read text as a regular expression (RE2 syntax, linear time), which ignores case
                unless it contains (?-i).
            agent: Only this agent's sessions; an unknown agent finds nothing. Default: all agents.
            since: Only sessions created at or after this time; a session that began before it and
                continued is left out, and active_since selects it. A diagnostic says at most how
                many such sessions there are, by the times of their files.
            until: Only sessions created at or before this time, also if they were active later; a
                bare date includes that day. active_until bounds the activity.
            active_since: Only active sessions: those with a record of their own (not copied from
                another session) at or after this time and not after active_until.
            active_until: Only sessions with a record of their own at or before this time and not
                before active_since; a bare date includes that day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory, at the start or after the project
                was moved, compared exactly except for a trailing slash; a word without a slash is
                the end of a path. Paths of Windows are compared without the case of ASCII letters.
                Several lines are several folders, such as the names of one that is reached through
                a link.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            origin: Only sessions of this origin, the machine that an import or a recording named; -
                for sessions without one. Sessions that were imported from several machines are
                found under each.
            git_branches: Only what was recorded on any of these branches of a repository; - for
                what has none. In costs, requests; else sessions with any such part.
            repositories: Only what was recorded in any of these repositories: the URL of a remote,
                in any of the ways to write it, or the last components of one, such as owner/name;
                an absolute path is the folder of a working tree, for agents that record no URL. In
                costs, requests; else sessions with any such part.
            agent_versions: Only what any of these versions of the agent recorded; 2.1 stands for
                all that begin with 2.1. too. In costs, requests; else sessions with any such part.
            edited: Only sessions that edited this file: an absolute path, or the last components of
                one, for example src/parser.go; src/ stands for all files below src. Edits that
                failed do not count, those of subagents and of branches that were left do. Relative
                paths that a tool was given begin in the session's working directory.
            failed: Only sessions in which a tool call failed or was refused, on any branch, or
                whose last message is an error.
            role: Search only messages of this role, and no titles. One of user, assistant, system,
                tool.
            tool: Search only calls of this tool and their results, ignoring the case of its name;
                text may then be empty.
            limit: The greatest number of sessions returned; 0 for all. Default: 50.
            offset: Skip this many of the best: the next_offset of a page. Default: 0.
            sort: The sort key, greatest first; ties are broken by the last update, then by
                unified_id. Default: relevance. One of relevance, date, cost.
            subagents: Also search subagents' sessions.
            all_branches: Also search branches that were left; their hits have no message_index.
            memories: Also search the memory entries that agents keep in addition to sessions.
            hits: The greatest number of matching messages returned for a session; 0 means the
                default. Default: 3.
            strict: Fail with PARSE_ERROR on any unreadable record.
            partial: When no session has all of the words, return the best of those that have some,
                marked partial and ranked by how rare their words are; a diagnostic says how many
                sessions may have each word. The id of a session, or at least 8 characters of its
                beginning with a digit among them, finds that session first.
            redact: Search the redacted texts, as sessions.get shows them with redact: what is
                replaced is not found, and neither hits, counts nor order depend on it. Slower:
                every session that may have one of the words is read.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.SearchRequest(
            text=text,
            regex=regex,
            agent=agent,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._calls.request_zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            origin=origin,
            git_branches=git_branches,
            repositories=repositories,
            agent_versions=agent_versions,
            edited=edited,
            failed=failed,
            role=role,
            tool=tool,
            limit=limit,
            offset=offset,
            sort=sort,
            subagents=subagents,
            all_branches=all_branches,
            memories=memories,
            hits=hits,
            strict=strict,
            partial=partial,
            redact=redact,
        )
        yield from self._pages("sessions.search", request, search_results_of, timeout, cancel)

    def total_cost(
        self,
        agent: Agent | None = None,
        *,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        created_since: datetime | date | timedelta | str | int | None = None,
        created_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        git_branches: Sequence[str] | None = None,
        repositories: Sequence[str] | None = None,
        agent_versions: Sequence[str] | None = None,
        origin: str | None = None,
        group_by: GroupBy | None = None,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> CostSummary:
        """Tokens and money of all matching sessions of one agent, or of all agents.

        A request that several sessions repeat (forks, resumes, copies) counts once, for the session
        created first. since and until bound the time of each request, so that days and weeks add
        up; created_since and created_until bound the beginning of its session. What has no price is
        in unpriced, and never 0 USD.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            cost = h.sessions.total_cost(since=timedelta(days=7), group_by="model")
            print(cost.total_usd, cost.source, cost.price_table)
            for model, group in cost.breakdowns.items():
                print(model, group.total_usd, group.output_tokens)

        Args:
            agent: Only this agent's sessions. Default: all agents.
            since: Only requests made at or after this time. A request without a time counts at the
                created_at of its session.
            until: Only requests made at or before this time; a bare date includes that day.
            created_since: Only sessions created at or after this time.
            created_until: Only sessions created at or before this time; a bare date includes that
                day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory, at the start or after the project
                was moved, compared exactly except for a trailing slash; a word without a slash is
                the end of a path. Paths of Windows are compared without the case of ASCII letters.
                Several lines are several folders, such as the names of one that is reached through
                a link.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            git_branches: Only what was recorded on any of these branches of a repository; - for
                what has none. In costs, requests; else sessions with any such part.
            repositories: Only what was recorded in any of these repositories: the URL of a remote,
                in any of the ways to write it, or the last components of one, such as owner/name;
                an absolute path is the folder of a working tree, for agents that record no URL. In
                costs, requests; else sessions with any such part.
            agent_versions: Only what any of these versions of the agent recorded; 2.1 stands for
                all that begin with 2.1. too. In costs, requests; else sessions with any such part.
            origin: Only requests of this origin; - for those without one. A request that copies of
                several origins have counts for the first one in byte order.
            group_by: Return breakdowns by this dimension; days are those of zone. Default: no
                groups. One of agent, model, day, tag, cwd, tier, session, git-branch, repo,
                version, origin.
            strict: Fail on any unreadable session instead of reporting a diagnostic.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.CostRequest(
            agent=agent,
            since=since,
            until=until,
            created_since=created_since,
            created_until=created_until,
            zone=self._calls.request_zone(zone, since, until, created_since, created_until, days=group_by == "day"),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            git_branches=git_branches,
            repositories=repositories,
            agent_versions=agent_versions,
            origin=origin,
            group_by=group_by,
            strict=strict,
        )
        return cost_summary_of(self._run("sessions.totalCost", request, timeout, cancel))

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
        """Compares two sessions message by message, by the longest common subsequence on role and content.

        The sessions may belong to different agents.

            diff = h.sessions.diff("claude:4f1c…", ("codex", "019f…"))
            print(diff.stats)
            for o in diff.operations:
                print(o.type, o.message_a and o.message_a.content, o.message_b and o.message_b.content)

        Args:
            a: The first session, the left side. Its unified id, (agent, id), or itself as list,
                search or get returned it.
            b: The second session, the right side. Its unified id, (agent, id), or itself as list,
                search or get returned it.
            text_edits: Also return, word by word, how the content of modified messages changed.
            strict: Fail with PARSE_ERROR on any unreadable record.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.DiffRequest(
            a=session_ref(a),
            b=session_ref(b),
            text_edits=text_edits,
            strict=strict,
        )
        return session_diff_of(self._run("sessions.diff", request, timeout, cancel))

    def render_diff(
        self,
        a: SessionName,
        b: SessionName,
        *,
        text_edits: bool = False,
        strict: bool = False,
        format: DiffFormat | None = None,
        width: int | None = None,
        context: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Export:
        """What two sessions share and where they differ, as text: unified unless format says another.

            print(h.sessions.render_diff(a, b, format="side-by-side", width=160))

        Args:
            a: The first session, the left side. Its unified id, (agent, id), or itself as list,
                search or get returned it.
            b: The second session, the right side. Its unified id, (agent, id), or itself as list,
                search or get returned it.
            text_edits: Also return, word by word, how the content of modified messages changed.
            strict: Fail with PARSE_ERROR on any unreadable record.
            format: The format of the text. Default: unified. One of unified, side-by-side,
                markdown.
            width: The width of a side-by-side line; 0 means the default. Unit: columns. Default:
                120.
            context: The number of unchanged messages shown around a difference; 0 means the
                default. Unit: messages. Default: 3.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.RenderDiffRequest(
            a=session_ref(a),
            b=session_ref(b),
            text_edits=text_edits,
            strict=strict,
            format=format,
            width=width,
            context=context,
        )
        return export_of(self._run("sessions.renderDiff", request, timeout, cancel))

    def doctor(
        self,
        agent: Agent | None = None,
        *,
        problems: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> DoctorReport:
        """Reads every session file completely, of one agent or of all, and reports what it found.

        The report has bytes, records, what was skipped and why, types that this version does not
        know and format versions of each file, and a summary by agent.

            for file in h.sessions.doctor(problems=True).files:
                print(file.path, file.error or file.report)

        Args:
            agent: Only this agent's files. Default: all agents.
            problems: List only files with something skipped, unknown or unreadable; the summaries
                still count all files.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, INVALID_ARGUMENT or TIMEOUT.
        """
        request = _types.DoctorRequest(agent=agent, problems=problems)
        return doctor_report_of(self._run("sessions.doctor", request, timeout, cancel))

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
        """The agent's own command that continues a session, or with action="fork" a copy of it.

        Nothing is run.

        Paths in argv are this machine's own. With a prompt the command runs one turn without a
        terminal.

            c = h.sessions.command("claude:4f1c…", action="fork")
            subprocess.run(c.argv, cwd=c.cwd)

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            action: Continue the session itself, or a copy of it. Default: resume. One of resume,
                fork.
            prompt: Run one turn with this prompt and without a terminal, instead of opening the
                agent. Default: interactive.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.CommandRequest(
            **session_members(agent, session_id),
            action=action,
            prompt=prompt,
        )
        return local_command_of(self._run("sessions.command", request, timeout, cancel), self._calls)

    def import_(
        self,
        agent: SessionName | None = None,
        session_id: str | None = None,
        *,
        all: bool = False,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        active_since: datetime | date | timedelta | str | int | None = None,
        active_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        origin: str | None = None,
        redact: bool = False,
        again: bool = False,
        dry_run: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ImportReport:
        """Copies agents' sessions into the store, where they remain when the agent deletes its own.

        Only what is new is added, so importing twice changes nothing.

        Name one session, import_("claude:id") or import_("claude", id), or copy all that match:
        import_(all=True, since=...).

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            report = h.sessions.import_(all=True, since="30d", dry_run=True)
            print(report.imported, report.updated, report.unchanged)

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name. With all, only this agent's
                sessions.
            session_id: The agent's own session id.
            all: Copy every session that matches the filters, instead of one.
            since: Only sessions created at or after this time; a session that began before it and
                continued is left out, and active_since selects it. A diagnostic says at most how
                many such sessions there are, by the times of their files.
            until: Only sessions created at or before this time, also if they were active later; a
                bare date includes that day. active_until bounds the activity.
            active_since: Only active sessions: those with a record of their own (not copied from
                another session) at or after this time and not after active_until.
            active_until: Only sessions with a record of their own at or before this time and not
                before active_since; a bare date includes that day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            origin: The machine that the sessions come from: text of 1 to 128 bytes without control
                characters and without blanks at its ends, but not -. Each origin has copies of its
                own.
            redact: Copy without secrets, home folders and e-mail addresses, which are replaced in
                all texts as in sessions.get. The agent's files do not change. A session that was
                copied without redact is copied anew, and what the copy showed is hidden but still
                stored. What was copied with redact is always copied so.
            again: Copy also what was deleted from the store.
            dry_run: Report what would be copied without copying it.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ImportRequest(
            **any_session_members(agent, session_id, all),
            all=all,
            since=since,
            until=until,
            active_since=active_since,
            active_until=active_until,
            zone=self._calls.request_zone(zone, since, until, active_since, active_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            origin=origin,
            redact=redact,
            again=again,
            dry_run=dry_run,
        )
        return ImportReport.from_json(self._run("sessions.import", request, timeout, cancel).json())

    def stats(
        self,
        agent: Agent | None = None,
        *,
        since: datetime | date | timedelta | str | int | None = None,
        until: datetime | date | timedelta | str | int | None = None,
        created_since: datetime | date | timedelta | str | int | None = None,
        created_until: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        model: str | None = None,
        tags: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        under: str | None = None,
        git_branches: Sequence[str] | None = None,
        repositories: Sequence[str] | None = None,
        agent_versions: Sequence[str] | None = None,
        origin: str | None = None,
        limit: int | None = None,
        all_branches: bool = False,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SessionStats:
        """What the matching sessions did.

        The tools that they called and how often these failed, the models that answered, the files
        that were edited, and the hours and weekdays of their messages.

        It counts what sessions show: messages of the current branch, without those that a fork or a
        longer copy repeats. What subagents did counts for the session that started them, except its
        messages and times. since and until bound the time of each message, as in total_cost.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

            stats = h.sessions.stats(since="30d")
            for tool in stats.tools:
                print(tool.name, tool.calls, tool.failures)

        Args:
            agent: Only this agent's sessions. Default: all agents.
            since: Only messages recorded at or after this time. A message without a time counts at
                the created_at of its session.
            until: Only messages recorded at or before this time; a bare date includes that day.
            created_since: Only sessions created at or after this time.
            created_until: Only sessions created at or before this time; a bare date includes that
                day.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            model: Only sessions in which this model answered.
            tags: Only sessions with any of these tags.
            cwd: Only sessions that ran in this working directory, at the start or after the project
                was moved, compared exactly except for a trailing slash; a word without a slash is
                the end of a path. Paths of Windows are compared without the case of ASCII letters.
                Several lines are several folders, such as the names of one that is reached through
                a link.
            under: Only sessions that ran in this folder or below it: an absolute path, or a word
                without a slash, which is a component of one. Paths of Windows are compared without
                the case of ASCII letters. Several lines are several folders, such as the names of
                one that is reached through a link.
            git_branches: Only what was recorded on any of these branches of a repository; - for
                what has none. In costs, requests; else sessions with any such part.
            repositories: Only what was recorded in any of these repositories: the URL of a remote,
                in any of the ways to write it, or the last components of one, such as owner/name;
                an absolute path is the folder of a working tree, for agents that record no URL. In
                costs, requests; else sessions with any such part.
            agent_versions: Only what any of these versions of the agent recorded; 2.1 stands for
                all that begin with 2.1. too. In costs, requests; else sessions with any such part.
            origin: Only sessions of this origin; - for those without one. A session of several
                origins counts for the copy that a list shows.
            limit: The greatest number of tools, of models and of files returned, 0 for all; the
                others are added up. Default: 20.
            all_branches: Count the messages of all branches, not only those of the current one.
            strict: Fail on any unreadable session instead of reporting a diagnostic.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.StatsRequest(
            agent=agent,
            since=since,
            until=until,
            created_since=created_since,
            created_until=created_until,
            zone=self._calls.request_zone(zone, since, until, created_since, created_until),
            model=model,
            tags=tags,
            cwd=None if cwd is None else os.fspath(cwd),
            under=under,
            git_branches=git_branches,
            repositories=repositories,
            agent_versions=agent_versions,
            origin=origin,
            limit=limit,
            all_branches=all_branches,
            strict=strict,
        )
        return SessionStats.from_json(self._run("sessions.stats", request, timeout, cancel).json())

    def tag(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        add: Sequence[str] | None = None,
        remove: Sequence[str] | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SessionTags:
        """Adds tags to a session and removes tags from it.

        They are kept in the store; the agent's own files do not change. Tags of the run index and
        of recordings cannot be removed. The tags of a session that is gone can be removed.

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            add: The tags to add; a session has at most 100.
            remove: The tags to remove; the session need not have them.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, LIMIT_EXCEEDED, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.TagRequest(
            **session_members(agent, session_id),
            add=add,
            remove=remove,
        )
        return SessionTags.from_json(self._run("sessions.tag", request, timeout, cancel).json())

    def tags(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Results[TagCount]:
        """Lists all tags, in byte order: those of sessions.tag, of the run index and of recordings.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is UNSUPPORTED or TIMEOUT.
        """
        request = _types.TagsRequest()
        answer = self._run("sessions.tags", request, timeout, cancel)
        return Results(map(TagCount.from_json, answer.json()), answer.diagnostics, answer.at_most)

    def view(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        branch: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        turn: int | None = None,
        at: int | None = None,
        max_text: int | None = None,
        max_output: int | None = None,
        strict: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SessionView:
        """Returns what a person reads of a session, as data.

        Turns with their texts, tool calls in one line each, edits as hunks, outputs without control
        sequences, costs, and where messages were compacted, rewound or left out. The answer is a
        page of turns; totals and outline are of the whole session. Long texts are cut, and omitted
        says by how much.

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            branch: Show the branch that ends in this leaf id, one of those in branches. Default:
                the current branch.
            after: Return the turns after this one; next of the page before.
            limit: The greatest number of turns returned, 1 to 1000. A page ends earlier when it has
                4 MiB of texts. Default: 50.
            turn: Return this turn alone; the first one is 1.
            at: Return the turn that has the message of this number alone; the first message is 0.
            max_text: What a text, a prompt, a patch and the input of a call keep at most. Unit:
                bytes. Default: 262144.
            max_output: What the output of a call keeps at most: its beginning and its end. Unit:
                bytes. Default: 16384.
            strict: Fail with PARSE_ERROR on any unreadable record.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.ViewRequest(
            **session_members(agent, session_id),
            branch=branch,
            after=after,
            limit=limit,
            turn=turn,
            at=at,
            max_text=max_text,
            max_output=max_output,
            strict=strict,
            redact=redact,
        )
        return SessionView.from_json(self._run("sessions.view", request, timeout, cancel).json())

    def story(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        branch: str | None = None,
        strict: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> SessionStory:
        """Returns what happened in a session, step by step, as far as its records say.

        The prompts, the files that changed, the commands that failed and then passed, tests and
        commits. No model is asked.

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            branch: Show the branch that ends in this leaf id, one of those in branches. Default:
                the current branch.
            strict: Fail with PARSE_ERROR on any unreadable record.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.StoryRequest(
            **session_members(agent, session_id),
            branch=branch,
            strict=strict,
            redact=redact,
        )
        return SessionStory.from_json(self._run("sessions.story", request, timeout, cancel).json())


@checked_methods
class Attachments(SessionOperations):
    """Pictures and files of the agents' sessions."""

    def get(
        self,
        agent: SessionName,
        session_id: str | None = None,
        *,
        id: str | None = None,
        max_bytes: int | None = None,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> AttachmentData:
        """Returns the bytes of a picture or file of a session, where the agent's own files have them.

        A file that a session only names is never read: that is UNSUPPORTED.

        Args:
            agent: The session: its unified id, (agent, id), or itself as list, search or get
                returned it. With session_id, the agent's name.
            session_id: The agent's own session id.
            id: The attachment's id, from a message or a view; without it the request is
                INVALID_ARGUMENT.
            max_bytes: LIMIT_EXCEEDED when the attachment is larger. Unit: bytes. Default: 20971520.
            redact: Refuse with UNSUPPORTED: pictures are not redacted, so that its bytes are
                returned without redact only.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR,
                INVALID_ARGUMENT, LIMIT_EXCEEDED, UNSUPPORTED or TIMEOUT.
        """
        request = _types.AttachmentRequest(
            **session_members(agent, session_id),
            id=id,
            max_bytes=max_bytes,
            redact=redact,
        )
        return AttachmentData.from_json(self._run("attachments.get", request, timeout, cancel).json())


@checked_methods
class Edits(SessionOperations):
    """Where the lines of files come from."""

    def find(
        self,
        paths: Sequence[str],
        lines: Sequence[str],
        *,
        times: Sequence[str] | None = None,
        agent: Agent | None = None,
        strict: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> FoundEdits:
        """Finds the edits of sessions that wrote lines of a file.

        Those whose call has exactly the line, newest first. Edits that failed or were refused wrote
        nothing; those of subagents and of branches that were left count. What a later edit of the
        file removed, before the time by which the line was written, was written by none before it.
        The engine reads sessions alone, not the file and no repository.

        Args:
            paths: The file, under each name that it had: an absolute path, or the last components
                of one, such as src/parser.go; 1 to 100.
            lines: The lines, without their ends, at most 100,000.
            times: For each line the latest time at which it may have been written, in RFC 3339,
                empty for none: later edits, and edits without a time, are left out.
            agent: Only this agent's sessions. Default: all agents.
            strict: Fail on any unreadable session instead of reporting a diagnostic.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED or TIMEOUT.
        """
        request = _types.FindEditsRequest(
            paths=paths,
            lines=lines,
            times=times,
            agent=agent,
            strict=strict,
        )
        return FoundEdits.from_json(self._run("edits.find", request, timeout, cancel).json())


@checked_methods
class Store(StoreOperations):
    """Heddle's own sessions, in the file that open(store=...) grants. Nothing that was recorded is lost, unless it is erased (heddle store erase).

    Every change has request_id, a UUID that makes it happen once, and expect,
    the position that the session must be at (0: it must never have existed),
    else CONFLICT. Every reading method has at, a position in the past.
    """

    def register(
        self,
        session_id: StoredName,
        *,
        created_at: datetime | date | str | int | None = None,
        adapter: str | None = None,
        model: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        updated_at: datetime | date | str | int | None = None,
        message_limit: int | None = None,
        extra: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Creates a session.

        A session that exists does not change.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            created_at: The time at which the session began. Default: now.
            adapter: The agent that runs the session, for example claude.
            model: The model.
            cwd: The working directory.
            updated_at: The time of the last update. Default: now.
            message_limit: The greatest number of messages that the session accepts; 0 for no limit.
            extra: The caller's own object, merged into the stored one; None removes a member. The
                members fork, share, summary and view belong to the store.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.RegisterRequest(
            session_id=stored_id_of(session_id),
            created_at=created_at,
            adapter=adapter,
            model=model,
            cwd=None if cwd is None else os.fspath(cwd),
            updated_at=updated_at,
            message_limit=message_limit,
            extra=cast("_types.JSON", extra),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.register", request, timeout, cancel).json())

    def update(
        self,
        session_id: StoredName,
        *,
        adapter: str | None = None,
        model: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        updated_at: datetime | date | str | int | None = None,
        message_limit: int | None = None,
        extra: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Merges metadata into that of a session.

        The session is created if it does not exist.

        None inside extra removes a member.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            adapter: The agent that runs the session, for example claude.
            model: The model.
            cwd: The working directory.
            updated_at: The time of the last update. Default: now.
            message_limit: The greatest number of messages that the session accepts; 0 for no limit.
            extra: The caller's own object, merged into the stored one; None removes a member. The
                members fork, share, summary and view belong to the store.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.UpdateRequest(
            session_id=stored_id_of(session_id),
            adapter=adapter,
            model=model,
            cwd=None if cwd is None else os.fspath(cwd),
            updated_at=updated_at,
            message_limit=message_limit,
            extra=cast("_types.JSON", extra),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.update", request, timeout, cancel).json())

    def record(
        self,
        session_id: StoredName,
        messages: AnyMessage | Sequence[AnyMessage],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Appends messages to a session, all of them or none.

        The session is created if it does not exist; its model is updated from the messages.

            h.store.record("trip", [
                {"type": "user", "content": "Two days in Porto"},
                {"type": "assistant", "content": "Start at the river."},
            ])

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            messages: One message or many. Objects with a type, stored unchanged in canonical form;
                docs/messages.md lists the types.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is MESSAGE_LIMIT_REACHED, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.RecordRequest(
            session_id=stored_id_of(session_id),
            messages=message_list(messages),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.record", request, timeout, cancel).json())

    def get(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Returns a session's metadata.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRead(session_id=stored_id_of(session_id), at=at)
        return StoredSession.from_json(self._run("store.get", request, timeout, cancel).json())

    def list(
        self,
        *,
        adapter: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        model: str | None = None,
        origin: str | None = None,
        since: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoredSession]:
        """Lists the sessions of the store, last updated first, then by id.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

        Args:
            adapter: Only sessions of this agent.
            cwd: Only sessions of this working directory.
            model: Only sessions of this model.
            origin: Only sessions of this origin; - for those without one.
            since: Only sessions updated at or after this time.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            limit: The greatest number of sessions returned. Default: all.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreListRequest(
            adapter=adapter,
            cwd=None if cwd is None else os.fspath(cwd),
            model=model,
            origin=origin,
            since=since,
            zone=self._calls.request_zone(zone, since),
            limit=limit,
        )
        return [StoredSession.from_json(x) for x in self._run("store.list", request, timeout, cancel).json()]

    def messages(
        self,
        session_id: StoredName,
        *,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        redact: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoreMessage]:
        """Returns a session's messages in the order in which they were recorded.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            limit: The greatest number of messages returned. Default: all.
            offset: Skip this many of the matching messages.
            types: Only messages of these types. Default: all.
            include_hidden: Include messages that a revert or rollback hides.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreMessagesRequest(
            session_id=stored_id_of(session_id),
            limit=limit,
            offset=offset,
            types=types,
            include_hidden=include_hidden,
            redact=redact,
            at=at,
        )
        return messages_of(self._run("store.messages", request, timeout, cancel).json())

    def message_count(
        self,
        session_id: StoredName,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> int:
        """Counts the messages recorded in a session, including hidden ones; 0 for a session that does not exist.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreName(session_id=stored_id_of(session_id))
        return int(self._run("store.messageCount", request, timeout, cancel).json())

    def session_count(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> int:
        """Counts the sessions of the store.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return int(self._run("store.sessionCount", request, timeout, cancel).json())

    def delete(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Deletes a session with its threads.

        A session that does not exist is ignored. Forks keep the messages that they show.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreChange(
            session_id=stored_id_of(session_id),
            request_id=request_id,
            expect=expect,
        )
        self._run("store.delete", request, timeout, cancel)

    def clear(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> int:
        """Deletes all sessions and returns their number.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return int(self._run("store.clear", request, timeout, cancel).json())

    def fork(
        self,
        session_id: StoredName,
        new_session_id: str | None = None,
        *,
        include_hidden: bool = True,
        extra: Mapping[str, Any] | None = None,
        at: int | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Creates a session that begins with the messages and metadata of another session.

        The messages are referenced, not copied, for any number of them; an active share is not
        inherited.

            fork = h.store.fork("trip", "trip-by-train", at=h.store.get("trip").position)

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            new_session_id: The id of the fork. Default: a new one.
            include_hidden: true keeps hidden messages hidden; false omits them. Default: true.
            extra: An object that is merged into the copied extra.
            at: Read the session as it was at this position of its log. Default: now.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreForkRequest(
            session_id=stored_id_of(session_id),
            new_session_id=new_session_id,
            include_hidden=include_hidden,
            extra=cast("_types.JSON", extra),
            at=at,
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.fork", request, timeout, cancel).json())

    def share(
        self,
        session_id: StoredName,
        share_id: str | None = None,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredShare:
        """Creates a share of a session, replacing an active one.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            share_id: The id of the share. Default: a new one.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ShareRequest(
            session_id=stored_id_of(session_id),
            share_id=share_id,
            request_id=request_id,
            expect=expect,
        )
        return StoredShare.from_json(self._run("store.share", request, timeout, cancel).json())

    def get_share(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredShare | None:
        """Returns a session's share, active or revoked; None when the session was never shared.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRead(session_id=stored_id_of(session_id), at=at)
        found = self._run("store.getShare", request, timeout, cancel).json()
        return None if found is None else StoredShare.from_json(found)

    def unshare(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Revokes the active share.

        Without an active share nothing changes.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreChange(
            session_id=stored_id_of(session_id),
            request_id=request_id,
            expect=expect,
        )
        self._run("store.unshare", request, timeout, cancel)

    def revert(
        self,
        session_id: StoredName,
        *,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Sets the boundary of what a session shows, which one argument names.

        Everything before it is shown, including what earlier reverts hid, and everything after it
        is hidden. Nothing is removed, and what is recorded afterwards is visible.

            h.store.revert("trip", visible_message_count=2)

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            visible_message_count: Show exactly this many of the first recorded messages; all when
                there are fewer.
            message_id: Show everything up to the last message with this id, which may be hidden.
            uuid: Show everything up to the last message with this uuid, which may be hidden.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_SELECTOR, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.RevertRequest(
            session_id=stored_id_of(session_id),
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.revert", request, timeout, cancel).json())

    def unrevert(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSession:
        """Shows all messages of a session again.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreChange(
            session_id=stored_id_of(session_id),
            request_id=request_id,
            expect=expect,
        )
        return StoredSession.from_json(self._run("store.unrevert", request, timeout, cancel).json())

    def summarize(
        self,
        session_id: StoredName,
        content: str | None = None,
        *,
        generated_by: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSummary:
        """Stores a summary.

        The text given, else one that quotes the user's first message and the agent's latest output.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            content: The summary's text. Default: derived.
            generated_by: The summary's author. Default: heddle.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.SummarizeRequest(
            session_id=stored_id_of(session_id),
            content=content,
            generated_by=generated_by,
            request_id=request_id,
            expect=expect,
        )
        return StoredSummary.from_json(self._run("store.summarize", request, timeout, cancel).json())

    def get_summary(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredSummary | None:
        """Returns the stored summary; None when the session has no summary.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRead(session_id=stored_id_of(session_id), at=at)
        found = self._run("store.getSummary", request, timeout, cancel).json()
        return None if found is None else StoredSummary.from_json(found)

    def export(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Snapshot:
        """Returns a session as a snapshot of version 1, in canonical JSON.

        Metadata, all messages including hidden ones, and threads.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreExportRequest(
            session_id=stored_id_of(session_id),
            at=at,
            redact=redact,
        )
        return Snapshot(self._run("store.export", request, timeout, cancel).body.decode())

    def events(
        self,
        session_id: StoredName,
        after: int = 0,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoreEvents:
        """Returns a page of a session's log, in order.

        A page without events is the current end of the log.

            page = h.store.events("trip")
            while page.events:
                for event in page.events:
                    print(event.seq, event.kind)
                page = h.store.events("trip", page.next)

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            after: Return events after this position: the next of the page before. Default: 0.
            limit: The greatest number of events; a page of long events has fewer. Default: 256.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.EventsRequest(
            session_id=stored_id_of(session_id),
            after=after,
            limit=limit,
        )
        return StoreEvents.from_json(self._run("store.events", request, timeout, cancel).json())

    def check(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoreProblem]:
        """Verifies the store.

        The file, every checksum and sequence number, that every session can be read, and that
        everything that forks share exists. Returns the defects found; the list is empty for a store
        without defects.

            for problem in h.store.check():
                print(problem.session_id, problem.position, problem.message)

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return [StoreProblem.from_json(x) for x in self._run("store.check", request, timeout, cancel).json()]

    def stats(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoreStats:
        """Reports the size of the store.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return StoreStats.from_json(self._run("store.stats", request, timeout, cancel).json())

    def compact(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoreCompacted:
        """Frees the space of deleted sessions, except what a fork still shows.

        Nothing visible changes; positions before a deletion can no longer be read.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return StoreCompacted.from_json(self._run("store.compact", request, timeout, cancel).json())

    def native_sessions(
        self,
        *,
        adapter: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        model: str | None = None,
        origin: str | None = None,
        since: datetime | date | timedelta | str | int | None = None,
        zone: ZoneName | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoredSession]:
        """Lists the sessions in the agents' own files, in the store's format; for an agent that keeps none, lists those of the store.

        A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and "7d" are
        counted back from now.

        Args:
            adapter: Only sessions of this agent.
            cwd: Only sessions of this working directory.
            model: Only sessions of this model.
            origin: Only sessions of this origin; - for those without one.
            since: Only sessions updated at or after this time.
            zone: The zone whose days dates and groups by day mean: a name such as "Europe/Berlin",
                or a tzinfo. Default: the zone of heddle.open, else the system's.
            limit: The greatest number of sessions returned. Default: all.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT,
                PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreListRequest(
            adapter=adapter,
            cwd=None if cwd is None else os.fspath(cwd),
            model=model,
            origin=origin,
            since=since,
            zone=self._calls.request_zone(zone, since),
            limit=limit,
        )
        return [StoredSession.from_json(x) for x in self._run("store.nativeSessions", request, timeout, cancel).json()]

    def native_messages(
        self,
        session_id: StoredName,
        *,
        adapter: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        redact: bool = False,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoreMessage]:
        """Returns the messages of a session from the agent's own files, in the store's format; when the agent keeps none, returns those of the store.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            adapter: The session's agent. Default: the stored session's, else all.
            limit: The greatest number of messages returned. Default: all.
            offset: Skip this many of the matching messages.
            types: Only messages of these types. Default: all.
            include_hidden: Include messages that a revert or rollback hides.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT,
                PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.NativeMessagesRequest(
            session_id=stored_id_of(session_id),
            adapter=adapter,
            limit=limit,
            offset=offset,
            types=types,
            include_hidden=include_hidden,
            redact=redact,
        )
        return messages_of(self._run("store.nativeMessages", request, timeout, cancel).json())


@checked_methods
class Threads(Operations):
    """Named conversations inside stored sessions. Their messages are part of the session's history.

    Every change has request_id and expect, every reading method at, as those of the store.
    """

    def start(
        self,
        session_id: StoredName,
        thread_id: str | None = None,
        *,
        name: str | None = None,
        parent_thread_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Creates a thread and makes it the active one.

        The session is created if it does not exist.

            thread = h.threads.start("trip", name="By train")
            h.threads.record("trip", thread, {"type": "user", "content": "Which line?"})

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread's id. Default: a new one.
            name: The thread's name. Default: the thread's id.
            parent_thread_id: The thread's parent, for lineage only. For a fork, by default the
                source.
            metadata: The caller's own metadata, an object.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadStartRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id,
            name=name,
            parent_thread_id=parent_thread_id,
            metadata=cast("_types.JSON", metadata),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.start", request, timeout, cancel).json())

    def list(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoredThread]:
        """Lists a session's threads, last updated first, then by id; the list is empty for a session that does not exist.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRead(session_id=stored_id_of(session_id), at=at)
        return [StoredThread.from_json(x) for x in self._run("threads.list", request, timeout, cancel).json()]

    def loaded(
        self,
        session_id: StoredName,
        *,
        include_archived: bool = True,
        thread_id: str | None = None,
        status: ThreadStatus | None = None,
        limit: int | None = None,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> LoadedThreads:
        """Lists a session's threads with filters, and returns the active thread's id.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            include_archived: false omits archived threads. Default: true.
            thread_id: Only this thread.
            status: Only threads of this status. One of active, paused, completed, archived.
            limit: The greatest number of threads returned. Default: all.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadsLoadedRequest(
            session_id=stored_id_of(session_id),
            include_archived=include_archived,
            thread_id=thread_id,
            status=status,
            limit=limit,
            at=at,
        )
        return LoadedThreads.from_json(self._run("threads.loaded", request, timeout, cancel).json())

    def get(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Returns a thread's metadata.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT,
                PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadRead(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            at=at,
        )
        return StoredThread.from_json(self._run("threads.get", request, timeout, cancel).json())

    def read(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        include_messages: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ThreadContent:
        """Returns a thread and, on request, the messages that it shows.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            include_messages: Also return its visible messages.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT,
                PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadReadRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            include_messages=include_messages,
            at=at,
        )
        return ThreadContent.from_json(self._run("threads.read", request, timeout, cancel).json())

    def messages(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        limit: int | None = None,
        offset: int | None = None,
        types: Sequence[str] | None = None,
        include_hidden: bool = False,
        redact: bool = False,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> builtins.list[StoreMessage]:
        """Returns a thread's messages in the order in which they were recorded, each with the thread's id.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            limit: The greatest number of messages returned. Default: all.
            offset: Skip this many of the matching messages.
            types: Only messages of these types. Default: all.
            include_hidden: Include messages that a revert or rollback hides.
            redact: Replace secrets, home folders and e-mail addresses in all texts: secrets by
                [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT,
                PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadMessagesRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            limit=limit,
            offset=offset,
            types=types,
            include_hidden=include_hidden,
            redact=redact,
            at=at,
        )
        return messages_of(self._run("threads.messages", request, timeout, cancel).json())

    def record(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        messages: AnyMessage | Sequence[AnyMessage],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Appends messages to a thread, and thereby to its session, all of them or none.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            messages: One message or many. Objects with a type, stored unchanged in canonical form;
                docs/messages.md lists the types.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT,
                PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadRecordRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            messages=message_list(messages),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.record", request, timeout, cancel).json())

    def resume(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets a thread's status to active and makes it the session's active thread.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.resume", request, timeout, cancel).json())

    def fork(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        new_thread_id: str | None = None,
        *,
        name: str | None = None,
        parent_thread_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Creates a thread that begins with the messages that another thread shows.

        The session's own history and message count do not change.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            new_thread_id: The id of the fork. Default: a new one.
            name: The thread's name. Default: the thread's id.
            parent_thread_id: The thread's parent, for lineage only. For a fork, by default the
                source.
            metadata: The caller's own metadata, an object.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT,
                PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadForkRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            new_thread_id=new_thread_id,
            name=name,
            parent_thread_id=parent_thread_id,
            metadata=cast("_types.JSON", metadata),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.fork", request, timeout, cancel).json())

    def rollback(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        count: int | None = None,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets the boundary of what a thread shows, which one argument names.

        Everything before it is shown, including what earlier rollbacks hid, and everything after it
        is hidden. count hides that many visible messages from the end, and changes nothing else.
        What the session hides stays hidden, and what is recorded afterwards is visible.

            h.threads.rollback("trip", thread, count=1)

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            count: Hide this many visible messages from the end and change nothing else.
            visible_message_count: Show exactly this many of the first recorded messages; all when
                there are fewer.
            message_id: Show everything up to the last message with this id, which may be hidden.
            uuid: Show everything up to the last message with this uuid, which may be hidden.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT,
                PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadRollbackRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            count=count,
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.rollback", request, timeout, cancel).json())

    def compact(
        self,
        session_id: StoredName,
        thread_id: str | None = None,
        *,
        count: int | None = None,
        selector: Mapping[str, Any] | None = None,
        visible_message_count: int | None = None,
        message_id: str | None = None,
        uuid: str | None = None,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Rolls back a thread like threads.rollback: by default the active thread, and by default to nothing.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread to roll back. Default: the active thread.
            count: Hide this many visible messages from the end and change nothing else.
            selector: The boundary as an object with one of count, visible_message_count, message_id
                and uuid, instead of these members.
            visible_message_count: Show exactly this many of the first recorded messages; all when
                there are fewer.
            message_id: Show everything up to the last message with this id, which may be hidden.
            uuid: Show everything up to the last message with this uuid, which may be hidden.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT,
                PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadCompactRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id,
            count=count,
            selector=cast("_types.JSON", selector),
            visible_message_count=visible_message_count,
            message_id=message_id,
            uuid=uuid,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.compact", request, timeout, cancel).json())

    def archive(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Archives a thread and deactivates it.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.archive", request, timeout, cancel).json())

    def unarchive(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets an archived thread's status to active.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.unarchive", request, timeout, cancel).json())

    def rename(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        name: str,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets a thread's name.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            name: The new name.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadRenameRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            name=name,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.rename", request, timeout, cancel).json())

    def update_metadata(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        metadata: Mapping[str, Any],
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Merges members into a thread's metadata; None removes a member.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            metadata: The members, an object; None removes a member.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadMetadataRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            metadata=cast("_types.JSON", metadata),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.updateMetadata", request, timeout, cancel).json())

    def set_status(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        status: str,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Sets a thread's status to active, paused or completed.

        The session's active thread does not change.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            status: The new status: active, paused or completed.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadStatusRequest(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            status=status,
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.setStatus", request, timeout, cancel).json())

    def delete(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Deletes a thread.

        Its messages stay in the session's history, and its forks keep theirs.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        self._run("threads.delete", request, timeout, cancel)

    def set_active(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Makes a thread the session's active one, replacing any other.

        An archived thread cannot be activated.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        self._run("threads.setActive", request, timeout, cancel)

    def active(
        self,
        session_id: StoredName,
        *,
        at: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> str | None:
        """Returns the id of a session's active thread; None when it has none.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            at: Read the session as it was at this position of its log. Default: now.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRead(session_id=stored_id_of(session_id), at=at)
        found = self._run("threads.active", request, timeout, cancel).json()
        return None if found is None else str(found)

    def clear_active(
        self,
        session_id: StoredName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Deactivates a session's active thread.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreChange(
            session_id=stored_id_of(session_id),
            request_id=request_id,
            expect=expect,
        )
        self._run("threads.clearActive", request, timeout, cancel)

    def unsubscribe(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> ThreadUnsubscribed:
        """Deactivates the thread if it is active.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        return ThreadUnsubscribed.from_json(self._run("threads.unsubscribe", request, timeout, cancel).json())

    def count(
        self,
        session_id: StoredName,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> int:
        """Counts a session's threads; 0 for a session that does not exist.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
                IO_ERROR or TIMEOUT.
        """
        request = _types.StoreName(session_id=stored_id_of(session_id))
        return int(self._run("threads.count", request, timeout, cancel).json())

    def clear(
        self,
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> int:
        """Deletes all threads of all sessions and returns their number.

        Args:
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
                INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.StoreRequest()
        return int(self._run("threads.clear", request, timeout, cancel).json())

    def unrollback(
        self,
        session_id: StoredName,
        thread_id: ThreadName,
        *,
        request_id: str | None = None,
        expect: int | None = None,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> StoredThread:
        """Shows everything that rollbacks of a thread hid.

        What the session hides stays hidden.

        Args:
            session_id: The session by its id, at most 1,024 bytes of UTF-8, or as the store or a
                list returned it.
            thread_id: The thread by its id, or as the store returned it.
            request_id: A UUID that makes the change idempotent: a repeated request with it changes
                nothing and returns the first result. Default: a new one.
            expect: Fail with CONFLICT unless the session is at this position; 0: unless it never
                existed. Default: any.
            timeout: After so many seconds the call raises TIMEOUT. Default: no limit.
            cancel: The call raises TIMEOUT when this event is set, from another thread.

        Raises:
            HeddleError: Its code is THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
                SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR or TIMEOUT.
        """
        request = _types.ThreadChange(
            session_id=stored_id_of(session_id),
            thread_id=thread_id_of(thread_id),
            request_id=request_id,
            expect=expect,
        )
        return StoredThread.from_json(self._run("threads.unrollback", request, timeout, cancel).json())


@checked_methods
class Messages(Operations):
    """Pure functions on messages."""

    def normalize(
        self,
        wire: Mapping[str, Any],
    ) -> StoreMessage:
        """Makes a message of one record that an agent printed.

        It has camelCase names, the text of nested content as content, and the category of an error.
        A record that is unknown, or no message of its own, becomes a message of type raw, with the
        original in raw.

            h.messages.normalize({"type": "assistant", "message": {"content": [{"type": "text", "text": "Hi"}]}})

        Args:
            wire: The record, an object.

        Raises:
            HeddleError: Its code is INVALID_ARGUMENT.
        """
        request = _types.NormalizeRequest(message=cast("_types.JSON", wire))
        return message_of(self._run("messages.normalize", request, None, None).json())

    def parse_stop_reason(
        self,
        value: str,
    ) -> str:
        """Reads why an agent stopped, as agents write it.

        The result is end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop.

        Args:
            value: The value as an agent writes it.
        """
        request = _types.ParseRequest(value=value)
        return str(self._run("messages.parseStopReason", request, None, None).json())

    def parse_permission_mode(
        self,
        value: str,
    ) -> str:
        """Reads a permission mode in either spelling.

        The result is default, accept_edits, bypass_permissions, plan or dont_ask; anything else is
        default.

        Args:
            value: The value as an agent writes it.
        """
        request = _types.ParseRequest(value=value)
        return str(self._run("messages.parsePermissionMode", request, None, None).json())

    def make_request_id(self) -> str:
        """Draws an id for a request, a UUID."""
        request = _types.StoreRequest()
        return str(self._run("messages.makeRequestId", request, None, None).json())

    def normalize_text(
        self,
        text: str,
    ) -> builtins.list[StoreMessage]:
        """Converts everything that a process printed to messages.

        JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini,
        Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol,
        recognized record by record. Deltas are merged, and a message that is printed twice counts
        once. Parts that cannot be read are reported with line and offset, and the rest is read.

        Args:
            text: The whole output: JSON Lines, JSON or server-sent events.

        Raises:
            HeddleError: Its code is INVALID_ARGUMENT.
        """
        request = _types.NormalizeTextRequest(text=text)
        return messages_of(self._run("messages.normalizeText", request, None, None).json())
