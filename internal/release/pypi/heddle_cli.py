"""Runs the native program that was installed with this package."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from typing import NoReturn


def program_path() -> str:
    """The program is beside the script that runs, in the environment's scripts, or in the user's."""
    name = "heddle.exe" if os.name == "nt" else "heddle"
    folders = [os.path.dirname(os.path.abspath(sys.argv[0])), sysconfig.get_path("scripts")]
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    sys.exit(f"heddle-cli: {name} is not in {' or '.join(dict.fromkeys(folders))}; install heddle-cli again")


def main() -> NoReturn:
    """Becomes the program; on Windows, where no process can, waits for it."""
    path = program_path()
    if os.name == "nt":
        try:
            sys.exit(subprocess.call([path, *sys.argv[1:]]))
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(path, [path, *sys.argv[1:]])
