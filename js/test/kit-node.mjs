// A runner of the conformance kit (docs/how-to-write-a-host.md) over this package's host of Node.
import { readFileSync } from "node:fs";
import { ensureBuilt } from "../scripts/built.mjs";
import { serveRunner } from "./support/kit-runner.mjs";

ensureBuilt();
const { Engine } = await import("../dist/engine/instance.js");
const { compile } = await import("../dist/engine/module.js");
const { nodeHost } = await import("../dist/node/host.js");
const { limitHost } = await import("./pages/kit-host.mjs");

const BYTES_PER_MIB = 1 << 20;
const watch = { check() {}, progress() {} };

await serveRunner("node", ["files", "sql", "zstd", "clock", "entropy", "links", "memory", "lies"], async (settings) => {
  const { module, mounts, powers, store, fixed, memory } = settings;
  const grant = { mounts, env: {}, sqlite: powers.includes("sql") ? "auto" : "none", fixed, store, from: import.meta.filename };
  const compiled = await compile(readFileSync(module), memory === undefined ? undefined : memory / BYTES_PER_MIB);
  const host = nodeHost(grant, watch);
  const engine = new Engine(compiled, limitHost(host, settings));
  engine.start();
  return { call: (op, request) => engine.call(op, "op " + op, request), close: () => host.close?.(true) };
});
