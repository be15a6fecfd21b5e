"""What storework.go does with our store, done with two others from PyPI.

    storepeers.py openai|langgraph FOLDER

Reads jobs as lines of JSON, {"op", "calls"}, and answers each with {"ms",
"cpuMs"} or {"error"}. Both stores are used as they come: SQLite in WAL mode, and
synchronous=FULL, which is SQLite's default.
"""
import asyncio
import json
import os
import sqlite3
import sys
import time

BATCH = 1000


def message(i):
    """A message that is about 200 bytes as JSON."""
    return {"content": "x" * 130, "id": "m%07d" % i, "role": "user", "type": "message"}


class OpenAI:
    """SQLiteSession of the OpenAI Agents SDK: a row for each message."""

    def __init__(self, folder):
        from agents import SQLiteSession

        self.make = lambda id: SQLiteSession(id, os.path.join(folder, "openai.db"))
        self.session, self.n, self.forks = self.make("s"), 0, 0
        self.loop = asyncio.new_event_loop()
        self.wait = self.loop.run_until_complete
        full = self.session._get_connection().execute("PRAGMA synchronous").fetchone()[0]
        assert full == 2, "synchronous is %d" % full

    def append(self, messages):
        self.wait(self.session.add_items(messages))
        self.n += len(messages)

    def fork(self):  # there is no other way than to copy
        self.forks += 1
        self.wait(self.make("fork-%d" % self.forks).add_items(self.wait(self.session.get_items())))

    def open(self):
        session = self.make("s")
        assert len(self.wait(session.get_items(1))) == 1
        session.close()

    def last(self):
        return self.wait(self.session.get_items(50))


class LangGraph:
    """SqliteSaver of LangGraph: a checkpoint holds all messages."""

    def __init__(self, folder):
        from langgraph.checkpoint.base import empty_checkpoint
        from langgraph.checkpoint.sqlite import SqliteSaver

        self.empty = empty_checkpoint
        self.make = lambda: SqliteSaver(sqlite3.connect(os.path.join(folder, "langgraph.db"), check_same_thread=False))
        self.saver, self.messages, self.forks = self.make(), [], 0
        self.config = {"configurable": {"thread_id": "s", "checkpoint_ns": ""}}
        self.saver.setup()
        full = self.saver.conn.execute("PRAGMA synchronous").fetchone()[0]
        assert full == 2, "synchronous is %d" % full

    @property
    def n(self):
        return len(self.messages)

    def put(self, config, messages):
        checkpoint = self.empty()
        checkpoint["channel_values"] = {"messages": messages}
        return self.saver.put(config, checkpoint, {"source": "loop", "step": 0}, {})

    def append(self, messages):
        self.messages = self.messages + messages
        self.config = self.put(self.config, self.messages)

    def get(self, saver):
        found = saver.get_tuple({"configurable": {"thread_id": "s", "checkpoint_ns": ""}})
        return found.checkpoint["channel_values"]["messages"]

    def fork(self):
        self.forks += 1
        self.put({"configurable": {"thread_id": "fork-%d" % self.forks, "checkpoint_ns": ""}}, self.get(self.saver))

    def open(self):
        saver = self.make()
        assert len(self.get(saver)) == self.n
        saver.conn.close()

    def last(self):
        return self.get(self.saver)[-50:]


def main():
    peer = {"openai": OpenAI, "langgraph": LangGraph}[sys.argv[1]](sys.argv[2])

    def run(op, count):
        batch = {"fill": BATCH, "single": 1}.get(op)
        if batch:
            lists = [[message(peer.n + i + k) for k in range(batch)] for i in range(0, count, batch)]
            work = lambda: [peer.append(m) for m in lists]
        else:
            work = getattr(peer, op)
        wall, cpu = time.perf_counter(), time.process_time()
        out = work()
        answer = {"ms": (time.perf_counter() - wall) * 1e3, "cpuMs": (time.process_time() - cpu) * 1e3}
        if op == "last":
            assert [m["id"] for m in out] == [message(peer.n - 50 + i)["id"] for i in range(50)], "not the last 50"
        return answer

    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = run(job["op"], job["calls"])
        except Exception as e:
            answer = {"error": repr(e)}
        print(json.dumps(answer), flush=True)


main()
