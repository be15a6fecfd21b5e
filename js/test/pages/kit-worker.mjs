// The worker of kit.html: an engine over the browser's host.
import { browserHost } from "../../dist/browser/host.js";
import { startEngine } from "./kit-host.mjs";

let engine;

async function open({ entries, fixed, store, ...settings }, module) {
  const sqlite = settings.powers.includes("sql");
  const grant = { entries, prices: false, fixed: { ...fixed, seed: BigInt(fixed.seed) }, sqlite, store: store && { name: store } };
  engine = await startEngine(module, settings, (watch) => browserHost(grant, watch));
}

onmessage = async ({ data }) => {
  try {
    if (data.type === "open") await open(data.settings, data.module);
    if (data.type === "close") engine?.close();
    postMessage(data.type === "call" ? engine.call(data.op, data.request) : undefined);
  } catch (err) {
    postMessage({ code: err.code ?? "INTERNAL", message: err.message, hint: err.hint ?? "" });
  }
};
