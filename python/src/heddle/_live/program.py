"""Where the program is that runs live sessions."""

from __future__ import annotations

import os
from importlib import metadata

from .._errors import HeddleError

FILE = "heddle.exe" if os.name == "nt" else "heddle"
INSTALL_HINT = "install it: pip install heddle-sessions[live]"
"""What to do when it is missing."""


def find_program(named: str | os.PathLike[str] | None) -> str:
    """The absolute path of heddle: what is named, else the variable HEDDLE_PROGRAM, the package heddle-cli, the first of the PATH.

    Raises:
        HeddleError: UNSUPPORTED when no program is found, or when what is named cannot be run.
    """
    chosen = os.fspath(named) if named is not None else os.environ.get("HEDDLE_PROGRAM")
    if chosen:
        path = os.path.abspath(chosen)
        if _is_program(path):
            return path
        raise HeddleError("UNSUPPORTED", f"{path} is not a program", hint=INSTALL_HINT + ", or name the program: heddle_program=")
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]
    found = _packaged_program() or next(filter(_is_program, (os.path.join(folder, FILE) for folder in folders)), None)
    if found is None:
        raise HeddleError("UNSUPPORTED", "live sessions need the program heddle, which is not installed", hint=INSTALL_HINT)
    return found


def _packaged_program() -> str | None:
    """The program of heddle-cli, which its wheel puts among the scripts of the environment."""
    try:
        files = metadata.distribution("heddle-cli").files or []
    except metadata.PackageNotFoundError:
        return None
    scripts = (os.path.abspath(str(f.locate())) for f in files if f.name == FILE and f.parent.name in ("bin", "Scripts"))
    return next(filter(_is_program, scripts), None)


def _is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
