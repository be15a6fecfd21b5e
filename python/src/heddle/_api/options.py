"""Errors that name the option that was meant."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from .._errors import HeddleError

_C = TypeVar("_C", bound=type)
_F = TypeVar("_F", bound=Callable[..., Any])


class UnknownOption(HeddleError, TypeError):
    """A keyword that a method does not have; a TypeError, as Python itself raises."""


def with_suggestions(cls: _C) -> _C:
    """Makes every public method of a class refuse keywords it does not have, and name the one that was meant."""
    for name, value in list(vars(cls).items()):
        if not name.startswith("_") and inspect.isfunction(value):
            setattr(cls, name, checked(value))
    return cls


def checked(function: _F) -> _F:
    """Makes a function refuse keywords it does not have, and name the one that was meant."""
    names = [name for name in inspect.signature(function).parameters if name != "self"]

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        for name in options:
            if name not in names:
                raise UnknownOption(
                    "INVALID_ARGUMENT",
                    f"unknown option '{name}'{closest_name(name, names)}",
                    hint=f"{function.__name__}() takes " + (", ".join(names) or "no options"),
                )
        return function(*args, **options)

    return call  # type: ignore[return-value]


def closest_name(name: str, names: Sequence[str]) -> str:
    """The question after the known name, when one is close to a wrong one."""
    bare = {n.replace("_", ""): n for n in reversed(names)}
    close = get_close_matches(name.replace("_", "").replace("-", "").lower(), bare, n=1, cutoff=0.7)
    return f": did you mean '{bare[close[0]]}'?" if close else ""
