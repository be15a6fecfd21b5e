"""Results with what reading found beside them, and as tables in notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .. import _types
from .._types import Diagnostic, Report, SessionSummary
from .table import html_table

if TYPE_CHECKING:
    from typing_extensions import Self

_T = TypeVar("_T")


class Results(list[_T]):
    """A list with the reasons why it is incomplete, if it is. A notebook shows it as a table."""

    diagnostics: tuple[Diagnostic, ...]
    """Agents and files that could not be read; empty when the list is complete."""
    at_most: int | None
    """How many sessions match at most when limit left some out, by the names of files; else None."""

    def __init__(self, items: Iterable[_T] = (), diagnostics: Iterable[Diagnostic] = (), at_most: int | None = None) -> None:
        super().__init__(items)
        self.diagnostics = tuple(diagnostics)
        self.at_most = at_most

    def _repr_html_(self) -> str:
        return html_table(self, self.diagnostics)


class Page(NamedTuple):
    """The position of a page in a longer result."""

    total: int
    """How many results there are in all."""
    next_offset: int | None = None
    """The offset of the next page; None on the last one."""


class SearchResults(Results[SessionSummary]):
    """The sessions that a search found, best first, or one page of them."""

    page: Page
    """How many sessions match in all, and where the next page begins."""

    def __init__(self, items: Iterable[SessionSummary], diagnostics: Iterable[Diagnostic], page: Page) -> None:
        super().__init__(items, diagnostics)
        self.page = page

    def _repr_html_(self) -> str:
        return html_table(self, self.diagnostics, note=f"{len(self)} of {self.page.total} sessions")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Session(_types.Session):
    """A session with its messages, a report of what was read, and diagnostics."""

    report: Report | None = None
    """What was read, skipped and not understood."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Side files that could not be read."""

    def __repr__(self) -> str:
        return f"Session({self.unified_id!r}, title={self.title!r}, messages={len(self.messages)}, updated_at={self.updated_at!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostSummary(_types.CostSummary):
    """Spend of many sessions. A notebook shows its groups as a table."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """Agents and files that could not be read; empty when the figures are complete."""

    def _repr_html_(self) -> str:
        usd = "unpriced" if self.total_usd is None else f"{self.total_usd:.4f} USD"
        note = f"{usd} for {self.session_count} sessions ({self.source}, prices of {self.price_table})"
        if self.unpriced:
            note += "; no price is known for " + ", ".join(m.model or "tokens without a model" for m in self.unpriced)
        return html_table(list(self.breakdowns.values()) or [self], self.diagnostics, note=note)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SessionDiff(_types.SessionDiff):
    """What two sessions share and where they differ."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """Side files that could not be read."""

    def __repr__(self) -> str:
        return f"SessionDiff({self.a.unified_id!r}, {self.b.unified_id!r}, {self.stats!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport(_types.DoctorReport):
    """A report on reading all session files. A notebook shows the agents that were found as a table."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """Agents and side files that could not be read."""

    def _repr_html_(self) -> str:
        return html_table([a for a in self.agents if a.found], self.diagnostics)


class Snapshot(str):
    """A session as text in canonical JSON, which store.import_snapshot accepts."""

    @property
    def version(self) -> int:
        """The version of the snapshot's format."""
        return int(json.loads(self)["version"])


class Export(str):
    """Rendered text with a report of what was read, and diagnostics."""

    report: Report | None
    """What was read, skipped and not understood; None for a comparison."""
    diagnostics: tuple[Diagnostic, ...]
    """Side files that could not be read."""

    def __new__(cls, text: str, report: Report | None = None, diagnostics: Iterable[Diagnostic] = ()) -> Self:
        self = super().__new__(cls, text)
        self.report, self.diagnostics = report, tuple(diagnostics)
        return self
