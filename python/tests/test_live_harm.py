"""Live sessions under harm: stores that fail, many agents, other hosts, a killed program."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from test_live import Setting, posix, servers, text, until, x  # noqa: F401

import heddle
from heddle import Ask

ANSWER = [text("You said $PROMPT")]


def prompts(messages: list[Any]) -> list[str]:
    return [m["content"] for m in messages if m["type"] == "user"]


@pytest.fixture
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A disk of 4 MB."""
    folder = tmp_path_factory.mktemp("disk")
    if sys.platform != "linux" or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk(x: Setting, small_disk: Path) -> None:  # noqa: F811
    """The agent works on, and everything is stored when there is room again."""
    x.script([{"do": "flood", "n": 200_000}, *ANSWER])
    filler = small_disk / "filler"

    async def test() -> None:
        with heddle.open(x.folder / "home", store=small_disk / "heddle.db") as client:
            async with await x.start(client=client) as agent:
                await agent.query("first")
                subprocess.run(["sh", "-c", f"cat /dev/zero >{filler} 2>/dev/null || true"], check=True)
                assert (await agent.query("second")).text == "You said second"
                assert not (await agent.info()).recording
                filler.unlink()
                await agent.query("third")
            assert prompts(list(client.store.messages(agent.store_id or ""))) == ["first", "second", "third"]

    x.run(test)


def test_a_locked_store(x: Setting) -> None:  # noqa: F811
    """The agent works on, and everything is stored when the lock is gone."""
    x.script(ANSWER)
    told: list[str] = []

    async def test() -> None:
        hooks = heddle.AgentHooks(diagnostic=lambda error: told.append(error.message))
        async with await x.start(hooks=hooks) as agent:
            await agent.query("first")
            with closing(sqlite3.connect(x.folder / "heddle.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                assert (await agent.query("second")).text == "You said second"
                assert not (await agent.info()).recording
                other.execute("ROLLBACK")
            assert (await agent.query("third")).text == "You said third"
        assert prompts(x.stored(agent.store_id)) == ["first", "second", "third"]

    x.run(test)
    assert any("recording waits for the store" in message for message in told)


def test_a_handler_that_never_answers(x: Setting) -> None:  # noqa: F811
    """The permission is denied in time, and the handler is cancelled."""
    x.script([{"do": "ask", "tool": "Bash", "input": {}}, text("after")])
    cancelled = asyncio.Event()

    async def never(_: Ask) -> bool:
        try:
            await asyncio.sleep(600)
        finally:
            cancelled.set()
        return True

    async def test() -> None:
        async with await x.start(permission=never, permission_timeout=0.1) as agent:
            assert (await agent.query("go")).text == "after"
            await cancelled.wait()

    x.run(test)


@posix
def test_every_open_query_of_a_killed_program_ends(x: Setting) -> None:  # noqa: F811
    """Those that run and those that wait have a result, INTERNAL; all sessions are resumed by another program."""
    x.script([text("begun"), {"do": "hang"}])

    async def test() -> None:
        agents = await asyncio.gather(*(x.start() for _ in range(3)))
        turns = [asyncio.ensure_future(agent.query(prompt)) for agent in agents for prompt in ("runs", "waits")]

        def all_begun() -> bool:
            known = {s.session_id for s in x.client.store.list()}
            return all(agent.store_id in known and "begun" in [m.get("content") for m in x.stored(agent.store_id)] for agent in agents)

        await asyncio.to_thread(until, all_begun)
        before = servers()
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        for turn in await asyncio.gather(*turns):
            assert (turn.is_error, turn.result["errorType"]) == (True, "INTERNAL")
        x.script(ANSWER)
        for agent in agents:
            async with await x.start(resume=agent.native_id) as again:
                assert (again.store_id, (await again.query("go")).text) == (agent.store_id, "You said go")
                assert not set(servers()) & set(before)

    x.run(test)


def test_100_sessions_of_100_agents(x: Setting) -> None:  # noqa: F811
    """Every message is stored, and nothing is left."""
    x.script([{"do": "events", "n": 20, "text": "$PROMPT "}])

    async def test() -> None:
        agents = await asyncio.gather(*(x.start() for _ in range(100)))
        assert len(servers()) == 1
        turns = await asyncio.gather(*(agent.query(f"prompt {i}") for i, agent in enumerate(agents)))
        await asyncio.gather(*(agent.stop() for agent in agents))
        for i, (agent, turn) in enumerate(zip(agents, turns, strict=True)):
            stored = x.stored(agent.store_id)
            assert stored == turn.messages
            assert (prompts(stored), len(stored)) == ([f"prompt {i}"], 23)

    x.run(test)


HOST = """
import asyncio, json, sys
import heddle
options = json.loads(sys.argv[1])
resume, client = options.pop("resume"), heddle.open(options.pop("home"), store=options.pop("store"))
async def ask(agent, i):
    for n in range(10):
        await agent.query(f"other {i} {n}")
async def main():
    starts = (heddle.start_agent("claude", client=client, **options, **({} if i else {"resume": resume})) for i in range(5))
    agents = await asyncio.gather(*starts)
    await asyncio.gather(*(ask(agent, i) for i, agent in enumerate(agents)))
    print(json.dumps([agent.store_id for agent in agents]))
    await asyncio.gather(*(agent.stop() for agent in agents))
asyncio.run(main())
"""


def test_two_hosts_on_one_store(x: Setting) -> None:  # noqa: F811
    """All sessions of both are stored, also one that both continue."""
    x.script(ANSWER)

    async def ask(agent: heddle.AgentSession, i: int) -> None:
        for n in range(10):
            await agent.query(f"own {i} {n}")

    async def test() -> None:
        async with await x.start() as first:
            await first.query("shared")
            options = {name: value if name == "env" else str(value) for name, value in x.all_options().items() if name != "client"}
            options |= {"home": str(x.folder / "home"), "store": str(x.folder / "heddle.db"), "resume": first.native_id or ""}
            env = {**os.environ, "PYTHONPATH": str(Path(heddle.__file__).parents[1])}
            host = subprocess.Popen([sys.executable, "-c", HOST, json.dumps(options)], stdout=subprocess.PIPE, text=True, env=env)
            own = await asyncio.gather(*(x.start() for _ in range(4)))
            await asyncio.gather(*(ask(agent, i) for i, agent in enumerate([first, *own])))
            said, _ = await asyncio.to_thread(host.communicate)
            await asyncio.gather(*(agent.stop() for agent in own))
        others = json.loads(said)
        assert (host.returncode, others[0]) == (0, first.store_id)
        for i in range(1, 5):
            assert prompts(x.stored(own[i - 1].store_id)) == [f"own {i} {n}" for n in range(10)]
            assert prompts(x.stored(others[i])) == [f"other {i} {n}" for n in range(10)]
        shared = ["shared", *(f"{who} 0 {n}" for who in ("own", "other") for n in range(10))]
        assert sorted(prompts(x.stored(first.store_id))) == sorted(shared)

    x.run(test)
