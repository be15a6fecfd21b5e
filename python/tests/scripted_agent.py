"""A coding agent for tests: it speaks Claude Code's control protocol and does what a script says.

The environment variable HEDDLE_SCRIPT names the script, a JSON file. The log has
the lines of standard input as they came, and lines in brackets for everything
else: [eof], [terminated], and for each private file that the arguments name
[FLAG MODE CONTENT].
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

SESSION = "none"


class Agent:
    def __init__(self, script: dict[str, Any], args: list[str]) -> None:
        self.script, self.args = script, args
        self.out = os.fdopen(os.dup(1), "wb")
        self.log = os.open(script["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.lock = threading.Lock()
        self.numbers = 0
        self.prompts: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        self.stop = threading.Event()
        self.answers: dict[str, queue.Queue[Any]] = {}
        self.session = self.option("--session-id") or self.option("--resume") or "none"
        self.turns = 0
        self.said = ""

    def option(self, name: str) -> str | None:
        return self.args[self.args.index(name) + 1] if name in self.args else None

    def next(self, kind: str) -> str:
        with self.lock:
            self.numbers += 1
            return f"{kind}_{self.numbers}"

    def print(self, data: bytes) -> None:
        with self.lock:
            self.out.write(data)
            self.out.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.print(json.dumps(message).encode() + b"\n")

    def note(self, text: str) -> None:
        os.write(self.log, f"[{text}]\n".encode())

    def on_term(self, *_: object) -> None:
        self.note("terminated")
        if not self.script.get("ignoreTerm"):
            os._exit(143)

    def note_files(self) -> None:
        for flag in ("--system-prompt-file", "--mcp-config", "--settings"):
            if name := self.option(flag):
                path = Path(name)
                self.note(f"{flag} {path.stat().st_mode & 0o777:o} {path.read_text()}")

    def run(self) -> None:
        self.note_files()
        signal.signal(signal.SIGTERM, self.on_term)
        if self.script.get("grandchild"):
            subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"])
        worker = threading.Thread(target=self.work)
        worker.start()
        for line in sys.stdin.buffer:
            os.write(self.log, line)
            if not self.script.get("silent"):
                self.receive(json.loads(line))
        self.note("eof")
        while self.script.get("ignoreEof"):
            time.sleep(0.1)
        self.prompts.put(None)
        worker.join()

    def receive(self, m: dict[str, Any]) -> None:
        if m["type"] == "control_request":
            self.control(m["request_id"], m["request"])
        elif m["type"] == "control_response":
            self.answers[m["response"]["request_id"]].put(m["response"]["response"])
        elif m["type"] == "user":
            self.prompts.put((m["uuid"], m["message"]["content"]))

    def control(self, name: str, request: dict[str, Any]) -> None:
        kind = request["subtype"]
        if kind == "interrupt" and self.script.get("ignoreInterrupt"):
            return
        answer: dict[str, Any] = {}
        if kind == "initialize":
            answer = {"commands": [], "models": [], "account": {}}
        elif kind == "mcp_status":
            answer = {"mcpServers": []}
        self.send({"type": "control_response", "response": {"subtype": "success", "request_id": name, "response": answer}})
        if kind == "interrupt":
            self.stop.set()

    def work(self) -> None:
        while (prompt := self.prompts.get()) is not None:
            self.turn(*prompt)

    def turn(self, uuid: str, content: Any) -> None:
        for state in ("queued", "started"):
            lifecycle = {"type": "command_lifecycle", "command_uuid": uuid, "state": state}
            self.send({**lifecycle, "uuid": self.next("lifecycle"), "session_id": self.session})
        init = {"type": "system", "subtype": "init", "cwd": self.script["cwd"], "session_id": self.session, "tools": ["Bash"]}
        self.send({**init, "model": "claude-test-1", "permissionMode": "default", "claude_code_version": "2.1.300", "uuid": self.next("init")})
        message = {"role": "user", "content": content}
        self.send({"type": "user", "message": message, "session_id": self.session, "parent_tool_use_id": None, "uuid": uuid, "isReplay": True})
        text = "".join(block.get("text", "") for block in content)
        turns = self.script.get("turns") or [[]]
        steps = turns[min(self.turns, len(turns) - 1)]
        self.turns += 1
        self.stop.clear()
        for step in steps:
            if not self.do(step, text):
                self.result(interrupted=True)
                return
        self.result(interrupted=False)

    def do(self, step: dict[str, Any], prompt: str) -> bool:
        kind, text, n = step["do"], step.get("text", ""), step.get("n", 0)
        if kind == "text":
            self.text(text.replace("$PROMPT", prompt))
        elif kind == "ask":
            self.ask(step["tool"], step.get("input", {}))
        elif kind == "hang":
            self.stop.wait()
            return False
        elif kind == "flood":
            for left in range(n, 0, -(8 << 10)):
                self.text("x" * min(left, 8 << 10))
        elif kind == "events":
            for i in range(n):
                self.text(f"{text}{i}")
        elif kind == "stderr":
            os.write(2, b"e" * n + text.encode())
        elif kind == "raw":
            self.print(text.encode() + b"\n")
        elif kind == "half":
            self.print(text.encode())
        elif kind == "exit":
            os._exit(n)
        return True

    def message(self, block: dict[str, Any], delta: dict[str, Any] | None = None) -> None:
        name = self.next("msg")
        base = {"session_id": self.session, "parent_tool_use_id": None}
        head = {"id": name, "type": "message", "role": "assistant", "model": "claude-test-1"}
        if delta:
            for event in (
                {"type": "message_start", "message": {**head, "content": []}},
                {"type": "content_block_start", "index": 0, "content_block": {"type": block["type"], "text": ""}},
                {"type": "content_block_delta", "index": 0, "delta": delta},
            ):
                self.send({"type": "stream_event", "event": event, "uuid": self.next("stream"), **base})
        whole = {**head, "content": [block], "stop_reason": None, "usage": {"input_tokens": 10, "output_tokens": 2}}
        self.send({"type": "assistant", "message": whole, "uuid": self.next("assistant"), **base})

    def text(self, text: str) -> None:
        self.said = text
        self.message({"type": "text", "text": text}, {"type": "text_delta", "text": text})

    def ask(self, tool: str, given: Any) -> None:
        call, name = self.next("toolu"), self.next("ask")
        self.message({"type": "tool_use", "id": call, "name": tool, "input": given})
        answer = self.answers[name] = queue.Queue()
        rules = {"type": "addRules", "behavior": "allow", "destination": "session", "rules": [{"toolName": tool}]}
        request = {"subtype": "can_use_tool", "tool_name": tool, "input": given, "tool_use_id": call, "permission_suggestions": [rules]}
        self.send({"type": "control_request", "request_id": name, "request": request})
        decision = answer.get()
        allowed = decision["behavior"] == "allow"
        said = f"ran with {json.dumps(decision.get('updatedInput'))}" if allowed else decision.get("message")
        block = {"type": "tool_result", "tool_use_id": call, "content": said, "is_error": not allowed}
        message = {"role": "user", "content": [block]}
        self.send({"type": "user", "message": message, "parent_tool_use_id": None, "session_id": self.session, "uuid": self.next("user")})

    def result(self, *, interrupted: bool) -> None:
        m = {"type": "result", "subtype": "success", "is_error": False, "duration_ms": 5, "duration_api_ms": 3, "num_turns": 1, "result": self.said}
        m |= {"stop_reason": "end_turn", "session_id": self.session, "total_cost_usd": 0.001, "uuid": self.next("result")}
        m["usage"] = {"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 2}
        if interrupted:
            m |= {"subtype": "error_during_execution", "is_error": True}
            del m["result"]
        self.send(m)


def main() -> None:
    script = json.loads(Path(os.environ["HEDDLE_SCRIPT"]).read_bytes())
    if "--version" in sys.argv:
        print(script.get("version", "2.1.300 (Scripted)"))
        return
    if script.get("refuseResume") and "--resume" in sys.argv:
        print(f"No conversation found with session ID: {sys.argv[sys.argv.index('--resume') + 1]}", file=sys.stderr)
        sys.exit(1)
    Agent(script, sys.argv[1:]).run()


if __name__ == "__main__":
    main()
