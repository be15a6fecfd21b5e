// The owner's side: calls wait in a queue and run one at a time on a worker,
// which is replaced when it has to be stopped by force.
import { textOf, type ByteString } from "../wire/bytes.js";
import type { CallOptions } from "./call-options.js";
import { CallState } from "./call-state.js";
import { HeddleError } from "../wire/errors.js";
import { STORE_PATH } from "../host/types.js";
import type { CallMessage, FileMessage, FromWorker, HostMessage, Spawn, StartMessage, WorkerPort } from "./protocol.js";
import { changingOps, type ErrorCode } from "../wire/types.gen.js";

/** How long a call may go on after its deadline or cancel before its worker is terminated. */
const GRACE_MS = 1000;

/**
 * How long one statement may run in a SQLite library that cannot be
 * interrupted (better-sqlite3, node:sqlite) before its worker is terminated.
 */
export const STATEMENT_MS = 30_000;

/** How often that is looked at within this time. */
const LOOKS = 20;

interface Job {
  message: CallMessage | HostMessage | FileMessage;
  op: string;
  options: CallOptions;
  cancelled: Error | undefined; // what it rejects with once the worker lets go
  timer: ReturnType<typeof setTimeout> | undefined;
  looks: ReturnType<typeof setInterval> | undefined;
  settle: (err: Error | undefined, response: Uint8Array) => void;
}

const nothing = new Uint8Array();

/** Runs operations on a worker. */
export class CallQueue {
  readonly #spawn: Spawn;
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

  /** `keeps` tells that the worker has something open between calls. */
  constructor(spawn: Spawn, module: WebAssembly.Module, host: unknown, keeps: boolean, statementMs = STATEMENT_MS) {
    this.#shareable = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false;
    this.#spawn = spawn;
    this.#keeps = keeps;
    this.#statementMs = statementMs;
    this.#start = { type: "start", module, state: undefined, host };
  }

