"""Compiled code between processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import wasmtime

from heddle._engine import cache as _cache

WASM = bytes(wasmtime.wat2wasm('(module (func (export "f") (result i32) (i32.const 7)))'))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was compiled, in order."""
    done: list[bytes] = []
    module = wasmtime.Module

    class Counting(module):  # type: ignore[valid-type, misc]
        def __init__(self, engine: wasmtime.Engine, wasm: bytes) -> None:
            done.append(wasm)
            super().__init__(engine, wasm)

    monkeypatch.setattr(wasmtime, "Module", Counting)
    return done


def _run(folder: Path, settings: str = "s") -> int:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    f = wasmtime.Instance(store, _cache.load(engine, WASM, settings, folder), []).exports(store)["f"]
    assert isinstance(f, wasmtime.Func)
    return int(f(store))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_compiled_once(tmp_path: Path, compiled: list[bytes]) -> None:
    folder = tmp_path / "a" / "b"
    assert [_run(folder), _run(folder)] == [7, 7]
    assert len(compiled) == 1
    assert len(_files(folder)) == 1
    assert _run(folder, "other settings") == 7
    assert len(compiled) == 2
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {p.stat().st_mode & 0o777 for p in _files(folder)} == {0o600}


def test_slow_compiling_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(_cache, "_announced", False)
    _run(tmp_path / "a")
    assert capfd.readouterr().err == ""  # a small module takes no time
    monkeypatch.setattr(_cache, "_SLOW_BYTES", 1)
    _run(tmp_path / "a")
    assert capfd.readouterr().err == ""  # it is compiled already
    _run(tmp_path / "b")
    _run(tmp_path / "c")
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "compiling the engine" in err
    monkeypatch.setattr(_cache, "_announced", False)
    monkeypatch.setattr("sys.stderr", None)
    _run(tmp_path / "d")


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "zeros"])
def test_damaged_code_is_never_loaded(tmp_path: Path, compiled: list[bytes], damage: str) -> None:
    folder = tmp_path / "c"
    _run(folder)
    file = _files(folder)[0]
    good = file.read_bytes()
    changed = bytearray(good)
    changed[len(good) // 2] ^= 1
    file.write_bytes({"cut": good[:-100], "flip": bytes(changed), "empty": b"", "zeros": bytes(len(good))}[damage])
    assert _run(folder) == 7
    assert len(compiled) == 2
    assert _run(folder) == 7
    assert len(compiled) == 2  # it was written again


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_code_that_others_can_write_is_never_loaded(tmp_path: Path, compiled: list[bytes]) -> None:
    folder = tmp_path / "c"
    _run(folder)
    _files(folder)[0].chmod(0o666)
    _run(folder)
    assert len(compiled) == 2
    folder.chmod(0o777)
    _run(folder)
    _run(folder)
    assert len(compiled) == 4


def test_folder_that_cannot_be_made(tmp_path: Path, compiled: list[bytes]) -> None:
    (tmp_path / "file").write_text("")
    assert _run(tmp_path / "file" / "below") == 7
    assert len(compiled) == 1


def test_old_versions_go(tmp_path: Path) -> None:
    for i in range(10):
        _run(tmp_path / "c", f"version {i}")
    assert len(_files(tmp_path / "c")) == _cache._KEEP_FILES


def test_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    folder = _cache.cache_folder()
    assert folder is not None
    assert tmp_path in folder.parents
