// The entry of "heddle" in browsers.
import { CORE_INTEGRITY } from "../built/core.mjs";
import { HeddleError } from "../errors.js";
import { compile } from "../module.js";
import { wasmOf } from "../wasm-source.js";
import { openWith, type BrowserHeddle, type OpenOptions } from "./open.js";

export * from "../public.js";
export type { BrowserHeddle, OpenOptions, StoreSource } from "./open.js";
export { dropped, type DirectorySource, type FileAt } from "./source.js";

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
  core ??= loadCore();
  core.catch(() => (core = undefined));
  return openWith(core, options);
}

let core: Promise<WebAssembly.Module> | undefined; // compiled once per page

async function loadCore(): Promise<WebAssembly.Module> {
  const url = new URL("../core.wasm", import.meta.url);
  try {
    return await compile(await wasmOf(fetch(url, { integrity: CORE_INTEGRITY })));
  } catch (err) {
    if (err instanceof HeddleError) throw err;
    throw new HeddleError("UNSUPPORTED", "core.wasm cannot be fetched: " + (err as Error).message, {
      cause: err,
      hint: `serve it at ${url.href}, or use heddle/slim`,
    });
  }
}
