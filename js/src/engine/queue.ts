// The caller's side of a worker: calls wait in a queue and run one at a time. A
// worker that had to be terminated is replaced.
import { abortError } from "./abort.js";
import { textOf, type ByteString } from "../wire/bytes.js";
import type { CallOptions } from "./call-options.js";
import { CallState } from "./call-state.js";
import { HeddleError } from "../wire/errors.js";
import { memoryLimit } from "./module.js";
import { STORE_PATH } from "../host/types.js";
import type { CallMessage, FileMessage, FromWorker, HostMessage, Spawn, StartMessage, WorkerPort } from "./protocol.js";
import { changingOps, type ErrorCode } from "../wire/types.gen.js";

/** How long a call may run after its deadline or cancellation before its worker is terminated. */
const GRACE_MS = 1000;

/**
 * How long one statement may run in a SQLite library that cannot be
 * interrupted (better-sqlite3, node:sqlite) before its worker is terminated.
 */
export const STATEMENT_MS = 30_000;

/** How often a statement is checked within this time. */
const LOOKS = 20;

interface Job {
  message: CallMessage | HostMessage | FileMessage;
  op: string;
  options: CallOptions;
  cancelled: Error | undefined; // what it rejects with once the worker has stopped
  timer: ReturnType<typeof setTimeout> | undefined;
  looks: ReturnType<typeof setInterval> | undefined;
  settle: (err: Error | undefined, response: Uint8Array) => void;
}

const nothing = new Uint8Array();

/** Runs operations on a worker. */
export class CallQueue {
  readonly #spawnWorker: Spawn;
  readonly #start: StartMessage;
  readonly #shareable: boolean;
  readonly #keeps: boolean;
  readonly #statementMs: number;
  readonly #endedBy = new Set<ByteString>();
  #state: CallState | undefined; // of this worker
  #waiting: Job[] = [];
  #running: Job | undefined;
  #port: WorkerPort | undefined;
  #ready: Promise<void> | undefined;
  #settleReady: (err?: Error) => void = () => {};
  #lastId = 0;
  #closed = false;
  #ended: Promise<void> | undefined;
  #settleClosed: () => void = () => {};

  /** `keeps` is set when the worker keeps a store open between calls. */
  constructor(spawn: Spawn, module: WebAssembly.Module, host: unknown, keeps: boolean, statementMs = STATEMENT_MS) {
    this.#shareable = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false;
    this.#spawnWorker = spawn;
    this.#keeps = keeps;
    this.#statementMs = statementMs;
    this.#start = { type: "start", module, memory: memoryLimit(module), state: undefined, host };
  }

