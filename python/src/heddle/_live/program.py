"""Programs of agents: their environment, their path, their version."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping, Sequence

from .._errors import HeddleError
from .process import Process

VERSION_SECONDS = 15.0
"""How long a program may take to print its version."""
_VERSION_BYTES = 200

_versions: dict[tuple[str, int, int], str] = {}


def agent_environment(base: Mapping[str, str], setting: Sequence[str], unset: Sequence[str] = ()) -> dict[str, str]:
    """The environment of an agent: base without what unset names (a trailing * stands for any end), with each NAME=value of setting."""
    env = {name: value for name, value in base.items() if not any(_matches(pattern, name) for pattern in unset)}
    env.update((name, value) for name, _, value in (s.partition("=") for s in setting))
    return env


def _matches(pattern: str, name: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def find_program(program: str, cwd: str, env: Mapping[str, str], install: str | None = None) -> str:
    """Returns the path of a program: a path, relative to cwd, or a name that is looked up in the PATH of env.

    Raises:
        HeddleError: UNSUPPORTED when it is missing, with install as the hint.
    """
    if os.sep in program:
        found = shutil.which(os.path.join(cwd, program))
    else:  # a program of the working folder must be named as a path
        folders = [folder for folder in env.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]
        found = shutil.which(program, path=os.pathsep.join(folders)) if folders else None
    if found is None:
        hint = f"install it: {install}" if install else "install it, or name the program"
        raise HeddleError("UNSUPPORTED", f"the program {program} is not installed", hint=hint)
    return found


async def ask_version(path: str, env: Mapping[str, str]) -> str:
    """What a program prints with --version, at most a line of 200 bytes; empty when it does not say. It is asked once, until its file changes."""
    try:
        info = os.stat(path)
    except OSError:
        return ""
    key = path, info.st_mtime_ns, info.st_size
    if key in _versions:
        return _versions[key]
    printed = bytearray()
    try:
        process = Process([path, "--version"], None, env, lambda data: printed.extend(data[:_VERSION_BYTES]))
    except HeddleError:
        return ""
    process.close_input()
    try:
        end = await asyncio.wait_for(asyncio.shield(process.ended), VERSION_SECONDS)
    except asyncio.TimeoutError:
        return ""
    finally:
        if not process.ended.done():
            process.signal("kill")
            await asyncio.shield(process.ended)
    if end.status != 0:
        return ""
    line = printed[:_VERSION_BYTES].decode("utf-8", "replace").partition("\n")[0].strip()
    _versions[key] = line
    return line
