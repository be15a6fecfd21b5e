// Runs one live session: it passes everything that happens to the machine and
// does what the machine asks for, in order.
import { abortError } from "../engine/abort.js";
import { hintText, livePhrases } from "../api/hints.js";
import type { StoreMessage } from "../api/messages.js";
import { HeddleError } from "../wire/errors.js";
import type { Diagnostic, ErrorCode, Json, LiveCommandRequest, LiveExitRequest, LiveHealth, LiveOpenRequest } from "../wire/types.gen.js";
import type { LiveModule, Machine } from "./machine.js";
import type { Meter } from "./meter.js";
import type { Recorder } from "./recorder.js";
import type { Output, Step } from "./step.js";
import { endedError, Subscription } from "./subscription.js";
import type { Connection, ConnectionEnd, Transport } from "./transport.js";
import type { AgentEvent, PermissionDecision, PermissionHandler, PermissionRequest } from "./types.js";

const FEED_BYTES = 16 * 1024; // at once, so that one session does not keep others waiting
const MAX_UNFED_BYTES = 16 * 1024; // that a session holds; the process waits meanwhile
const LONGEST_TIMER_MS = 0x7fffffff;

/** What a driver is made of. */
export interface DriverParts {
  module: LiveModule;
  transport: Transport;
  recorder: Recorder;
  meter: Meter;
  clock: () => number;
  newId: () => string;
  queueEvents: number;
  onPermission?: PermissionHandler | undefined;
  /** Called with every event, before subscribers get it. */
  observe: (event: AgentEvent) => void;
  /** Called when a query begins and when it ends. */
  queryStarted: (query: string) => void;
  queryEnded: (query: string, result: StoreMessage | undefined, error: HeddleError | undefined) => void;
  /** Called when the agent's own id of the session becomes known or changes. */
  identified: (nativeId: string) => void;
}

/** A command without what the driver adds. */
export type Command = Omit<LiveCommandRequest, "handle" | "now" | "id"> & { id?: string };

interface Reply {
  resolve: (value: Json) => void;
  reject: (err: Error) => void;
}

/** The error that a diagnostic of the machine describes. */
function errorFrom({ code, message, ...rest }: Diagnostic): HeddleError {
  const hint = rest.hint === undefined ? {} : { hint: hintText(rest.hint, livePhrases) };
  return new HeddleError(code as ErrorCode, message ?? code, { ...rest, ...hint });
}

/** One running session. */
export class Driver {
  /** Resolves when the session has ended: no process of it is left, and everything is stored. */
  readonly ended: Promise<void>;
  /** Resolves when the agent is ready, or will never be. */
  readonly ready: Promise<boolean>;
  health: LiveHealth = "connecting";
  nativeId: string | undefined;
  /** Why the session ended, if it failed. */
  failure: HeddleError | undefined;
  /** How many prompts were sent. */
  queries = 0;

  readonly #parts: DriverParts;
  readonly #machine: Machine;
  readonly #subscriptions = new Set<Subscription>();
  readonly #collections = new Map<string, StoreMessage[]>();
  readonly #replies = new Map<string, Reply>();
  readonly #begun = new Set<string>(); // queries
  readonly #asks = new Map<string, AbortController>();
  #connection: Connection | undefined;
  #pending: Output[] = []; // to be done
  #next = 0; // the first of them
  #added = false; // it is with the recorder
  #chunks: Uint8Array[] = []; // printed, and not fed
  #unfed = 0; // their bytes
  #end: ConnectionEnd | undefined; // of the process, when all it printed has been fed
  #reading = false; // a piece will be fed
  #over = false; // the machine takes no more input
  #working = false;
  #finished = false;
  #unstored = false; // the end of recording was reported
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due: number | undefined; // when it ticks
  #settleReady: (ready: boolean) => void = () => {};
  #settleEnded: () => void = () => {};

  constructor(parts: DriverParts) {
    this.#parts = parts;
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.ended = new Promise((resolve) => (this.#settleEnded = resolve));
    this.#machine = parts.module.machine({
      restored: (step) => {
        this.#publish({ kind: "diagnostic", error: new HeddleError("INTERNAL", "the module of live sessions was restarted; the session continues") });
        this.#take(step);
      },
      lost: (err) => this.#breakDown(err),
    });
  }

  /** Begins the session. An error means that nothing was started. */
  open(request: Omit<LiveOpenRequest, "handle" | "now">): void {
    this.#take(this.#machine.open(this.#parts.clock(), request));
  }

