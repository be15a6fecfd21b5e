// The entry of "heddle/slim" in Node: the caller brings the core.wasm.
import { HeddleError } from "../wire/errors.js";
import type { Heddle } from "../api/heddle.js";
import { compile, LIVE_MEMORY_LIMIT_MIB } from "../engine/module.js";
import { LiveModule } from "../live/machine.js";
import type { AgentSession } from "../live/session.js";
import { startWith } from "../live/start.js";
import type { StartAgentOptions } from "../live/types.js";
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

/**
 * Starts a coding agent as `startAgent` of "heddle" does, with a live.wasm of your
 * own choice and an engine from `open`.
 */
export async function startAgent(options: StartAgentOptions & { wasm: WasmSource; heddle: Heddle }): Promise<AgentSession> {
  const { wasm, ...rest } = options;
  if (!wasm || !rest.heddle) throw new HeddleError("INVALID_ARGUMENT", "startAgent of heddle/slim needs the options wasm and heddle");
  return startWith(new LiveModule(await compile(await wasmOf(wasm), LIVE_MEMORY_LIMIT_MIB, "live.wasm")), rest, () => Promise.resolve(rest.heddle));
}
