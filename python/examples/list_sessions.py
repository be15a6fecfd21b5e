"""Lists the newest sessions of all agents: list_sessions.py [HOME]."""

import sys

import heddle

with heddle.open(sys.argv[1] if len(sys.argv) > 1 else None) as h:
    sessions = h.sessions.list(limit=20)
    for s in sessions:
        when = s.updated_at.strftime("%Y-%m-%d %H:%M") if s.updated_at else "?"
        print(f"{when}  {s.agent:9} {s.turn_count:4} turns  {s.title}")
    for d in sessions.diagnostics:
        print(f"{d.agent}: {d.code}: {d.message}", file=sys.stderr)
