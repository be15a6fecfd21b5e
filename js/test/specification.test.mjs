// The samples of the specification, word for word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../dist/node/index.js";
import { repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

async function engine(t, home) {
  const mux = await open({ home, store: temp(t) + "/heddle.db" });
  t.after(() => mux.close());
  return mux;
}

test("the samples of the session manager", async (t) => {
  const mux = await engine(t, repository + "testdata/agents/claude/home");
  const [first] = await mux.sessions.list("claude", { limit: 1 });
  const markdown = await mux.sessions.export("claude", first.sessionId, "markdown");
  assert.equal(markdown, await mux.sessions.export(first, { format: "markdown" }));
  assert.notEqual(await mux.sessions.export("claude", first.sessionId, "jsonl", { toolOutput: true }), markdown);
  await assert.rejects(mux.sessions.export("claude", first.sessionId, "pdf"), { code: "INVALID_EXPORT_FORMAT" });
  assert.equal(await mux.sessions.resolveUnifiedId("claude", "a1b2c3d4"), "claude:a1b2c3d4");
  assert.deepEqual(await mux.sessions.resolveNativeId("claude:a1b2c3d4"), { agent: "claude", nativeSessionId: "a1b2c3d4" });
  for (const invalid of ["claude:", "not-a-valid-id", "unknown-agent:123", ""]) assert.equal(await mux.sessions.resolveNativeId(invalid), null);
  const since = first.createdAt.getTime();
  assert.deepEqual(await mux.sessions.list("claude", { since }), await mux.sessions.list("claude", { since: first.createdAt }));
  for (const bad of [NaN, 1.5, -1, Infinity]) await assert.rejects(mux.sessions.list({ since: bad }), { code: "INVALID_ARGUMENT" });
  assert.equal((await mux.sessions.get({ ref: "last" })).unifiedId, (await mux.sessions.list({ limit: 1 }))[0].unifiedId);
  await assert.rejects(mux.sessions.get("claude", "last"), { code: "SESSION_NOT_FOUND" });
});

test("no sessions cost nothing", async (t) => {
  const mux = await engine(t, temp(t));
  const cost = await mux.sessions.totalCost({ since: new Date("2025-03-01"), groupBy: "agent" });
  assert.deepEqual([cost.totalUsd, cost.inputTokens, cost.outputTokens, cost.sessionCount], [0, 0, 0, 0]);
});

test("the samples of the store and of threads", async (t) => {
  const { store, threads } = await engine(t, temp(t));
  await store.record("sess_001", { type: "assistant", content: "Hello!" });
  const snapshot = await store.export("sess_001");
  assert.equal(JSON.parse(snapshot).version, 1);
  assert.equal((await store.import(snapshot, { sessionId: "sess_copy_001" })).sessionId, "sess_copy_001");
  assert.equal((await store.summarize("sess_001", { summary: "greetings" })).content, "greetings");
  const thread = await threads.start("sess_001", { name: "bug-investigation" });
  await threads.record("sess_001", thread, [{ type: "user", content: "Hi" }, { type: "user", content: "Again" }]);
  assert.equal((await threads.compact("sess_001", { selector: { count: 1 } })).visibleMessageCount, 1);
  assert.equal((await threads.compact("sess_001", { selector: { visible_message_count: 0 } })).visibleMessageCount, 0);
  await assert.rejects(threads.compact("sess_001", { selector: { cuont: 1 } }), { code: "INVALID_SELECTOR" });
});
