// The entry of "heddle" in browsers.
import { CORE_INTEGRITY } from "../built/core.mjs";
import { compile } from "../engine/module.js";
import { assetsFolder, coreUrl, fetchModule } from "./assets.js";
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
  const assets = assetsFolder(options.assets);
  const key = assets?.href ?? "";
  let core = cores.get(key);
  if (!core) {
    core = loadCore(assets);
    cores.set(key, core);
    core.catch(() => cores.delete(key));
  }
  return openWith(core, options);
}

const cores = new Map<string, Promise<WebAssembly.Module>>(); // compiled once per page

async function loadCore(assets: URL | undefined): Promise<WebAssembly.Module> {
  return compile(await fetchModule("core.wasm", () => coreUrl(assets), CORE_INTEGRITY));
}
