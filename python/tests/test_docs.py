"""The samples of README.md, docs/ and the examples run unchanged. Text below a sample is what it prints."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import AGENTS, ROOT

import heddle
from heddle._types import OPS

HOME = AGENTS / "claude" / "home"
# A sample, and the text below it, which other languages may share.
SAMPLE = re.compile(r"```python\n(.*?)```(?:(?=(?:\n\n```(?:go|js|python)\n(?:(?!```).)*```)*\n\n```text\n(.*?)```)|)", re.DOTALL)
SAMPLES = [
    sample
    for name in ("README.md", "python/README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md"))))
    for sample in SAMPLE.findall((ROOT / name).read_text(encoding="utf-8"))
]


def _run(*args: str, cwd: Path | None = None, home: Path = HOME) -> str:
    env = {k: v for k, v in os.environ.items() if k not in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME")}
    env.update(HOME=str(home), USERPROFILE=str(home), PYTHONPATH=str(ROOT / "python" / "src"), PYTHONIOENCODING="utf-8")
    if (home / "bin").is_dir():
        env.update(PATH=f"{home / 'bin'}{os.pathsep}{env['PATH']}", HEDDLE_SCRIPT=str(home / "bin" / "script.json"))
    env.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    done = subprocess.run([sys.executable, *args], env=env, cwd=cwd, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def install_agent(folder: Path, programs: Path) -> None:
    """Installs the scripted agent as claude."""
    folder.mkdir()
    shutil.copy2(programs / "scriptedagent", folder / "claude")
    script = {"log": str(folder / "log"), "version": "2.1.300 (Scripted)", "turns": [[{"do": "text", "text": "You said $PROMPT"}]]}
    (folder / "script.json").write_text(json.dumps(script))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Path:
    """A home whose newest session is one of Cursor's, which says neither its model nor its cost."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("claude", "cursor-cli-handmade"):
        shutil.copytree(AGENTS / name / "home", folder, dirs_exist_ok=True)
    install_agent(folder / "bin", programs)
    for file in (folder / ".cursor").rglob("*"):
        os.utime(file)
    with heddle.open(folder) as h:
        (newest,) = h.sessions.list(limit=1)
        assert (newest.agent, newest.cost) == ("cursor", None)
    return folder


@pytest.mark.parametrize(("sample", "shown"), SAMPLES, ids=[s.split("\n")[2][:40] for s, _ in SAMPLES])
def test_samples(sample: str, shown: str, home: Path, tmp_path: Path) -> None:
    own = shutil.copytree(home, tmp_path / "home")
    (tmp_path / "work").mkdir()
    printed = _run("-c", sample.replace("/home/me", str(own)), cwd=tmp_path / "work", home=own)
    assert printed
    assert printed == (shown or printed)


def test_samples_pass_strict_type_checks(tmp_path: Path) -> None:
    for i, (sample, _) in enumerate(SAMPLES):
        (tmp_path / f"sample{i}.py").write_text(sample, encoding="utf-8")
    config = ["--strict", "--python-version", "3.10", "--cache-dir", str(tmp_path / "cache")]
    env = {**os.environ, "MYPYPATH": str(ROOT / "python" / "src")}
    files = sorted(str(p) for p in tmp_path.glob("*.py"))
    done = subprocess.run([sys.executable, "-m", "mypy", *config, *files], env=env, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 8


OPERATIONS = re.findall(r"^## (\S+)\n.*?```json\n(.*?)\n```", (ROOT / "docs" / "operations.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("op", "request_text"), [o for o in OPERATIONS if o[0] in OPS], ids=lambda v: v.split("\n")[0][:30])
def test_example_requests_of_the_reference(op: str, request_text: str, tmp_path: Path) -> None:
    with heddle.open(HOME, store=tmp_path / "heddle.db") as h:
        header = json.loads(h.call(op, request_text.encode()).header)
    assert header.get("error", {}).get("code") in (None, "SESSION_NOT_FOUND", "THREAD_NOT_FOUND")


def test_every_operation_has_an_example() -> None:
    assert {o for o, _ in OPERATIONS} >= set(OPS)


def test_list_sessions() -> None:
    lines = _run(str(ROOT / "python/examples/list_sessions.py"), str(HOME)).splitlines()
    assert len(lines) > 5
    assert all(" claude " in line for line in lines)


def test_tools_used() -> None:
    lines = _run(str(ROOT / "python/examples/tools_used.py"), "claude", str(HOME)).splitlines()
    assert all(re.fullmatch(r" *\d+ \w+", line) for line in lines)
    assert lines


def test_search() -> None:
    lines = _run(str(ROOT / "python/examples/search.py"), "parser", str(HOME)).splitlines()
    assert lines[0].startswith("1.00  claude:")
    assert any(re.fullmatch(r" +content: .*\[parser\].*", line) for line in lines)


def test_costs() -> None:
    lines = _run(str(ROOT / "python/examples/costs.py"), "agent", str(HOME)).splitlines()
    assert re.fullmatch(r" *\d+\.\d\d {2}claude", lines[0])
    assert re.search(r"USD for \d+ sessions, at the prices of \d{4}-", lines[-1])


def test_export_all(tmp_path: Path) -> None:
    _run(str(ROOT / "python/examples/export_all.py"), str(tmp_path / "out"), str(HOME))
    assert len(list((tmp_path / "out").glob("claude-*.md"))) > 5


def test_branch() -> None:
    lines = _run(str(ROOT / "python/examples/branch.py")).splitlines()
    assert lines[0] == "tests first? 1 of 2 messages are shown"
    assert any(line.startswith("+") and "many(plus" in line for line in lines)
    assert lines[-1] == "problems: []"
