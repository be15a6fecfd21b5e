// Chromium under measurement (see bindings/internal/bindingstest/cmd/bench): takes jobs as
// JSON lines on stdin and answers each with the milliseconds it took in the page.
//   node bench/chromium.mjs home core|core-lite
//   node bench/chromium.mjs --connection MEGABITS[,LATENCY] home     what a page needs until its first list,
//       with files that the server compresses; the latency is milliseconds, 40 if left out
import { createInterface } from "node:readline";
import { ensureBuilt } from "../scripts/built.mjs";
import { openBrowser } from "../test/support/chromium.mjs";

ensureBuilt();
const args = process.argv.slice(2);
const [megabits, latency = 40] = args[0] === "--connection" ? args.splice(0, 2)[1].split(",").map(Number) : [];
const [home, module] = args;
const browser = await openBrowser({ gzip: megabits !== undefined });
let page; // of the open engine
try {
  if (megabits !== undefined) await compareModules();
  else for await (const line of createInterface({ input: process.stdin })) process.stdout.write(JSON.stringify(await reply(JSON.parse(line))) + "\n");
} finally {
  await browser.close();
}

async function openPage(name) {
  await page?.close();
  page = await browser.page(name === "core-lite" ? "test/pages/engine-lite.html" : "test/pages/engine.html");
  await page.setInputFiles("input", home);
}

/** Does a job; without an operation it opens an engine in a new page. */
async function reply({ op, request, calls }) {
  try {
    if (!page || op === "") await openPage(module);
    const ms = await page.evaluate(runJob, [op, request, calls]);
    return { ms };
  } catch (error) {
    return { ms: 0, error: String(error) };
  }
}

/** Runs in the page. */
async function runJob([op, request, calls]) {
  let start = performance.now();
  if (engines.length === 0) {
    await openPicked({});
    await engines[0].call("ids.resolveNativeId", { unifiedId: "claude:x" });
    if (op !== "") start = performance.now();
  }
  for (let i = 0; op !== "" && i < calls; i++) await engines[0].call(op, request);
  return performance.now() - start;
}

/** Prints, for each module, the time from opening it to the first list over a slow connection. */
async function compareModules() {
  const rounds = 5;
  const taken = { core: [], "core-lite": [] };
  for (let i = 0; i < rounds; i++) {
    for (const [name, times] of Object.entries(taken)) {
      await openPage(name);
      const client = await page.context().newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.setCacheDisabled", { cacheDisabled: true });
      const throughput = (megabits * 1e6) / 8;
      await client.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput });
      times.push(await page.evaluate(async () => {
        const start = performance.now();
        await openPicked({});
        const opened = performance.now();
        await engines[0].sessions.list({ limit: 20 });
        return [performance.now() - start, opened - start];
      }));
    }
  }
  for (const [name, times] of Object.entries(taken)) {
    const [first, open] = times.sort((a, b) => a[0] - b[0])[rounds >> 1];
    const range = `${times[0][0].toFixed(0)}–${times.at(-1)[0].toFixed(0)}`;
    console.log(`${name}.wasm at ${megabits} Mbit/s and ${latency} ms: open ${open.toFixed(0)} ms, first list after ${first.toFixed(0)} ms (${range})`);
  }
}
