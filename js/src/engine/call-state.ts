// The memory that a worker and its owner share while a call runs: whether the
// call is cancelled, and which statement runs in a SQLite library that cannot be
// interrupted. The worker handles no messages during a call.
import { byteString, bytesOf, type ByteString } from "../wire/bytes.js";

const CANCELLED = 0;
const STATEMENT = 1;
const PATH_BYTES = 2;
const HEAD_BYTES = 12;
const MAX_PATH_BYTES = 4096;

/** The shared memory of one worker. */
export class CallState {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #path: Uint8Array;
  #statements = 0;

  constructor(buffer = new SharedArrayBuffer(HEAD_BYTES + MAX_PATH_BYTES)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, HEAD_BYTES / 4);
    this.#path = new Uint8Array(buffer, HEAD_BYTES);
  }

  /** Cancels a call. Called by the owner. */
  cancel(id: number): void {
    Atomics.store(this.#words, CANCELLED, id);
  }

  /** Whether a call is cancelled. Called by the worker. */
  isCancelled(id: number): boolean {
    return Atomics.load(this.#words, CANCELLED) === id;
  }

  /** Marks the start of a statement on a database. Called by the worker. */
  begin(path: ByteString): void {
    const bytes = bytesOf(path);
    const fits = bytes.length <= MAX_PATH_BYTES;
    if (fits) this.#path.set(bytes);
    Atomics.store(this.#words, PATH_BYTES, fits ? bytes.length : 0);
    this.#statements = (this.#statements % 0x7fffffff) + 1;
    Atomics.store(this.#words, STATEMENT, this.#statements);
  }

  /** Marks the end of the statement. Called by the worker. */
  end(): void {
    Atomics.store(this.#words, STATEMENT, 0);
  }

  /** The number of the running statement, 0 when none runs. Read by the owner. */
  get statement(): number {
    return Atomics.load(this.#words, STATEMENT);
  }

  /** The database of the statement; "" when its path is too long. Read by the owner. */
  get path(): ByteString {
    return byteString(this.#path.slice(0, Atomics.load(this.#words, PATH_BYTES)));
  }
}
