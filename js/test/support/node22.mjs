// Node 22, for what Node 20 does not have: node:sqlite and a zstd encoder.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { js } from "./paths.mjs";

const path = js + "test/node22/node_modules/.bin/node";

/** Where Node 22 is. */
export function node22() {
  if (!existsSync(path)) throw new Error("no Node 22: run npm ci in js/test/node22");
  return path;
}

/** Evaluates a script in Node 22 and returns its stdout as bytes. */
export function run22(script, input) {
  return execFileSync(node22(), ["--input-type=module", "-e", script], { input, maxBuffer: 1 << 30 });
}
