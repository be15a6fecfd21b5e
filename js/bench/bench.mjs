// The figures of make bench for Node, as JSON on the last line:
//   node bench/bench.mjs home [runs]
import { ensureBuilt } from "../scripts/built.mjs";

ensureBuilt();
const { open } = await import("../dist/node/index.js");
const [home, runs = "5"] = process.argv.slice(2);
const CALLS = 1000;

let heddle;
const openMs = await median(async () => {
  await heddle?.close();
  heddle = await open({ home });
  await small();
});
const manyMs = await median(async () => {
  for (let i = 0; i < CALLS; i++) await small();
});
const walkMs = await median(() => heddle.call("sessions.list", { sort: "turns", limit: 100000 }));
await heddle.close();
console.log(JSON.stringify({ engine: "node", openMs, emptyCallUs: (manyMs * 1000) / CALLS, walkMs }));

function small() {
  return heddle.call("ids.resolveNativeId", '{"unifiedId":"claude:x"}');
}

async function median(run) {
  const ms = [];
  for (let i = 0; i < Number(runs); i++) {
    const start = performance.now();
    await run();
    ms.push(performance.now() - start);
  }
  return ms.sort((a, b) => a - b)[ms.length >> 1];
}
