"""Prints what the Python engine takes, as JSON on the last line: bench.py HOME RUNS (see bindings/bindingstest/cmd/bench)."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]

import stage  # noqa: E402

CALLS = 1000
WALK_ALL = b'{"sort":"turns","limit":100000}'
EMPTY = b'{"unifiedId":"claude:x"}'


def median(runs: int, work: Callable[[], object]) -> float:
    """The median of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def main() -> int:
    """Measures a home."""
    home, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if stage.main() != 0:
        return 1
    import heddle

    def open_once() -> None:
        with heddle.open(home) as h:
            h.call("ids.resolveNativeId", EMPTY)

    def calls() -> None:
        for _ in range(CALLS):
            h.call("ids.resolveNativeId", EMPTY)

    open_once()  # compiles
    figures = {"engine": "python", "openMs": median(runs, open_once)}
    with heddle.open(home) as h:
        figures["emptyCallUs"] = median(runs, calls) * 1000 / CALLS
        figures["walkMs"] = median(runs, lambda: h.call("sessions.list", WALK_ALL))
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
