"""The session of an agent for programs without asyncio: the same methods, which block."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from .._api.messages import StoreMessage
from .._errors import HeddleError
from .connection import wait_for
from .events import AgentEvent, ended_error
from .options import AgentOptions, AgentSessionInfo, QueryOptions, check_options
from .protocol import LiveSessionInfo
from .session import AgentSession, SessionFacts
from .start import AUTO, start_agent
from .subscription import Subscription

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

_T = TypeVar("_T")

_THREAD_NAME = "heddle-live"
_JOIN_SECONDS = 5.0


class _LoopThread:
    """The event loop of all blocking sessions, in a thread that exists while there are some."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def acquire(self) -> asyncio.AbstractEventLoop:
        """Returns the running loop; release it after use."""
        with self._lock:
            if self._loop is None or self._thread is None or not self._thread.is_alive():  # a forked process has no threads
                self._loop, self._users = asyncio.new_event_loop(), 0
                self._thread = threading.Thread(target=_run_loop, args=(self._loop,), name=_THREAD_NAME, daemon=True)
                self._thread.start()
            self._users += 1
            return self._loop

    def enter(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Keeps a loop running until release; returns False when it has ended."""
        with self._lock:
            if self._loop is not loop:
                return False
            self._users += 1
            return True

    def release(self) -> None:
        """Ends the thread after its last user."""
        with self._lock:
            self._users -= 1
            if self._users > 0 or self._loop is None or self._thread is None:
                return
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_JOIN_SECONDS)  # for ever it would wait for a callback that has called stop


def _run_loop(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        loop.close()


_thread = _LoopThread()


def _forget_after_fork() -> None:
    """A forked process has no thread: its sessions belong to the process that started them."""
    global _thread
    _thread = _LoopThread()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def _wait(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, _T]) -> _T:
    """Runs a coroutine on the loop's thread and waits for it. Ctrl-C cancels it."""
    if threading.current_thread().name == _THREAD_NAME:
        work.close()
        raise HeddleError("INVALID_ARGUMENT", "an async callback cannot call a blocking session", hint="make the callback a plain function")
    if not _thread.enter(loop):
        work.close()
        raise ended_error()
    try:
        future = asyncio.run_coroutine_threadsafe(work, loop)
        try:
            return cast("_T", wait_for(future))
        except concurrent.futures.CancelledError:
            raise ended_error() from None
        except BaseException:
            if not future.done():  # usually KeyboardInterrupt
                future.cancel()
            raise
    finally:
        _thread.release()


def run_agent(agent: str = AUTO, **options: Unpack[AgentOptions]) -> BlockingAgentSession:
    """Starts an agent and returns when it is ready, as start_agent does, for programs without asyncio.

        with heddle.run_agent("claude", cwd="/src/project") as agent:
            for message in agent.stream("What does this project do?"):
                print(heddle.text_content(message), end="")

    Args:
        agent: See start_agent.
        options: See AgentOptions. Callbacks run in a thread of their own, those that are async on the
            sessions' event loop.

    Raises:
        HeddleError: As start_agent.
    """
    check_options(options, AgentOptions, "run_agent()")
    loop = _thread.acquire()
    try:
        return BlockingAgentSession(loop, _wait(loop, start_agent(agent, **options)))
    except BaseException:
        _thread.release()
        raise


_P = ParamSpec("_P")


def _blocking(method: Callable[Concatenate[AgentSession, _P], Coroutine[Any, Any, _T]]) -> Callable[Concatenate[BlockingAgentSession, _P], _T]:
    """A method of AgentSession that blocks."""

    @functools.wraps(method)
    def call(self: BlockingAgentSession, /, *args: _P.args, **options: _P.kwargs) -> _T:
        return self._run(method(self._session, *args, **options))

    return call


class BlockingAgentSession(SessionFacts):
    """A running agent whose methods block. heddle.run_agent starts it; any thread may use it.

    Ctrl-C during query or stream interrupts the turn and raises KeyboardInterrupt; the session continues.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, session: AgentSession) -> None:
        """Use heddle.run_agent."""
        self._loop, self._session = loop, session
        self._lock = threading.Lock()
        self._stopping = False
        self._stopped = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    @property
    def known(self) -> LiveSessionInfo:
        """What the program has said of the session last."""
        return self._session.known

    @property
    def error(self) -> HeddleError | None:
        """Why the session ended by a failure; None while it runs or after stop."""
        return self._session.error

    query = _blocking(AgentSession.query)

    def stream(self, prompt: str, *, deltas: bool = False, **options: Unpack[QueryOptions]) -> Iterator[StoreMessage]:
        """Sends a prompt and iterates over the messages of its turn, up to the result; see AgentSession.stream."""
        messages = self._session.stream(prompt, deltas=deltas, **options)
        try:
            while (message := self._run(_next(messages))) is not None:
                yield message
        finally:
            self._run(messages.aclose())

    def events(self) -> BlockingSubscription:
        """Returns the events from now on; see AgentSession.events."""
        return BlockingSubscription(self._session.events())

    steer = _blocking(AgentSession.steer)
    interrupt = _blocking(AgentSession.interrupt)
    answer = _blocking(AgentSession.answer)
    set_model = _blocking(AgentSession.set_model)
    set_permission_mode = _blocking(AgentSession.set_permission_mode)
    clear = _blocking(AgentSession.clear)
    mcp_status = _blocking(AgentSession.mcp_status)
    server_info = _blocking(AgentSession.server_info)
    rewind_files = _blocking(AgentSession.rewind_files)
    conversation = _blocking(AgentSession.conversation)

    def info(self) -> AgentSessionInfo:
        """Reports what is known of the session; after its end, what was known last."""
        try:
            return self._run(self._session.info())
        except HeddleError as e:
            if e.code != "COMPLETE":
                raise
            return self._session.last_info()

    def wait_ended(self) -> None:
        """Waits until the session has ended, by itself or by stop from another thread."""
        if not self._stopped.is_set():
            self._run(self._session.wait_ended())

    def stop(self) -> None:
        """Ends the session until no process is left and everything is stored. Stopping twice is harmless."""
        with self._lock:
            first, self._stopping = not self._stopping, True
        if not first:
            self._stopped.wait()
            return
        try:
            _wait(self._loop, self._session.stop())
        finally:
            self._stopped.set()
            _thread.release()

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        return _wait(self._loop, work)


class BlockingSubscription:
    """A bounded queue of the events of a session, whose iteration blocks; see Subscription."""

    def __init__(self, subscription: Subscription) -> None:
        """Use BlockingAgentSession.events."""
        self._subscription = subscription

    def __iter__(self) -> Iterator[AgentEvent]:
        return self

    def __next__(self) -> AgentEvent:
        try:
            return self.next()
        except HeddleError as e:
            if self._subscription.is_over(e):
                raise StopIteration from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def next(self, timeout: float | None = None) -> AgentEvent:
        """Returns the next event; see Subscription.next."""
        return self._subscription.wait_event(timeout)

    def close(self) -> None:
        """Ends the subscription and drops its events. Closing twice is harmless."""
        self._subscription.close()


async def _next(messages: Any) -> StoreMessage | None:
    try:
        message: StoreMessage = await messages.__anext__()
    except StopAsyncIteration:
        return None
    return message