  /** Starts a worker unless one is running; rejects when its start failed. */
  open(): Promise<void> {
    if (!this.#port) this.#startWorker();
    return this.#ready!;
  }

  /** Runs an operation and returns its response envelope. */
  call(op: number, name: string, request: Uint8Array, options: CallOptions = {}): Promise<Uint8Array> {
    const { timeout } = options;
    if (timeout !== undefined && !(timeout >= 0)) {
      return Promise.reject(new HeddleError("INVALID_ARGUMENT", "timeout is not a number of milliseconds", { op: name }));
    }
    const deadline = timeout === undefined || timeout === Infinity ? 0 : Date.now() + timeout;
    const message: CallMessage = {
      type: "call",
      id: this.#nextId(),
      op,
      name,
      request,
      deadline,
      progress: options.onProgress !== undefined,
      endedBy: [],
    };
    return this.#enqueue(message, name, options);
  }

  /** Replaces what the host grants, for this worker and later ones. */
  async grant(host: unknown): Promise<void> {
    this.#start.host = host;
    this.#endedBy.clear();
    await this.#enqueue({ type: "host", id: this.#nextId(), host }, "refresh", {});
  }

  /** Returns the response that holds the store's file. */
  storeFile(options: CallOptions = {}): Promise<Uint8Array> {
    return this.#enqueue({ type: "file", id: this.#nextId() }, "store.file", options);
  }

  /**
   * Stops the worker, which first closes its store. Unfinished calls reject.
   * Resolves when the worker has stopped.
   */
  close(): Promise<void> {
    return (this.#ended ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#closed = true;
    const port = this.#port;
    const running = this.#running;
    const jobs = running ? [running, ...this.#waiting] : this.#waiting;
    this.#waiting = [];
    this.#running = undefined;
    this.#settleReady(closedError("open"));
    // A running call that cannot be cancelled is terminated, which loses nothing.
    if (port && this.#keeps && (!running || this.#state)) await this.#closeWorker(port, running);
    this.#port = undefined;
    if (port) await terminateWorker(port);
    for (const job of jobs) job.settle(closedError(job.op), nothing);
  }

  /** Lets a worker close its store. */
  async #closeWorker(port: WorkerPort, running: Job | undefined): Promise<void> {
    if (running) this.#state!.cancel(running.message.id);
    port.hold(true);
    port.post({ type: "close" }, []);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GRACE_MS);
      this.#settleClosed = () => (clearTimeout(timer), resolve());
    });
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % 0x7fffffff) + 1;
    return this.#lastId;
  }

  #enqueue(message: Job["message"], op: string, options: CallOptions): Promise<Uint8Array> {
    if (this.#closed) return Promise.reject(closedError(op));
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(abortError(signal.reason));
    return new Promise((resolve, reject) => {
      const job: Job = { message, op, options, cancelled: undefined, timer: undefined, looks: undefined, settle: () => {} };
      const onAbort = (): void => this.#abortJob(job, abortError(signal!.reason));
      signal?.addEventListener("abort", onAbort, { once: true });
      job.settle = (err, response) => {
        clearTimeout(job.timer);
        clearInterval(job.looks);
        signal?.removeEventListener("abort", onAbort);
        if (err) reject(err);
        else resolve(response);
      };
      if (message.type === "call" && message.deadline !== 0) this.#watchDeadline(job, message.deadline);
      this.#waiting.push(job);
      this.#runNext();
    });
  }

  // A waiting call ends at its deadline. A running call is ended by the worker,
  // which checks the deadline itself, and is terminated after GRACE_MS.
  #watchDeadline(job: Job, deadline: number): void {
    const late = new HeddleError("TIMEOUT", "deadline passed", { op: job.op, hint: "allow more time, or narrow the request" });
    armTimer(job, deadline - Date.now(), () => {
      if (this.#running !== job) this.#removeWaiting(job, late);
      else armTimer(job, GRACE_MS, () => this.#terminateRunning(job, late));
    });
  }

  #abortJob(job: Job, err: Error): void {
    if (this.#running !== job) return this.#removeWaiting(job, err);
    if (!this.#state) return this.#terminateRunning(job, err);
    job.cancelled = err;
    this.#state.cancel(job.message.id);
    armTimer(job, GRACE_MS, () => this.#terminateRunning(job, err));
  }

  // A worker cannot check its deadline inside a library that cannot be
  // interrupted, so it is watched from here.
  #watchStatements(job: Job): void {
    const state = this.#state;
    if (!state) return;
    let running = 0;
    let looks = 0;
    clearInterval(job.looks);
    job.looks = setInterval(() => {
      const { statement } = state;
      looks = statement !== 0 && statement === running ? looks + 1 : 0;
      running = statement;
      if (looks >= LOOKS) this.#endStatement(job, state.path);
    }, this.#statementMs / LOOKS);
  }

  // A call that only reads is run once more, without the database.
  #endStatement(job: Job, path: ByteString): void {
    if (this.#running !== job) return;
    const { message } = job;
    clearInterval(job.looks);
    this.#dropWorker();
    const repeat = message.type === "call" && !job.cancelled && !changingOps.has(job.op) && path !== "" && path !== STORE_PATH && !this.#endedBy.has(path);
    if (path !== "" && path !== STORE_PATH) this.#endedBy.add(path);
    if (repeat) this.#waiting.unshift(job);
    else job.settle(job.cancelled ?? tookTooLong(job.op, path, this.#statementMs), nothing);
    this.#runNext();
  }

  #removeWaiting(job: Job, err: Error): void {
    this.#waiting = this.#waiting.filter((j) => j !== job);
    job.settle(err, nothing);
  }

  #terminateRunning(job: Job, err: Error): void {
    if (this.#running !== job) return;
    this.#dropWorker();
    job.settle(err, nothing);
    this.#runNext();
  }

  #dropWorker(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#running = undefined;
    this.#settleReady(closedError("open"));
  }

  #runNext(): void {
    if (this.#running || this.#closed) return;
    const job = this.#waiting.shift();
    if (!job) return this.#port?.hold(false);
    if (!this.#port) this.#startWorker();
    this.#running = job;
    this.#port!.hold(true);
    const { message } = job;
    if (message.type === "call") message.endedBy = [...this.#endedBy];
    this.#watchStatements(job);
    this.#port!.post(message, []);
  }

  #startWorker(): void {
    this.#ready = new Promise((resolve, reject) => {
      this.#settleReady = (err) => (err ? reject(err) : resolve());
    });
    this.#ready.catch(() => {}); // the running call reports it as well
    const port = this.#spawnWorker({
      message: (m) => this.#port === port && this.#receive(m),
      error: (err) => this.#port === port && this.#workerFailed(err),
    });
    this.#port = port;
    // A new buffer for each worker: a terminated one may still run and write to its own.
    this.#state = this.#shareable ? new CallState() : undefined;
    this.#start.state = this.#state?.buffer;
    port.post(this.#start, []);
  }

  #receive(m: FromWorker): void {
    const job = this.#running;
    if (this.#closed && m.type !== "closed") return;
    switch (m.type) {
      case "closed":
        return this.#settleClosed();
      case "ready":
        this.#settleReady();
        if (!job) this.#port!.hold(false);
        return;
      case "failed":
        return this.#failRunning(new HeddleError(m.code as ErrorCode, m.message, m.hint === undefined ? {} : { hint: m.hint }));
      case "progress":
        if (job?.message.id === m.id) job.options.onProgress?.(m.done, m.total);
        return;
      case "done":
        if (job?.message.id !== m.id) return;
        this.#running = undefined;
        job.settle(job.cancelled, m.response);
        this.#runNext();
    }
  }

  #workerFailed(err: Error): void {
    if (this.#closed) return this.#settleClosed();
    this.#failRunning(err instanceof HeddleError ? err : new HeddleError("INTERNAL", "the worker stopped: " + err.message, { cause: err }));
  }

  #failRunning(err: HeddleError): void {
    const job = this.#running;
    this.#settleReady(err);
    this.#dropWorker();
    job?.settle(err, nothing);
    this.#runNext();
  }
}

const LONGEST_TIMER_MS = 0x7fffffff;

function armTimer(job: Job, ms: number, then: () => void): void {
  clearTimeout(job.timer);
  if (ms <= LONGEST_TIMER_MS) job.timer = setTimeout(then, Math.max(ms, 0));
}

/** Terminates a worker. Waits GRACE_MS at most, because one that is inside a library ends later. */
async function terminateWorker(port: WorkerPort): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([port.terminate(), new Promise((resolve) => (timer = setTimeout(resolve, GRACE_MS)))]);
  clearTimeout(timer);
}

const tookTooLong = (op: string, path: ByteString, ms: number): HeddleError =>
  new HeddleError("LIMIT_EXCEEDED", `a statement took longer than ${ms / 1000} s, and its worker was ended`, {
    op,
    path: textOf(path),
    hint: "the next call runs in a new worker; narrow the request, or move the database away",
  });

const closedError = (op: string): HeddleError => new HeddleError("INVALID_ARGUMENT", "this Heddle is closed", { op });
