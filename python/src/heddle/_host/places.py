"""Where each agent keeps its sessions; hostfns/places/README.md states the rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, NamedTuple

from .._errors import HeddleError


class Place(NamedTuple):
    """The folder of one mount."""

    mount: str
    agent: str
    """The agent it belongs to; empty for the mount of single files."""
    path: str
    found: bool
    files: tuple[str, ...] | None = None
    """When not None, only these files below path, with forward slashes."""


def system_name() -> str:
    """The name of this system in places.json."""
    if sys.platform == "win32":
        return "windows"
    return "darwin" if sys.platform == "darwin" else "linux"


def load_table() -> Any:
    """Reads places.json."""
    return json.loads(resources.files("heddle").joinpath("places.json").read_bytes())


def resolve(
    home: str | None = None,
    *,
    env: Mapping[str, str] = os.environ,
    os_name: str | None = None,
    exists: Callable[[str], bool] = os.path.isdir,
) -> list[Place]:
    """Returns the place of every mount, in the order of the table. With a home, the environment is ignored."""
    os_name = os_name or system_name()
    explicit = home is not None
    base = home if home is not None else env.get("USERPROFILE" if os_name == "windows" else "HOME", "")
    if not _is_absolute(os_name, base):
        raise HeddleError("INVALID_ARGUMENT", "no absolute path for the home folder", hint="pass home=")

    def lookup(name: str) -> str:
        if name == "HOME":
            return base
        return "" if explicit else env.get(name, "")

    doc = load_table()
    places = []
    for row in doc["places"]:
        paths = [p for c in _candidates_of(row, os_name, explicit) if (p := _expand_candidate(os_name, c, lookup)) is not None]
        if paths:
            found = next((p for p in paths if exists(p)), None)
            places.append(Place(row["mount"], row["agent"], found or paths[0], found is not None))
    folder = _trim_separators(os_name, base)
    places.append(Place(doc["files"]["mount"], "", folder, exists(folder), tuple(doc["files"]["names"])))
    return places


def store_file(home: str | None = None, *, env: Mapping[str, str] = os.environ, os_name: str | None = None) -> str:
    """Returns the store's file in the first folder of its row with a known path. The file need not exist."""
    os_name = os_name or system_name()
    base = home if home is not None else env.get("USERPROFILE" if os_name == "windows" else "HOME", "")

    def lookup(name: str) -> str:
        if name == "HOME":
            return base
        return "" if home is not None else env.get(name, "")

    row = next(r for r in load_table()["places"] if r["mount"] == "store")
    for candidate in _candidates_of(row, os_name, False):
        path = _expand_candidate(os_name, candidate + "/heddle.db", lookup)
        if path is not None:
            return path
    raise HeddleError("INVALID_ARGUMENT", "no absolute path for the home folder", hint="pass home=, or name the store's file")


def _candidates_of(row: Any, os_name: str, explicit: bool) -> list[str]:
    if not explicit:
        return list(row[os_name if os_name in ("windows", "darwin") else "linux"])
    below = [c for c in row["linux"] + row["darwin"] + row["windows"] if c.startswith("${HOME}")]
    return list(dict.fromkeys(below))


def _expand_candidate(os_name: str, candidate: str, lookup: Callable[[str], str]) -> str | None:
    """Replaces the variable at the beginning of a candidate; None when it has no absolute path."""
    name, brace, rest = candidate.removeprefix("${").partition("}")
    name, _, number = name.partition("#")
    value = lookup(name)
    if number:
        value = _path_of_list(os_name, value, int(number))
    if not brace or not _is_absolute(os_name, value):
        return None
    if os_name == "windows":
        rest = rest.replace("/", "\\")
    folder = _trim_separators(os_name, value)
    if rest and folder.endswith(rest[0]):
        folder = folder[:-1]  # a root: "/" or "C:\\"
    return folder + rest


def _path_of_list(os_name: str, value: str, n: int) -> str:
    """Path n, from 1, of a value that may hold several, separated by commas; all are absolute, else it is one path."""
    paths = [p.strip() for p in value.split(",")]
    if not all(_is_absolute(os_name, p) for p in paths):
        paths = [value]
    return paths[n - 1] if n <= len(paths) else ""


def _is_absolute(os_name: str, path: str) -> bool:
    if os_name != "windows":
        return path.startswith("/")
    return path.startswith("\\\\") or (len(path) >= 3 and path[1] == ":" and path[2] in "\\/")


def _trim_separators(os_name: str, path: str) -> str:
    """Removes separators at the end, except those of a root."""
    separators, root = ("\\/", 3) if os_name == "windows" else ("/", 1)
    while len(path) > root and path[-1] in separators:
        path = path[:-1]
    return path
