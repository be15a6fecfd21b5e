// The entry of "heddle/lite" in Node: the engine in core-lite.wasm.
import { LITE_SHA256 } from "../built/core.mjs";
import type { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import { readModule } from "./modules.js";
import { openWith, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export * from "../live/public.js";
export type { OpenOptions, SqliteChoice } from "./open.js";

let core: Promise<WebAssembly.Module> | undefined; // compiled once per process

/**
 * Starts an engine as `open` of "heddle" does, from core-lite.wasm: a quarter of the
 * size, and the same answers. It needs more memory, because nothing is freed during a call.
 *
 * ```js
 * import { open } from "heddle/lite";
 * const heddle = await open();
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<Heddle> {
  core ??= readModule("core-lite.wasm", LITE_SHA256, options.assets).then(compile);
  core.catch(() => (core = undefined));
  return openWith(await core, options);
}
