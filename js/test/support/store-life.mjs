// The life of a few sessions, through every function of heddle.store,
// heddle.threads and heddle.messages. Runs in Node and in pages; with `fixed`
// the results are the same everywhere.

/** For `open`: a clock and ids that never differ. */
export const fixed = { now: 1_795_000_000_000, step: 1000, seed: 1n };

const say = (type, content, more = {}) => ({ type, content, ...more });

/** Runs everything; returns what each function returned, or the code it failed with. */
export async function live({ store, threads, messages }) {
  const out = {};
  const note = async (name, promise) => {
    if (name in out) throw new Error(name + " twice");
    out[name] = await promise.catch((err) => err.code ?? String(err));
    return out[name];
  };
  const count = (list) => list.map((m) => m.content);

  await note("empty list", store.list());
  await note("no session", store.get("s"));
  await note("none counted", store.messageCount("s"));
  await note("register", store.register("s", { adapter: "claude", cwd: "/w", createdAt: new Date(1_700_000_000_000), extra: { a: 1, b: { c: null } } }));
  await note("register again", store.register("s", { adapter: "codex" }));
  await note("update", store.update("s", { model: "m1", extra: { a: null, d: "😀" } }));
  await note("record one", store.record("s", say("user", "Where is the parser?", { uuid: "u1", timestamp: 1_700_000_000_001 })));
  const { position } = await note("record many", store.record("s", [say("assistant", "In src.", { messageId: "m1", model: "m2" }), say("user", "And the tests?", { uuid: "u2" }), say("assistant", "There are none.")]));
  await note("expected", store.record("s", say("thinking", "…"), { expect: position }));
  await note("not expected", store.record("s", say("thinking", "…"), { expect: position }));
  const requestId = await messages.makeRequestId();
  await note("once", store.record("s", say("system", "once"), { requestId }));
  await note("once again", store.record("s", say("system", "once"), { requestId }));
  await note("not a message", store.record("s", { content: "no type" }));
  await note("messages", store.messages("s"));
  await note("some messages", store.messages("s", { types: ["user"], limit: 1, offset: 1 }));
  await note("messages then", store.messages("s", { at: position }).then(count));
  await note("revert", store.revert("s", { uuid: "u2" }));
  await note("reverted", store.messages("s").then(count));
  await note("record after", store.record("s", say("assistant", "In test.")));
  await note("visible", store.messages("s").then(count));
  await note("hidden too", store.messages("s", { includeHidden: true }).then(count));
  await note("fork without hidden", store.fork("s", { newSessionId: "f", includeHidden: false, extra: { of: "s" } }));
  await note("fork", store.fork("s", { newSessionId: "g" }));
  await note("fork at", store.fork("s", { at: position }));
  await note("fork messages", store.messages("f").then(count));
  await note("revert by count", store.revert("g", { visibleMessageCount: 1 }));
  await note("revert by id", store.revert("s", { messageId: "m1" }));
  await note("revert to the unknown", store.revert("s", { uuid: "nothing" }));
  await note("revert to nothing", store.revert("s", {}));
  await note("unrevert", store.unrevert("s"));
  await note("no share", store.getShare("s"));
  await note("share", store.share("s"));
  await note("share by name", store.share("s", { shareId: "mine" }));
  await note("shared", store.getShare("s"));
  await note("unshare", store.unshare("s"));
  await note("revoked", store.getShare("s"));
  await note("no summary", store.getSummary("s"));
  await note("summarize", store.summarize("s"));
  await note("summary given", store.summarize("s", { content: "All of it.", generatedBy: "me" }));
  await note("summary", store.getSummary("s"));

  const { threadId } = await note("thread", threads.start("s", { name: "parser", metadata: { k: 1 } }));
  await note("active", threads.active("s"));
  await note("thread record", threads.record("s", threadId, [say("user", "one", { uuid: "t1" }), say("assistant", "two"), say("user", "three")]));
  await note("thread fork", threads.fork("s", threadId, { newThreadId: "t2", name: "another way" }));
  await note("rollback", threads.rollback("s", "t2", { count: 2 }));
  await note("thread record after", threads.record("s", "t2", say("assistant", "four")));
  await note("thread messages", threads.messages("s", "t2"));
  await note("thread read", threads.read("s", threadId, { includeMessages: true }));
  await note("thread get", threads.get("s", "t2"));
  await note("no thread", threads.get("s", "t3"));
  await note("rollback to nothing", threads.rollback("s", "t2", {}));
  await note("rename", threads.rename("s", "t2", "other"));
  await note("metadata", threads.updateMetadata("s", threadId, { k: null, l: [2] }));
  await note("status", threads.setStatus("s", threadId, "completed"));
  await note("resume", threads.resume("s", threadId));
  await note("set active", threads.setActive("s", "t2"));
  await note("clear active", threads.clearActive("s"));
  await note("none active", threads.active("s"));
  await note("set active again", threads.setActive("s", "t2"));
  await note("thread unsubscribe", threads.unsubscribe("s", "t2"));
  await note("archive", threads.archive("s", "t2"));
  await note("archived cannot", threads.setActive("s", "t2"));
  await note("loaded", threads.loaded("s", { includeArchived: false, limit: 5 }));
  await note("unarchive", threads.unarchive("s", "t2"));
  await note("unrollback", threads.unrollback("s", "t2"));
  await note("compact thread", threads.compact("s", { threadId: "t2" }));
  await note("threads", threads.list("s"));
  await note("thread count", threads.count("s"));

  const snapshot = await note("export", store.export("s"));
  await note("import text", store.import(snapshot, { sessionId: "i" }));
  await note("import bytes", store.import(new TextEncoder().encode(snapshot), { sessionId: "i2" }));
  await note("import object", store.import({ version: 1, session_id: "old", metadata: { created_at: 1_700_000_000_000 }, messages: [say("user", "old")], exported_at: 1_700_000_000_001 }));
  await note("import nothing", store.import("{"));
  await note("import other", store.import('{"version":7}'));
  await note("same again", store.export("i").then((text) => JSON.stringify(JSON.parse(text).messages) === JSON.stringify(JSON.parse(snapshot).messages)));
  await note("events", store.events("s", { after: 2, limit: 3 }));
  await note("list", store.list({ adapter: "claude", limit: 2 }));
  await note("list since", store.list({ since: new Date(1_800_000_000_000) }));
  await note("sessions", store.sessionCount());
  await note("limit", store.update("f", { messageLimit: 4 }));
  await note("limit reached", store.record("f", [say("user", "1"), say("user", "2"), say("user", "3")]));

  await note("normalize", messages.normalize({ type: "result", stop_reason: "tool_use", total_cost_usd: 0.5, message: { content: [{ type: "text", text: "hi" }] } }));
  await note("printed", messages.normalizeText('{"type":"turn.started"}\nnoise\n{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"hi"}}\n'));
  await note("unknown", messages.normalize({ type: "wonder", x: 1 }));
  await note("stop reason", messages.parseStopReason("tool_use"));
  await note("permission mode", messages.parsePermissionMode("acceptEdits"));

  await note("delete thread", threads.delete("s", "t2"));
  await note("delete", store.delete("s"));
  await note("delete again", store.delete("s"));
  await note("fork of a deleted one", store.messages("g").then(count));
  await note("check", store.check());
  await note("stats", store.stats().then(({ bytes, ...rest }) => ({ ...rest, large: bytes > 4096 })));
  await note("compact", store.compact());
  await note("check again", store.check());
  await note("clear threads", threads.clear());
  await store.record("after", [say("user", "x", { uuid: "a1" }), say("result", "done", { numTurns: 1 })]);
  return out;
}

/** What a store answers about a session, to be compared. */
export async function content(heddle, id) {
  const read = async (op, more) => new TextDecoder().decode((await heddle.call(op, { sessionId: id, ...more })).body);
  return {
    get: await read("store.get"),
    messages: await read("store.messages", { includeHidden: true }),
    events: await read("store.events"),
    threads: await read("threads.list"),
    export: (await read("store.export")).replace(/"exportedAt":"[^"]*"/, ""),
  };
}
