// Builds dist unless it holds the core.wasm that was built last.
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
  const core = bytes(js + "../build/core.wasm");
  if (core && bytes(js + "dist/core.wasm")?.equals(core)) return;
  execFileSync(process.execPath, [js + "scripts/build.mjs"], { stdio: "inherit" });
}
