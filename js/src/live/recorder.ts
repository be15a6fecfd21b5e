// Stores the messages of a session while it runs, many in one commit.
import type { Envelope } from "../engine/abi.js";
import { text } from "../wire/bytes.js";
import { errorOf, HeddleError, type WireError } from "../wire/errors.js";
import type { OpName } from "../wire/types.gen.js";

/** What runs operations on the store; a `Heddle`. */
export interface Engine {
  call(op: OpName, request: object | string, options?: { timeout?: number }): Promise<Envelope>;
}

const COMMIT_DELAY_MS = 40;
const COMMIT_TIMEOUT_MS = 30_000;
const COMMIT_CHARS = 16 * 1024 * 1024; // of one change of the store, unless one message is longer
const URGENT_CHARS = 128 * 1024; // are committed without a delay
const MAX_BACKLOG_CHARS = 256 * 1024; // that are not stored yet; the agent's output is not read meanwhile
const MAX_SHARED_CHARS = 2 * 1024 * 1024; // the same for all sessions of an engine

/** Runs an operation and parses its result. */
export async function runOp<T>(engine: Engine, op: OpName, request: object | string, timeout = COMMIT_TIMEOUT_MS): Promise<T> {
  const { header, body } = await engine.call(op, request, { timeout });
  const { error } = JSON.parse(text(header)) as { error?: WireError };
  if (error) throw errorOf(error);
  return JSON.parse(text(body)) as T;
}

/** What the sessions of one engine share. */
interface Line {
  chars: number; // of the messages that are not stored yet
  last: Promise<unknown>; // the commit after which the next one begins
}

const lines = new WeakMap<Engine, Line>();

function lineOf(engine: Engine): Line {
  let line = lines.get(engine);
  if (!line) lines.set(engine, (line = { chars: 0, last: Promise.resolve() }));
  return line;
}

/** A message to store, as JSON text, and the query that it belongs to. */
interface Recorded {
  message: string;
  query: string | undefined;
}

/** What the stored session says of itself. */
export interface Metadata {
  adapter: string;
  cwd: string;
  model?: string | undefined;
  extra: { native: { agent: string; sessionId: string }; tags?: string[]; origin?: string };
}

interface Position {
  position?: number;
}

/** Appends messages in the background. Without an engine it stores nothing. */
export class Recorder {
  readonly #engine: Engine | undefined;
  readonly #line: Line | undefined;
  readonly #sessionId: string;
  readonly #newId: () => string;
  readonly #notify: () => void;
  #queue: Recorded[] = [];
  #chars = 0; // of the messages that are not stored yet
  #metadata: Metadata | undefined; // to be stored before the next message
  #pending = 0; // messages that are not stored yet
  #position = 0;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: HeddleError | undefined;
  #query: string | undefined;
  #thread: string | null = null; // that the messages of the query belong to

  /** `notify` is called after each commit and after a failure. */
  constructor(engine: Engine | undefined, sessionId: string, newId: () => string, notify: () => void) {
    this.#engine = engine;
    this.#line = engine && lineOf(engine);
    this.#sessionId = sessionId;
    this.#newId = newId;
    this.#notify = notify;
  }

  /** Why recording ended; undefined while it continues. */
  get failure(): HeddleError | undefined {
    return this.#failure;
  }

  /** The position up to which the session is stored. */
  get position(): number {
    return this.#position;
  }

  /** Whether so much waits that nothing more should be read, until `notify` is called. */
  get isFull(): boolean {
    return this.#chars > MAX_BACKLOG_CHARS || (this.#chars > 0 && this.#line!.chars > MAX_SHARED_CHARS);
  }

