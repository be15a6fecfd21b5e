// Bounded queues of events.
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import type { AgentEvent } from "./types.js";

const MAX_QUEUED_CHARS = 64 * 1024 * 1024;

interface Waiting {
  resolve: (result: IteratorResult<AgentEvent, undefined>) => void;
  reject: (err: Error) => void;
}

/**
 * The events from the call on. It holds what was not read yet, up to a limit;
 * then it ends with LIMIT_EXCEEDED, and the store has the rest.
 */
export class Subscription implements AsyncIterableIterator<AgentEvent, undefined> {
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
