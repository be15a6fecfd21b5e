"""Errors about unknown options that suggest a known one."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from .._errors import HeddleError

_C = TypeVar("_C", bound=type)
_F = TypeVar("_F", bound=Callable[..., Any])


class UnknownOption(HeddleError, TypeError):
    """A keyword that a method does not have. It is a TypeError too, as Python raises it."""


def checked_methods(cls: _C) -> _C:
    """Makes every public method of a class refuse unknown keywords and suggest the closest known one."""
    for name, value in list(vars(cls).items()):
        if not name.startswith("_") and inspect.isfunction(value):
            setattr(cls, name, checked_options(value))
    return cls


def checked_options(function: _F) -> _F:
    """Makes a function refuse unknown keywords and suggest the closest known one."""
    positional = list(inspect.signature(function).parameters)
    names = [name for name in inspect.signature(function).parameters if name != "self"]

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        for name in options:
            if name not in names:
                raise UnknownOption(
                    "INVALID_ARGUMENT",
                    f"unknown option '{name}'{suggest_name(name, names)}",
                    hint=f"{function.__name__}() takes " + (", ".join(names) or "no options"),
                )
        for name, value in (*zip(positional, args, strict=False), *options.items()):
            if isinstance(value, float) and not _is_possible(name, value):
                raise HeddleError("INVALID_ARGUMENT", f"{name} is {value}", hint="give a finite number")
        return function(*args, **options)

    return call  # type: ignore[return-value]


def _is_possible(name: str, value: float) -> bool:
    """Whether an option can be this number: only a time may be without end."""
    return math.isfinite(value) or (value == math.inf and name.endswith(("timeout", "seconds")))


def suggest_name(name: str, names: Sequence[str]) -> str:
    """Returns ": did you mean '…'?" with the known name closest to a wrong one; empty when no name is close."""
    bare = {n.replace("_", ""): n for n in reversed(names)}
    close = get_close_matches(name.replace("_", "").replace("-", "").lower(), bare, n=1, cutoff=0.7)
    return f": did you mean '{bare[close[0]]}'?" if close else ""