  /** Merges metadata into the stored session, which is created if needed. */
  setMetadata(metadata: Metadata): void {
    if (!this.#engine || this.#failure) return;
    this.#metadata = metadata;
    this.#flush();
  }

  /** Queues a message. */
  add(message: string, query: string | undefined): void {
    if (!this.#engine || this.#failure) return;
    this.#queue.push({ message, query });
    this.#count(message.length);
    this.#pending++;
    if (this.#chars > URGENT_CHARS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), COMMIT_DELAY_MS);
  }

  /** Whether everything is stored, or nothing will be any more. If not, the rest is stored at once and `notify` called. */
  settled(): boolean {
    if (this.#pending === 0) return true;
    this.#flush();
    return false;
  }

  /** Stores what waits. It does not reject. */
  async settle(): Promise<void> {
    for (;;) {
      this.#flush();
      if (!this.#running) return;
      await this.#running;
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#running || (this.#queue.length === 0 && !this.#metadata)) return;
    this.#running = this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    try {
      while (this.#metadata || this.#queue.length > 0) {
        await this.#inTurn(() => this.#storeNext());
        this.#notify();
      }
    } catch (err) {
      this.#failure = err instanceof HeddleError ? err : new HeddleError("INTERNAL", String(err), { cause: err });
      this.#queue = [];
      this.#count(-this.#chars);
      this.#pending = 0;
      this.#metadata = undefined;
    }
    clearTimeout(this.#timer);
    this.#timer = this.#running = undefined;
    if (this.#failure) this.#notify();
  }

  #count(chars: number): void {
    this.#chars += chars;
    this.#line!.chars += chars;
  }

  /**
   * Runs a commit after those of the engine's other sessions. What it holds is
   * decided when it begins, so that many busy sessions make few large commits.
   */
  #inTurn(commit: () => Promise<void>): Promise<void> {
    const line = this.#line!;
    const done = line.last.then(commit);
    line.last = done.catch(() => {});
    return done;
  }

  async #storeNext(): Promise<void> {
    const metadata = this.#metadata;
    this.#metadata = undefined;
    if (metadata) await this.#change("store.update", JSON.stringify({ ...metadata, sessionId: this.#sessionId, requestId: this.#newId() }));
    else await this.#storeBatch(this.#takeBatch());
  }

  /** Takes what one change of the store may hold. */
  #takeBatch(): Recorded[] {
    let chars = 0;
    let n = 0;
    while (n < this.#queue.length && (n === 0 || chars + this.#queue[n]!.message.length <= COMMIT_CHARS)) chars += this.#queue[n++]!.message.length;
    return this.#queue.splice(0, n);
  }

  /** Stores messages, those of one thread at a time. */
  async #storeBatch(batch: readonly Recorded[]): Promise<void> {
    for (let from = 0; from < batch.length; ) {
      await this.#findThread(batch[from]!.query);
      let to = from;
      while (to < batch.length && (batch[to]!.query === undefined || batch[to]!.query === this.#query)) to++;
      const messages = batch.slice(from, to).map((r) => r.message);
      await this.#storeMessages(messages);
      this.#pending -= messages.length;
      for (const m of messages) this.#count(-m.length);
      from = to;
    }
  }

  /** Looks up the active thread when a query begins. */
  async #findThread(query: string | undefined): Promise<void> {
    if (query === undefined || query === this.#query) return;
    try {
      this.#thread = await runOp<string | null>(this.#engine!, "threads.active", { sessionId: this.#sessionId });
    } catch (err) {
      if (!(err instanceof HeddleError) || err.code !== "SESSION_NOT_FOUND") throw err;
      this.#thread = null;
    }
    this.#query = query;
  }

  /** Appends messages at the expected position. When somebody else has written meanwhile it appends after that, once. */
  async #storeMessages(messages: readonly string[]): Promise<void> {
    const requestId = this.#newId();
    for (let attempt = 0; ; attempt++) {
      const expect = this.#position === 0 ? undefined : this.#position;
      const about = this.#thread === null ? {} : { threadId: this.#thread };
      const members = JSON.stringify({ sessionId: this.#sessionId, ...about, requestId, expect });
      const request = `${members.slice(0, -1)},"messages":[${messages.join(",")}]}`;
      try {
        return await this.#change(this.#thread === null ? "store.record" : "threads.record", request);
      } catch (err) {
        if (attempt > 0 || !(err instanceof HeddleError) || err.code !== "CONFLICT") throw err;
      }
      await this.#readPosition();
    }
  }

  async #change(op: OpName, request: string): Promise<void> {
    const { position } = await runOp<Position>(this.#engine!, op, request);
    if (position) this.#position = position;
    else await this.#readPosition(); // a thread has no position
  }

  async #readPosition(): Promise<void> {
    const { position = 0 } = await runOp<Position>(this.#engine!, "store.get", { sessionId: this.#sessionId });
    this.#position = position;
  }
}
