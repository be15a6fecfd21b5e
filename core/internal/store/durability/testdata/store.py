"""Reads store files the way journal/FORMAT.md describes them, with nothing but
the standard library, and holds them to every rule of that page.

    store.py read FILE...      one line of JSON for each file
    store.py append FILE ...   appends a message to the stream "a" of each file

An event is told as [sequence, "id time kind sha256-of-payload"].
"""
import hashlib
import json
import sqlite3
import sys
import zlib

SEQ = 36
u64 = lambda n: (n & (1 << 64) - 1).to_bytes(8, "little")


def crc(*parts):
    return zlib.crc32(b"".join(parts))


def event_sum(pos, id, time, kind, payload):
    return crc(u64(pos), id, u64(time), bytes([len(kind)]), kind, u64(len(payload)), payload)


def payload_of(db, id, size, payload, sum):
    if payload is not None:
        return payload
    parts = db.execute("SELECT n, data FROM chunk WHERE id = ? AND sum = ? ORDER BY n", (id, sum)).fetchall()
    assert [n for n, _ in parts] == list(range((size + (1 << 20) - 1) >> 20)), "parts are missing"
    return b"".join(data for _, data in parts)


def read(file):
    db = sqlite3.connect(file)
    streams = {}
    if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        return streams
    assert db.execute("PRAGMA application_id").fetchone()[0] == 0x48646C65
    assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    freed = db.execute("SELECT first, last, sum FROM freed ORDER BY first").fetchall()
    for first, last, sum in freed:
        assert crc(u64(first), u64(last)) == sum, "a row of freed"
    for id, name, head, sum in db.execute("SELECT id, name, head, sum FROM stream ORDER BY name").fetchall():
        assert crc(u64(id), u64(head), name) == sum, "the sum of stream %r" % name
        events, expect = [], 1
        rows = db.execute(
            "SELECT pos, id, time, kind, size, payload, sum FROM event WHERE pos > ? AND pos < ? ORDER BY pos",
            (id << SEQ, (id + 1) << SEQ),
        ).fetchall()
        for pos, event, time, kind, size, payload, sum in rows:
            seq = pos & ((1 << SEQ) - 1)
            covered(freed, id, expect, seq - 1)
            payload = payload_of(db, event, size, payload, sum)
            assert len(payload) == size and event_sum(pos, event, time, kind, payload) == sum, "event %d of %r" % (seq, name)
            events.append([seq, "%s %d %s %s" % (event.hex(), time, kind.decode(), hashlib.sha256(payload).hexdigest())])
            expect = seq + 1
        covered(freed, id, expect, head)
        assert expect <= head + 1, "events behind the head of %r" % name
        streams[name.decode()] = events
    for stream, seq, body, sum in db.execute("SELECT stream, seq, body, sum FROM state").fetchall():
        assert crc(u64(stream), u64(seq), body) == sum, "a cached state"
    db.close()
    return streams


def covered(freed, id, first, last):
    for seq in range(first, last + 1):
        pos = id << SEQ | seq
        assert any(a <= pos <= b for a, b, _ in freed), "event %d of stream %d is lost" % (seq, id)


def append(file):
    db = sqlite3.connect(file, isolation_level=None)
    payload = b'{"content":"from Python","type":"user","uuid":"python"}'
    db.execute("BEGIN IMMEDIATE")
    id, head = db.execute("SELECT id, head FROM stream WHERE name = ?", (b"a",)).fetchone()
    pos, event, time, kind = id << SEQ | head + 1, bytes.fromhex("01900000ffff70008000000000000001"), 1_800_000_000_000, b"message"
    db.execute(
        "UPDATE stream SET head = CASE head WHEN ? THEN ? END, sum = ? WHERE id = ?",
        (head, head + 1, crc(u64(id), u64(head + 1), b"a"), id),
    )
    db.execute(
        "INSERT INTO event(pos, id, time, kind, size, payload, sum) VALUES(?, ?, ?, ?, ?, ?, ?)",
        (pos, event, time, kind, len(payload), payload, event_sum(pos, event, time, kind, payload)),
    )
    db.execute("COMMIT")
    db.close()
    return read(file)


for file in sys.argv[2:]:
    try:
        print(json.dumps({"streams": {"read": read, "append": append}[sys.argv[1]](file)}), flush=True)
    except Exception as e:
        print(json.dumps({"error": repr(e)}), flush=True)
