// The worker's side of the protocol: one engine, which runs one call at a time.
import { failureEnvelope, Writer } from "./abi.js";
import { textOf, type ByteString } from "../wire/bytes.js";
import { CallState } from "./call-state.js";
import { HeddleError } from "../wire/errors.js";
import { Fault } from "../wire/fault.js";
import type { Host, Watch } from "../host/types.js";
import { Engine } from "./instance.js";
import type { CallMessage, FileMessage, FromWorker, StartMessage, ToWorker } from "./protocol.js";

const PROGRESS_INTERVAL_MS = 100;

/** Makes the platform's host, at the start and again for each new grant. */
export type MakeHost = (grant: unknown, watch: Watch) => Host | Promise<Host>;

/** Answers messages until the worker is terminated. */
export class Service {
  readonly #makeHost: MakeHost;
  readonly #post: (m: FromWorker, transfer?: ArrayBuffer[]) => void;
  #engine: Engine | undefined;
  #host: Host | undefined;
  #start: StartMessage | undefined;
  #watch: CallWatch | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(makeHost: MakeHost, post: (m: FromWorker, transfer?: ArrayBuffer[]) => void) {
    this.#makeHost = makeHost;
    this.#post = post;
  }

  /** Receives a message. Messages are answered in order. */
  receive(m: ToWorker): void {
    this.#last = this.#last.then(() => this.#answer(m)).catch((err: unknown) => this.#reportFailure(err));
  }

  async #answer(m: ToWorker): Promise<void> {
    switch (m.type) {
      case "start":
        return this.#startEngine(m);
      case "host":
        this.#engine = new Engine(this.#start!.module, await this.#newHost(m.host), this.#start!.memory);
        this.#post({ type: "done", id: m.id, response: new Uint8Array() });
        return;
      case "call":
        return this.#runCall(m);
      case "file":
        return this.#sendStoreFile(m);
      case "close":
        this.#host?.close?.(true);
        this.#post({ type: "closed" });
    }
  }

  async #newHost(grant: unknown): Promise<Host> {
    this.#host?.close?.(false);
    this.#host = undefined;
    return (this.#host = await this.#makeHost(grant, this.#watch!));
  }

  async #startEngine(m: StartMessage): Promise<void> {
    this.#watch = new CallWatch(m.state, (id, done, total) => this.#post({ type: "progress", id, done, total }));
    this.#start = m;
    const engine = new Engine(m.module, await this.#newHost(m.host), m.memory);
    engine.start();
    this.#engine = engine;
    this.#post({ type: "ready" });
  }

  #runCall(m: CallMessage): void {
    if (!this.#engine) return; // the failed start has been reported
    this.#watch!.begin(m);
    const response = this.#engine.call(m.op, m.name, m.request, this.#watch);
    this.#post({ type: "done", id: m.id, response }, [response.buffer as ArrayBuffer]);
  }

  #sendStoreFile({ id }: FileMessage): void {
    if (!this.#host) return; // the failed start was reported
    this.#watch!.end();
    let response: Uint8Array;
    try {
      if (!this.#host.storeFile) throw new Fault("UNSUPPORTED", "no SQLite is granted: there is no store");
      const w = new Writer();
      w.str("{}");
      w.raw(this.#host.storeFile());
      response = w.bytes.slice();
    } catch (err) {
      const { code, message, path, hint } = Fault.from(err);
      response = failureEnvelope("store.file", code, path ? `${textOf(path)}: ${message}` : message, hint);
    }
    this.#post({ type: "done", id, response }, [response.buffer as ArrayBuffer]);
  }

  #reportFailure(err: unknown): void {
    const known = err instanceof HeddleError || err instanceof Fault;
    this.#post({
      type: "failed",
      code: known ? err.code : "INTERNAL",
      message: err instanceof Error ? err.message : String(err),
      hint: known ? err.hint : undefined,
    });
  }
}

/** Watches the running call's deadline, and its cancellation in the shared memory. */
class CallWatch implements Watch {
  readonly #state: CallState | undefined;
  readonly #report: (id: number, done: number, total: number) => void;
  #call: CallMessage | undefined;
  #over: Fault | undefined; // set once the call must end
  #reportedAt = 0;

  constructor(state: SharedArrayBuffer | undefined, report: (id: number, done: number, total: number) => void) {
    this.#state = state && new CallState(state);
    this.#report = report;
  }

  begin(call: CallMessage): void {
    this.#call = call;
    this.#over = undefined;
    this.#reportedAt = 0;
  }

  end(): void {
    this.#call = undefined;
  }

  check(): void {
    const call = this.#call;
    if (!call) return;
    if (!this.#over && this.#state?.isCancelled(call.id)) {
      this.#over = new Fault("TIMEOUT", "cancelled");
    }
    if (!this.#over && call.deadline !== 0 && Date.now() >= call.deadline) {
      this.#over = new Fault("TIMEOUT", "deadline passed", { hint: "allow more time, or narrow the request" });
    }
    if (this.#over) throw this.#over;
  }

  statement(path: ByteString | undefined): void {
    if (path === undefined) this.#state?.end();
    else this.#state?.begin(path);
  }

  endedBy(path: ByteString): boolean {
    return this.#call?.endedBy.includes(path) ?? false;
  }

  progress(done: number, total: number): void {
    const call = this.#call;
    if (!call?.progress) return;
    const now = Date.now();
    if (now - this.#reportedAt < PROGRESS_INTERVAL_MS) return;
    this.#reportedAt = now;
    this.#report(call.id, done, total);
  }
}
