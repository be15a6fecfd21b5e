// The part of WASI preview 1 that Go's runtime uses. No files, no environment, no
// arguments. The clock advances by a microsecond per call and the random bytes
// are always the same, because no result may depend on either.

const SUCCESS = 0;
const EBADF = 8;
const EINVAL = 28;

const NANOSECONDS_PER_QUESTION = 1000n;
const STDERR_LIMIT_CHARS = 64 << 10;

/** Thrown by proc_exit; the instance is unusable afterwards. */
export class ProcExit extends Error {
  constructor(readonly status: number) {
    super(`the module exited with status ${status}`);
  }
}

/** One instance's WASI. Set `memory` before the first call. */
export class Wasi {
  memory: WebAssembly.Memory | undefined;
  #now = 0n;
  #random = 0x9e3779b9;
  #stderr = "";

  /** What the module wrote to stdout and stderr, the first 64 Ki characters. */
  get stderr(): string {
    return this.#stderr;
  }

  get #view(): DataView {
    return new DataView(this.memory!.buffer);
  }

  /** The functions of the import module `wasi_snapshot_preview1`. */
  readonly imports: Record<string, (...args: never[]) => unknown> = {
    args_get: () => SUCCESS,
    args_sizes_get: (count: number, size: number) => this.#reportNone(count, size),
    environ_get: () => SUCCESS,
    environ_sizes_get: (count: number, size: number) => this.#reportNone(count, size),
    clock_time_get: (_id: number, _precision: bigint, out: number) => {
      this.#now += NANOSECONDS_PER_QUESTION;
      this.#view.setBigUint64(out, this.#now, true);
      return SUCCESS;
    },
    clock_res_get: (_id: number, out: number) => {
      this.#view.setBigUint64(out, NANOSECONDS_PER_QUESTION, true);
      return SUCCESS;
    },
    random_get: (out: number, length: number) => this.#fillRandom(out, length),
    poll_oneoff: (subscriptions: number, events: number, count: number, done: number) =>
      this.#pollOneoff(subscriptions, events, count, done),
    sched_yield: () => SUCCESS,
    proc_exit: (status: number) => {
      throw new ProcExit(status);
    },
    fd_write: (fd: number, vectors: number, count: number, written: number) => this.#captureOutput(fd, vectors, count, written),
    fd_read: () => EBADF,
    fd_close: () => EBADF,
    fd_seek: () => EBADF,
    fd_fdstat_get: (fd: number, out: number) => {
      if (fd > 2) return EBADF;
      new Uint8Array(this.memory!.buffer, out, 24).fill(0);
      this.#view.setUint8(out, 2); // a character device
      return SUCCESS;
    },
    fd_fdstat_set_flags: (fd: number) => (fd > 2 ? EBADF : SUCCESS),
    fd_prestat_get: () => EBADF, // EBADF ends the runtime's search for preopened folders
    fd_prestat_dir_name: () => EBADF,
  };

  #reportNone(count: number, size: number): number {
    this.#view.setUint32(count, 0, true);
    this.#view.setUint32(size, 0, true);
    return SUCCESS;
  }

  #fillRandom(out: number, length: number): number {
    const bytes = new Uint8Array(this.memory!.buffer, out, length);
    for (let i = 0; i < length; i++) {
      this.#random ^= this.#random << 13; // xorshift
      this.#random ^= this.#random >>> 17;
      this.#random ^= this.#random << 5;
      bytes[i] = this.#random;
    }
    return SUCCESS;
  }

  #captureOutput(fd: number, vectors: number, count: number, written: number): number {
    if (fd !== 1 && fd !== 2) return EBADF;
    const view = this.#view;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(vectors + 8 * i, true);
      const length = view.getUint32(vectors + 8 * i + 4, true);
      if (this.#stderr.length < STDERR_LIMIT_CHARS) {
        this.#stderr += new TextDecoder().decode(new Uint8Array(view.buffer, at, length));
      }
      total += length;
    }
    view.setUint32(written, total, true);
    return SUCCESS;
  }

  // A sleep returns at once and moves the clock to its end.
  #pollOneoff(subscriptions: number, events: number, count: number, done: number): number {
    if (count === 0) return EINVAL;
    const view = this.#view;
    for (let i = 0; i < count; i++) {
      const from = subscriptions + 48 * i;
      const to = events + 32 * i;
      const tag = view.getUint8(from + 8);
      if (tag === 0) this.#advanceClock(view.getBigUint64(from + 24, true), (view.getUint16(from + 40, true) & 1) !== 0);
      const userdata = view.getBigUint64(from, true);
      new Uint8Array(view.buffer, to, 32).fill(0);
      view.setBigUint64(to, userdata, true);
      view.setUint16(to + 8, tag === 0 ? SUCCESS : EBADF, true);
      view.setUint8(to + 10, tag);
    }
    view.setUint32(done, count, true);
    return SUCCESS;
  }

  #advanceClock(timeout: bigint, absolute: boolean): void {
    const end = absolute ? timeout : this.#now + timeout;
    if (end > this.#now) this.#now = end;
  }
}
