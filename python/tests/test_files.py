"""The file host, over the whole ABI: what it lists, reads and refuses."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Relay, as_nobody, code_of

from heddle import HeddleError
from heddle import _abi as abi
from heddle._host import files as _files
from heddle._host.files import Files, Mount

RelayOf = Callable[..., Relay]
posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX file system")


@pytest.fixture(params=["handles", "paths"])
def files_of(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Files]:
    """Opens mounts both ways that systems offer."""
    if request.param == "handles" and not _files._HANDLES:
        pytest.skip("this system has no handles of folders")
    monkeypatch.setattr(_files, "_HANDLES", request.param == "handles")

    def build(**mounts: Path | Mount) -> Files:
        return Files({k.encode(): m if isinstance(m, Mount) else Mount(os.fsencode(m)) for k, m in mounts.items()})

    return build


def _read(files: Files, path: bytes, offset: int = 0, size: int = 100) -> bytes:
    into = bytearray(size)
    return bytes(into[: files.read(path, memoryview(into), offset)])


def _tree(root: Path) -> Path:
    (root / "d" / "e").mkdir(parents=True)
    (root / "d" / "e" / "f.txt").write_bytes(b"hello world")
    (root / "b").write_bytes(b"b")
    os.utime(root / "b", ns=(0, 1_700_000_000_123_999_999))
    return root


def test_stat_list_read(files_of: Callable[..., Files], tmp_path: Path) -> None:
    f = files_of(m=_tree(tmp_path))
    assert f.stat(b"m/b") == abi.Info(abi.FILE, 1, 1_700_000_000_123, b"b")
    assert f.stat(b"m").kind == abi.FOLDER
    assert f.stat(b"m").name == b"m"
    assert [(i.name, i.kind, i.size) for i in f.entries(b"m")] == [(b"b", abi.FILE, 1), (b"d", abi.FOLDER, 0)]
    assert [i.name for i in f.entries(b"m/d/e")] == [b"f.txt"]
    assert _read(f, b"m/d/e/f.txt") == b"hello world"
    assert _read(f, b"m/d/e/f.txt", 6, 3) == b"wor"
    assert _read(f, b"m/d/e/f.txt", 11) == b""
    assert _read(f, b"m/d/e/f.txt", 1 << 40) == b""
    assert code_of(lambda: _read(f, b"m/b", -1)) == "INVALID_ARGUMENT"
    f.release()
    assert _read(f, b"m/b") == b"b"


def test_over_the_abi(relay: RelayOf, tmp_path: Path) -> None:
    r = relay({b"m": Mount(os.fsencode(_tree(tmp_path)))})
    assert r.stat(b"m/b") == abi.Info(abi.FILE, 1, 1_700_000_000_123, b"b")
    assert [i.name for i in r.list(b"m")] == [b"b", b"d"]
    assert r.read(b"m/d/e/f.txt", 6, 100) == b"world"
    big = os.urandom(2_000_000)
    (tmp_path / "big").write_bytes(big)
    assert r.read(b"m/big", 0, 2_500_000) == big
    with pytest.raises(HeddleError) as caught:
        r.read(b"m/gone", 0, 10)
    assert (caught.value.code, caught.value.path) == ("BAD_REF", "m/gone")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (b"other/x", "BAD_REF"),
        (b"", "BAD_REF"),
        (b"m/", "INVALID_ARGUMENT"),
        (b"m/../b", "INVALID_ARGUMENT"),
        (b"m/./b", "INVALID_ARGUMENT"),
        (b"m//b", "INVALID_ARGUMENT"),
        (b"m/b/", "INVALID_ARGUMENT"),
        (b"m/a\0b", "INVALID_ARGUMENT"),
        (b"/etc/passwd", "BAD_REF"),
        (b"m/" + b"x" * 5000, "LIMIT_EXCEEDED"),
        (b"m/" + b"x" * 300, "IO_ERROR"),
        (b"m/gone", "BAD_REF"),
        (b"m/b/below", "BAD_REF"),
        (b"gone", "BAD_REF"),
        (b"gone/x", "BAD_REF"),
        (b"afile", "BAD_REF"),
        (b"afile/x", "BAD_REF"),
    ],
)
def test_refused_paths(files_of: Callable[..., Files], tmp_path: Path, path: bytes, code: str) -> None:
    f = files_of(m=_tree(tmp_path), gone=tmp_path / "nowhere", afile=tmp_path / "b")
    for call in (f.stat, f.entries, lambda p: _read(f, p)):
        with pytest.raises(HeddleError) as caught:
            call(path)
        assert caught.value.code == code
        assert str(tmp_path) not in str(caught.value)


def test_files_are_no_folders_and_folders_no_files(files_of: Callable[..., Files], tmp_path: Path) -> None:
    f = files_of(m=_tree(tmp_path))
    assert code_of(lambda: f.entries(b"m/b")) == "BAD_REF"
    assert code_of(lambda: _read(f, b"m/d")) == "BAD_REF"
    assert code_of(lambda: _read(f, b"m")) == "BAD_REF"


@posix
def test_links(files_of: Callable[..., Files], tmp_path: Path) -> None:
    root = _tree(tmp_path / "root")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    links = {
        "in": "d/e/f.txt",
        "in-folder": "d",
        "in-up": "d/../b",
        "out": "../secret/key",
        "out-folder": "../secret",
        "out-absolute": str(tmp_path / "secret" / "key"),
        "in-absolute": str(root / "b"),  # os.Root refuses it as well
        "out-and-in": "../root/b",
        "dangling": "nowhere",
        "loop": "loop",
        "self": ".",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    (root / "d" / "up").symlink_to("../b")
    f = files_of(m=root)
    kinds = {i.name.decode(): (i.kind, i.size) for i in f.entries(b"m")}
    assert {n: kinds[n][0] for n in links} == {
        "in": abi.FILE,
        "in-folder": abi.FOLDER,
        "in-up": abi.FILE,
        "out": abi.LINK,
        "out-folder": abi.LINK,
        "out-absolute": abi.LINK,
        "in-absolute": abi.LINK,
        "out-and-in": abi.LINK,
        "dangling": abi.LINK,
        "loop": abi.LINK,
        "self": abi.FOLDER,
    }
    for name in links:
        assert f.stat(b"m/" + name.encode()).kind == kinds[name][0]
    assert kinds["in"] == (abi.FILE, 11)
    assert _read(f, b"m/in") == b"hello world"
    assert _read(f, b"m/in-folder/e/f.txt") == b"hello world"
    assert _read(f, b"m/d/up") == b"b"
    assert _read(f, b"m/self/self/b") == b"b"
    for name in ("out", "out-folder/key", "out-absolute", "in-absolute", "out-and-in", "loop"):
        assert code_of(lambda name=name: _read(f, b"m/" + name.encode())) == "PERMISSION_DENIED", name  # type: ignore[misc]
    assert code_of(lambda: f.entries(b"m/out-folder")) == "PERMISSION_DENIED"
    assert code_of(lambda: f.stat(b"m/out-folder/key")) == "PERMISSION_DENIED"
    assert code_of(lambda: _read(f, b"m/dangling")) == "BAD_REF"


@posix
def test_link_chains(files_of: Callable[..., Files], tmp_path: Path) -> None:
    (tmp_path / "0").write_text("end")
    for i in range(1, 20):
        (tmp_path / str(i)).symlink_to(str(i - 1))
    f = files_of(m=tmp_path)
    assert _read(f, b"m/8") == b"end"
    assert code_of(lambda: _read(f, b"m/9")) == "PERMISSION_DENIED"
    assert f.stat(b"m/9").kind == abi.LINK


@posix
def test_mount_that_is_a_link(files_of: Callable[..., Files], tmp_path: Path) -> None:
    _tree(tmp_path / "root")
    (tmp_path / "link").symlink_to(tmp_path / "root")
    assert _read(files_of(m=tmp_path / "link"), b"m/b") == b"b"


@posix
def test_fifo_and_socket_are_never_opened(files_of: Callable[..., Files], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "to-fifo").symlink_to("fifo")
    with socket.socket(socket.AF_UNIX) as s:
        before = Path.cwd()
        os.chdir(tmp_path)  # the name of a socket has a short limit
        try:
            s.bind("socket")
        finally:
            os.chdir(before)
        f = files_of(m=tmp_path, fifo=tmp_path / "fifo")
        done = threading.Event()

        def work() -> None:
            assert {i.name: i.kind for i in f.entries(b"m")} == {b"fifo": abi.OTHER, b"socket": abi.OTHER, b"to-fifo": abi.OTHER}
            for name in (b"m/fifo", b"m/to-fifo", b"m/socket", b"fifo", b"fifo/x"):
                assert code_of(lambda name=name: _read(f, name)) == "BAD_REF"  # type: ignore[misc]
                assert name.startswith(b"m/") or code_of(lambda name=name: f.entries(name)) == "BAD_REF"  # type: ignore[misc]
            done.set()

        t = threading.Thread(target=work, daemon=True)
        t.start()
        assert done.wait(10)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems insist on UTF-8 names")
def test_names_are_bytes_in_byte_order(relay: RelayOf, tmp_path: Path) -> None:
    names = [b"\xff\xfe.jsonl", b"a", b"B", b"\xc3\xa9", b"a\nb", b"\x80", b"~"]
    for name in names:
        (tmp_path / os.fsdecode(name)).write_bytes(name)
    r = relay({b"m": Mount(os.fsencode(tmp_path))})
    assert [i.name for i in r.list(b"m")] == sorted(names)
    for name in names:
        assert r.read(b"m/" + name, 0, 100) == name
    with pytest.raises(HeddleError) as caught:
        r.read(b"m/\xff", 0, 1)
    assert caught.value.path == "m/\udcff"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_unreadable(files_of: Callable[..., Files], tmp_path: Path) -> None:
    root = _tree(tmp_path / "root")
    (root / "b").chmod(0)
    (root / "d" / "e").chmod(0)

    def check() -> None:
        f = files_of(m=root)
        for call in (lambda: _read(f, b"m/b"), lambda: f.entries(b"m/d/e"), lambda: f.stat(b"m/d/e/f.txt")):
            with pytest.raises(HeddleError) as caught:
                call()
            assert caught.value.code == "PERMISSION_DENIED"
            assert caught.value.message == "cannot be read: permission denied"
            assert caught.value.hint
        assert f.stat(b"m/b").size == 1
        assert [i.name for i in f.entries(b"m/d")] == [b"e"]

    try:
        as_nobody(check, tmp_path)
    finally:
        (root / "d" / "e").chmod(0o755)


def test_vanished_file(files_of: Callable[..., Files], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    f = files_of(m=_tree(tmp_path))
    scan = os.scandir

    class Vanishing:
        def __init__(self, *args: object) -> None:
            self.entries = scan(*args)  # type: ignore[call-overload]

        def __enter__(self) -> Vanishing:
            return self

        def __exit__(self, *_: object) -> None:
            self.entries.close()

        def __iter__(self) -> object:
            for entry in self.entries:
                if os.fsencode(entry.name) == b"b":
                    (tmp_path / "b").unlink()
                yield entry

    monkeypatch.setattr(os, "scandir", Vanishing)
    assert [i.name for i in f.entries(b"m")] == [b"d"]
    assert code_of(lambda: _read(f, b"m/b")) == "BAD_REF"


@posix
def test_vanished_while_open(files_of: Callable[..., Files], tmp_path: Path) -> None:
    f = files_of(m=_tree(tmp_path))
    assert _read(f, b"m/b") == b"b"
    (tmp_path / "b").unlink()
    assert _read(f, b"m/b") == b"b"  # the same file until the call is over
    f.release()
    assert code_of(lambda: _read(f, b"m/b")) == "BAD_REF"


@posix
def test_folder_exchanged_for_a_link(tmp_path: Path) -> None:
    root = _tree(tmp_path / "root")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "f.txt").write_text("secret")
    f = Files({b"m": Mount(os.fsencode(root))})
    lstat = f._os.lstat

    def exchange(folder: object, name: bytes) -> os.stat_result:
        st = lstat(folder, name)
        if name == b"e" and not (root / "d" / "e").is_symlink():
            (root / "d" / "e").rename(root / "d" / "old")
            (root / "d" / "e").symlink_to(tmp_path / "secret")
        return st

    f._os.lstat = exchange  # type: ignore[method-assign]
    with pytest.raises(HeddleError):
        _read(f, b"m/d/e/f.txt")


def test_many_open_files_and_folders(files_of: Callable[..., Files], tmp_path: Path) -> None:
    for i in range(100):
        (tmp_path / f"d{i}").mkdir()
        (tmp_path / f"d{i}" / "f").write_text(str(i))
    f = files_of(m=tmp_path)
    for _ in range(2):
        for i in range(100):
            assert _read(f, f"m/d{i}/f".encode()) == str(i).encode()
    if os.path.isdir("/proc/self/fd"):
        kept = len(os.listdir("/proc/self/fd"))
        f.release()
        assert len(os.listdir("/proc/self/fd")) < kept


@posix
def test_no_handle_is_left_behind(files_of: Callable[..., Files], tmp_path: Path) -> None:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system does not list open handles")
    root = _tree(tmp_path / "root")
    (root / "out").symlink_to("../..")
    (root / "in").symlink_to("d/e")
    f = files_of(m=root)
    before = len(os.listdir("/proc/self/fd"))
    for path in (b"m/out", b"m/in", b"m/in/f.txt", b"m/out/x", b"m/gone", b"m/b/x", b"m/d/e/f.txt"):
        for call in (f.stat, f.entries, lambda p: _read(f, p), lambda p: os.close(f.locate(p)[1])):
            try:
                call(path)
            except HeddleError:
                pass
    f.release()
    assert len(os.listdir("/proc/self/fd")) == before


def test_single_files(files_of: Callable[..., Files], tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".tool").mkdir(parents=True)
    (home / ".tool" / "index.jsonl").write_text("{}\n")
    (home / ".tool" / "secret").write_text("secret")
    (home / "other").write_text("x")
    f = files_of(h=Mount(os.fsencode(home), [b".tool/index.jsonl", b".tool/absent", b"gone/x"]))
    assert f.stat(b"h") == abi.Info(abi.FOLDER, 0, 0, b"h")
    assert f.entries(b"h") == [abi.Info(abi.FOLDER, 0, 0, b".tool")]
    assert [(i.name, i.kind, i.size) for i in f.entries(b"h/.tool")] == [(b"index.jsonl", abi.FILE, 3)]
    assert _read(f, b"h/.tool/index.jsonl") == b"{}\n"
    for path in (b"h/other", b"h/.tool/secret", b"h/.tool/absent", b"h/gone", b"h/gone/x"):
        assert code_of(lambda path=path: f.stat(path)) == "BAD_REF"  # type: ignore[misc]
        assert code_of(lambda path=path: _read(f, path)) == "BAD_REF"  # type: ignore[misc]
    assert code_of(lambda: f.entries(b"h/.tool/index.jsonl")) == "BAD_REF"


@posix
def test_single_files_follow_no_link(files_of: Callable[..., Files], tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "real").mkdir(parents=True)
    (home / "real" / "f").write_text("x")
    (home / "a").symlink_to("real")
    (home / "b").symlink_to("real/f")
    f = files_of(h=Mount(os.fsencode(home), [b"a/f", b"b", b"real/f"]))
    assert {i.name: i.kind for i in f.entries(b"h")} == {b"a": abi.LINK, b"b": abi.LINK, b"real": abi.FOLDER}
    for path in (b"h/a/f", b"h/b"):
        assert code_of(lambda path=path: _read(f, path)) == "PERMISSION_DENIED"  # type: ignore[misc]
    assert code_of(lambda: f.entries(b"h/a")) == "PERMISSION_DENIED"


def test_check_runs_first(tmp_path: Path) -> None:
    def check() -> None:
        raise HeddleError("TIMEOUT", "deadline passed")

    f = Files({b"m": Mount(os.fsencode(tmp_path))}, check)
    for call in (f.stat, f.entries, f.locate, lambda p: _read(f, p)):
        assert code_of(lambda call=call: call(b"m")) == "TIMEOUT"  # type: ignore[misc]
