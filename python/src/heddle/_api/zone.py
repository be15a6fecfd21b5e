"""Time zones: the member zone of a request, which says when a day begins."""

from __future__ import annotations

import difflib
import os
import time
import zoneinfo
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from .._errors import HeddleError
from .._types import Zone, ZoneChange
from .._wire import is_age

ZoneName = str | tzinfo | Zone
"""A zone by its name, such as "Europe/Berlin", as a tzinfo, or as the Zone of a request."""


def is_day(value: datetime | date | timedelta | str | int | None) -> bool:
    """Whether a bound depends on the zone: a date does, and so does a text that is not an age."""
    if isinstance(value, str):
        return not is_age(value)
    return isinstance(value, date) and not isinstance(value, datetime)


def zone_of(name: ZoneName | None) -> Zone:
    """The zone of a name or a tzinfo, or the system's."""
    if name is None:
        return Zone(name=_system_name(), changes=_offset_changes(lambda at: time.localtime(at).tm_gmtoff))
    if isinstance(name, Zone):
        return name
    if isinstance(name, str):
        return _named(name)
    if not isinstance(name, tzinfo):
        raise HeddleError("INVALID_ARGUMENT", f"{name!r} is not a zone", hint='zone="Europe/Berlin", or a tzinfo')
    return Zone(name=str(name), changes=_offset_changes(_offset_of(name)))


@lru_cache(maxsize=32)
def _named(name: str) -> Zone:
    zone: tzinfo
    try:
        zone = zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        if name != "UTC":  # UTC needs no table
            raise _unknown_zone_error(name) from None
        zone = timezone.utc
    return Zone(name=name, changes=_offset_changes(_offset_of(zone)))


def _unknown_zone_error(name: str) -> HeddleError:
    known = sorted(zoneinfo.available_timezones())
    near = difflib.get_close_matches(name, known, 1)
    if not known:
        hint = "this system has no table of time zones: pip install tzdata"
    elif near:
        hint = f"did you mean {near[0]!r}?"
    else:
        hint = "zones have names such as Europe/Berlin, America/New_York or UTC"
    return HeddleError("INVALID_ARGUMENT", f"no zone is called {name!r}", hint=hint)


def _system_name() -> str:
    """The name of the system's zone; empty when the system does not say it."""
    name = os.environ.get("TZ")
    if name is None:
        name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
    return name.lstrip(":")


def _offset_of(zone: tzinfo) -> Callable[[int], int]:
    def offset(at: int) -> int:
        ahead = datetime.fromtimestamp(at, zone).utcoffset()
        return 0 if ahead is None else round(ahead.total_seconds())

    return offset


_DAY = 86400
_STEP = 14 * _DAY  # since 1970 no offset has lasted for less
_QUARTER = 900  # clocks change at quarters of an hour, with a few exceptions in the seventies


def _offset_changes(offset: Callable[[int], int]) -> tuple[ZoneChange, ...]:
    """The changes of the offset from 1970 to 2038 at least."""
    last_year = max(2038, datetime.now(timezone.utc).year + 2)
    end = int(datetime(last_year, 1, 1, tzinfo=timezone.utc).timestamp())
    last = offset(_DAY)  # some systems do not support earlier times
    changes = [ZoneChange(offset_seconds=last)]
    for start in range(_DAY, end, _STEP):
        stop = min(start + _STEP, end)
        then, low = offset(stop), start
        while last != then:
            low = _first_change(offset, last, low, stop)
            last = offset(low)
            changes.append(ZoneChange(at=datetime.fromtimestamp(low, timezone.utc), offset_seconds=last))
    return tuple(changes)


def _first_change(offset: Callable[[int], int], before: int, low: int, high: int) -> int:
    """The first instant after low at which the offset differs from before; it differs at high."""
    for unit in (_QUARTER, 1):
        while high - low > unit:
            middle = low + max(1, (high - low) // 2 // unit) * unit
            if offset(middle) == before:
                low = middle
            else:
                high = middle
        if offset(high - 1) == before:
            break
    return high
