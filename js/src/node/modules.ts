// The WebAssembly modules of this package, as files.
import { createHash } from "node:crypto";
import { open as openFile } from "node:fs/promises";
import { largeBytes } from "../engine/module.js";
import { packageFile } from "./package-files.js";
import { HeddleError } from "../wire/errors.js";

type ModuleName = "core.wasm" | "core-lite.wasm";

/** Reads a module of this package, and checks that it is the one that was built with it. */
export async function readModule(name: ModuleName, sha256: string, assets?: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!sha256) throw new HeddleError("UNSUPPORTED", "this package was built without " + name, { hint: "install heddle from the registry; in a checkout, make lite builds it" });
  const wasm = await readBytes(name, packageFile(name, assets));
  if (createHash("sha256").update(wasm).digest("hex") === sha256) return wasm;
  throw new HeddleError("UNSUPPORTED", name + " is not the one this package was built with", { hint: "install heddle again" });
}

/** Reads a module from a file. */
export async function readBytes(name: ModuleName, from: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readLarge(from);
  } catch (err) {
    const hint = name === "core.wasm" ? "set HEDDLE_WASM, or install heddle again" : "install heddle again";
    throw new HeddleError("UNSUPPORTED", `${name} cannot be read: ${(err as Error).message}`, { cause: err, hint });
  }
}

async function readLarge(from: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await openFile(from);
  try {
    const bytes = largeBytes((await file.stat()).size);
    let at = 0;
    for (let n; at < bytes.length && (n = (await file.read(bytes, at)).bytesRead) > 0; ) at += n;
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}
