"""The processes that run, one file each in the user's state folder, in the form that the Go driver writes too.

When an owner was killed, the next start ends what it left.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._errors import HeddleError
from .files import reap_files
from .group import end_leftover, machine_state, start_time


def state_folder() -> Path | None:
    """The user's folder for the registry; None when it has no known path."""
    home = os.environ.get("HOME", "")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local, "heddle", "live") if local else None
    state = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(state):
        return Path(state, "heddle", "live")
    if not home:
        return None
    if sys.platform == "darwin":
        return Path(home, "Library", "Application Support", "heddle", "live")
    return Path(home, ".local", "state", "heddle", "live")


@dataclass(frozen=True, slots=True)
class Leftover:
    """A registered process."""

    pid: int
    start: str
    agent: str
    session_id: str
    cwd: str
    since: str
    runs: bool
    """The process runs."""
    orphan: bool
    """The process runs and its owner does not."""
    file: Path


class Registry:
    """A folder with one file, readable by its user only, for each process that runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, pid: int, about: dict[str, str]) -> Path | None:
        """Writes the file of a process that has just been started. A failure only means that nobody ends it if this process is killed."""
        start = start_time(pid)
        if not start:
            return None
        entry = {"pid": pid, "start": start, **own_entry(), **about}
        name = self.folder / f"{pid}-{re.sub('[^0-9A-Za-z]', '-', start)}.json"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd, new = tempfile.mkstemp(dir=self.folder, prefix="new-")  # with mode 0600
            try:
                with os.fdopen(fd, "w", encoding="utf-8") as f:
                    json.dump(entry, f)
                os.replace(new, name)
            except BaseException:
                os.unlink(new)
                raise
        except OSError:
            return None
        return name

    def leftovers(self) -> list[Leftover]:
        """The registered processes of this machine and namespace, by id."""
        try:
            names = sorted(n for n in os.listdir(self.folder) if n.endswith(".json"))
        except FileNotFoundError:
            return []
        except OSError as e:
            raise HeddleError("IO_ERROR", f"the folder {self.folder} cannot be read: {e.strerror}") from e
        own = own_entry()
        found = []
        for name in names:
            file = self.folder / name
            try:
                entry = json.loads(file.read_bytes())
                if entry["pid"] > 1 and entry["start"]:
                    found.append(_leftover_of(entry, file, own))
            except (OSError, ValueError, KeyError, TypeError):  # another process is writing or removing it, or it is damaged
                continue
        return sorted((x for x in found if x is not None), key=lambda x: x.pid)

    def reap(self) -> list[Leftover]:
        """Ends the processes whose owner has ended, with their groups, and returns them.

        A process is ended only if both its id and its start time are those registered. Then the private files of owners
        that have ended are removed.
        """
        ended, left = [], []
        for x in self.leftovers():
            if x.orphan and not end_leftover(x.pid, x.start):
                left.append(str(x.pid))
                continue
            if x.orphan or not x.runs:
                with contextlib.suppress(OSError):
                    x.file.unlink(missing_ok=True)
            if x.orphan:
                ended.append(x)
        own = own_entry()
        reap_files(self.folder, lambda owner: is_owned(owner, own) is False)
        if left:
            raise HeddleError("IO_ERROR", f"these processes do not end: {', '.join(left)}", hint="end them by hand")
        return ended


def own_entry() -> dict[str, Any]:
    """Names this process as an owner."""
    boot, namespace = machine_state()
    owner = os.getpid()
    return {"ownerPid": owner, "ownerStart": start_time(owner), "machine": socket.gethostname(), "boot": boot, "namespace": namespace}


def is_owned(e: Any, own: dict[str, Any]) -> bool | None:
    """Whether the owner runs; None when that cannot be known here: it belongs to another machine or namespace."""
    same_boot = bool(e.get("boot", "") == own["boot"])
    if e["machine"] != own["machine"] or (same_boot and e.get("namespace", "") != own["namespace"]):
        return None
    return same_boot and e["ownerStart"] != "" and bool(start_time(e["ownerPid"]) == e["ownerStart"])


def _leftover_of(e: Any, file: Path, own: dict[str, Any]) -> Leftover | None:
    owned = is_owned(e, own)
    if owned is None:
        return None
    runs = e.get("boot", "") == own["boot"] and start_time(e["pid"]) == e["start"]
    agent, session_id, cwd, since = (str(e.get(name, "")) for name in ("agent", "sessionId", "cwd", "since"))
    return Leftover(e["pid"], e["start"], agent, session_id, cwd, since, runs, runs and not owned, file)
