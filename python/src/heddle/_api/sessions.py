"""What the operations on sessions need beside their generated methods: results with their notes, and paging."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from importlib import resources

from .. import _types
from .._types import Agent, AgentCommand, NativeID, SessionSummary
from .._wire import bound_text
from .calls import Answer, Calls, Operations
from .hints import translate_hints
from .names import unified_id_of
from .options import checked_methods
from .results import CostSummary, DoctorReport, Export, Page, SearchResults, Session, SessionDiff


@checked_methods
class SessionOperations(Operations):
    """The base of Sessions."""

    def resolve_unified_id(self, agent: Agent, native_session_id: str) -> str:
        """The same as ids.resolve_unified_id."""
        request = _types.ResolveUnifiedIDRequest(agent=agent, native_session_id=native_session_id)
        return str(self._run("ids.resolveUnifiedId", request, None, None).json())

    def resolve_native_id(self, unified_id: str | SessionSummary | _types.Session) -> NativeID | None:
        """The same as ids.resolve_native_id."""
        request = _types.ResolveNativeIDRequest(unified_id=unified_id_of(unified_id))
        found = self._run("ids.resolveNativeId", request, None, None).json()
        return None if found is None else NativeID.from_json(found)

    def _pages(
        self,
        op: str,
        request: _types.SearchRequest,
        result_of: Callable[[Answer], SearchResults],
        timeout: float | None,
        cancel: threading.Event | None,
    ) -> Iterator[SearchResults]:
        """The pages of a result, the first one also when it is empty."""
        request = _with_fixed_bounds(request)
        while True:
            found = result_of(self._run(op, request, timeout, cancel))
            yield found
            if found.page.next_offset is None:
                return
            request = replace(request, offset=found.page.next_offset)


def _with_fixed_bounds(request: _types.SearchRequest) -> _types.SearchRequest:
    """The request with ages counted back from now, which is then the same for all pages."""
    since, until, active_since, active_until = (
        None if bound is None else bound_text(bound) for bound in (request.since, request.until, request.active_since, request.active_until)
    )
    return replace(request, since=since, until=until, active_since=active_since, active_until=active_until)


def with_reader(request: _types.ExportRequest) -> _types.ExportRequest:
    """The request for a page with the reader in it."""
    if request.format != "html" or request.script is not None or request.script_url is not None:
        return request
    script = resources.files("heddle").joinpath("reader.js").read_bytes()
    return replace(request, script=script.decode(), script_hash=b64encode(sha256(script).digest()).decode())


def session_of(answer: Answer) -> Session:
    """The result of sessions.get."""
    return replace(Session.from_json(answer.json()), report=answer.report, diagnostics=answer.diagnostics)


def export_of(answer: Answer) -> Export:
    """The result of an operation that renders text."""
    return Export(answer.body.decode("utf-8", "replace"), answer.report, answer.diagnostics)


def search_results_of(answer: Answer) -> SearchResults:
    """One page of the results of sessions.search."""
    return SearchResults(map(SessionSummary.from_json, answer.json()), answer.diagnostics, answer.page or Page(0))


def cost_summary_of(answer: Answer) -> CostSummary:
    """The result of sessions.totalCost."""
    return replace(CostSummary.from_json(answer.json()), diagnostics=answer.diagnostics)


def session_diff_of(answer: Answer) -> SessionDiff:
    """The result of sessions.diff."""
    return replace(SessionDiff.from_json(answer.json()), diagnostics=answer.diagnostics)


def doctor_report_of(answer: Answer) -> DoctorReport:
    """The result of sessions.doctor."""
    report = answer.json()
    translate_hints(file.get("error") for file in report["files"])
    return replace(DoctorReport.from_json(report), diagnostics=answer.diagnostics)


def local_command_of(answer: Answer, calls: Calls) -> AgentCommand:
    """The result of sessions.command, with paths of this machine."""
    command = AgentCommand.from_json(answer.json())
    argv = [calls.local_path(arg) if i in command.paths else arg for i, arg in enumerate(command.argv)]
    return replace(command, argv=tuple(argv), paths=())
