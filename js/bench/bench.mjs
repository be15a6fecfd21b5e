// Node under measurement (see bindings/internal/bindingstest/cmd/bench): takes jobs as
// JSON lines on stdin and answers each with the milliseconds it took.
//   node bench/bench.mjs home
import { createInterface } from "node:readline";
import { ensureBuilt } from "../scripts/built.mjs";

ensureBuilt();
const { open } = await import("../dist/node/index.js");
const [home] = process.argv.slice(2);

let heddle;
for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = await run(JSON.parse(line));
  } catch (error) {
    reply = { ms: 0, error: String(error) };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
await heddle?.close();

async function run({ op, request, calls }) {
  let start = performance.now();
  let used = process.cpuUsage();
  if (!heddle || op === "") {
    await heddle?.close();
    heddle = await open({ home });
    await heddle.call("ids.resolveNativeId", { unifiedId: "claude:x" });
    if (op !== "") [start, used] = [performance.now(), process.cpuUsage()];
  }
  for (let i = 0; op !== "" && i < calls; i++) await heddle.call(op, request);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { ms, cpuMs: (user + system) / 1000 };
}
