// What the sessions of all agents cost, by agent, model, day, tag, cwd or session.
//   node examples/costs.mjs [groupBy] [home]
import { open } from "heddle";

const [groupBy = "model", home] = process.argv.slice(2);
const heddle = await open(home ? { home } : {});
const cost = await heddle.sessions.totalCost({ groupBy });
const usd = (c) => (c.totalUsd === undefined ? "unpriced" : "$" + c.totalUsd.toFixed(2)).padStart(10);
for (const group of Object.values(cost.breakdowns)) console.log(`${usd(group)}  ${group.key || "(none)"}, ${group.sessionCount} sessions`);
console.log(`${usd(cost)}  of ${cost.sessionCount} sessions, at the prices of ${cost.priceTable}`);
for (const { model } of cost.unpriced ?? []) console.log(`            no price is known for ${model}`);
await heddle.close();
