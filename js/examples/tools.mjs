// Which tools the sessions of an agent called, and how often they failed. Gives
// up after a time of your choice.
//   node examples/tools.mjs agent [home] [milliseconds]
import { HeddleError, open } from "heddle";

const [agent = "claude", home, ms = "30000"] = process.argv.slice(2);
const heddle = await open(home ? { home } : {});
const signal = AbortSignal.timeout(Number(ms));
const tools = new Map();
try {
  for (const { unifiedId } of await heddle.sessions.list(agent, { signal })) {
    const { messages } = await heddle.sessions.get(unifiedId, { signal });
    for (const { toolResult } of messages) {
      if (!toolResult) continue;
      const count = tools.get(toolResult.toolName) ?? { calls: 0, failed: 0 };
      count.calls++;
      if (toolResult.isError) count.failed++;
      tools.set(toolResult.toolName, count);
    }
  }
} catch (err) {
  if (!(err instanceof HeddleError && err.code === "TIMEOUT")) throw err;
  console.error(`stopped after ${ms} ms`);
}
for (const [name, { calls, failed }] of [...tools].sort()) console.log(`${name}  ${calls} calls, ${failed} failed`);
await heddle.close();
