// The entry of "heddle" in Node.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CORE_SHA256 } from "../built/core.mjs";
import { HeddleError } from "../wire/errors.js";
import type { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import { openWith, type OpenOptions } from "./open.js";

export * from "../api/public.js";
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
  core ??= loadCore();
  core.catch(() => (core = undefined));
  return openWith(await core, options);
}

/** The core.wasm of `HEDDLE_WASM`, else the one in this package. */
async function loadCore(): Promise<WebAssembly.Module> {
  const other = process.env["HEDDLE_WASM"];
  if (other) return compile(await readCore(other));
  const wasm = await readCore(new URL("../core.wasm", import.meta.url));
  const hash = createHash("sha256").update(wasm).digest("hex");
  if (hash !== CORE_SHA256) {
    throw new HeddleError("UNSUPPORTED", "core.wasm is not the one this package was built with", { hint: "install heddle again" });
  }
  return compile(wasm);
}

async function readCore(from: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(from));
  } catch (err) {
    throw new HeddleError("UNSUPPORTED", "core.wasm cannot be read: " + (err as Error).message, {
      cause: err,
      hint: "set HEDDLE_WASM, or install heddle again",
    });
  }
}
