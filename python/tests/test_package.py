"""What users get: the wheel and the source distribution, installed into an empty environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import AGENTS, ROOT

PROGRAM = """
import sys, heddle
from importlib.metadata import packages_distributions, version
assert version("heddle-sessions") == heddle.__version__, version("heddle-sessions")
assert packages_distributions()["heddle"] == ["heddle-sessions"]
with heddle.open(sys.argv[1]) as h:
    assert h.version().version == heddle.__version__
    for s in h.sessions.list("claude", limit=100000):
        print(s.unified_id)
print(heddle.__file__, file=sys.stderr)
"""


def _run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run([str(a) for a in args], cwd=cwd, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, and the wheel built from it alone."""
    out = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT / "python")
    return out


def test_contents(built: Path) -> None:
    version = (ROOT / "version.txt").read_text().strip()
    wheel = built / f"heddle_sessions-{version}-py3-none-any.whl"
    assert {p.name for p in built.iterdir()} == {wheel.name, f"heddle_sessions-{version}.tar.gz"}
    with zipfile.ZipFile(wheel) as z:
        names = set(z.namelist())
        assert z.read("heddle/core.wasm") == (ROOT / "build" / "core.wasm").read_bytes()
        metadata = z.read(f"heddle_sessions-{version}.dist-info/METADATA").decode()
    sources = ROOT / "python" / "src"
    package = {p.relative_to(sources).as_posix() for p in sources.rglob("*.*") if p.is_file() and p.suffix != ".pyc"}
    assert {n for n in names if not n.startswith("heddle_sessions-")} == package
    assert {"heddle/py.typed", "heddle/places.json", "heddle/version.txt"} <= names
    assert f"heddle_sessions-{version}.dist-info/licenses/LICENSE" in names
    assert "\nName: heddle-sessions\n" in metadata
    assert "Requires-Dist: wasmtime" in metadata
    assert "Requires-Dist: zstandard" in metadata
    assert f"Requires-Dist: heddle-cli=={version}; extra == 'live'" in metadata
    assert "heddle/live.wasm" not in names


def test_installed_into_an_empty_environment(built: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", next(built.glob("*.whl")))
    done = _run(python, "-I", "-c", PROGRAM, AGENTS / "claude" / "home", cwd=tmp_path)
    assert str(tmp_path) in done.stderr
    assert "claude:a0000001-0000-4000-8000-000000000001" in done.stdout.splitlines()
    _run(python, "-m", "pip", "check")
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", _program_wheel(tmp_path))
    found = _run(python, "-I", "-c", FIND, cwd=tmp_path).stdout.strip()
    assert found == str(python.parent / ("heddle.exe" if os.name == "nt" else "heddle"))


FIND = "import os; os.environ.update(PATH='', HEDDLE_PROGRAM=''); from heddle._live.program import find_program; print(find_program(None))"


def _program_wheel(folder: Path) -> Path:
    """A wheel of heddle-cli as the release writes it (internal/release/wheel.go), with another program."""
    version = (ROOT / "version.txt").read_text().strip()
    info, program = f"heddle_cli-{version}.dist-info", "heddle.exe" if os.name == "nt" else "heddle"
    files = {
        "heddle_cli/__init__.py": "",
        f"heddle_cli-{version}.data/scripts/{program}": "#!/bin/sh\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: heddle-cli\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    path = folder / f"heddle_cli-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as z:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "scripts" in name else 0o100644) << 16
            z.writestr(entry, text)
    return path


def test_names_the_distribution_to_install() -> None:
    """The name heddle on PyPI belongs to another project: no text may say to install it."""
    for file in ("README.md", "python/README.md", "docs/operations.md", *(str(p) for p in (ROOT / "python" / "src" / "heddle").rglob("*.py"))):
        text = (ROOT / file).read_text(encoding="utf-8")
        installs = re.findall(r"pip install (?:-\S+ )*([\w-]+)", text)
        assert "heddle" not in installs, file
        assert not re.search(r"reinstall heddle\b(?!-)", text), file
    assert "pip install heddle-sessions" in (ROOT / "python" / "README.md").read_text(encoding="utf-8")
