"""Adds up what the sessions of all agents cost: costs.py [agent|model|day|tag|cwd|session] [HOME]."""

import sys

import heddle

by = sys.argv[1] if len(sys.argv) > 1 else "model"
with heddle.open(sys.argv[2] if len(sys.argv) > 2 else None) as h:
    cost = h.sessions.total_cost(group_by=by)  # type: ignore[arg-type]
    for key, group in cost.breakdowns.items():
        usd = "unpriced" if group.total_usd is None else f"{group.total_usd:.2f}"
        print(f"{usd:>10}  {key or '(none)'}")
    print(f"{cost.total_usd or 0:10.2f}  USD for {cost.session_count} sessions, at the prices of {cost.price_table}")
