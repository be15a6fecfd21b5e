// Bounded queues of events.
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import { checkOptions } from "../api/options.js";
import type { AgentEvent, AgentEvents, ReceiveOptions } from "./types.js";

const LONGEST_TIMER_MS = 0x7fffffff;
const MAX_QUEUED_CHARS = 64 * 1024 * 1024;

/** What a call of a session that has ended rejects with. */
export const endedError = (): HeddleError => new HeddleError("COMPLETE", "the session has ended", { hint: "resume it: startAgent({ resume: ID })" });

interface Waiting {
  resolve: (result: IteratorResult<AgentEvent, undefined>) => void;
  reject: (err: Error) => void;
}

/**
 * The events from the call on. It holds what was not read yet, up to a limit;
 * then it ends with LIMIT_EXCEEDED, and the store has the rest.
 */
export class Subscription implements AgentEvents {
  /** Only events of this query, and the end after its reply. */
  readonly query: string | undefined;
  readonly #limit: number;
  readonly #release: (s: Subscription) => void;
  readonly #signal: AbortSignal | undefined;
  #queue: { event: AgentEvent; chars: number }[] = [];
  #chars = 0;
  #end: { error?: Error } | undefined; // after the queue
  #waiting: Waiting[] = [];

  constructor(query: string | undefined, limit: number, signal: AbortSignal | undefined, release: (s: Subscription) => void) {
    this.query = query;
    this.#limit = limit;
    this.#release = release;
    this.#signal = signal;
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
      this.#chars -= first.chars;
      return Promise.resolve({ done: false, value: first.event });
    }
    if (!this.#end) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const { error } = this.#end;
    this.#end = {}; // an error is thrown once
    return error ? Promise.reject(error) : Promise.resolve({ done: true, value: undefined });
  }

  /** Waits for the next event, up to a time limit. */
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
      if (done) throw endedError();
      return value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the subscription. */
  return(): Promise<IteratorResult<AgentEvent, undefined>> {
    this.finish();
    this.#queue = [];
    this.#chars = 0;
    return Promise.resolve({ done: true, value: undefined });
  }

  /** @internal Adds an event that has so many characters. */
  put(event: AgentEvent, size: number, position: number): void {
    if (this.#end) return;
    const waiting = this.#waiting.shift();
    if (waiting) return waiting.resolve({ done: false, value: event });
    const chars = Math.min(size, MAX_QUEUED_CHARS / 2); // a message may be larger than all that a subscription holds
    if (this.#queue.length < this.#limit && this.#chars + chars <= MAX_QUEUED_CHARS) {
      this.#queue.push({ event, chars });
      this.#chars += chars;
      return;
    }
    const hint = `read on from the store: heddle.store.subscribe(id, { after: ${position} })`;
    this.finish(new HeddleError("LIMIT_EXCEEDED", "the events were read too slowly: some were dropped", { hint }));
  }

  /** @internal Ends the subscription after what is queued. */
  finish(error?: Error): void {
    if (this.#end) return;
    const [first, ...rest] = this.#waiting;
    this.#waiting = [];
    if (first && error) first.reject(error);
    else first?.resolve({ done: true, value: undefined });
    for (const w of rest) w.resolve({ done: true, value: undefined });
    this.#end = error && !first ? { error } : {};
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#release(this);
  }

  readonly #onAbort = (): void => {
    this.#queue = [];
    this.finish(abortError(this.#signal!.reason));
  };
}
