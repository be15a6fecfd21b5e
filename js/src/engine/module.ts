// Compiles core.wasm with a limit on its memory: a module that grows without one
// would crash the whole page or process.
import { HeddleError } from "../wire/errors.js";
import type { WasmBytes, WasmModule } from "./wasm-source.js";

/** The most memory that an instance of core.wasm may use, in MiB. */
const MEMORY_LIMIT_MIB = 512;

const PAGES_PER_MIB = 16;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

const limits = new WeakMap<WebAssembly.Module, number>();

/** The memory limit of a module that was compiled here, in MiB. */
export function memoryLimit(module: WebAssembly.Module): number | undefined {
  return limits.get(module);
}

/** Compiles the bytes of a core.wasm, with a limit on its memory. A module that is already compiled is returned unchanged. */
export async function compile(wasm: WasmBytes | WasmModule, limitMiB = MEMORY_LIMIT_MIB): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = bytesOf(wasm);
  try {
    const module = await WebAssembly.compile(capMemory(bytes, limitMiB * PAGES_PER_MIB) as BufferSource);
    limits.set(module, limitMiB);
    return module;
  } catch (err) {
    if (err instanceof HeddleError) throw err;
    throw new HeddleError("UNSUPPORTED", "core.wasm cannot be compiled: " + (err as Error).message, { cause: err });
  }
}

function bytesOf(wasm: object): Uint8Array {
  if (ArrayBuffer.isView(wasm)) return new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength);
  if (wasm instanceof ArrayBuffer) return new Uint8Array(wasm);
  throw new HeddleError("INVALID_ARGUMENT", "wasm is neither bytes nor a module");
}

/** Returns the module with a maximum for its memory. A module that has a maximum keeps it. */
export function capMemory(wasm: Uint8Array, maxPages: number): Uint8Array {
  if (wasm.length < 8 || wasm[0] !== 0 || wasm[1] !== 0x61 || wasm[2] !== 0x73 || wasm[3] !== 0x6d) {
    throw new HeddleError("UNSUPPORTED", "this is not a WebAssembly module");
  }
  for (let at = 8; at < wasm.length; ) {
    const id = wasm[at]!;
    const [size, start] = readVarint(wasm, at + 1);
    if (id === MEMORY_SECTION) return replaceMemory(wasm, at, start, start + size, maxPages);
    at = start + size;
  }
  return wasm;
}

function replaceMemory(wasm: Uint8Array, at: number, start: number, end: number, maxPages: number): Uint8Array {
  const [count, flagsAt] = readVarint(wasm, start);
  const flags = wasm[flagsAt]!;
  if (count !== 1 || (flags & HAS_MAXIMUM) !== 0) return wasm;
  const [min] = readVarint(wasm, flagsAt + 1);
  const content = [1, flags | HAS_MAXIMUM, ...encodeVarint(min), ...encodeVarint(Math.max(min, maxPages))];
  const section = [MEMORY_SECTION, ...encodeVarint(content.length), ...content];
  const out = largeBytes(at + section.length + wasm.length - end);
  out.set(wasm.subarray(0, at));
  out.set(section, at);
  out.set(wasm.subarray(end), at + section.length);
  return out;
}

const PAGE_BYTES = 65536;

/**
 * Returns bytes for a module, outside the heap of the C library: a large block that
 * is freed there makes glibc serve other large blocks from a heap that it hardly
 * ever shrinks, which costs a busy process tens of megabytes.
 */
export function largeBytes(length: number): Uint8Array<ArrayBuffer> {
  const { buffer } = new WebAssembly.Memory({ initial: Math.ceil(length / PAGE_BYTES) });
  return new Uint8Array(buffer as ArrayBuffer, 0, length);
}

/** Reads an unsigned LEB128 number; returns it and the offset after it. */
function readVarint(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
  throw new HeddleError("UNSUPPORTED", "this is not a WebAssembly module");
}

function encodeVarint(value: number): number[] {
  const out: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) out.push((value & 0x7f) | 0x80);
  return [...out, value];
}