  /** Runs a command and waits for its reply. An aborted query is interrupted. */
  async send(command: Command, signal?: AbortSignal): Promise<Json> {
    if (signal?.aborted) throw abortError(signal.reason);
    const full = command.kind === "query" || command.kind === "steer" ? this.#connection?.drained() : undefined;
    if (full) {
      await full;
      if (signal?.aborted) throw abortError(signal.reason);
    }
    if (this.#over) throw endedError();
    const id = command.id ?? this.#parts.newId();
    if (this.#replies.has(id)) throw new HeddleError("CONFLICT", `the id ${id} is that of a running command`);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#replies.delete(id);
        if (command.kind === "query") this.interruptLater(id);
        reject(abortError(signal!.reason));
      };
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      this.#replies.set(id, { resolve: (value) => (done(), resolve(value)), reject: (err) => (done(), reject(err)) });
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        this.#take(this.#machine.command(this.#parts.clock(), { ...command, id }));
      } catch (err) {
        this.#replies.get(id)?.reject(err as Error);
        this.#replies.delete(id);
      }
    });
  }

  /** Interrupts a query that nobody waits for any more. */
  interruptLater(query: string): void {
    this.send({ kind: "interrupt", query }).catch(() => {}); // it has ended
  }

  /** Ends the process at once. */
  kill(): void {
    this.#connection?.signal("kill");
  }

  /** Returns the events from now on; with `query` those of one query, until its reply. */
  subscribe(query?: string, signal?: AbortSignal): Subscription {
    const s = new Subscription(query, this.#parts.queueEvents, signal, (x) => this.#subscriptions.delete(x));
    if (this.#finished) s.finish();
    else if (!signal?.aborted) this.#subscriptions.add(s);
    return s;
  }

  /** Gathers the whole messages of a query, without a limit, until `drop`. */
  collect(query: string): { messages: StoreMessage[]; drop: () => void } {
    const messages: StoreMessage[] = [];
    this.#collections.set(query, messages);
    return { messages, drop: () => this.#collections.delete(query) };
  }

  /** Does what can be done: outputs, what the process printed, its end. Called after every input, and by the recorder. */
  work(): void {
    if (this.#working) return;
    this.#working = true;
    try {
      this.#reportRecording();
      do this.#doOutputs();
      while (this.#nothingWaits() && this.#takeEnd());
    } finally {
      this.#working = false;
    }
    if (this.#chunks.length > 0 && this.#nothingWaits()) this.#readLater();
    if (this.#unfed >= MAX_UNFED_BYTES || !this.#nothingWaits()) this.#connection?.pause();
    else this.#connection?.resume();
    if (this.#over && !this.#finished && this.#pending.length === 0 && !this.#connection) this.#finish();
  }

  /** Whether the recorder has stored enough for more to be read. */
  #nothingWaits(): boolean {
    return this.#pending.length === 0 && !this.#parts.recorder.isFull;
  }

  /** Feeds a piece of what the process printed, when it is this session's turn. */
  #readLater(): void {
    if (this.#reading) return;
    this.#reading = true;
    this.#parts.module.slices.add(() => {
      this.#reading = false;
      const data = this.#nothingWaits() ? this.#takeChunk() : undefined;
      if (data && !this.#over) this.#input(() => this.#machine.feed(this.#parts.clock(), data));
      this.work();
    });
  }

  /** Takes the next piece to feed, of all that was printed meanwhile. */
  #takeChunk(): Uint8Array | undefined {
    const all = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : this.#chunks[0];
    const chunk = all?.subarray(0, FEED_BYTES);
    this.#chunks = all && all.length > FEED_BYTES ? [all.subarray(FEED_BYTES)] : [];
    this.#unfed -= chunk?.length ?? 0;
    return chunk;
  }

  /** Takes the end of the process, when all that it printed has been fed; reports whether it came. */
  #takeEnd(): boolean {
    const end = this.#end;
    if (!end || this.#chunks.length > 0) return false;
    this.#end = this.#connection = undefined;
    if (!end.gone) this.#publish({ kind: "diagnostic", error: new HeddleError("IO_ERROR", "a process of the agent does not end") });
    const { error } = end;
    this.#exit(error ? startFailure(error) : { status: end.status, stderr: end.stderr });
    return true;
  }

  /** Passes an input to the machine. The events of the machine have reported what a trap ends. */
  #input(run: () => Step): void {
    try {
      this.#take(run());
    } catch (err) {
      if (!this.#over) this.#publish({ kind: "diagnostic", error: err as HeddleError });
    }
  }

  #take({ outputs, deadline }: Step): void {
    this.#pending.push(...outputs);
    if (deadline !== this.#due) this.#setTimer(deadline);
    this.work();
  }

  /** Passes the time to the machine when it is due. */
  #setTimer(due: number | undefined): void {
    clearTimeout(this.#timer);
    this.#due = this.#over ? undefined : due;
    if (this.#due === undefined) return;
    const ms = Math.max(0, this.#due - this.#parts.clock());
    this.#timer = setTimeout(() => {
      this.#due = undefined;
      this.#input(() => this.#machine.tick(this.#parts.clock()));
    }, Math.min(ms, LONGEST_TIMER_MS));
  }

  /** Does the outputs in order. It stops at one that must wait for the store. */
  #doOutputs(): void {
    const { recorder } = this.#parts;
    while (this.#next < this.#pending.length) {
      const o = this.#pending[this.#next]!;
      if (o.text !== undefined && !this.#added) recorder.add(o.text, o.query);
      this.#added = true;
      if (o.durable && !recorder.settled()) break;
      this.#next++;
      this.#added = false;
      this.#do(o);
    }
    if (this.#next === this.#pending.length) this.#pending = [];
    else this.#pending.splice(0, this.#next);
    this.#next = 0;
  }

  #do(o: Output): void {
    switch (o.kind) {
      case "spawn":
        return this.#spawn(o);
      case "write":
        return this.#connection?.write(o.data ?? "");
      case "close_input":
        return this.#connection?.closeInput();
      case "signal":
        return this.#connection?.signal(o.signal!);
      case "event":
        return this.#deliver(o);
      case "ask":
        return this.#ask({ ...o.ask!, id: o.id!, ...queryOf(o) });
      case "cancel_ask":
        return this.#cancelAsk(o.id!);
      case "reply":
        return this.#reply(o);
      case "measure":
        return void this.#measure(o);
      case "state":
        return this.#setState(o);
      case "diagnostic":
        return this.#publish({ kind: "diagnostic", error: errorFrom(o.error!) });
    }
  }

  #spawn(o: Output): void {
    try {
      this.#connection = this.#parts.transport.start(o.spawn!, (data) => {
        this.#chunks.push(data);
        this.#unfed += data.length;
        this.work();
      });
    } catch (err) {
      return this.#exit(startFailure(err));
    }
    this.#connection.ended.then((end) => {
      this.#end = end;
      this.work();
    });
  }

  /** Passes the end of the process to the machine. */
  #exit(request: Omit<LiveExitRequest, "handle" | "now">): void {
    if (this.#over) return;
    let step: Step | undefined;
    this.#input(() => (step = this.#machine.exit(this.#parts.clock(), request)));
    if (!step && !this.#over) this.#breakDown(new HeddleError("INTERNAL", "the end of the process could not be processed"));
    this.#over = true;
    clearTimeout(this.#timer);
  }

  /** Ends a session that the machine has lost: the running turn gets its end, and all that wait an error. */
  #breakDown(err: HeddleError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const error: Diagnostic = { code: err.code, message: err.message, hint: "resume the session to continue" };
    for (const query of this.#begun) this.#pending.push(...lostTurn(query, this.nativeId, err, new Date(this.#parts.clock())));
    for (const id of this.#replies.keys()) this.#pending.push({ kind: "reply", id, error });
    this.#pending.push({ kind: "state", health: "error", error });
    this.kill();
    this.work();
  }

  #deliver(o: Output): void {
    const message = o.message as unknown as StoreMessage;
    const { query } = o;
    if (query !== undefined && !this.#begun.has(query)) {
      this.#begun.add(query);
      this.queries++;
      this.#parts.queryStarted(query);
    }
    const chars = o.text?.length ?? (typeof message.content === "string" ? message.content.length : 0);
    if (o.record && query !== undefined) this.#collections.get(query)?.push(message);
    this.#publish({ kind: "event", ...queryOf(o), message, whole: o.record === true }, chars);
  }

  #reply(o: Output): void {
    const id = o.id!;
    const error = o.error && errorFrom(o.error);
    if (this.#begun.delete(id)) this.#parts.queryEnded(id, (o.value ?? undefined) as StoreMessage | undefined, error);
    for (const s of [...this.#subscriptions]) if (s.query === id) s.finish();
    const reply = this.#replies.get(id);
    this.#replies.delete(id);
    if (error) reply?.reject(error);
    else reply?.resolve(o.value ?? null);
  }

  #setState(o: Output): void {
    const error = o.error && errorFrom(o.error);
    this.health = o.health!;
    this.failure ??= error;
    if (o.nativeSessionId !== undefined && o.nativeSessionId !== this.nativeId) {
      this.nativeId = o.nativeSessionId;
      this.#parts.identified(o.nativeSessionId);
    }
    this.#publish({ kind: "state", health: o.health!, ...(error && { error }) });
    if (o.health === "ready") this.#settleReady(true);
  }

  #ask(request: PermissionRequest): void {
    this.#publish({ kind: "ask", ...queryOf(request), ask: request });
    const decide = this.#parts.onPermission;
    if (!decide) return; // somebody who reads the events answers, or the time limit denies
    const controller = new AbortController();
    this.#asks.set(request.id, controller);
    const { signal } = controller;
    Promise.resolve()
      .then(() => decide(request, { signal }))
      .catch((err: unknown): PermissionDecision => ({ allow: false, reason: err instanceof Error ? err.message : String(err) }))
      .then((decision) => (signal.aborted ? undefined : this.answer(request.id, decision)))
      .catch((error: HeddleError) => {
        if (signal.aborted) return;
        this.#publish({ kind: "diagnostic", error });
        return this.answer(request.id, { allow: false, reason: error.message });
      })
      .catch(() => {}); // it needs no answer any more
  }

  /** Answers a request for permission. */
  async answer(ask: string, decision: PermissionDecision | boolean, signal?: AbortSignal): Promise<void> {
    const { allow, reason, updatedInput, rules, interrupt }: PermissionDecision = typeof decision === "object" && decision !== null ? decision : { allow: decision === true };
    await this.send({ kind: "answer", ask, allow: allow === true, text: reason, updatedInput, rules, interrupt }, signal);
  }

  #cancelAsk(id: string): void {
    this.#asks.get(id)?.abort();
    this.#asks.delete(id);
    this.#publish({ kind: "cancel_ask", id });
  }

  /** Passes to the machine what a turn has spent. */
  async #measure(o: Output): Promise<void> {
    const spent = await this.#parts.meter.measure(o.nativeSessionId ?? "").catch(() => undefined);
    await this.send({ kind: "measured", query: o.id!, ...(spent && { usage: spent.usage as unknown as Json, usd: spent.usd }) }).catch(() => {});
  }

  /** Reports once that recording has ended. */
  #reportRecording(): void {
    const { failure } = this.#parts.recorder;
    if (!failure || this.#unstored) return;
    this.#unstored = true;
    const details = failure.hint === undefined ? {} : { hint: failure.hint };
    this.#publish({ kind: "diagnostic", error: new HeddleError(failure.code, "recording has ended, the agent continues: " + failure.message, { ...details, cause: failure }) });
  }

  #publish(event: AgentEvent, chars = 0): void {
    this.#parts.observe(event);
    const query = "query" in event ? event.query : undefined;
    for (const s of [...this.#subscriptions]) {
      if (s.query === undefined || s.query === query) s.put(event, chars, this.#parts.recorder.position);
    }
  }

  /** Reports a defect that ends nothing. */
  report(error: HeddleError): void {
    this.#publish({ kind: "diagnostic", error });
  }

  async #finish(): Promise<void> {
    this.#finished = true;
    clearTimeout(this.#timer);
    for (const id of [...this.#asks.keys()]) this.#cancelAsk(id);
    this.#parts.meter.end();
    await this.#parts.recorder.settle();
    this.#reportRecording();
    this.#machine.close();
    for (const reply of this.#replies.values()) reply.reject(endedError());
    this.#replies.clear();
    for (const s of [...this.#subscriptions]) s.finish();
    this.#settleReady(false);
    this.#settleEnded();
  }
}

const queryOf = ({ query }: { query?: string }): { query?: string } => (query === undefined ? {} : { query });

/** The end of a process that could not be started. */
function startFailure(err: unknown): Omit<LiveExitRequest, "handle" | "now"> {
  if (!(err instanceof HeddleError)) return { error: err instanceof Error ? err.message : String(err) };
  return { error: err.message, errorCode: err.code, hint: err.hint };
}

/** The end of a turn that the machine has lost, as it would have written it. */
function lostTurn(query: string, sessionId: string | undefined, { code, message }: HeddleError, timestamp: Date): Output[] {
  const time = timestamp.toISOString();
  const error = { category: "unknown", code, content: message, errorType: "session_error", sessionId, timestamp: time, type: "error" };
  const result = { isError: true, queryId: query, sessionId, subtype: "error_during_execution", timestamp: time, type: "result" };
  return [error, result].map((m) => ({ kind: "event", query, record: true, durable: m === result, message: m as unknown as Json, text: JSON.stringify(m) }));
}
