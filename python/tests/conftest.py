"""What the tests share."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python" / "src")]

import stage  # noqa: E402

if stage.main() != 0:
    raise SystemExit("build the engine first: make wasm")

import pytest  # noqa: E402
import wasmtime  # noqa: E402

from heddle import HeddleError  # noqa: E402
from heddle import _abi as abi  # noqa: E402
from heddle._engine import Engine  # noqa: E402
from heddle._host import Host  # noqa: E402
from heddle._host.files import Mount  # noqa: E402
from heddle._live.program import FILE  # noqa: E402
from heddle._types import ABI_VERSION  # noqa: E402

AGENTS = ROOT / "testdata" / "agents"


@pytest.fixture(scope="session")
def guest() -> Callable[..., bytes]:
    """The wasm of guest.wat, speaking a version of the ABI."""
    text = Path(__file__).with_name("guest.wat").read_text()

    def build(version: int = ABI_VERSION) -> bytes:
        return bytes(wasmtime.wat2wasm(text.replace("i32.const ABI", f"i32.const {version}")))

    return build


class Relay:
    """Makes host calls from inside wasm, over every byte of the ABI."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def ask(self, call: int, request: bytes = b"") -> abi.Reader:
        """Runs one host call; an error record is raised."""
        return abi.Reader(self._checked(self.engine.call(1, struct.pack("<I", call) + request)))

    def read(self, path: bytes, offset: int, size: int) -> bytes:
        return self._checked(self.engine.call(2, struct.pack("<qI", offset, size) + path))

    def stat(self, path: bytes) -> abi.Info:
        return self.ask(abi.CALL_STAT, _bytes(path)).info()

    def list(self, path: bytes) -> list[abi.Info]:
        r = self.ask(abi.CALL_LIST, _bytes(path))
        return [r.info() for _ in range(r.count(21))]

    @staticmethod
    def _checked(response: bytes) -> bytes:
        header, body = abi.split(response)
        (result,) = struct.unpack("<q", header)
        if result < 0:
            assert len(body) == -result
            raise abi.Reader(body).error()
        assert len(body) == result
        return body


def _bytes(value: bytes) -> bytes:
    return struct.pack("<I", len(value)) + value


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripted agent of the Go tests and heddle, which runs it. HEDDLE_PROGRAM names heddle."""
    if shutil.which("go") is None:
        pytest.skip("the scripted agent and heddle are built with Go")
    folder = tmp_path_factory.mktemp("go")
    build = ["go", "build", "-o", f"{folder}{os.sep}", "./bindings/internal/scriptedagent", "./cmd/heddle"]
    subprocess.run(build, cwd=ROOT, check=True)
    os.environ["HEDDLE_PROGRAM"] = str(folder / FILE)
    return folder


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for compiled code that is not the user's."""
    folder = tmp_path_factory.getbasetemp() / "compiled"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@pytest.fixture
def relay(guest: Callable[..., bytes], cache: Path) -> Iterator[Callable[..., Relay]]:
    """Opens relays over mounts."""
    engines = []

    def open_relay(mounts: dict[bytes, Mount] | None = None, **options: object) -> Relay:
        engine = Engine(Host(mounts or {}, **options), guest(), cache=cache)  # type: ignore[arg-type]
        engines.append(engine)
        return Relay(engine)

    yield open_relay
    for engine in engines:
        engine.close()


def code_of(call: Callable[[], object]) -> str:
    """The error code of a call that must fail."""
    with pytest.raises(HeddleError) as caught:
        call()
    return caught.value.code


def as_nobody(check: Callable[[], None], folder: Path) -> None:
    """Runs a check without the rights of root, which may read everything."""
    if os.geteuid() != 0:
        check()
        return
    opened = [p for p in (folder, *folder.parents) if p != Path("/") and not p.stat().st_mode & 0o005]
    modes = {p: p.stat().st_mode for p in opened}
    for p in opened:
        p.chmod(0o755)
    child = os.fork()
    if child == 0:
        try:
            os.setuid(65534)  # not seteuid: os.access asks for the real user
            check()
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for p, mode in modes.items():
        p.chmod(mode)
    assert status == 0
