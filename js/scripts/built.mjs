// Builds dist unless it holds the modules that were built last.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("..", import.meta.url));

function bytes(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Makes sure that what runs is what was built last. */
export function ensureBuilt() {
  const same = (name) => bytes(js + "../build/" + name)?.equals(bytes(js + "dist/" + name) ?? new Uint8Array());
  const noLite = !bytes(js + "../build/core-lite.wasm") && !bytes(js + "dist/core-lite.wasm");
  if (same("core.wasm") && (noLite || same("core-lite.wasm"))) return;
  execFileSync(process.execPath, [js + "scripts/build.mjs"], { stdio: "inherit" });
}
