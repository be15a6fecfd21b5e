// Subscriptions to a session's log.
import { HeddleError } from "../wire/errors.js";
import type { StoreEvent, StoreEvents } from "../wire/types.gen.js";

/** The options of `store.subscribe`. */
export interface SubscribeOptions {
  /** Starts after this position. Left out: with the first event. */
  after?: number;
  /** Ends the subscription: the iterator is done. */
  signal?: AbortSignal;
  /** Milliseconds between checks for events of other processes. Default: 500. */
  pollMs?: number;
}

const POLL_MS = 500;

/** Wakes subscriptions when this engine has changed the store. */
export class Bell {
  /** How often it has rung. */
  count = 0;
  readonly #waiting = new Set<() => void>();

  ring(): void {
    this.count++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Waits until the bell has rung more than `count` times, or `ms` milliseconds, or until the signal aborts. */
  wait(count: number, ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.count > count || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
      signal?.addEventListener("abort", wake, { once: true });
    });
  }
}

/** Yields the log's events, and waits for more at its end. */
export async function* followEvents(
  read: (after: number) => Promise<StoreEvents>,
  bell: Bell,
  { after = 0, signal, pollMs = POLL_MS }: SubscribeOptions,
): AsyncGenerator<StoreEvent, void, undefined> {
  if (!(pollMs >= 0)) throw new HeddleError("INVALID_ARGUMENT", "pollMs is not a number of milliseconds", { op: "store.events" });
  let ended = false; // a page that ends a turn has been read
  while (!signal?.aborted) {
    const { count } = bell; // changes while the page is being read ring the bell
    const page = await pageOrNothing(read, after);
    for (const event of page.events) {
      if (signal?.aborted) return;
      yield event;
    }
    after = page.next;
    if (page.events.length > 0) {
      ended ||= page.complete;
      continue; // only a result at the very end of the log ends it
    }
    if (page.complete && ended) return;
    await bell.wait(count, pollMs, signal);
  }
}

/** A session that does not exist has no events yet. */
async function pageOrNothing(read: (after: number) => Promise<StoreEvents>, after: number): Promise<StoreEvents> {
  try {
    return await read(after);
  } catch (err) {
    if (err instanceof HeddleError && err.code === "SESSION_NOT_FOUND") return { events: [], next: after, complete: false };
    throw err;
  }
}
