import { HeddleError } from "./errors.js";

/** A core.wasm: its bytes, compiled, or on its way. */
export type WasmSource = BufferSource | WebAssembly.Module | Response | Promise<BufferSource | WebAssembly.Module | Response>;

/** Waits for a core.wasm; a Response is read to its end. */
export async function wasmOf(source: WasmSource): Promise<BufferSource | WebAssembly.Module> {
  const wasm = await source;
  if (!(wasm instanceof Response)) return wasm;
  if (!wasm.ok) throw new HeddleError("UNSUPPORTED", `core.wasm cannot be fetched: HTTP ${wasm.status}`);
  return wasm.arrayBuffer();
}