  /** Starts a worker unless one is there; rejects when its start failed. */
  open(): Promise<void> {
    if (!this.#port) this.#launch();
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

  /** Replaces what the host grants, for this worker and those after it. */
  async grant(host: unknown): Promise<void> {
    this.#start.host = host;
    this.#endedBy.clear();
    await this.#enqueue({ type: "host", id: this.#nextId(), host }, "refresh", {});
  }

  /** The response that holds the store's file. */
  storeFile(options: CallOptions = {}): Promise<Uint8Array> {
    return this.#enqueue({ type: "file", id: this.#nextId() }, "store.file", options);
  }

  /**
   * Stops the worker, which first closes what it has open. Calls that have not
   * ended reject. Ends when the worker is gone.
   */
  close(): Promise<void> {
    return (this.#ended ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#closed = true;
    const port = this.#port;
    const running = this.#running;
    const jobs = running ? [running, ...this.#waiting] : this.#waiting;
    this.#waiting = [];
    this.#running = undefined;
    this.#settleReady(closedError("open"));
    // What runs and cannot be told to stop is stopped by force, which loses nothing.
    if (port && this.#keeps && (!running || this.#state)) await this.#farewell(port, running);
    this.#port = undefined;
    if (port) await terminated(port);
    for (const job of jobs) job.settle(closedError(job.op), nothing);
  }

  /** Lets a worker close what it has open. */
  async #farewell(port: WorkerPort, running: Job | undefined): Promise<void> {
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
      const onAbort = (): void => this.#abort(job, abortError(signal!.reason));
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
      this.#pump();
    });
  }

  // A waiting call ends at its deadline; a running one is left to the worker,
  // which sees the deadline itself, and is stopped by force after a grace.
  #watchDeadline(job: Job, deadline: number): void {
    const late = new HeddleError("TIMEOUT", "deadline passed", { op: job.op, hint: "allow more time, or narrow the request" });
    arm(job, deadline - Date.now(), () => {
      if (this.#running !== job) this.#remove(job, late);
      else arm(job, GRACE_MS, () => this.#kill(job, late));
    });
  }

  #abort(job: Job, err: Error): void {
    if (this.#running !== job) return this.#remove(job, err);
    if (!this.#state) return this.#kill(job, err);
    job.cancelled = err;
    this.#state.cancel(job.message.id);
    arm(job, GRACE_MS, () => this.#kill(job, err));
  }

  // A worker inside a library that cannot be interrupted is watched from here.
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
    this.#drop();
    const repeat = message.type === "call" && !job.cancelled && !changingOps.has(job.op) && path !== "" && path !== STORE_PATH && !this.#endedBy.has(path);
    if (path !== "" && path !== STORE_PATH) this.#endedBy.add(path);
    if (repeat) this.#waiting.unshift(job);
    else job.settle(job.cancelled ?? tookTooLong(job.op, path, this.#statementMs), nothing);
    this.#pump();
  }

  #remove(job: Job, err: Error): void {
    this.#waiting = this.#waiting.filter((j) => j !== job);
    job.settle(err, nothing);
  }

  #kill(job: Job, err: Error): void {
    if (this.#running !== job) return;
    this.#drop();
    job.settle(err, nothing);
    this.#pump();
  }

  #drop(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#running = undefined;
    this.#settleReady(closedError("open"));
  }

  #pump(): void {
    if (this.#running || this.#closed) return;
    const job = this.#waiting.shift();
    if (!job) return this.#port?.hold(false);
    if (!this.#port) this.#launch();
    this.#running = job;
    this.#port!.hold(true);
    const { message } = job;
    if (message.type === "call") message.endedBy = [...this.#endedBy];
    this.#watchStatements(job);
    this.#port!.post(message, []);
  }

  #launch(): void {
    this.#ready = new Promise((resolve, reject) => {
      this.#settleReady = (err) => (err ? reject(err) : resolve());
    });
    this.#ready.catch(() => {}); // the running call reports it as well
    const port = this.#spawn({
      message: (m) => this.#port === port && this.#receive(m),
      error: (err) => this.#port === port && this.#broke(err),
    });
    this.#port = port;
    // Memory of its own: one that was terminated may still run, and write to its.
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
        return this.#failed(new HeddleError(m.code as ErrorCode, m.message, m.hint === undefined ? {} : { hint: m.hint }));
      case "progress":
        if (job?.message.id === m.id) job.options.onProgress?.(m.done, m.total);
        return;
      case "done":
        if (job?.message.id !== m.id) return;
        this.#running = undefined;
        job.settle(job.cancelled, m.response);
        this.#pump();
    }
  }

  #broke(err: Error): void {
    if (this.#closed) return this.#settleClosed();
    this.#failed(err instanceof HeddleError ? err : new HeddleError("INTERNAL", "the worker stopped: " + err.message, { cause: err }));
  }

  #failed(err: HeddleError): void {
    const job = this.#running;
    this.#settleReady(err);
    this.#drop();
    job?.settle(err, nothing);
    this.#pump();
  }
}

const LONGEST_TIMER_MS = 0x7fffffff;

function arm(job: Job, ms: number, then: () => void): void {
  clearTimeout(job.timer);
  if (ms <= LONGEST_TIMER_MS) job.timer = setTimeout(then, Math.max(ms, 0));
}

/** Terminates a worker, and does not wait longer for one that is inside a library. */
async function terminated(port: WorkerPort): Promise<void> {
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

/**
 * What an aborted call rejects with: the reason that the platform made itself
 * (AbortError, or the TimeoutError of `AbortSignal.timeout`), else an
 * AbortError whose cause is the caller's reason.
 */
function abortError(reason: unknown): Error {
  if (reason instanceof DOMException) return reason;
  const err = new DOMException("the call was aborted", "AbortError");
  Object.defineProperty(err, "cause", { value: reason, configurable: true, writable: true });
  return err;
}
