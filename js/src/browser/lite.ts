// The entry of "heddle/lite" in browsers: the engine in core-lite.wasm.
import { LITE_INTEGRITY } from "../built/core.mjs";
import { HeddleError } from "../wire/errors.js";
import { moduleLoader } from "./assets.js";
import { openWith, type BrowserHeddle, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export { startAgent } from "../live/unsupported.js";
export type { BrowserHeddle, OpenOptions, StoreSource } from "./open.js";
export { dropped, type DirectorySource, type FileAt } from "../host/browser/source.js";

/**
 * Starts an engine as `open` of "heddle" does, from core-lite.wasm, which a page
 * loads in a third of the time.
 *
 * ```js
 * import { open } from "heddle/lite";
 * const heddle = await open({ home: input.files });
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<BrowserHeddle> {
  if (!LITE_INTEGRITY) throw new HeddleError("UNSUPPORTED", "this package was built without core-lite.wasm", { hint: "install heddle from the registry; in a checkout, make lite builds it" });
  return openWith(loadLite(options.assets), options);
}

const loadLite = moduleLoader("core-lite.wasm", () => new URL("../core-lite.wasm", import.meta.url), LITE_INTEGRITY);
