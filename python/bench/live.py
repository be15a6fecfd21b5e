"""Measures live sessions of the Python package: does the job of its argument, JSON, and prints a report.

live.py '{"agent": …, "folder": …, "sessions": 1, "turns": 1}'; see bindings/internal/bindingstest/cmd/bench.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
STARTS_AT_ONCE = 16
QUEUE_EVENTS = 1 << 16
"""More than any turn has, so that a slow consumer loses nothing."""
STAMP = re.compile(r'"(\d{19})"')
TEXT_STAMP = re.compile(r"\d{19}")


@dataclass
class Report:
    """What a job did."""

    delays: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    events: int = 0
    whole: int = 0
    warm: int = 0
    cpuUs: float = 0  # noqa: N815
    reports: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)


def since(stamp: str) -> float:
    """Microseconds since a time in nanoseconds since the epoch."""
    return (time.time_ns() - int(stamp)) / 1000


class Runner:
    """Runs the sessions of a job in one store."""

    def __init__(self, job: dict[str, Any]) -> None:
        """Takes a job."""
        self.job, self.report = job, Report()

    async def run(self) -> None:
        """Does the job."""
        import stage

        if stage.main() != 0:
            raise SystemExit(1)
        import heddle

        job, folder = self.job, self.job["folder"]
        gate = asyncio.Semaphore(STARTS_AT_ONCE)

        async def start() -> Any:
            async with gate:
                return await heddle.start_agent(
                    "claude",
                    program=job["agent"],
                    cwd=folder + "/work",
                    env={"HEDDLE_SCRIPT": folder + "/script.json"},
                    state_folder=folder + "/state",
                    queue_events=QUEUE_EVENTS,
                )

        for _ in range(job["starts"]):
            began = time.perf_counter()
            agent = await start()
            self.report.starts.append((time.perf_counter() - began) * 1000)
            await agent.stop()
        agents = await asyncio.gather(*(start() for _ in range(job["sessions"])))
        watching = [asyncio.create_task(self.watch(agent.events())) for agent in agents] if job["watch"] else []
        await asyncio.gather(*(self.run_turns(agent, job["warm"]) for agent in agents))
        self.report = Report(warm=self.report.whole, starts=self.report.starts)
        used = time.process_time()
        await asyncio.gather(*(self.run_turns(agent, job["turns"]) for agent in agents))
        self.report.cpuUs = (time.process_time() - used) * 1e6
        await asyncio.gather(*(agent.stop() for agent in agents))
        await asyncio.gather(*watching)

    async def watch(self, events: Any) -> None:
        """Keeps the diagnostics of a session."""
        async for event in events:
            if event.kind == "diagnostic":
                self.report.reports.append(f"{event.error.code}: {event.error.message}")

    async def run_turns(self, agent: Any, turns: int) -> None:
        """Runs turns of a session."""
        for _ in range(turns):
            await (self.collect_turn(agent) if self.job["collect"] else self.stream_turn(agent))

    async def collect_turn(self, agent: Any) -> None:
        """Has a turn with all its messages at its end."""
        turn = await agent.query("go")
        self.report.events += len(turn.messages)
        self.report.whole += len(turn.messages)

    async def stream_turn(self, agent: Any) -> None:
        """Has a turn with its messages as they come."""
        report, stamp = self.report, None
        async for message in agent.stream("go", deltas=True):
            report.events += 1
            if message.get("delta"):
                continue
            report.whole += 1
            if message["type"] == "assistant" and TEXT_STAMP.fullmatch(message["content"]):
                stamp = message["content"]
                report.delays.append(since(stamp))
        if stamp is not None:
            report.results.append(since(stamp))


def read_lines(job: dict[str, Any]) -> Report:
    """The bare reader: it reads what the agent prints, line by line."""
    report, used, folder = Report(), 0.0, job["folder"]
    env = {**os.environ, "HEDDLE_SCRIPT": folder + "/script.json"}
    message = {"role": "user", "content": [{"type": "text", "text": "go"}]}
    prompt = json.dumps({"type": "user", "message": message, "uuid": "11111111-1111-4111-8111-111111111111"}).encode() + b"\n"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([job["agent"], "-p"], cwd=folder + "/work", env=env, **pipes) as agent:  # noqa: S603
        assert agent.stdin is not None
        assert agent.stdout is not None
        for turn in range(job["warm"] + job["turns"]):
            if turn == job["warm"]:
                report, used = Report(), time.process_time()
            agent.stdin.write(prompt)
            agent.stdin.flush()
            read_turn(agent.stdout, report)
        report.cpuUs = (time.process_time() - used) * 1e6
        agent.stdin.close()
    return report


def read_turn(lines: Any, report: Report) -> None:
    """Reads the lines of a turn."""
    stamp = None
    for data in lines:
        report.events += 1
        line = data.decode()
        if '"type":"assistant"' in line:
            report.whole += 1
            found = STAMP.search(line)
            if found:
                stamp = found[1]
                report.delays.append(since(stamp))
        elif '"type":"result"' in line:
            if stamp is not None:
                report.results.append(since(stamp))
            return
    raise EOFError("the agent ended")


def main() -> int:
    """Does the job."""
    sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]
    job = json.loads(sys.argv[1])
    if job["bare"]:
        report = read_lines(job)
    else:
        runner = Runner(job)
        asyncio.run(runner.run())
        report = runner.report
    print(json.dumps(asdict(report)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
