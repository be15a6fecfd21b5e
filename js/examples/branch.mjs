// A conversation that branches: a fork, a rollback and what came of both.
//   node examples/branch.mjs [file of the store]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "heddle";

const [file] = process.argv.slice(2);
const folder = file ? undefined : await mkdtemp(join(tmpdir(), "heddle-branch-"));
const heddle = await open({ store: file ?? join(folder, "heddle.db") });
const { store, threads, sessions } = heddle;
const ask = (content, uuid) => ({ type: "user", content, uuid });
const answer = (content) => ({ type: "assistant", content, model: "claude-opus-4-5" });

await store.record("parser", [
  ask("Why does the date parser fail in March?", "why"),
  answer("It counts months from 0."),
  ask("Fix it.", "fix"),
  answer("I subtract one from the month."),
]);

// The other way: a fork shares what was said, and goes back to the question.
await store.fork("parser", { newSessionId: "parser-2" });
await store.revert("parser-2", { uuid: "fix" });
await store.record("parser-2", [answer("I read the month by its name."), ask("And the tests?"), answer("They pass.")]);
for (const id of ["parser", "parser-2"]) {
  const said = await store.messages(id);
  console.log(`${id}: ${said.length} visible of ${await store.messageCount(id)}, ends in “${said.at(-1).content}”`);
}
console.log(await sessions.renderDiff("heddle:parser", "heddle:parser-2", { context: 1 }));

// The same within one session: threads.
const { threadId } = await threads.start("parser", { name: "tests" });
await threads.record("parser", threadId, [ask("Write tests."), answer("Ten tests, one fails."), ask("Which?"), answer("February.")]);
const fork = await threads.fork("parser", threadId, { name: "smaller" });
await threads.rollback("parser", fork.threadId, { count: 3 });
await threads.record("parser", fork.threadId, answer("Two tests, both pass."));
for (const { name, visibleMessageCount, active } of await threads.list("parser")) {
  console.log(`thread ${name}: ${visibleMessageCount} messages${active ? ", active" : ""}`);
}

await store.unrevert("parser-2"); // nothing was lost
console.log(`parser-2: ${(await store.messages("parser-2")).length} after unrevert, ${(await store.check()).length} problems in the store`);
await heddle.close();
if (folder) await rm(folder, { recursive: true });
