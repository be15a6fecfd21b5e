"""Ids."""

from __future__ import annotations

import threading
import time
import uuid

from heddle._host.entropy import uuid7


def test_version_variant_and_time() -> None:
    before = time.time_ns() // 1_000_000
    drawn = uuid.UUID(bytes=uuid7())
    assert drawn.version == 7
    assert drawn.variant == uuid.RFC_4122
    assert before <= drawn.int >> 80 <= before + 1000


def test_ids_never_decrease_nor_repeat() -> None:
    drawn: list[list[bytes]] = []

    def draw() -> None:
        drawn.append([uuid7() for _ in range(3000)])

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for ids in drawn:
        assert ids == sorted(ids)
    assert len({i for ids in drawn for i in ids}) == 12_000
