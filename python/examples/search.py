"""Shows where words occur in the sessions of all agents, best first: search.py WORDS [HOME]."""

import sys

import heddle

with heddle.open(sys.argv[2] if len(sys.argv) > 2 else None) as h:
    for page in h.sessions.search_all(sys.argv[1]):
        for s in page:
            print(f"{s.relevance_score:.2f}  {s.unified_id}  {s.title}")
            for hit in s.hits:
                snippet = hit.snippet
                for r in reversed(hit.ranges):
                    snippet = f"{snippet[: r.start]}[{snippet[r.start : r.end]}]{snippet[r.end :]}"
                print(f"      {hit.field}: {snippet}")
