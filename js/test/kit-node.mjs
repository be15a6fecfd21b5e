// A runner of the conformance kit (docs/how-to-write-a-host.md) over this package's host of Node.
import { readFileSync } from "node:fs";
import { ensureBuilt } from "../scripts/built.mjs";
import { serveRunner } from "./support/kit-runner.mjs";

ensureBuilt();
const { nodeHost } = await import("../dist/node/host.js");
const { startEngine } = await import("./pages/kit-host.mjs");

await serveRunner("node", ["files", "sql", "zstd", "clock", "entropy", "links", "memory", "lies"], (settings) => {
  const { module, mounts, powers, store, fixed } = settings;
  const grant = { mounts, env: {}, sqlite: powers.includes("sql") ? "auto" : "none", fixed, store, from: import.meta.filename };
  return startEngine(readFileSync(module), settings, (watch) => nodeHost(grant, watch));
});
