"""Private files of an agent's process: what other users must not see in its arguments.

They are in a folder of the registry with a file that names their owner, so that the files of a killed owner are found.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .._errors import HeddleError
from .._types import LivePrivateFile

FILES_PREFIX = "files-"
OWNER_NAME = "owner.json"
DRAFT_SECONDS = 60
"""After this time a folder without an owner's file is nobody's."""


def write_files(folder: Path | None, owner: Mapping[str, Any], files: Sequence[LivePrivateFile], args: Sequence[str]) -> tuple[Path, list[str]]:
    """Writes files into a new folder below folder, or the system's for temporary files; returns it and the arguments with the paths."""
    paths, own = list(args), None
    try:
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = Path(tempfile.mkdtemp(dir=folder, prefix=FILES_PREFIX))  # with mode 0700
        _write(own / OWNER_NAME, json.dumps(owner))
        for f in files:
            _write(own / f.name, f.content)
            paths[f.arg] = str(own / f.name)
    except OSError as e:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)
        raise HeddleError("IO_ERROR", f"a private file for the agent cannot be written: {e.strerror}") from e
    return own, paths


def _write(path: Path, text: str) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "w", encoding="utf-8", errors="replace", newline="") as f:
        f.write(text)


def reap_files(folder: Path, has_ended: Callable[[Any], bool]) -> None:
    """Removes the private files below a folder whose owner has ended."""
    for own in folder.glob(FILES_PREFIX + "*"):
        if _is_over(own, has_ended):
            shutil.rmtree(own, ignore_errors=True)


def _is_over(own: Path, has_ended: Callable[[Any], bool]) -> bool:
    try:
        return has_ended(json.loads((own / OWNER_NAME).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        try:
            return time.time() - own.stat().st_mtime > DRAFT_SECONDS
        except OSError:
            return False
