// The events of a session, as a program reads them.
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import { checkOptions } from "../api/options.js";
import type { LiveEvent } from "./protocol.gen.js";
import type { RunningSession, Service } from "./service.js";
import type { AgentEvent, AgentEvents, ReceiveOptions } from "./types.js";
import { eventOf } from "./values.js";

const LONGEST_TIMER_MS = 0x7fffffff;
const WINDOW = 1024 * 1024; // bytes of events that may be here unread; the program keeps the rest

const closedError = (): HeddleError => new HeddleError("BAD_REF", "the subscription is closed");

/** What a call of a session that has ended rejects with. */
export const endedError = (): HeddleError => new HeddleError("COMPLETE", "the session has ended", { hint: "resume it: startAgent({ resume: ID })" });

interface Waiting {
  resolve: (result: IteratorResult<AgentEvent, undefined>) => void;
  reject: (err: Error) => void;
}

/**
 * The events from the call on, of all queries or of one. The program sends as
 * many bytes as were read, so that a slow reader holds up only itself.
 */
export class Subscription implements AgentEvents {
  readonly session: RunningSession;
  readonly #service: Service;
  readonly #id: string;
  readonly #signal: AbortSignal | undefined;
  #queue: { event: AgentEvent; bytes: number }[] = [];
  #read = 0; // bytes that the program does not know of yet
  #end: { error?: Error } | undefined; // after the queue
  #waiting: Waiting[] = [];
  #closed = false; // by return

  constructor(service: Service, session: RunningSession, query: string | undefined, signal: AbortSignal | undefined) {
    [this.#service, this.session, this.#signal, this.#id] = [service, session, signal, service.newId("e")];
    service.subscriptions.set(this.#id, this);
    service.connection
      .call("live.subscribe", { session: session.handle, subscription: this.#id, window: WINDOW, ...(query !== undefined && { query }) })
      .catch((err: HeddleError) => this.finishAt(err.code === "COMPLETE" ? undefined : err));
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Waits for the next event. */
  next(): Promise<IteratorResult<AgentEvent, undefined>> {
    const first = this.#queue.shift();
    if (first) {
      this.#giveCredit(first.bytes);
      return Promise.resolve({ done: false, value: first.event });
    }
    if (!this.#end) return this.#wait();
    const { error } = this.#end;
    this.#end = {}; // an error is thrown once
    return error ? Promise.reject(error) : Promise.resolve({ done: true, value: undefined });
  }

  /** Waits for an event. Meanwhile the program is kept, also after its last session. */
  #wait(): Promise<IteratorResult<AgentEvent, undefined>> {
    const held = this.#service.hold();
    const next = new Promise<IteratorResult<AgentEvent, undefined>>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    return held ? next.finally(() => this.#service.release()) : next;
  }

  /** Waits for the next event, up to a time limit. COMPLETE: the session has ended; BAD_REF: the subscription was closed. */
  async receive(options: ReceiveOptions = {}): Promise<AgentEvent> {
    checkOptions("receive", options, ["timeoutMs", "signal"]);
    const { timeoutMs, signal } = options;
    if (timeoutMs !== undefined && !(timeoutMs >= 0)) throw new HeddleError("INVALID_ARGUMENT", "timeoutMs must be a number of milliseconds, not " + timeoutMs);
    if (signal?.aborted) throw abortError(signal.reason);
    const next = this.next();
    const waiting = this.#waiting.at(-1); // absent when the event was there
    const give = (err: Error): void => {
      const at = waiting ? this.#waiting.indexOf(waiting) : -1;
      if (at >= 0) this.#waiting.splice(at, 1)[0]!.reject(err);
    };
    const onAbort = (): void => give(abortError(signal!.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    const limited = waiting && timeoutMs !== undefined && timeoutMs < LONGEST_TIMER_MS;
    const timer = limited ? setTimeout(() => give(new HeddleError("TIMEOUT", "no event arrived in time")), timeoutMs) : undefined;
    try {
      const { done, value } = await next;
      if (done) throw this.#closed ? closedError() : endedError();
      return value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the subscription. */
  return(): Promise<IteratorResult<AgentEvent, undefined>> {
    this.#closed ||= !this.#end;
    this.#close();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** @internal Adds an event, whose line has so many bytes. */
  put(event: LiveEvent | AgentEvent, bytes = 0): void {
    if (this.#end) return;
    const value = "subscription" in event ? eventOf(event) : event;
    const waiting = this.#waiting.shift();
    if (!waiting) return void this.#queue.push({ event: value, bytes });
    this.#giveCredit(bytes);
    waiting.resolve({ done: false, value });
  }

  /** @internal Ends the subscription after what is queued. `position` is that of the store after which events were dropped. */
  finishAt(error?: Error, position?: number): void {
    if (this.#end) return;
    if (position !== undefined && error instanceof HeddleError) {
      error = new HeddleError(error.code, error.message, { hint: `read on from the store: heddle.store.subscribe(id, { after: ${position} })` });
    }
    const [first, ...rest] = this.#waiting;
    this.#waiting = [];
    if (first && error) first.reject(error);
    else first?.resolve({ done: true, value: undefined });
    for (const w of rest) w.resolve({ done: true, value: undefined });
    this.#end = error && !first ? { error } : {};
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#service.subscriptions.delete(this.#id);
  }

  #giveCredit(bytes: number): void {
    this.#read += bytes;
    if (this.#read < WINDOW / 2 || this.#end) return;
    this.#service.connection.notify("live.credit", { subscription: this.#id, bytes: this.#read });
    this.#read = 0;
  }

  readonly #onAbort = (): void => this.#close(abortError(this.#signal!.reason));

  #close(error?: Error): void {
    this.#queue = [];
    if (!this.#end) this.#service.connection.call("live.unsubscribe", { subscription: this.#id }).catch(() => {}); // it has ended
    this.finishAt(error);
  }
}
