// The entry of "heddle/slim" in Node: the caller brings the core.wasm.
import { HeddleError } from "../wire/errors.js";
import type { Heddle } from "../api/heddle.js";
import { openWith, type OpenOptions } from "./open.js";
import { wasmOf, type WasmSource } from "../engine/wasm-source.js";

export * from "../api/public.js";
export * from "../live/public.js";
export type { OpenOptions, SqliteChoice } from "./open.js";
export type { WasmBytes, WasmModule, WasmSource } from "../engine/wasm-source.js";

/**
 * Starts an engine from a core.wasm of your own choice: its bytes, a compiled
 * module, or a Response that delivers it.
 *
 * ```js
 * import { open } from "heddle/slim";
 * const heddle = await open({ wasm: await readFile("core.wasm") });
 * ```
 */
export async function open(options: OpenOptions & { wasm: WasmSource }): Promise<Heddle> {
  if (!options?.wasm) throw new HeddleError("INVALID_ARGUMENT", "heddle/slim needs the option wasm");
  return openWith(await wasmOf(options.wasm), options, ["wasm"]);
}
