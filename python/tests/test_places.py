"""Where sessions are looked for, on every system, in its own spelling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import code_of

from heddle._host import places as _places

Found = dict[str, tuple[str, bool]]

STYLES = {
    "linux": ("/home/me", "/"),
    "darwin": ("/Users/me", "/"),
    "windows": ("C:\\Users\\me", "\\"),
}


def _resolve(os_name: str, home: str | None = None, env: dict[str, str] | None = None, exists: Callable[[str], bool] = lambda _: False) -> Found:
    base = {"USERPROFILE" if os_name == "windows" else "HOME": STYLES[os_name][0]}
    places = _places.resolve(home, env={**base, **(env or {})}, os_name=os_name, exists=exists)
    return {p.mount: (p.path, p.found) for p in places}


@pytest.mark.parametrize("os_name", STYLES)
def test_defaults(os_name: str) -> None:
    home, sep = STYLES[os_name]
    found = _resolve(os_name)
    assert found["claude"] == (home + sep + ".claude", False)
    assert found["codex"] == (home + sep + ".codex", False)
    assert found["opencode"] == (sep.join([home, ".local", "share", "opencode"]), False)
    assert found["home-files"] == (home, False)
    assert "pi-sessions" not in found


AGENTS = ("claude", "codex", "gemini", "copilot", "cursor", "opencode", "pi", "omp", "openclaw", "hermes")


@pytest.mark.parametrize("os_name", STYLES)
def test_each_of_the_ten_agents_has_a_place(os_name: str) -> None:
    home, sep = STYLES[os_name]
    env = {"USERPROFILE" if os_name == "windows" else "HOME": home}
    places = _places.resolve(env=env, os_name=os_name, exists=lambda _: False)
    assert {p.agent for p in places} == {"", "heddle", *AGENTS}
    assert next(p for p in places if p.agent == "heddle").mount == "store"
    for agent in AGENTS:  # its main mount has its name
        assert next(p for p in places if p.mount == agent).path.startswith(home + sep)


@pytest.mark.parametrize("os_name", STYLES)
def test_the_first_that_exists(os_name: str) -> None:
    home, sep = STYLES[os_name]
    second = sep.join([home, ".config", "claude"])
    assert _resolve(os_name, exists=lambda p: p == second)["claude"] == (second, True)
    assert _resolve(os_name, exists=lambda p: ".claude" in p or p == second)["claude"] == (home + sep + ".claude", True)


@pytest.mark.parametrize(
    ("os_name", "value", "want"),
    [
        ("linux", "/data/codex", "/data/codex"),
        ("linux", "/data/codex///", "/data/codex"),
        ("linux", "/", "/"),
        ("linux", "relative/codex", "/home/me/.codex"),
        ("linux", "", "/home/me/.codex"),
        ("linux", "C:\\codex", "/home/me/.codex"),
        ("windows", "D:\\codex\\", "D:\\codex"),
        ("windows", "D:/codex/", "D:/codex"),
        ("windows", "D:\\", "D:\\"),
        ("windows", "D:", "C:\\Users\\me\\.codex"),
        ("windows", "\\\\server\\share\\codex", "\\\\server\\share\\codex"),
        ("windows", "\\codex", "C:\\Users\\me\\.codex"),
        ("windows", "/codex", "C:\\Users\\me\\.codex"),
    ],
)
def test_overrides(os_name: str, value: str, want: str) -> None:
    assert _resolve(os_name, env={"CODEX_HOME": value})["codex"][0] == want


@pytest.mark.parametrize(
    ("os_name", "value", "want"),
    [
        ("linux", "/", "/opencode"),
        ("linux", "/x/", "/x/opencode"),
        ("windows", "D:\\", "D:\\opencode"),
        ("windows", "D:/x/", "D:/x\\opencode"),
    ],
)
def test_folders_below_an_override(os_name: str, value: str, want: str) -> None:
    assert _resolve(os_name, env={"XDG_DATA_HOME": value})["opencode"][0] == want


def test_an_explicit_home_ignores_the_environment() -> None:
    env = {"CLAUDE_CONFIG_DIR": "/x", "PI_CODING_AGENT_SESSION_DIR": "/y", "HOME": "/z"}
    found = _resolve("linux", "/copy/", env)
    assert found["claude"] == ("/copy/.claude", False)
    assert "pi-sessions" not in found
    assert found["home-files"][0] == "/copy"


def test_an_explicit_home_of_another_system() -> None:
    windows = "/copy/AppData/Local/opencode"
    assert _resolve("linux", "/copy", exists=lambda p: p == windows)["opencode"] == (windows, True)
    darwin = "C:\\copy\\Library\\Application Support\\Cursor\\User"
    assert _resolve("windows", "C:\\copy", exists=lambda p: p == darwin)["cursor-user"] == (darwin, True)


def test_no_home() -> None:
    assert code_of(lambda: _places.resolve(env={}, os_name="linux")) == "INVALID_ARGUMENT"
    assert code_of(lambda: _places.resolve("relative", os_name="linux")) == "INVALID_ARGUMENT"


def test_single_files_are_granted_by_name() -> None:
    last = _places.resolve("/h", os_name="linux")[-1]
    assert last.files is not None
    assert all(not name.startswith("/") and ".." not in name for name in last.files)


@pytest.mark.parametrize(
    ("os_name", "env", "home", "want"),
    [
        ("linux", {"HOME": "/home/me"}, None, "/home/me/.local/share/heddle/heddle.db"),
        ("linux", {"HOME": "/home/me", "XDG_DATA_HOME": "/data/"}, None, "/data/heddle/heddle.db"),
        ("linux", {"HOME": "/home/me", "XDG_DATA_HOME": "/data"}, "/copy/", "/copy/.local/share/heddle/heddle.db"),
        ("darwin", {"HOME": "/Users/me", "XDG_DATA_HOME": "/data"}, None, "/Users/me/Library/Application Support/heddle/heddle.db"),
        ("windows", {"USERPROFILE": "C:\\Users\\me", "APPDATA": "D:\\Roaming\\"}, None, "D:\\Roaming\\heddle\\heddle.db"),
        ("windows", {"APPDATA": "D:\\Roaming"}, "C:\\copy", "C:\\copy\\AppData\\Roaming\\heddle\\heddle.db"),
    ],
)
def test_place_of_the_store(os_name: str, env: dict[str, str], home: str | None, want: str) -> None:
    assert _places.store_file(home, env=env, os_name=os_name) == want
