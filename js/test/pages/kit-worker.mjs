// The worker of kit.html: an engine over the browser's host.
import { browserHost } from "../../dist/browser/host.js";
import { Engine } from "../../dist/engine/instance.js";
import { compile } from "../../dist/engine/module.js";
import { limitHost } from "./kit-host.mjs";

const BYTES_PER_MIB = 1 << 20;
const watch = { check() {}, progress() {} };
let host;
let engine;

async function open({ entries, powers, fixed, store, memory, lies }, module) {
  const compiled = await compile(module, memory === undefined ? undefined : memory / BYTES_PER_MIB);
  const grant = { entries, prices: false, fixed: { ...fixed, seed: BigInt(fixed.seed) }, sqlite: powers.includes("sql"), store: store && { name: store } };
  host = await browserHost(grant, watch);
  engine = new Engine(compiled, limitHost(host, { powers, lies }));
  engine.start();
}

onmessage = async ({ data }) => {
  try {
    if (data.type === "open") await open(data.settings, data.module);
    if (data.type === "close") host?.close?.(true);
    postMessage(data.type === "call" ? engine.call(data.op, "op " + data.op, data.request) : undefined);
  } catch (err) {
    postMessage({ code: err.code ?? "INTERNAL", message: err.message, hint: err.hint ?? "" });
  }
};
