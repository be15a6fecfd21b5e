// One instance of core.wasm: its six exports, its four imports, and its
// replacement when it traps.
import { ABI_VERSION, Call, failureEnvelope, Writer } from "./abi.js";
import { byteString } from "../wire/bytes.js";
import { HeddleError } from "../wire/errors.js";
import { Fault } from "../wire/fault.js";
import type { Host, Watch } from "../host/types.js";
import { memoryLimit } from "./module.js";
import { answerHostCall } from "./serve.js";
import { Wasi } from "./wasi.js";

/** What core.wasm exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  abi_version: () => number;
  alloc: (n: number) => number;
  call: (op: number, p: number, n: number) => bigint;
  release: (p: number) => void;
}

/** An instance with more memory than this is replaced before the next call, because memory never shrinks. */
const KEEP_MEMORY_BYTES = 128 * 1024 * 1024;

const unwatched: Watch = { check() {}, progress() {} };

/**
 * Runs operations on a compiled core.wasm. An instance that traps is dropped;
 * the next call gets a fresh one.
 */
export class Engine {
  readonly #module: WebAssembly.Module;
  readonly #host: Host;
  readonly #memory: number | undefined;
  #instance: Instance | undefined;

  /** `memory` is the limit of the module's memory in MiB, for messages. */
  constructor(module: WebAssembly.Module, host: Host, memory: number | undefined = memoryLimit(module)) {
    this.#module = module;
    this.#host = host;
    this.#memory = memory;
  }

  /** Instantiates now instead of at the first call. A module of another ABI version is UNSUPPORTED. */
  start(): void {
    this.#instance ??= new Instance(this.#module, this.#host);
  }

  /** Drops the instance, so that the next one asks for the host's powers again. */
  reset(): void {
    this.#instance = undefined;
  }

