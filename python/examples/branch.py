"""A conversation that branches: fork, rollback and a comparison. branch.py [STORE]."""

import sys
import tempfile

import heddle

with tempfile.TemporaryDirectory() as folder:
    store = sys.argv[1] if len(sys.argv) > 1 else folder + "/heddle.db"
    with heddle.open(folder, store=store) as h:
        h.store.record(
            "talk",
            [
                {"type": "user", "content": "Which parser shall we write?"},
                {"type": "assistant", "content": "A recursive descent parser."},
                {"type": "user", "content": "Show me."},
                {"type": "assistant", "content": "def expr(): ..."},
            ],
        )

        # Another answer to the second question, in a fork.
        h.store.fork("talk", "other")
        h.store.revert("other", visible_message_count=3)
        h.store.record("other", {"type": "assistant", "content": "expr = term + many(plus + term)"})

        # A side conversation inside the session, with the last message hidden again.
        h.threads.start("talk", "aside", name="tests first?")
        h.threads.record("talk", "aside", [{"type": "user", "content": "Tests first?"}, {"type": "assistant", "content": "Yes."}])
        aside = h.threads.rollback("talk", "aside", count=1)
        print(f"{aside.name} {aside.visible_message_count} of {aside.message_count} messages are shown")

        print(h.sessions.render_diff("heddle:talk", "heddle:other"))
        print("problems:", h.store.check())
