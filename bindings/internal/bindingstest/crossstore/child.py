"""The Python package for crossstore_test.go: a line of standard input is a job, a line of standard output what the operations answered."""

from __future__ import annotations

import base64
import itertools
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python" / "src"), str(ROOT / "python" / "tests")]

import stage  # noqa: E402

if stage.main() != 0:
    sys.exit(1)

from run_vectors import seeded_ids  # noqa: E402

from heddle._api import STORE, open_home  # noqa: E402

for line in sys.stdin:
    job = json.loads(line)
    with open_home(
        job["home"],
        stores={STORE: job["store"]},
        now=itertools.count(job["clock"], 1000).__next__,
        new_id=seeded_ids(job["seed"]),
    ) as engine:
        answers = [b"\n".join(engine.call(call["op"], base64.b64decode(call["request"]))) for call in job["calls"]]
    print(json.dumps([base64.b64encode(answer).decode() for answer in answers]), flush=True)
