"""Counts the tools that the newest sessions of one agent called: tools_used.py AGENT [HOME]."""

import sys
from collections import Counter

import heddle

with heddle.open(sys.argv[2] if len(sys.argv) > 2 else None) as h:
    used: Counter[str] = Counter()
    for summary in h.sessions.list(sys.argv[1], limit=50):
        for message in h.sessions.get(summary.unified_id).messages:
            used.update(call.tool_name for call in message.tool_calls)
    for name, count in used.most_common():
        print(f"{count:6} {name}")
