import { HeddleError } from "../wire/errors.js";

// Projects without the DOM's types have no names for these.

/** The bytes of a core.wasm. */
export type WasmBytes = ArrayBuffer | ArrayBufferView;
/** A `WebAssembly.Module`. */
export type WasmModule = object;

/** A core.wasm: its bytes, a compiled module, a response, or a promise of one of these. */
export type WasmSource = WasmBytes | WasmModule | Response | Promise<WasmBytes | WasmModule | Response>;

/** Waits for a core.wasm; a Response is read to its end. */
export async function wasmOf(source: WasmSource): Promise<WasmBytes | WasmModule> {
  const wasm = await source;
  if (!(wasm instanceof Response)) return wasm;
  if (!wasm.ok) throw new HeddleError("UNSUPPORTED", `core.wasm cannot be fetched: HTTP ${wasm.status}`);
  return wasm.arrayBuffer();
}
