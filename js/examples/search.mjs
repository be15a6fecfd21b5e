// Where words occur in the sessions of all agents, best first.
//   node examples/search.mjs 'words "and phrases"' [home]
import { open } from "heddle";

const [words = "", home] = process.argv.slice(2);
const heddle = await open(home ? { home } : {});
for await (const page of heddle.sessions.searchAll(words)) {
  for (const { relevanceScore, unifiedId, title, hits } of page) {
    console.log(`${relevanceScore.toFixed(2)}  ${unifiedId}  ${title}`);
    for (const { field, snippet, ranges } of hits) console.log(`      ${field}: ${marked(snippet, ranges)}`);
  }
}
await heddle.close();

/** The snippet with its matches in brackets; ranges count code points. */
function marked(snippet, ranges) {
  const points = [...snippet];
  for (const { start, end } of ranges.toReversed()) points.splice(start, end - start, "[", ...points.slice(start, end), "]");
  return points.join("");
}
