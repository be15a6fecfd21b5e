// The entry of "heddle" in Node.
import { CORE_SHA256 } from "../built/core.mjs";
import type { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import { readBytes, readModule } from "./modules.js";
import { openWith, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export * from "../live/public.js";
export type { OpenOptions, SqliteChoice } from "./open.js";

let core: Promise<WebAssembly.Module> | undefined; // compiled once per process

/**
 * Starts an engine over the sessions of this user, or of another home.
 *
 * ```js
 * import { open } from "heddle";
 * const heddle = await open();
 * for (const s of await heddle.sessions.list({ limit: 10 })) console.log(s.unifiedId, s.title);
 * await heddle.close();
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<Heddle> {
  core ??= loadCore(options.assets);
  core.catch(() => (core = undefined));
  return openWith(await core, options);
}

/** The core.wasm of `HEDDLE_WASM`, else the one in this package. */
async function loadCore(assets?: string): Promise<WebAssembly.Module> {
  const other = process.env["HEDDLE_WASM"];
  return compile(other ? await readBytes("core.wasm", other) : await readModule("core.wasm", CORE_SHA256, assets));
}
