// Writes every session of an agent as a markdown file.
//   node examples/export.mjs agent folder [home]
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { open } from "heddle";

const [agent = "claude", folder = "sessions", home] = process.argv.slice(2);
const heddle = await open(home ? { home } : {});
await mkdir(folder, { recursive: true });
for (const { sessionId, title } of await heddle.sessions.list(agent, { limit: 1000 })) {
  const file = join(folder, sessionId.replace(/[^\w.-]/g, "_") + ".md");
  await writeFile(file, await heddle.sessions.export(agent, sessionId));
  console.log(`${file}  ${title}`);
}
await heddle.close();
