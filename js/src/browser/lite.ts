// The entry of "heddle/lite" in browsers: the engine in core-lite.wasm.
import { LITE_INTEGRITY } from "../built/core.mjs";
import { compile } from "../engine/module.js";
import { HeddleError } from "../wire/errors.js";
import { assetsFolder, fetchModule } from "./assets.js";
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
  const assets = assetsFolder(options.assets);
  const key = assets?.href ?? "";
  let core = cores.get(key);
  if (!core) {
    core = loadLite(assets);
    cores.set(key, core);
    core.catch(() => cores.delete(key));
  }
  return openWith(core, options);
}

const cores = new Map<string, Promise<WebAssembly.Module>>(); // compiled once per page

async function loadLite(assets: URL | undefined): Promise<WebAssembly.Module> {
  if (!LITE_INTEGRITY) throw new HeddleError("UNSUPPORTED", "this package was built without core-lite.wasm", { hint: "install heddle from the registry; in a checkout, make lite builds it" });
  const url = () => (assets ? new URL("core-lite.wasm", assets) : new URL("../core-lite.wasm", import.meta.url));
  return compile(await fetchModule("core-lite.wasm", url, LITE_INTEGRITY));
}
