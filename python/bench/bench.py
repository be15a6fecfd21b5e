"""Measures the Python package: reads jobs as JSON lines from stdin and writes the milliseconds of each.

bench.py HOME; HEDDLE_WASM names another core.wasm; see bindings/internal/bindingstest/cmd/bench.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]

import stage  # noqa: E402

EMPTY = b'{"unifiedId":"claude:x"}'


def main() -> int:
    """Serves until there are no more jobs."""
    home = sys.argv[1]
    if stage.main() != 0:
        return 1
    import heddle
    from heddle._engine import engine as engine_module

    if module := os.environ.get("HEDDLE_WASM"):
        engine_module.core_wasm = Path(module).read_bytes
    engine = None
    for line in sys.stdin:
        job = json.loads(line)
        request = json.dumps(job["request"]).encode()
        begun, used = time.perf_counter(), time.process_time()
        try:
            if engine is None or not job["op"]:
                if engine is not None:
                    engine.close()
                engine = heddle.open(home)
                engine.call("ids.resolveNativeId", EMPTY)
                if job["op"]:
                    begun, used = time.perf_counter(), time.process_time()
            for _ in range(job["calls"] if job["op"] else 0):
                engine.call(job["op"], request)
            reply = {"ms": (time.perf_counter() - begun) * 1000, "cpuMs": (time.process_time() - used) * 1000}
        except heddle.HeddleError as e:
            reply = {"ms": 0, "error": str(e)}
        print(json.dumps(reply), flush=True)
    if engine is not None:
        engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
