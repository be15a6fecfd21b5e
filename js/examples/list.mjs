// The latest sessions of every agent on this computer.
//   node examples/list.mjs [home]
import { open } from "heddle";

const heddle = await open(process.argv[2] ? { home: process.argv[2] } : {});
const sessions = await heddle.sessions.list({ limit: 10 });
for (const s of sessions) {
  const cost = s.cost?.totalUsd?.toFixed(2) ?? "–";
  console.log(`${s.updatedAt?.toISOString() ?? "–"}  ${s.unifiedId}  $${cost}  ${s.title}`);
}
for (const d of sessions.diagnostics) console.error(`${d.code}: ${d.agent}: ${d.message}`);
await heddle.close();
