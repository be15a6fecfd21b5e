"""Measures heddle-plugin.wasm in Extism: reads jobs as JSON lines from stdin and writes the milliseconds of each.

plugin.py HOME MODULE; see bindings/internal/bindingstest/cmd/bench.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> int:
    """Serves until there are no more jobs."""
    import extism

    home, module = sys.argv[1:]
    plugin: Any = None
    for line in sys.stdin:
        job = json.loads(line)
        begun, used = time.perf_counter(), time.process_time()
        try:
            if plugin is None or not job["op"]:
                plugin = extism.Plugin({"wasm": [{"path": module}], "allowed_paths": {home: "/home"}}, wasi=True)
                plugin.call("ids_resolveNativeId", b'{"unifiedId":"claude:x"}')
                if job["op"]:
                    begun, used = time.perf_counter(), time.process_time()
            for _ in range(job["calls"] if job["op"] else 0):
                plugin.call(job["op"].replace(".", "_"), json.dumps(job["request"]).encode())
            reply = {"ms": (time.perf_counter() - begun) * 1000, "cpuMs": (time.process_time() - used) * 1000}
        except extism.Error as e:
            reply = {"ms": 0, "error": str(e)}
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
