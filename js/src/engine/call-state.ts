// What a worker and its owner share while a call runs: whether it is
// cancelled, and which statement runs in a SQLite library that cannot be
// interrupted. Neither can send the other a message then.
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

  /** The owner's: cancels a call. */
  cancel(id: number): void {
    Atomics.store(this.#words, CANCELLED, id);
  }

  /** The worker's: whether a call is cancelled. */
  isCancelled(id: number): boolean {
    return Atomics.load(this.#words, CANCELLED) === id;
  }

  /** The worker's: a statement begins on a database. */
  begin(path: ByteString): void {
    const bytes = bytesOf(path);
    const fits = bytes.length <= MAX_PATH_BYTES;
    if (fits) this.#path.set(bytes);
    Atomics.store(this.#words, PATH_BYTES, fits ? bytes.length : 0);
    this.#statements = (this.#statements % 0x7fffffff) + 1;
    Atomics.store(this.#words, STATEMENT, this.#statements);
  }

  /** The worker's: no statement runs. */
  end(): void {
    Atomics.store(this.#words, STATEMENT, 0);
  }

  /** The owner's: the number of the running statement, 0 when none runs. */
  get statement(): number {
    return Atomics.load(this.#words, STATEMENT);
  }

  /** The owner's: the database of the statement; "" when its name is too long. */
  get path(): ByteString {
    return byteString(this.#path.slice(0, Atomics.load(this.#words, PATH_BYTES)));
  }
}
