"""Live sessions: the client of heddle live serve, with an agent that does what a script says."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterable, Callable, Coroutine, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import heddle
from heddle import AgentSession, Allow, Ask, Deny, HeddleError
from heddle._live import program as program_module
from heddle._live import service as service_module
from heddle._live.blocking import BlockingSubscription
from heddle._live.connection import Connection
from heddle._live.protocol import LiveStart

SECONDS = 120.0  # only against a hang

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Setting:
    """A test's agent, home and store."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder, self.program = folder, program
        for name in ("home", "work"):
            (folder / name).mkdir()
        self.client = heddle.open(folder / "home", store=folder / "heddle.db")
        self.options: dict[str, Any] = {}
        self.script()

    def script(self, *turns: list[dict[str, Any]], **members: Any) -> None:
        script = {"log": str(self.folder / "log"), "version": "2.1.300 (Scripted)", "turns": list(turns), **members}
        (self.folder / "script.json").write_text(json.dumps(script))

    def all_options(self) -> dict[str, Any]:
        env = {"HEDDLE_SCRIPT": str(self.folder / "script.json")}
        base = {"client": self.client, "program": str(self.program), "cwd": self.folder / "work", "env": env, "state_folder": self.folder / "state"}
        return base | self.options

    async def start(self, **options: Any) -> AgentSession:
        return await heddle.start_agent("claude", **{**self.all_options(), **options})

    def run(self, test: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a test, and checks that no task of it is left."""

        async def checked() -> None:
            await asyncio.wait_for(test(), SECONDS)
            deadline = time.monotonic() + 5
            while (left := asyncio.all_tasks() - {asyncio.current_task()}) and time.monotonic() < deadline:
                await asyncio.sleep(0.01)
            assert not left

        asyncio.run(checked())

    def log(self) -> list[str]:
        return (self.folder / "log").read_text().splitlines()

    def stored(self, name: str | None) -> list[Any]:
        assert name is not None
        return list(self.client.store.messages(name))

    def agents(self) -> list[str]:
        """The processes whose environment names the script."""
        mark = f"HEDDLE_SCRIPT={self.folder / 'script.json'}".encode()
        found = []
        for file in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in file.read_bytes():
                    found.append(file.parent.name)
            except OSError:
                continue
        return found

    def registered(self) -> list[str]:
        state = self.folder / "state"
        return [f.name for f in state.iterdir() if f.suffix == ".json" or f.name.startswith("files-")] if state.exists() else []


def servers() -> list[int]:
    """The programs that run sessions of this process."""
    return [service.connection._child.pid for service in service_module._services.values()]


def open_files() -> set[str]:
    """The open files, without those of the program that runs sessions, which is closed some seconds after the last."""
    own = set()
    for service in service_module._services.values():
        child = service.connection._child
        own |= {str(stream.fileno()) for stream in (child.stdin, child.stdout) if stream is not None and not stream.closed}
    found = set()
    for fd in set(os.listdir("/proc/self/fd")) - own:
        try:
            name = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue
        if "wasm-memory-image" not in name and "[event" not in name:  # a compiled module's, and those of wasmtime's own runtime
            found.add(f"{fd} {name}")
    return found


@pytest.fixture
def x(tmp_path: Path, programs: Path) -> Iterator[Setting]:
    files = open_files() if sys.platform == "linux" else set()
    setting = Setting(tmp_path, programs / ("scriptedagent.exe" if sys.platform == "win32" else "scriptedagent"))
    yield setting
    setting.client.close()
    assert not setting.registered()
    if sys.platform == "linux":
        end = time.monotonic() + 10
        while (left := setting.agents() or open_files() - files) and time.monotonic() < end:
            time.sleep(0.01)
        assert not left


def text(said: str) -> dict[str, Any]:
    return {"do": "text", "text": said}


def code_in(error: pytest.ExceptionInfo[HeddleError]) -> str:
    return error.value.code


ID = "00000000-0000-4000-8000-0000000000"


def settled(messages: Any) -> list[Any]:
    """Messages with each time replaced, and each id that was drawn."""
    drawn: dict[str, str] = {}

    def settle(message: dict[str, Any]) -> dict[str, Any]:
        name = message.get("uuid", "")
        if re.match("[0-9a-f]{8}-", name) and "00000000f00" not in name:
            name = drawn.setdefault(name, f"id {len(drawn)}")
        return {**message, "uuid": name, "timestamp": type(message["timestamp"]).__name__}

    return [settle(m) for m in messages]


def test_the_conversation_that_every_client_records(x: Setting) -> None:
    """testdata/live/conversation.json has the script, the prompts, and what is recorded and received."""
    golden = json.loads((ROOT / "testdata" / "live" / "conversation.json").read_text(encoding="utf-8"))
    x.script(*golden["script"]["turns"])
    name = golden["sessionId"]

    async def test() -> None:
        async with await x.start(session_id=name, tags=["test"], permission=lambda _: True) as agent:
            assert (agent.native_id, agent.store_id, agent.health) == (name, name, "ready")
            assert "interrupt" in agent.capabilities
            events = agent.events()
            for query in golden["queries"]:
                turn = await agent.query(query["text"], id=query["id"])
                assert (turn.id, turn.is_error, turn.result["type"]) == (query["id"], False, "result")
                assert x.stored(name)[-len(turn.messages) :] == turn.messages, "a turn is stored before its result is delivered"
            info = await agent.info()
            assert info.recording
            assert info.position == x.client.store.get(name).position
        assert agent.health == "stopped"
        assert agent.error is None
        assert [e.message async for e in events if e.whole] == x.stored(name)
        with pytest.raises(HeddleError) as error:
            await agent.query("C")
        assert code_in(error) == "COMPLETE"

    x.run(test)
    folder = str(x.folder / "work")
    recorded = json.loads(json.dumps(x.stored(name)).replace(json.dumps(folder), '"$CWD"'))
    assert settled(recorded) == settled(golden["messages"])
    meta = x.client.store.get(name)
    assert meta.extra == {"native": {"agent": "claude", "sessionId": name}, "tags": ["test"]}
    assert (meta.adapter, meta.cwd) == ("claude", folder)


ODD = '{"type":"odd","uuid":"u","n":1.10,"big":123456789012345678901234567890,"deep":' + "[" * 3000 + "]" * 3000 + "}"


def test_messages_that_are_deep_or_have_long_numbers(x: Setting) -> None:
    x.script([{"do": "raw", "text": ODD}, text("é\u2028\U0001f600")])

    async def test() -> None:
        async with await x.start() as agent:
            turn = await agent.query("go")
        assert [m["type"] for m in x.stored(agent.store_id)] == [m["type"] for m in turn.messages]
        body = x.client.call("store.messages", json.dumps({"sessionId": agent.store_id}).encode()).body
        for part in ("123456789012345678901234567890", "[" * 3000, "é\u2028\U0001f600"):
            assert part.encode() in body

    x.run(test)


def test_stream(x: Setting) -> None:
    x.script([text("one"), text("two")])

    async def test() -> None:
        async with await x.start(record=False) as agent:
            assert agent.store_id is None
            kinds = [m["type"] async for m in agent.stream("go")]
            assert kinds == ["user", "system", "assistant", "assistant", "result"]
            pieces = [m["content"] async for m in agent.stream("go", deltas=True) if m.get("delta")]
            assert pieces == ["one", "two"]
            assert await heddle.final_text(agent.stream("go")) == "two"
            for deltas in (False, True):
                assert [piece async for piece in heddle.text_content(agent.stream("go", deltas=deltas))] == ["one", "two"]
            turn = await agent.query("go")
            assert list(heddle.text_content(turn.messages)) == ["one", "two"]
            assert "".join(heddle.text_content(m) for m in turn.messages) == "onetwo"

    x.run(test)


def test_conversation_is_what_is_stored(x: Setting) -> None:
    x.script([text("one")])

    async def test() -> None:
        async with await x.start() as agent:
            turn = await agent.query("go")
            assert await agent.conversation() == turn.messages == x.stored(agent.store_id)
            await agent.clear()
            await agent.query("again")
            said = [m["content"] for m in await agent.conversation() if m["type"] == "user"]
            assert said == ["go", "again"]
        async with await x.start(record=False) as agent:
            await agent.query("go")
            with pytest.raises(HeddleError) as error:  # the scripted agent writes no files
                await agent.conversation()
            assert code_in(error) == "SESSION_NOT_FOUND"

    x.run(test)


def test_leaving_a_stream_interrupts_the_turn(x: Setting) -> None:
    x.script([text("a"), {"do": "hang"}], [text("again")])

    async def test() -> None:
        async with await x.start() as agent:
            async for m in agent.stream("go"):
                if m["type"] == "assistant":
                    break
            turn = await agent.query("next")
            assert turn.text == "again"
            results = [m for m in x.stored(agent.store_id) if m["type"] == "result"]
            assert [r.get("interrupted", False) for r in results] == [True, False]

    x.run(test)


def test_a_cancelled_task_interrupts_its_turn(x: Setting) -> None:
    x.script([text("a"), {"do": "hang"}], [text("again")])

    async def test() -> None:
        async with await x.start() as agent:
            task = asyncio.ensure_future(agent.query("go"))
            async for event in agent.events():
                if event.message is not None and event.message["type"] == "assistant":
                    break
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await agent.query("next")).text == "again"

    x.run(test)


def test_a_cancelled_start_leaves_no_process(x: Setting) -> None:
    x.script(silent=True, ignoreTerm=True, ignoreEof=True)

    async def test() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(x.start(), 0.8)

    x.run(test)


def test_interrupt(x: Setting) -> None:
    x.script([text("a"), {"do": "hang"}])

    async def test() -> None:
        async with await x.start() as agent:
            events = agent.events()
            task = asyncio.ensure_future(agent.query("go"))
            while (event := await events.next(10)).message is None or event.message["type"] != "assistant":
                pass
            waiting = asyncio.ensure_future(agent.query("later", id=ID + "07"))
            await asyncio.sleep(0)
            await agent.interrupt(ID + "07")
            with pytest.raises(HeddleError, match="dropped"):
                await waiting
            await agent.interrupt()
            turn = await task
            assert turn.is_error
            assert turn.result["interrupted"]  # type: ignore[typeddict-item]

    x.run(test)


ASK = [{"do": "ask", "tool": "Bash", "input": {"command": "ls"}}, text("ok")]


def raise_no_idea(_: Ask) -> bool:
    raise ValueError("no idea")


async def allow_later(ask: Ask) -> Allow:
    await asyncio.sleep(0.01)
    return Allow({"command": "pwd"} if ask.input == {"command": "ls"} else None)


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        (None, '"behavior":"deny"'),
        (lambda _: True, '"behavior":"allow","updatedInput":{"command":"ls"}'),
        (lambda _: Allow({"command": "pwd"}), '"updatedInput":{"command":"pwd"}'),
        (allow_later, '"updatedInput":{"command":"pwd"}'),
        (lambda _: Allow(rules=True), '"updatedPermissions":[{'),
        (lambda _: Deny("not now"), '"behavior":"deny","message":"not now"'),
        (raise_no_idea, '"message":"no idea"'),
        (lambda _: 17, '"behavior":"deny","message":"the handler returned 17'),
    ],
    ids=["none", "allow", "changed input", "async", "rule", "deny", "exception", "nonsense"],
)
def test_permission(x: Setting, handler: Any, expected: str) -> None:
    x.script(ASK)

    async def test() -> None:
        async with await x.start(**({"permission": handler} if handler else {})) as agent:
            await agent.query("go")

    x.run(test)
    assert expected in "\n".join(x.log())


def test_deny_and_interrupt(x: Setting) -> None:
    x.script([*ASK, {"do": "hang"}])

    async def test() -> None:
        async with await x.start(permission=lambda _: Deny("stop", interrupt=True)) as agent:
            assert (await agent.query("go")).result["interrupted"]  # type: ignore[typeddict-item]

    x.run(test)


def test_an_answer_by_a_listener_and_a_handler_that_is_not_needed_any_more(x: Setting) -> None:
    x.script(ASK)
    cancelled = []

    async def never(_: Ask) -> bool:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise
        return True

    async def test() -> None:
        async with await x.start(permission=never) as agent:
            events = agent.events()
            task = asyncio.ensure_future(agent.query("go"))
            while (event := await events.next(10)).kind != "ask":
                pass
            assert event.ask is not None
            assert event.ask.tool_name == "Bash"
            await asyncio.to_thread(until, lambda: agent.health == "waiting")  # states are sent on their own
            await agent.answer(event.ask.id, Allow())
            await task
            with pytest.raises(HeddleError) as error:
                await agent.answer(event.ask.id, Allow())
            assert code_in(error) == "BAD_REF"

    x.run(test)
    assert cancelled == [True]


@pytest.mark.parametrize(
    ("turn", "members", "expected"),
    [
        ([text("a"), {"do": "stderr", "text": "out of memory"}, {"do": "exit", "n": 3}], {}, "status 3"),
        ([{"do": "half", "text": '{"type":"assis'}, {"do": "exit", "n": 1}], {}, "status 1"),
        ([{"do": "exit", "n": 0}], {"grandchild": True}, "status 0"),
        ([{"do": "stderr", "n": 5_000_000, "text": "the end"}, {"do": "exit", "n": 4}], {}, "the end"),
        ([{"do": "raw", "text": "garbage"}, {"do": "raw", "text": "[]"}, {"do": "exit", "n": 5}], {}, "status 5"),
    ],
    ids=["dies", "half a line", "a grandchild holds the pipes", "floods stderr", "garbage"],
)
def test_bad_ends(x: Setting, turn: Any, members: Any, expected: str) -> None:
    """Each query ends, and nothing is left."""
    x.script(turn, **members)

    async def test() -> None:
        agent = await x.start()
        result = await agent.query("go")
        assert result.is_error
        await agent.wait_ended()
        assert expected in str(agent.error)
        assert agent.health == "error"
        assert x.stored(agent.store_id) == result.messages
        await agent.stop()

    x.run(test)


@pytest.mark.parametrize(
    "members",
    [{"ignoreEof": True}, {"ignoreEof": True, "ignoreTerm": True, "grandchild": True}, {"grandchild": True}],
    ids=["ignores end of input", "ignores all, with a grandchild", "a grandchild holds the pipe"],
)
def test_stubborn_agents_are_ended(x: Setting, members: Any) -> None:
    x.script(**members)

    async def test() -> None:
        agent = await x.start()
        await asyncio.gather(agent.stop(), agent.stop())
        assert agent.health == "stopped"

    x.run(test)


def test_a_cancelled_stop_kills(x: Setting) -> None:
    x.script(ignoreEof=True, ignoreTerm=True)

    async def test() -> None:
        agent = await x.start()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(agent.stop(), 0.2)
        await agent.wait_ended()

    x.run(test)


def test_a_flood(x: Setting) -> None:
    """Nothing is lost, and what is written meanwhile arrives although the agent does not read it."""
    size = 20_000_000  # printed twice: as a piece and as a message
    x.script([{"do": "flood", "n": size}])

    async def test() -> None:
        async with await x.start(record=False) as agent:
            model = asyncio.ensure_future(agent.set_model("m" * (1 << 20)))
            turn = await agent.query("go")
            assert sum(len(heddle.text_content(m)) for m in turn.messages) == size
            await model

    x.run(test)


def test_a_slow_subscriber_ends_alone(x: Setting) -> None:
    """It has what its window and the program hold; everybody else has all."""
    size = 20_000_000
    x.script([{"do": "flood", "n": size}])

    async def test() -> None:
        async with await x.start(queue_events=20) as agent:
            slow = agent.events()
            turn = await agent.query("go")
            heard = 0

            async def listen() -> None:
                nonlocal heard
                async for event in slow:
                    heard += event.whole

            with pytest.raises(HeddleError, match=r"after position \d+") as error:
                await listen()
            assert code_in(error) == "LIMIT_EXCEEDED"
            assert 0 < heard < len(turn.messages) == len(x.stored(agent.store_id))

    x.run(test)


def test_a_subscription_that_is_read_after_the_end_has_everything(x: Setting) -> None:
    """More than a window, read when no session runs any more."""
    x.script([{"do": "flood", "n": 3_000_000}])

    async def test() -> None:
        async with await x.start() as agent:
            events = agent.events()
            turn = await agent.query("go")
        assert [e.message async for e in events if e.whole] == turn.messages

    x.run(test)


def test_a_closed_subscription_is_bad_ref(x: Setting) -> None:
    """A loop over one ends."""
    x.script([text("a")])

    async def test() -> None:
        async with await x.start() as agent:
            closed, blocking = agent.events(), BlockingSubscription(agent.events())
            await agent.query("go")
            closed.close()
            blocking.close()
            with pytest.raises(HeddleError) as error:
                await closed.next()
            with pytest.raises(HeddleError) as second:
                blocking.next()
            assert [code_in(error), code_in(second)] == ["BAD_REF", "BAD_REF"]
            assert [event async for event in closed] == list(blocking) == []

    x.run(test)


def test_200_000_pieces(x: Setting) -> None:
    """A query has all of them; a stream that cannot keep up ends with LIMIT_EXCEEDED, and the session continues."""
    x.script([{"do": "events", "n": 200_000, "text": "e"}], [text("after")])

    async def test() -> None:
        async with await x.start(record=False) as agent:
            slow = agent.events()
            turn = await agent.query("go")
            assert len([m for m in turn.messages if m["type"] == "assistant"]) + turn.dropped >= 200_000
            with pytest.raises(HeddleError) as error:
                await collect(slow)
            assert code_in(error) == "LIMIT_EXCEEDED"
            assert (await agent.query("on")).text == "after"

    x.run(test)


def test_without_a_store_nothing_is_recorded(x: Setting) -> None:
    x.script([text("a")])

    async def test() -> None:
        with heddle.open(x.folder / "home") as client:
            async with await x.start(client=client) as agent:
                assert (await agent.query("one")).text == "a"
                assert agent.store_id is None
                assert not (await agent.info()).recording
        with heddle.open(x.folder / "home", prices=b"") as client, pytest.raises(HeddleError, match="prices in a file"):
            await x.start(client=client)

    x.run(test)


def test_a_query_belongs_to_the_active_thread(x: Setting) -> None:
    x.script([text("a")])

    async def test() -> None:
        async with await x.start() as agent:
            await agent.query("one")
            x.client.threads.start(agent.store_id or "", "side")
            turn = await agent.query("two")
            content = x.client.threads.read(agent.store_id or "", "side", include_messages=True)
            messages: Any = content.messages or ()
            assert [m["type"] for m in messages] == [m["type"] for m in turn.messages]

    x.run(test)


def test_hooks(x: Setting) -> None:
    x.script(ASK)
    seen: list[str] = []

    async def on_end(query: str, result: Any, error: Any) -> None:
        seen.append(f"query_end {result['type']} {error}")

    def fail(error: HeddleError) -> None:
        diagnostics.append(error.message)
        raise error

    diagnostics: list[str] = []
    hooks = {
        "diagnostic": fail,
        "session_start": lambda info: seen.append(f"session_start {info.agent}"),
        "session_end": lambda info, error: seen.append(f"session_end {error}"),
        "query_start": lambda query: seen.append("query_start"),
        "query_end": on_end,
        "tool_use": lambda use: seen.append(f"tool_use {use.name} {use.input}"),
        "permission": lambda ask: 1 / 0,
    }

    async def test() -> None:
        async with await x.start(permission=lambda _: True, hooks=hooks) as agent:
            events = agent.events()
            await agent.query("go")
            await asyncio.to_thread(until, lambda: bool(diagnostics))  # a hook may be slower than its query
        assert seen[-1] == "session_end None"
        assert [str(e.error) async for e in events if e.kind == "diagnostic"] == [
            "INVALID_ARGUMENT: a hook failed: ZeroDivisionError('division by zero')"
        ]

    x.run(test)
    assert diagnostics == ["a hook failed: ZeroDivisionError('division by zero')"]
    assert seen == ["session_start claude", "query_start", "tool_use Bash {'command': 'ls'}", "query_end result None", "session_end None"]


def test_resume(x: Setting) -> None:
    x.script([text("a")])

    async def test() -> None:
        async with await x.start() as agent:
            await agent.query("one")
        assert agent.native_id is not None
        for name in (agent.native_id, f"claude:{agent.native_id}", f"heddle:{agent.store_id}"):
            async with await x.start(resume=name) as again:
                assert (again.native_id, again.store_id) == (agent.native_id, agent.store_id)
                await again.query("two")
        assert len([m for m in x.stored(agent.store_id) if m["type"] == "result"]) == 4
        async with await x.start(resume=f"heddle:{agent.store_id}", fork=True) as fork:
            assert agent.store_id not in (fork.native_id, fork.store_id)
        x.script(refuseResume=True)
        with pytest.raises(HeddleError) as error:
            await x.start(resume=agent.native_id)
        assert code_in(error) == "SESSION_NOT_FOUND"
        with pytest.raises(HeddleError) as error:
            await x.start(continue_=True)
        assert code_in(error) == "SESSION_NOT_FOUND"

    x.run(test)


def test_origin(x: Setting) -> None:
    x.script([text("a")])

    async def run(**options: Any) -> AgentSession:
        async with await x.start(**options) as agent:
            await agent.query("one")
        return agent

    async def test() -> None:
        first = await run()
        for origin in ("laptop", "laptop", None):
            assert (await run(resume=first.native_id, origin=origin)).store_id == first.store_id
        server = await run(resume=first.native_id, origin="server")
        assert server.store_id != first.store_id
        for origin, agent in (("laptop", first), ("server", server)):
            assert [s.session_id for s in x.client.store.list(origin=origin)] == [agent.store_id]
        with pytest.raises(HeddleError, match="an origin is text") as error:
            await x.start(origin="-")
        assert code_in(error) == "INVALID_ARGUMENT"

    x.run(test)


def test_starts_that_fail(x: Setting) -> None:
    async def test() -> None:
        with pytest.raises(HeddleError, match=r"unknown option 'query_strat': did you mean 'query_start'\?") as error:
            await x.start(hooks={"query_strat": print})
        assert error.value.hint.startswith("hooks takes session_start, ")
        with pytest.raises(HeddleError, match=r"heddle\.live_agents\(\) lists the agents") as error:
            await heddle.start_agent("clod", **x.all_options())
        assert code_in(error) == "AGENT_NOT_FOUND"
        for options, code, part in (
            ({"program": "no-such-agent"}, "UNSUPPORTED", "not installed"),
            ({"cwd": x.folder / "missing"}, "INVALID_ARGUMENT", "does not exist"),
            ({"timeout": -1}, "INVALID_ARGUMENT", "time limit"),
            ({"modell": "opus"}, "INVALID_ARGUMENT", "did you mean 'model'?"),
            ({"resume": "a", "continue_": True}, "INVALID_ARGUMENT", "exclude"),
            ({"resume": "codex:a"}, "INVALID_ARGUMENT", "not one of claude"),
            ({"resume": "heddle:a"}, "SESSION_NOT_FOUND", "a"),
        ):
            with pytest.raises(HeddleError, match=part.replace("?", r"\?")) as error:
                await x.start(**options)
            assert code_in(error) == code
        x.script(version="1.0.0 (Old)")
        other = x.folder / "old"
        shutil.copy2(x.program, other)
        with pytest.raises(HeddleError, match=r"1\.0\.0") as error:
            await x.start(program=str(other))
        assert code_in(error) == "UNSUPPORTED"

    x.run(test)


def test_names(x: Setting) -> None:
    async def test() -> None:
        async with await x.start(name="assistant") as agent:
            assert heddle.find_agent("assistant") is agent
            with pytest.raises(HeddleError) as error:
                await x.start(name="assistant")
            assert code_in(error) == "CONFLICT"
        with pytest.raises(HeddleError) as error:
            heddle.find_agent("assistant")
        assert code_in(error) == "BAD_REF"

    x.run(test)


def test_a_supervisor_resumes_what_failed(x: Setting) -> None:
    x.script([text("one")], [{"do": "exit", "n": 3}])
    reports: list[Any] = []

    async def test() -> None:
        async with heddle.Supervisor(min_delay=0.01, max_restarts=2, restarted=lambda *report: reports.append(report)) as agents:
            first = await agents.start("claude", name="assistant", **x.all_options())
            assert agents.names == ["assistant"]
            await first.query("a")
            assert (await first.query("b")).is_error
            await first.wait_ended()
            second = await agents.session("assistant")
            assert heddle.find_agent("assistant") is second is not first
            assert (second.native_id, second.store_id) == (first.native_id, first.store_id)
            assert (await second.query("c")).text == "one"
            x.script(refuseResume=True)
            await second.query("d")
            await second.wait_ended()
            with pytest.raises(HeddleError) as error:
                await agents.session("assistant")
            assert code_in(error) == "SESSION_NOT_FOUND"
            x.script([text("two")])
            other = await agents.start("claude", name="other", **x.all_options())
            await agents.stop("other")
            assert other.health == "stopped"
            with pytest.raises(HeddleError) as error:
                await agents.session("other")
            assert code_in(error) == "BAD_REF"
            await agents.start("claude", name="third", **x.all_options())
        assert agents.names == []

    x.run(test)
    assert reports[0][0] == "assistant"
    assert [failed and failed.code for _, _, failed in reports] == [None, "SESSION_NOT_FOUND"]


def test_collecting_messages(x: Setting) -> None:
    x.script([text("a"), text("b")])

    async def test() -> None:
        async with await x.start() as agent:
            events = agent.events()
            turn = await agent.query("go")
            await agent.query("go")
            assert await heddle.collect_messages(events) == turn.messages
            some = await heddle.collect_messages(events, lambda m: m["type"] == "assistant")
            assert [m["type"] for m in some] == ["user", "system", "assistant"]
        with pytest.raises(HeddleError) as error:
            await heddle.collect_messages(events, lambda m: False)
        assert code_in(error) == "COMPLETE"

    x.run(test)


def test_time_limits(x: Setting) -> None:
    x.script([text("a"), {"do": "hang"}], ignoreInterrupt=False)

    async def test() -> None:
        async with await x.start() as agent:
            turn = await agent.query("go", timeout=0.3)
            assert turn.is_error
            assert turn.result["errorType"] == "timeout"
        x.script(silent=True)
        with pytest.raises(HeddleError) as error:
            await x.start(start_timeout=0.5)
        assert code_in(error) == "TIMEOUT"

    x.run(test)


def test_a_long_line(x: Setting) -> None:
    size = 20_000_000
    x.script([{"do": "text", "text": "x" * size}])

    async def test() -> None:
        async with await x.start() as agent:
            assert len((await agent.query("go")).text) == size
        assert max(len(m["content"]) for m in x.stored(agent.store_id)) == size

    x.run(test)


def test_very_long_lines(x: Setting) -> None:
    """A line of 50 MB is a message; longer ones are skipped and reported; other sessions continue."""
    size = 50_000_000
    line = {
        "type": "assistant",
        "message": {"id": "long", "role": "assistant", "content": [{"type": "text", "text": "$FILL"}]},
        "session_id": "s",
        "uuid": "long",
    }
    x.script(*([{"do": "fill", "n": n, "text": json.dumps(line)}, text("after")] for n in (size, 129 << 20)))
    skipped = "a line of the agent is longer than 128 MiB; it was skipped"

    async def test() -> None:
        reports: list[HeddleError] = []
        decided = asyncio.Event()

        async def decide(_: Ask) -> bool:
            await decided.wait()
            return True

        async def watch(events: heddle.Subscription) -> None:
            async for event in events:
                if event.error is not None:
                    reports.append(event.error)

        async with await x.start() as agent:
            watching = asyncio.ensure_future(watch(agent.events()))
            x.script([text("before"), *ASK])
            async with await x.start(permission=decide) as other:
                waiting = asyncio.ensure_future(other.query("wait"))
                long = await agent.query("one")
                said, after = (m["content"] for m in long.messages if m["type"] == "assistant")
                assert len(json.dumps(said, ensure_ascii=False).encode()) >= size
                assert after == "after"
                assert (await agent.query("two")).text == "after"
                decided.set()
                turn = await waiting
                assert not turn.is_error
                assert "before" in [m.get("content") for m in turn.messages]
            assert x.client.store.message_count(agent.store_id or "") == 9
            assert (await agent.info()).recording
        await watching
        assert [(e.code, e.message) for e in reports] == [("LIMIT_EXCEEDED", skipped)]

    x.run(test)


def test_attachments(x: Setting) -> None:
    x.script([text("a")])
    granted = x.folder / "granted"
    granted.mkdir()
    (granted / "a.txt").write_text("hello")
    (granted / "link").symlink_to(x.folder / "script.json")

    async def test() -> None:
        async with await x.start(attachments=granted) as agent:
            await agent.query("see", attachments=["a.txt", heddle.PromptFile(data=b"\x89PNG", name="b.png")])
            for name in ("link", "../script.json"):
                with pytest.raises(HeddleError) as error:
                    await agent.query("see", attachments=[name])
                assert code_in(error) == "PERMISSION_DENIED"

    x.run(test)
    prompt = next(line for line in x.log() if '"type":"user"' in line)
    assert "hello" in prompt
    assert "iVBORw==" in prompt or "image/png" in prompt


def test_private_files(x: Setting) -> None:
    """What may be secret is in files that only this user can read, and that are gone after the end."""

    def private_files() -> list[str]:
        return [name for name in x.registered() if name.startswith("files-")]

    async def test() -> None:
        async with await x.start(system_prompt="Be brief.", settings={"a": 1}, mcp_servers={"s": {"command": "c"}}):
            assert len(private_files()) == 1
        assert private_files() == []

    x.run(test)
    want = ["[--system-prompt-file 600 Be brief.]", '[--mcp-config 600 {"mcpServers":{"s":{"command":"c"}}}]', '[--settings 600 {"a":1}]']
    assert x.log()[:3] == want


def test_processes(x: Setting) -> None:
    state = x.folder / "state"

    async def test() -> None:
        async with await x.start() as agent:
            (process,) = heddle.agent_processes(state)
            assert (process.runs, process.orphan, process.agent, process.session_id) == (True, False, "claude", agent.store_id)
            assert [process.owner_pid] == servers()
            assert heddle.reap_agents(state) == []
            assert agent.health == "ready"
        assert heddle.agent_processes(state) == []

    x.run(test)


SCRIPT = """
import asyncio, json, os, signal, sys
import heddle
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
options = json.loads(sys.argv[2])
options["client"] = heddle.open(options.pop("home"), store=options.pop("store"))
async def main():
    agent = await heddle.start_agent("claude", **options)
    if sys.argv[1] == "fork" and os.fork() == 0:
        import time
        time.sleep(600)
    if sys.argv[1] == "exit":
        await agent.set_model("m")
    try:
        print("ready", flush=True)
        if sys.argv[1] == "exit":
            os._exit(0)
        await agent.query("go")
    finally:
        if sys.argv[1] == "stop":
            await agent.stop()
def blocking():
    with heddle.run_agent("claude", **options) as agent:
        print("ready", flush=True)
        try:
            agent.query("go")
        except KeyboardInterrupt:
            print(agent.query("again").text)
            raise
if sys.argv[1] == "blocking":
    blocking()
else:
    asyncio.run(main())
"""


def start_script(x: Setting, way: str) -> subprocess.Popen[str]:
    """Starts a program that starts the agent and sends a prompt; returns it when the prompt has arrived."""
    options = {name: value if name == "env" else str(value) for name, value in x.all_options().items() if name != "client"}
    options |= {"home": str(x.folder / "home"), "store": str(x.folder / "heddle.db")}
    env = {**os.environ, "PYTHONPATH": str(Path(heddle.__file__).parents[1])}
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, way, json.dumps(options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    while len(x.log()) < 2:
        time.sleep(0.02)
    return child


@posix
@pytest.mark.parametrize("way", ["stop", "leave", "blocking"])
def test_ctrl_c_leaves_no_process(x: Setting, way: str) -> None:
    x.script([{"do": "hang"}], [text("fine")], ignoreTerm=way == "leave")
    child = start_script(x, way)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=SECONDS)
    assert "KeyboardInterrupt" in err
    assert child.returncode != 0
    assert out == ("fine\n" if way == "blocking" else "")
    until(lambda: not x.registered())


def until(met: Callable[[], Any]) -> None:
    """Waits for a condition."""
    end = time.monotonic() + SECONDS
    while not met():
        assert time.monotonic() < end
        time.sleep(0.01)


@posix
@pytest.mark.parametrize("way", ["stop", "exit", "fork"], ids=["killed", "exits", "killed, and a forked worker holds the pipe"])
def test_a_host_that_is_gone_loses_nothing_and_leaves_nothing(x: Setting, way: str) -> None:
    x.script([text("a"), {"do": "hang"}], ignoreEof=True, ignoreTerm=True, grandchild=True)
    child = start_script(x, way)
    if way != "exit":
        until(lambda: any(len(x.stored(s.session_id)) >= 3 for s in x.client.store.list()))
    worker = workers_of(child.pid) if way == "fork" else []
    if way != "exit":
        child.kill()
    child.wait()
    until(lambda: not x.registered())
    for pid in worker:
        os.kill(pid, signal.SIGKILL)
    child.communicate()
    if way == "exit":
        return
    (named,) = x.client.store.list()
    x.script([text("on")])

    async def test() -> None:
        async with await x.start(resume=f"heddle:{named.session_id}") as agent:
            assert (await agent.query("go on")).text == "on"

    x.run(test)
    kinds = [m["type"] for m in x.stored(named.session_id)]
    assert kinds[:3] == ["user", "system", "assistant"]
    assert kinds[-4:] == ["user", "system", "assistant", "result"]


def workers_of(pid: int) -> list[int]:
    """The forked workers of a program."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    found = [int(row[0]) for row in rows if row[1] == str(pid) and "live serve" not in row[2]]
    assert found
    return found


@linux
def test_a_forked_process_starts_a_program_of_its_own(x: Setting) -> None:
    x.script([text("a")])
    with heddle.run_agent("claude", **x.all_options()) as agent:
        own = servers()
        child = os.fork()
        if child == 0:
            try:
                assert servers() == []
                for use in (lambda: agent.query("no"), agent.stop):
                    with contextlib.suppress(HeddleError):
                        use()
                with heddle.run_agent("claude", **x.all_options()) as other:
                    assert other.query("go").text == "a"
                    assert servers() != own
                os._exit(0)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert agent.query("go").text == "a"
        assert servers() == own


@posix
def test_a_killed_heddle(x: Setting) -> None:
    """A running turn ends with INTERNAL, the next start begins another one, the session is resumable."""
    x.script([text("begun"), {"do": "hang"}])

    async def test() -> None:
        agent = await x.start()
        events = agent.events()
        turn = asyncio.ensure_future(agent.query("go"))
        streamed = asyncio.ensure_future(collect(agent.stream("later")))
        while (event := await events.next(SECONDS)).message is None or not event.whole or event.message.get("content") != "begun":
            pass
        until(lambda: any(m.get("content") == "begun" for m in x.stored(agent.store_id)))
        for pid in servers():
            os.kill(pid, signal.SIGKILL)
        ended = await turn
        assert ended.is_error
        assert ended.result["errorType"] == "INTERNAL"
        assert [m["errorType"] for m in await streamed] == ["INTERNAL"]
        await agent.wait_ended()
        assert (agent.health, agent.error and agent.error.code) == ("error", "INTERNAL")
        assert "resume" in (agent.error.hint if agent.error else "")
        for use in (agent.set_model("x"), agent.query("x"), collect(events)):
            with pytest.raises(HeddleError) as error:
                await use
            assert code_in(error) == "INTERNAL"
        await agent.stop()
        x.script([text("resumed")])
        async with await x.start(resume=agent.native_id) as again:
            assert again.store_id == agent.store_id
            assert (await again.query("go on")).text == "resumed"

    x.run(test)


async def collect(values: AsyncIterable[Any]) -> list[Any]:
    return [value async for value in values]


VERSION = (ROOT / "version.txt").read_text().strip()
RIGHT_VERSION = rf"heddle-sessions\[live\]=={VERSION}"


def answering(**message: Any) -> str:
    """A program that answers initialize, and says nothing more."""
    return "#!/bin/sh\nread line\necho '" + json.dumps({"jsonrpc": "2.0", "id": 1, **message}) + "'\ncat >/dev/null\n"


@posix
@pytest.mark.parametrize(
    ("script", "mode", "code", "part"),
    [
        (None, 0, "UNSUPPORTED", r"is not a program.*heddle-sessions\[live\]"),
        ("#!/bin/sh\necho hello; cat >/dev/null\n", 0o755, "INTERNAL", "hello"),
        ("#!/bin/sh\nprintf '{\"jsonrpc\"'\n", 0o755, "INTERNAL", "status 0"),
        ("#!/bin/sh\nexit 3\n", 0o755, "INTERNAL", "status 3"),
        ("#!/bin/sh\nexit 3\n", 0o644, "UNSUPPORTED", "is not a program"),
        ("#!/no/such/interpreter\n", 0o755, "UNSUPPORTED", "cannot be started"),
        ("\x00\x01", 0o755, "UNSUPPORTED", "cannot be started"),
        (
            answering(error={"code": -32000, "message": "protocol 7", "data": {"code": "UNSUPPORTED", "protocol": 7}}),
            0o755,
            "UNSUPPORTED",
            "protocol 7; .*" + RIGHT_VERSION,
        ),
        (answering(result={"protocol": 1, "version": "9.9.9", "pid": 1}), 0o755, "UNSUPPORTED", rf"heddle 9\.9\.9.* {VERSION}; .*" + RIGHT_VERSION),
        ("#!/bin/sh\ncat >/dev/null\n", 0o755, "TIMEOUT", "does not answer"),
    ],
    ids=[
        "none",
        "garbage",
        "half a line",
        "ends",
        "not executable",
        "no interpreter",
        "no program at all",
        "another protocol",
        "another version",
        "silent",
    ],
)
def test_wrong_programs(x: Setting, script: str | None, mode: int, code: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if code == "TIMEOUT":
        monkeypatch.setattr("heddle._live.connection._START_SECONDS", 0.2)
    program = x.folder / "wrong"
    if script is not None:
        program.write_text(script)
        program.chmod(mode)
    x.script([text("a")])

    async def test() -> None:
        with pytest.raises(HeddleError, match=part) as error:
            await x.start(heddle_program=program)
        assert code_in(error) == code
        async with await x.start(heddle_program=os.environ["HEDDLE_PROGRAM"]) as agent:
            assert (await agent.query("go")).text == "a"

    x.run(test)


@linux
def test_a_program_that_does_not_read_its_input(x: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written to it fails, and the pipe is closed all the same."""
    program, deaf, go = x.folder / "wrong", x.folder / "deaf", x.folder / "go"
    os.mkfifo(deaf)
    os.mkfifo(go)
    program.write_text(f"#!/bin/sh\nexec 0<&-\n: >{deaf}\nread line <{go}\nexit 3\n")
    program.chmod(0o755)
    started, write = subprocess.Popen, Connection._write
    inputs: list[Any] = []

    def start_deaf(*args: Any, **options: Any) -> Any:
        child = started(*args, **options)
        inputs.append(child.stdin)
        deaf.read_bytes()  # waits until it has closed its input
        return child

    def write_then_end(self: Connection) -> None:
        write(self)
        go.write_bytes(b"")
        written.set()

    written = threading.Event()
    monkeypatch.setattr(subprocess, "Popen", start_deaf)
    monkeypatch.setattr(Connection, "_write", write_then_end)

    async def test() -> None:
        with pytest.raises(HeddleError, match="status 3"):
            await x.start(heddle_program=program)

    x.run(test)
    assert written.wait(SECONDS)
    assert [stream.closed for stream in inputs] == [True]


def test_where_the_program_is(x: Setting, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = x.program.with_name(program_module.FILE)
    assert program_module.find_program(None) == str(program)
    monkeypatch.delenv("HEDDLE_PROGRAM")
    monkeypatch.setattr(program_module, "_packaged_program", lambda: None)
    monkeypatch.setenv("PATH", os.pathsep.join([".", str(tmp_path), str(program.parent)]))
    assert program_module.find_program(None) == str(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HeddleError) as error:
        program_module.find_program(None)
    assert (code_in(error), error.value.hint) == ("UNSUPPORTED", "install it: pip install heddle-sessions[live]")


def test_two_event_loops_and_threads_share_a_program(x: Setting) -> None:
    x.script([text("You said $PROMPT")])
    said: list[str] = []
    pids: set[int] = set()

    def run(number: int) -> None:
        async def main() -> None:
            async with await x.start() as agent:
                said.append((await agent.query(f"{number}")).text)
                pids.update(servers())

        asyncio.run(main())

    def run_blocking(number: int) -> None:
        with heddle.run_agent("claude", **x.all_options()) as agent:
            said.append(agent.query(f"{number}").text)
            pids.update(servers())

    threads = [threading.Thread(target=run_blocking if i % 2 else run, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert sorted(said) == [f"You said {i}" for i in range(6)]
    assert len(pids) == 1


def test_a_request_that_is_too_long_is_refused_here(x: Setting) -> None:
    x.script([text("a")])

    async def test() -> None:
        async with await x.start() as agent:
            with pytest.raises(HeddleError, match="longer than 128 MiB") as error:
                await agent.query("x" * (129 << 20))
            assert code_in(error) == "LIMIT_EXCEEDED"
            assert (await agent.query("go")).text == "a"

    x.run(test)


def test_blocking_sessions(x: Setting) -> None:
    x.script(ASK)
    asked = []

    def decide(ask: Ask) -> bool:
        asked.append((threading.current_thread().name, agent.info().pending_permissions))
        return True

    threads = set(threading.enumerate())
    with heddle.run_agent("claude", permission=decide, **x.all_options()) as agent, agent.events() as events:
        assert agent.health == "ready"
        assert agent.query("one").text == "ok"
        kinds = [m["type"] for m in agent.stream("two")]
        assert kinds[-1] == "result"
        agent.set_model("other")
        assert agent.info().model == "other"
        for _ in agent.stream("three"):
            break
        assert next(iter(events)).kind == "state"
        with pytest.raises(HeddleError) as error:
            agent.rewind_files("nothing")
        assert code_in(error) in ("UNSUPPORTED", "INVALID_ARGUMENT", "IO_ERROR")
        info = agent.info()
    assert asked[0][1] == 1
    assert agent.info().health == "stopped"
    assert agent.info().native_id == info.native_id
    with pytest.raises(HeddleError) as error:
        agent.query("more")
    assert code_in(error) == "COMPLETE"
    agent.stop()
    assert not [t for t in set(threading.enumerate()) - threads if t.name == "heddle-live"]


@pytest.mark.parametrize(
    "option",
    [
        {"thinking": "low"},
        {"output_schema": {"type": "object"}},
        {"max_turns": 1},
        {"max_tokens": 1},
        {"max_budget_usd": "1"},
        {"system_prompt": "x"},
        {"allowed_tools": ("x",)},
        {"disallowed_tools": ["x"]},
        {"subagent": "x"},
    ],
)
def test_options_that_the_agent_takes_only_for_a_session(x: Setting, option: dict[str, Any]) -> None:
    x.script([text("You said $PROMPT")])

    async def test() -> None:
        async with await x.start() as session:
            with pytest.raises(heddle.HeddleError) as refused:
                await session.query("A", model="other", permission_mode="plan", **option)
            assert refused.value.code == "UNSUPPORTED"
            info = await session.info()
            assert (info.model, info.permission_mode) != ("other", "plan")
            assert not any('"set_model"' in line or '"set_permission_mode"' in line for line in x.log())
            assert (await session.query("B")).text == "You said B"

    x.run(test)


def test_every_option_of_the_request_can_be_given() -> None:
    own = {"session", "environment", "home", "store", "prices", "agent", "can_answer"}  # the client's
    names = {f.name.removesuffix("_ms") for f in fields(LiveStart)} - own
    assert names <= set(heddle.AgentOptions.__annotations__)
