"""The samples of README.md and the examples run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import AGENTS, ROOT

HOME = AGENTS / "claude" / "home"
SAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "python" / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def _run(*args: str) -> str:
    env = {k: v for k, v in os.environ.items() if k not in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME")}
    env.update(HOME=str(HOME), USERPROFILE=str(HOME), PYTHONPATH=str(ROOT / "python" / "src"), PYTHONIOENCODING="utf-8")
    env.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    done = subprocess.run([sys.executable, *args], env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.split("\n")[2][:40])
def test_samples(sample: str) -> None:
    assert _run("-c", sample)


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 4


def test_list_sessions() -> None:
    lines = _run(str(ROOT / "python/examples/list_sessions.py"), str(HOME)).splitlines()
    assert len(lines) > 5
    assert all(" claude " in line for line in lines)


def test_tools_used() -> None:
    lines = _run(str(ROOT / "python/examples/tools_used.py"), "claude", str(HOME)).splitlines()
    assert all(re.fullmatch(r" *\d+ \w+", line) for line in lines)
    assert lines


def test_export_all(tmp_path: Path) -> None:
    _run(str(ROOT / "python/examples/export_all.py"), str(tmp_path / "out"), str(HOME))
    assert len(list((tmp_path / "out").glob("claude-*.md"))) > 5