  /** Runs one operation and returns its response envelope, a copy that the caller owns. */
  call(op: number, name: string, request: Uint8Array, watch: Watch = unwatched): Uint8Array {
    try {
      this.start();
      const response = this.#instance!.call(op, request, watch);
      if (this.#instance!.memoryBytes > KEEP_MEMORY_BYTES) this.#instance = undefined;
      return response;
    } catch (err) {
      const stderr = this.#instance?.stderr ?? "";
      this.#instance = undefined;
      if (err instanceof HeddleError) return failureEnvelope(name, err.code, err.message, err.hint);
      const full = stderr.includes("out of memory") || stderr.includes("cannot allocate memory"); // Go's runtime has two sentences
      const hint = full ? memoryHint(this.#memory) : "this is a bug in Heddle: please report it";
      return failureEnvelope(name, "INTERNAL", trapMessage(err, stderr), hint);
    } finally {
      this.#host.files?.release();
      this.#host.sql?.release();
    }
  }
}

function memoryHint(limitMiB: number | undefined): string {
  return limitMiB === undefined ? "the operation needs more memory than there is here" : `an operation may use ${limitMiB} MiB here`;
}

function trapMessage(err: unknown, stderr: string): string {
  const said = stderr.split("\n", 1)[0];
  const message = "the engine stopped: " + (err instanceof Error ? err.message : String(err));
  return said ? message + ": " + said : message;
}

/** Instantiates a module that has the exports of the ABI; `file` is what it is called. */
export function instantiate(module: WebAssembly.Module, file: string, imports: WebAssembly.Imports): Exports {
  const refuse = (why: string, cause?: unknown): HeddleError =>
    new HeddleError("UNSUPPORTED", `this is not a ${file} that can run here: ${why}`, { hint: `use the ${file} that came with this version of the package`, cause });
  let exports: Exports;
  try {
    exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  } catch (err) {
    if (err instanceof WebAssembly.LinkError || err instanceof TypeError) throw refuse(err.message, err);
    throw err;
  }
  for (const name of ["memory", "abi_version", "alloc", "call", "release"] as const) {
    if (!(name in exports)) throw refuse("it does not export " + name);
  }
  return exports;
}

/** Refuses a module of another version of the ABI; file is what it is called. */
export function checkVersion(exports: Exports, file: string): void {
  const version = exports.abi_version();
  if (version === ABI_VERSION) return;
  throw new HeddleError("UNSUPPORTED", `${file} speaks ABI ${version}, this package speaks ABI ${ABI_VERSION}`, {
    hint: `use the ${file} that came with this version of the package`,
  });
}

/** A live instance. It cannot be used after any exception. */
class Instance {
  readonly #exports: Exports;
  readonly #host: Host;
  readonly #wasi = new Wasi();
  #watch: Watch = unwatched;
  #kept: Uint8Array | undefined; // the answer that host_take returns
  #memory: Uint8Array;

  constructor(module: WebAssembly.Module, host: Host) {
    this.#host = host;
    this.#exports = instantiate(module, "core.wasm", {
      wasi_snapshot_preview1: this.#wasi.imports,
      heddle: {
        host_call: this.#hostCall,
        host_take: this.#hostTake,
        file_read: this.#fileRead,
        poll: this.#poll,
      },
    } as WebAssembly.Imports);
    this.#wasi.memory = this.#exports.memory;
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
    this.#exports._initialize?.();
    checkVersion(this.#exports, "core.wasm");
  }

  get stderr(): string {
    return this.#wasi.stderr;
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  call(op: number, request: Uint8Array, watch: Watch): Uint8Array {
    this.#watch = watch;
    this.#kept = undefined;
    const p = this.#exports.alloc(request.length) >>> 0;
    if (p === 0 && request.length > 0) throw new HeddleError("LIMIT_EXCEEDED", "the request is larger than 160 MiB");
    this.#bytes(p, request.length).set(request);
    const result = BigInt.asUintN(64, this.#exports.call(op, p, request.length));
    const at = Number(result >> 32n);
    const response = this.#bytes(at, Number(result & 0xffffffffn)).slice();
    this.#exports.release(at);
    this.#watch = unwatched;
    this.#kept = undefined;
    return response;
  }

  // The guest's memory moves when it grows, so a view is valid until the next call of the guest.
  #bytes(p: number, n: number): Uint8Array {
    const bytes = this.#span(p, n);
    if (!bytes) throw new Fault("INTERNAL", "the module passed an address outside its memory");
    return bytes;
  }

  #span(p: number, n: number): Uint8Array | undefined {
    const buffer = (this.#exports as Exports | undefined)?.memory.buffer;
    if (!buffer) return undefined; // the module's start function runs
    if (this.#memory.buffer !== buffer) this.#memory = new Uint8Array(buffer);
    const at = p >>> 0;
    const end = at + (n >>> 0);
    return end > this.#memory.length ? undefined : this.#memory.subarray(at, end);
  }

  #keepFault(err: unknown): bigint {
    const w = new Writer();
    w.fault(Fault.from(err));
    this.#kept = w.bytes;
    return -BigInt(w.length);
  }

  #hostCall = (call: number, p: number, n: number, out: number, cap: number): bigint => {
    this.#kept = undefined;
    try {
      if (call !== Call.powers) this.#watch.check(); // a guest that is refused its powers would run without any
      this.#bytes(out, cap); // refused before anything is done
      const answer = answerHostCall(this.#host, call >>> 0, this.#bytes(p, n));
      if (answer.length > cap >>> 0) this.#kept = answer;
      else this.#bytes(out, answer.length).set(answer);
      return BigInt(answer.length);
    } catch (err) {
      return this.#keepFault(err);
    }
  };

  #hostTake = (out: number, cap: number): number => {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined) return 0;
    if (kept.length <= cap >>> 0) this.#span(out, kept.length)?.set(kept);
    return kept.length;
  };

  #fileRead = (p: number, n: number, offset: bigint, out: number, cap: number): bigint => {
    this.#kept = undefined;
    try {
      this.#watch.check();
      const files = this.#host.files;
      if (!files) throw new Fault("UNSUPPORTED", "the host grants no files");
      return BigInt(files.readAt(byteString(this.#bytes(p, n)), this.#bytes(out, cap), Number(offset)));
    } catch (err) {
      return this.#keepFault(err);
    }
  };

  #poll = (done: bigint, total: bigint): number => {
    try {
      this.#watch.progress(Number(done), Number(total));
      this.#watch.check();
      return 0;
    } catch {
      return 1;
    }
  };
}
