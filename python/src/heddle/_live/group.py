"""Process groups and the identity of processes, as the Go driver (internal/process) writes it into the registry."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

TERMINATE_SECONDS = 3.0
"""How long a process may take to end after a signal to terminate."""
VANISH_SECONDS = 3.0
"""How long the system may take to remove a killed group."""


def signal_group(group: int, number: int) -> None:
    """Sends a signal to a group. One that has ended is ignored."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def group_runs(group: int) -> bool:
    """Whether a process of the group runs. A process that has ended and that nobody has waited for does not."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS: all members are zombies
        pass
    if sys.platform == "darwin":
        return any(p.state != _ZOMBIE for p in _processes(_KERN_PROC_PGRP, group))
    if sys.platform != "linux":
        return True
    try:
        names = os.listdir("/proc")
    except OSError:
        return True
    for name in names:
        if name[0].isdigit():
            fields = _stat_fields(name)
            if fields is not None and int(fields[2]) == group and fields[0] not in ("Z", "X"):
                return True
    return False


def start_time(pid: int) -> str:
    """Identifies a running process together with its id; empty when none runs."""
    if sys.platform == "linux":
        fields = _stat_fields(str(pid))
        return "" if fields is None or fields[0] in ("Z", "X") else fields[19]
    if sys.platform == "darwin":
        for p in _processes(_KERN_PROC_PID, pid):
            return "" if p.pid != pid or p.state == _ZOMBIE else p.start
        return ""
    try:
        return subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine_state() -> tuple[str, str]:
    """Names this start of the system, and the namespace in which ids of processes are valid."""
    boot = namespace = ""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        with contextlib.suppress(OSError):
            namespace = os.readlink("/proc/self/ns/pid")
    elif sys.platform == "darwin":
        data = _sysctl(_CTL_KERN, _KERN_BOOTTIME)
        boot = str(struct.unpack_from("<q", data)[0]) if len(data) >= 8 else ""
    return boot, namespace


def end_leftover(pid: int, start: str) -> bool:
    """Ends the group of a process that a dead owner left, and returns whether it is gone. The process must lead its group."""
    try:
        leads = os.getpgid(pid) == pid
    except OSError:
        return True
    if not leads or start_time(pid) != start:
        return True
    signal_group(pid, signal.SIGTERM)
    end = time.monotonic() + TERMINATE_SECONDS
    while time.monotonic() < end:
        if not group_runs(pid):
            return True
        time.sleep(0.02)
    end = time.monotonic() + VANISH_SECONDS
    while group_runs(pid):
        if time.monotonic() > end:
            return False
        signal_group(pid, signal.SIGKILL)
        time.sleep(0.02)
    return True


def _stat_fields(pid: str) -> list[str] | None:
    """The fields of /proc/PID/stat after the program's name, which is in parentheses and can contain anything."""
    try:
        data = Path("/proc", pid, "stat").read_bytes()
    except OSError:
        return None
    fields = data[data.rfind(b")") + 1 :].decode("ascii", "replace").split()
    return fields if len(fields) >= 20 else None


_CTL_KERN, _KERN_PROC, _KERN_BOOTTIME = 1, 14, 21
_KERN_PROC_PID, _KERN_PROC_PGRP = 1, 2
_ZOMBIE = 5
_KINFO_BYTES = 648  # struct kinfo_proc of sys/sysctl.h


class _Process:
    """A process of macOS: the members of struct extern_proc that matter."""

    __slots__ = ("pid", "start", "state")

    def __init__(self, data: bytes, at: int) -> None:
        seconds, micros = struct.unpack_from("<qi", data, at)
        self.start = f"{seconds}.{micros}"
        self.state, self.pid = struct.unpack_from("<B3xi", data, at + 36)


def _processes(kind: int, number: int) -> list[_Process]:
    data = _sysctl(_CTL_KERN, _KERN_PROC, kind, number)
    return [_Process(data, at) for at in range(0, len(data) - _KINFO_BYTES + 1, _KINFO_BYTES)]


def _sysctl(*names: int) -> bytes:
    """Reads a value of the kernel of macOS; empty when it cannot be read."""
    libc = ctypes.CDLL(ctypes.util.find_library("c"))
    mib = (ctypes.c_int * len(names))(*names)
    size = ctypes.c_size_t(0)
    if libc.sysctl(mib, len(names), None, ctypes.byref(size), None, 0) != 0:
        return b""
    size.value += 16 * _KINFO_BYTES  # what may be added meanwhile
    buffer = ctypes.create_string_buffer(size.value)
    if libc.sysctl(mib, len(names), buffer, ctypes.byref(size), None, 0) != 0:
        return b""
    return buffer.raw[: size.value]
