"""What starts the processes of sessions."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from typing import Protocol

from .._types import LiveSpawn
from .files import write_files
from .process import Process, ProcessEnd
from .program import agent_environment, find_program
from .registry import Registry, own_entry


class Connection(Protocol):
    """A running process. The methods are called on the event loop and do not wait."""

    @property
    def ended(self) -> asyncio.Future[ProcessEnd]:
        """Done when no process of the group is left and all output was passed on."""

    def write(self, data: bytes) -> None:
        """Queues data for standard input."""

    def close_input(self) -> None:
        """Closes standard input after what is queued."""

    def signal(self, name: str) -> None:
        """Sends interrupt, terminate or kill to the whole process group."""

    def pause_output(self) -> None:
        """Stops passing output on."""

    def resume_output(self) -> None:
        """Continues to pass output on."""


class Transport(Protocol):
    """Starts the process of an agent."""

    def start(self, spawn: LiveSpawn, output: Callable[[bytes], None]) -> Connection:
        """Starts a process, whose files are there before and are removed after its end.

        Output receives what it prints on standard output, on the event loop.
        """


class ProcessTransport:
    """Starts processes of this system."""

    def __init__(self, registry: Registry | None, about: dict[str, str]) -> None:
        """About is what the registry keeps of the process."""
        self._registry, self._about = registry, about

    def start(self, spawn: LiveSpawn, output: Callable[[bytes], None]) -> Connection:
        """Starts a process and registers it."""
        env = agent_environment(os.environ, spawn.env, spawn.unset)
        path = find_program(spawn.program, spawn.cwd, env, spawn.install)
        if not spawn.files:
            return Process([path, *spawn.args], spawn.cwd, env, output, self._registry, self._about)
        folder, args = write_files(self._registry.folder if self._registry is not None else None, own_entry(), spawn.files, spawn.args)
        try:
            return Process([path, *args], spawn.cwd, env, output, self._registry, self._about, folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
