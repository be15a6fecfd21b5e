"""Calls of operations: requests with what this machine adds to them, and answers."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, Protocol

from .. import _abi, _types
from .._engine import Engine
from .._errors import HeddleError
from .._types import OPS, Diagnostic, Report
from .._wire import encode, parse
from .hints import translate_hints
from .options import suggest_name
from .results import Page
from .zone import ZoneName, is_day, zone_of


class Response(NamedTuple):
    """The bytes of a response, equal in every language."""

    header: bytes
    """Canonical JSON: op, and error, diagnostics or report where there are any."""
    body: bytes
    """The bare result; empty when the header holds an error."""


class Answer(NamedTuple):
    """The response of an operation that did not fail."""

    body: bytes
    diagnostics: tuple[Diagnostic, ...]
    report: Report | None
    page: Page | None
    at_most: int | None

    def json(self) -> Any:
        """The body as a value."""
        return parse(self.body)


class Request(Protocol):
    """A request of the operation table."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""


class Calls:
    """Runs the operations of one engine, and adds to requests and results what only this machine knows."""

    def __init__(self, engine: Engine, folders: Mapping[str, str], zone: ZoneName | None) -> None:
        """Folders are those of this machine by the name of their mount; zone is that of requests that name none."""
        self._engine, self._folders, self._default_zone = engine, folders, zone

    def call(self, op: str | int, request: bytes, timeout: float | None, cancel: threading.Event | None) -> Response:
        """Runs an operation by name or number on the bytes of its request."""
        if isinstance(op, str):
            if op not in OPS:
                raise HeddleError("UNSUPPORTED", f"unknown operation '{op}'{suggest_name(op, list(OPS))}", hint="one of " + ", ".join(OPS))
            op = OPS[op]
        return Response(*_abi.split(self._engine.call(op, request, timeout=timeout, cancel=cancel)))

    def run(self, op: str, request: Request, timeout: float | None, cancel: threading.Event | None) -> Answer:
        """Runs an operation and raises its error."""
        return self.send(op, encode(request.to_json()), timeout, cancel)

    def send(self, op: str, data: bytes, timeout: float | None, cancel: threading.Event | None) -> Answer:
        """Runs an operation on the bytes of its request and raises its error."""
        header, body = self.call(op, data, timeout, cancel)
        notes = parse(header)
        translate_hints([notes.get("error"), *notes.get("diagnostics", ())])
        if "error" in notes:
            raise HeddleError.from_json(notes["error"])
        report = Report.from_json(notes["report"]) if "report" in notes else None
        place = notes.get("page", {})
        page = Page(place["total"], place.get("nextOffset")) if "total" in place else None
        return Answer(body, tuple(map(Diagnostic.from_json, notes.get("diagnostics", ()))), report, page, place.get("atMost"))

    def request_zone(self, zone: ZoneName | None, *bounds: datetime | date | timedelta | str | int | None, days: bool = False) -> _types.Zone | None:
        """The zone of a request: the one it names, else this engine's where days are concerned."""
        if zone is None and not days and not any(map(is_day, bounds)):
            return None
        return zone_of(self._default_zone if zone is None else zone)

    def local_path(self, path: str) -> str:
        """Turns a mount-relative path into this machine's; one of no mount stays as it is."""
        mount, *names = path.split("/")
        folder = self._folders.get(mount)
        return path if folder is None else os.path.join(folder, *names)

    def close(self) -> None:
        """Releases the engine's memory. Closing twice is harmless."""
        self._engine.close()


class Operations:
    """The base of the classes whose methods run operations."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def _run(self, op: str, request: Request, timeout: float | None, cancel: threading.Event | None) -> Answer:
        return self._calls.run(op, request, timeout, cancel)
