"""The engine around core.wasm: memory, traps, deadlines, threads."""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
import wasmtime
from conftest import Relay, code_of

from heddle import HeddleError
from heddle import _abi as abi
from heddle._engine import Engine
from heddle._engine import engine as engine_module
from heddle._engine import instance as instance_module
from heddle._host import Host
from heddle._host.files import Mount
from heddle._types import ABI_VERSION

RelayOf = Callable[..., Relay]


def test_small_and_large_answers(relay: RelayOf, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    for i in range(200):
        (tmp_path / f"file-{i:03}").touch()
    r = relay({b"m": Mount(os.fsencode(tmp_path))})
    assert r.ask(abi.CALL_POWERS).u32() == 1 | 2 | 4 | 8 | 16 | 32
    assert r.stat(b"m/a").size == 1  # fits at once
    assert len(r.list(b"m")) == 201  # the answer is kept, then fetched with host_take


def test_host_take_without_anything_kept(relay: RelayOf) -> None:
    header, _ = abi.split(relay().engine.call(11))
    assert struct.unpack("<q", header) == (0,)


def test_clock_and_ids_come_from_the_host(relay: RelayOf) -> None:
    r = relay(now=lambda: 1795200000000, new_id=lambda: bytes(range(16)))
    assert r.ask(abi.CALL_NOW).i64() == 1795200000000
    _, body = abi.split(r.engine.call(1, struct.pack("<I", abi.CALL_ID)))
    assert body == bytes(range(16))


def test_no_environment_arguments_or_folders(relay: RelayOf) -> None:
    header, _ = abi.split(relay().engine.call(12))
    bad_handle = 8
    assert struct.unpack("<q", header) == (bad_handle,)


def test_unknown_host_call(relay: RelayOf) -> None:
    assert code_of(lambda: relay().ask(77)) == "UNSUPPORTED"


def test_short_host_request(relay: RelayOf) -> None:
    assert code_of(lambda: relay().ask(abi.CALL_STAT, b"\xff\xff\xff\xffmount")) == "INTERNAL"


def test_trap_names_the_operation_and_the_next_call_works(relay: RelayOf) -> None:
    r = relay(now=lambda: 7)
    for _ in range(2):
        with pytest.raises(HeddleError) as caught:
            r.engine.call(3)
        assert caught.value.code == "INTERNAL"
        assert caught.value.op == "ids.resolveNativeId"  # number 3
        assert "unreachable" in caught.value.message
        assert r.ask(abi.CALL_NOW).i64() == 7


def test_last_words_are_the_message(relay: RelayOf) -> None:
    with pytest.raises(HeddleError, match=r"panic: the guest is out of ideas$"):
        relay().engine.call(6)


def test_addresses_outside_the_memory(relay: RelayOf) -> None:
    r = relay({b"m": Mount(b"/")})
    assert code_of(lambda: r.engine.call(8, b"m/x")) == "INTERNAL"
    for op in (9, 10):  # the guest gets an error record
        assert b"INTERNAL" in r.engine.call(op, b"m/x")
    assert r.ask(abi.CALL_NOW).i64() > 0


def test_request_that_alloc_refuses(relay: RelayOf) -> None:
    r = relay()
    assert code_of(lambda: r.engine.call(1, bytes(2 << 20))) == "LIMIT_EXCEEDED"
    assert r.ask(abi.CALL_NOW).i64() > 0


def test_memory_has_a_limit_and_is_given_back(relay: RelayOf) -> None:
    r = relay()
    header, _ = abi.split(r.engine.call(7))
    (pages,) = struct.unpack("<q", header)
    assert engine_module.KEEP_MEMORY_BYTES < pages << 16 <= instance_module.MEMORY_BYTES
    assert r.engine._instance is None  # the next call opens a small one
    assert r.ask(abi.CALL_NOW).i64() > 0


def test_dropped_instances_are_freed(relay: RelayOf) -> None:
    r = relay()
    assert r.engine._instance is not None
    held = weakref.ref(r.engine._instance._imports)  # wasmtime keeps it as long as the store
    with pytest.raises(HeddleError):
        r.engine.call(3)
    gc.collect()
    assert held() is None


def test_another_abi_is_refused_with_both_numbers(guest: Callable[..., bytes], cache: Path) -> None:
    with pytest.raises(HeddleError, match="version 99 of the ABI, this package version 1") as caught:
        Engine(Host({}), guest(99), cache=cache)
    assert caught.value.code == "UNSUPPORTED"


def test_another_module_is_refused(cache: Path) -> None:
    other = bytes(wasmtime.wat2wasm('(module (memory (export "memory") 1))'))
    assert code_of(lambda: Engine(Host({}), other, cache=cache)) == "UNSUPPORTED"
    wants = bytes(wasmtime.wat2wasm('(module (import "env" "f" (func)) (memory (export "memory") 1))'))
    assert code_of(lambda: Engine(Host({}), wants, cache=cache)) == "UNSUPPORTED"


def test_deadline_through_poll(relay: RelayOf) -> None:
    r = relay()
    with pytest.raises(HeddleError) as caught:
        Relay._checked(r.engine.call(5, timeout=0.2))
    assert caught.value.code == "TIMEOUT"
    assert caught.value.message == "deadline passed"
    assert r.ask(abi.CALL_NOW).i64() > 0  # and no deadline is left


def test_cancel_through_poll(relay: RelayOf) -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    with pytest.raises(HeddleError, match="cancelled"):
        Relay._checked(relay().engine.call(5, cancel=cancel))


def test_call_that_is_late_before_it_begins(relay: RelayOf) -> None:
    cancel = threading.Event()
    cancel.set()
    r = relay()
    with pytest.raises(HeddleError, match="cancelled") as caught:
        r.engine.call(4, cancel=cancel)
    assert caught.value.op == "agents.list"  # number 4
    assert code_of(lambda: r.engine.call(4, timeout=0)) == "TIMEOUT"


def test_endless_loop_is_cut_off(relay: RelayOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "GRACE_SECONDS", 0.2)
    r = relay()
    for _ in range(2):
        assert code_of(lambda: r.engine.call(4, timeout=0.1)) == "TIMEOUT"
        assert r.ask(abi.CALL_NOW).i64() > 0
        r.engine.call(1, struct.pack("<I", abi.CALL_NOW), timeout=60)  # this call is not interrupted


def test_threads_take_turns(relay: RelayOf) -> None:
    r, other = relay(now=lambda: 5), relay(now=lambda: 6)
    failures: list[BaseException] = []

    def work(mine: Relay, now: int) -> None:
        try:
            for i in range(30):
                if i % 10 == 9:
                    assert code_of(lambda: mine.engine.call(3)) == "INTERNAL"
                assert mine.ask(abi.CALL_NOW).i64() == now
        except BaseException as e:
            failures.append(e)

    threads = [threading.Thread(target=work, args=a) for a in [(r, 5), (other, 6)] * 3]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert failures == []


def test_closed_engine(relay: RelayOf) -> None:
    r = relay()
    r.engine.close()
    r.engine.close()
    assert code_of(lambda: r.engine.call(1)) == "INVALID_ARGUMENT"


def test_defect_of_the_host_is_internal(relay: RelayOf) -> None:
    def broken() -> int:
        raise ZeroDivisionError("clock")

    r = relay(now=broken)
    with pytest.raises(HeddleError, match="ZeroDivisionError") as caught:
        r.ask(abi.CALL_NOW)
    assert caught.value.code == "INTERNAL"
    assert r.ask(abi.CALL_POWERS).u32() > 0


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell begins its background jobs with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to itself on Windows")
@pytest.mark.usefixtures("interruptible")
def test_keyboard_interrupt_passes_through(relay: RelayOf) -> None:
    r = relay()
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        r.engine.call(5)
    assert r.ask(abi.CALL_NOW).i64() > 0


def test_host_call_that_blocks(relay: RelayOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "GRACE_SECONDS", 0.1)
    go_on = threading.Event()
    r = relay(now=lambda: int(go_on.wait(20)))
    with pytest.raises(HeddleError, match="does not answer"):
        r.engine.call(1, struct.pack("<I", abi.CALL_NOW), timeout=0.1)
    go_on.set()
    assert r.ask(abi.CALL_NOW).i64() == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on Windows")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_forked_child_can_call(relay: RelayOf) -> None:
    r = relay(now=lambda: 9)
    assert r.ask(abi.CALL_NOW).i64() == 9
    child = os.fork()
    if child == 0:
        os._exit(r.ask(abi.CALL_NOW).i64())
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_forgotten_engines_go_away(guest: Callable[..., bytes], cache: Path) -> None:
    def use() -> threading.Thread:
        engine = Engine(Host({}), guest(), cache=cache)
        engine.call(1, struct.pack("<I", abi.CALL_NOW))
        assert engine._worker is not None
        return engine._worker._thread

    thread = use()
    gc.collect()
    thread.join(5)
    assert not thread.is_alive()


def test_a_module_that_is_cut_or_of_another_abi(guest: Callable[..., bytes], cache: Path) -> None:
    def use(wasm: bytes) -> HeddleError:
        with pytest.raises(HeddleError, match=r"core\.wasm") as caught:
            Engine(Host({}), wasm, cache=cache)
        assert caught.value.code == "UNSUPPORTED"
        assert caught.value.hint
        return caught.value

    whole = resources.files("heddle").joinpath("core.wasm").read_bytes()
    for wasm in (b"", b"(module)", b"text", whole[:8], whole[: len(whole) // 2], whole[:-1]):
        use(wasm)
    message = use(guest(77)).message
    assert "77" in message
    assert str(ABI_VERSION) in message
