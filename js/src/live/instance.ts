// One instance of live.wasm, which keeps the state of live sessions. It does no
// I/O and runs in the caller's thread.
import { hintText, livePhrases } from "../api/hints.js";
import { splitEnvelope } from "../engine/abi.js";
import { checkVersion, instantiate, type Exports } from "../engine/instance.js";
import { Wasi } from "../engine/wasi.js";
import type { WasmModule } from "../engine/wasm-source.js";
import { text } from "../wire/bytes.js";
import { errorOf, HeddleError, type WireError } from "../wire/errors.js";

/** A live instance. It cannot be used after a trap. */
export class LiveInstance {
  readonly #exports: Exports;
  readonly #wasi = new Wasi();

  constructor(module: WasmModule) {
    this.#exports = instantiate(module as WebAssembly.Module, "live.wasm", { wasi_snapshot_preview1: this.#wasi.imports } as WebAssembly.Imports);
    this.#wasi.memory = this.#exports.memory;
    this.#exports._initialize?.();
    checkVersion(this.#exports, "live.wasm");
  }

  /** The size of its memory, which never shrinks. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * Runs an operation on a request that consists of parts, and returns the JSON
   * text of its result. An error of the operation is a {@link HeddleError};
   * anything else that is thrown is a trap.
   */
  call(op: number, ...parts: readonly Uint8Array[]): string {
    const { alloc, call, release, memory } = this.#exports;
    const length = parts.reduce((n, part) => n + part.length, 0);
    const p = alloc(length) >>> 0;
    if (p === 0 && length > 0) throw new HeddleError("LIMIT_EXCEEDED", "the request is larger than 160 MiB");
    let at = p;
    for (const part of parts) {
      new Uint8Array(memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    const result = BigInt.asUintN(64, call(op, p, length));
    const from = Number(result >> 32n);
    const envelope = splitEnvelope(new Uint8Array(memory.buffer, from, Number(result & 0xffffffffn)));
    if (!envelope) throw new Error("the answer is not a response");
    const { error } = JSON.parse(text(envelope.header)) as { error?: WireError };
    const body = text(envelope.body);
    release(from);
    if (error) throw errorOf(error.hint === undefined ? error : { ...error, hint: hintText(error.hint, livePhrases) });
    return body;
  }

  /** What to say of an exception that was no error of an operation. */
  trapError(err: unknown): HeddleError {
    const said = this.#wasi.stderr.split("\n", 1)[0];
    const message = "the module of live sessions stopped: " + (err instanceof Error ? err.message : String(err));
    const hint = said?.includes("out of memory") ? "the agent printed more than there is memory for" : "this is a bug in Heddle: please report it";
    return new HeddleError("INTERNAL", said ? message + ": " + said : message, { hint, cause: err });
  }
}
