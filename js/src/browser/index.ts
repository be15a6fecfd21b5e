// The entry of "heddle" in browsers.
import { CORE_INTEGRITY } from "../built/core.mjs";
import { moduleLoader } from "./assets.js";
import { openWith, type BrowserHeddle, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export { startAgent } from "../live/unsupported.js";
export type { BrowserHeddle, OpenOptions, StoreSource } from "./open.js";
export { dropped, type DirectorySource, type FileAt } from "../host/browser/source.js";

/**
 * Starts an engine over folders that were given to the page. Nothing leaves it.
 *
 * ```js
 * import { open } from "heddle";
 * input.addEventListener("change", async () => { // <input type="file" webkitdirectory>
 *   const heddle = await open({ home: input.files });
 *   for (const s of await heddle.sessions.list()) console.log(s.unifiedId, s.title);
 * });
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<BrowserHeddle> {
  return openWith(loadCore(options.assets), options);
}

const loadCore = moduleLoader("core.wasm", () => new URL("../core.wasm", import.meta.url), CORE_INTEGRITY);
