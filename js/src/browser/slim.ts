// The entry of "heddle/slim" in browsers: the caller brings the core.wasm.
import { HeddleError } from "../wire/errors.js";
import { wasmOf, type WasmSource } from "../engine/wasm-source.js";
import { openWith, type BrowserHeddle, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export { startAgent } from "../live/unsupported.js";
export type { BrowserHeddle, OpenOptions, StoreSource } from "./open.js";
export { dropped, type DirectorySource, type FileAt } from "../host/browser/source.js";
export type { WasmBytes, WasmModule, WasmSource } from "../engine/wasm-source.js";

/**
 * Starts an engine from a core.wasm of your own choice: its bytes, a compiled
 * module, or a Response that delivers it.
 *
 * ```js
 * import { open } from "heddle/slim";
 * const heddle = await open({ wasm: fetch("/assets/core.wasm"), home: input.files });
 * ```
 */
export async function open(options: OpenOptions & { wasm: WasmSource }): Promise<BrowserHeddle> {
  if (!options?.wasm) throw new HeddleError("INVALID_ARGUMENT", "heddle/slim needs the option wasm");
  return openWith(wasmOf(options.wasm), options, ["wasm"]);
}
