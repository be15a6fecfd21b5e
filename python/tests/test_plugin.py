"""heddle-plugin.wasm in Extism's Python host, which knows nothing of Heddle."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import run_vectors

extism = pytest.importorskip("extism")

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "build" / "heddle-plugin.wasm"
HOME = ROOT / "testdata" / "agents" / "claude"

pytestmark = pytest.mark.skipif(not MODULE.exists(), reason="make plugins builds the module")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the claude home with the times that its files had."""
    copy = tmp_path_factory.mktemp("claude") / "home"
    shutil.copytree(HOME / "home", copy, symlinks=True)
    for name, at in json.loads((HOME / "mtimes.json").read_bytes()).items():
        os.utime(copy / name, ns=(at * 1_000_000, at * 1_000_000))
    return copy


@pytest.fixture(scope="module")
def plugin(home: Path) -> Any:
    """The plug-in with the home as its only folder."""
    return extism.Plugin({"wasm": [{"path": str(MODULE)}], "allowed_paths": {str(home): "/home"}}, wasi=True)


def answer(plugin: Any, export: str, request: bytes) -> bytes:
    """The header of a response, a newline, and its body: empty for an error."""
    try:
        body = bytes(plugin.call(export, request))
    except extism.Error:
        body = b""
    return bytes(plugin.call("notes", b"")) + b"\n" + body


def test_vectors(plugin: Any) -> None:
    """Every golden answer of the claude home."""
    ran = 0
    for case in run_vectors.load(ROOT / "testdata" / "vectors"):
        export = case.op.replace(".", "_")
        if case.home == "claude" and plugin.function_exists(export):
            got = answer(plugin, export, case.request)
            assert got == case.response, f"{case.id} {run_vectors.difference(case.response, got)}"
            ran += 1
    assert ran > 50


def test_errors(plugin: Any) -> None:
    """An error is the JSON of a fault, and the next call works."""
    for request, code in ((b'{"unifiedId":"claude:none"}', "SESSION_NOT_FOUND"), (b"{", "INVALID_ARGUMENT"), (b'{"no":1}', "INVALID_ARGUMENT")):
        with pytest.raises(extism.Error) as caught:
            plugin.call("sessions_get", request)
        assert json.loads(str(caught.value))["code"] == code
    assert json.loads(bytes(plugin.call("version", b"")))["abi"] == 1


def test_sqlite_is_unsupported() -> None:
    """Agents with databases say that they need a host."""
    folder = ROOT / "testdata" / "agents" / "opencode" / "home"
    plugin = extism.Plugin({"wasm": [{"path": str(MODULE)}], "allowed_paths": {str(folder): "/home"}}, wasi=True)
    with pytest.raises(extism.Error) as caught:
        plugin.call("sessions_list", b'{"agent":"opencode"}')
    assert json.loads(str(caught.value))["code"] == "UNSUPPORTED"


def test_example(home: Path) -> None:
    """The ten lines of the example."""
    example = ROOT / "examples" / "hosts" / "extism-python" / "sessions.py"
    run = subprocess.run([sys.executable, str(example), str(MODULE), str(home / ".claude"), "hello"], capture_output=True, text=True, check=True)
    assert "sessions_list claude:6cb0dd90-7a16-47c0-88bc-417625d288a3 Say hello." in run.stdout
    assert "sessions_search claude:" in run.stdout


def test_cut_off(home: Path) -> None:
    """A call that reaches the limit of memory ends the instance, and later calls in it say so."""
    text = json.dumps({"text": json.dumps({"type": "result", "result": "a" * 15_000_000})}).encode()
    limited = {"wasm": [{"path": str(MODULE)}], "allowed_paths": {str(home): "/home"}, "memory": {"max_pages": 700}}
    plugin = extism.Plugin(limited, wasi=True)
    with pytest.raises(extism.Error):
        plugin.call("messages_normalizeText", text)
    with pytest.raises(extism.Error) as caught:
        plugin.call("version", b"")
    assert json.loads(str(caught.value))["code"] == "INTERNAL"
    assert "new instance" in json.loads(str(caught.value))["hint"]


def test_words_of_time(tmp_path: Path) -> None:
    """testdata/words.json, which the tests of all hosts play."""
    words = json.loads((ROOT / "testdata/words.json").read_text())
    folder = tmp_path / ".claude/projects/-w"
    folder.mkdir(parents=True)
    for session in words["sessions"]:
        line = {"type": "user", "sessionId": session["id"], "version": "2.1.330", "cwd": "/w", "message": {"role": "user", "content": "hello"}}
        lines = [json.dumps({**line, "uuid": f"u{i}", "timestamp": at}) + "\n" for i, at in enumerate(session["times"])]
        (folder / f"{session['id']}.jsonl").write_text("".join(lines))
    plugin = extism.Plugin({"wasm": [{"path": str(MODULE)}], "allowed_paths": {str(tmp_path): "/home"}}, wasi=True)
    for bound in words["bounds"]:
        names = bound["names"].get("libraries", "")
        head, body = answer(plugin, "sessions_list", json.dumps({bound["libraries"]: words["from"]}).encode()).split(b"\n", 1)
        assert sorted(s["sessionId"][:2] for s in json.loads(body)) == bound["listed"]
        assert names in head.decode() if names else b"diagnostics" not in head
        for row in words["values"]:
            value = row["value"] * row["times"] if "times" in row else row["value"]
            head = answer(plugin, "sessions_list", json.dumps({bound["libraries"]: value}).encode()).split(b"\n", 1)[0]
            error = json.loads(head).get("error")
            assert (error is None) == row["libraries"], head[:300]
            assert error is None or error["code"] == "INVALID_ARGUMENT", head[:300]
