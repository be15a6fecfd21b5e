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
        self._folder = folder

    def add(self, pid: int, about: dict[str, str]) -> Path | None:
        """Writes the file of a process that has just been started. A failure only means that nobody ends it if this process is killed."""
        start = start_time(pid)
        if not start:
            return None
        boot, namespace = machine_state()
        owner = os.getpid()
        entry = {"pid": pid, "start": start, "ownerPid": owner, "ownerStart": start_time(owner), "machine": socket.gethostname()}
        entry |= {"boot": boot, "namespace": namespace, **about}
        name = self._folder / f"{pid}-{re.sub('[^0-9A-Za-z]', '-', start)}.json"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd, new = tempfile.mkstemp(dir=self._folder, prefix="new-")  # with mode 0600
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
            names = sorted(n for n in os.listdir(self._folder) if n.endswith(".json"))
        except FileNotFoundError:
            return []
        except OSError as e:
            raise HeddleError("IO_ERROR", f"the folder {self._folder} cannot be read: {e.strerror}") from e
        machine, (boot, namespace) = socket.gethostname(), machine_state()
        found = []
        for name in names:
            file = self._folder / name
            try:
                entry = json.loads(file.read_bytes())
                if entry["machine"] == machine and entry["pid"] > 1 and entry["start"]:
                    found.append(_leftover_of(entry, file, boot, namespace))
            except (OSError, ValueError, KeyError, TypeError):  # another process is writing or removing it, or it is damaged
                continue
        return sorted((x for x in found if x is not None), key=lambda x: x.pid)

    def reap(self) -> list[Leftover]:
        """Ends the processes whose owner has ended, with their groups, and returns them.

        A process is ended only if both its id and its start time are those registered.
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
        if left:
            raise HeddleError("IO_ERROR", f"these processes do not end: {', '.join(left)}", hint="end them by hand")
        return ended


def _leftover_of(e: Any, file: Path, boot: str, namespace: str) -> Leftover | None:
    same_boot = e.get("boot", "") == boot
    if same_boot and e.get("namespace", "") != namespace:
        return None
    runs = same_boot and start_time(e["pid"]) == e["start"]
    owned = same_boot and e["ownerStart"] != "" and start_time(e["ownerPid"]) == e["ownerStart"]
    agent, session_id, cwd, since = (str(e.get(name, "")) for name in ("agent", "sessionId", "cwd", "since"))
    return Leftover(e["pid"], e["start"], agent, session_id, cwd, since, runs, runs and not owned, file)
