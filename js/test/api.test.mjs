// What the typed API accepts and how it refuses: names of sessions, options,
// folders, cancelled calls.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { agentNames, HeddleError, open } from "../dist/node/index.js";
import { open as openSlim } from "../dist/node/slim.js";
import { repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const home = repository + "testdata/agents/claude/home";

async function engine(t, options = {}) {
  const heddle = await open({ home, ...options });
  t.after(() => heddle.close());
  return heddle;
}

test("a summary is accepted wherever an id is", async (t) => {
  const heddle = await engine(t, { store: temp(t) + "/heddle.db" });
  const { sessions, store, threads, ids } = heddle;
  const [first, second] = await sessions.list({ limit: 2 });
  const session = await sessions.get(first);
  assert.deepEqual(session, await sessions.get(first.unifiedId));
  assert.deepEqual(await sessions.get(session, { raw: true }), await sessions.get("claude", first.sessionId, { raw: true }));
  assert.deepEqual(await sessions.get({ agent: "claude", sessionId: first.sessionId }), session);
  assert.equal(await sessions.export(first, { format: "json" }), await sessions.export(first.unifiedId, { format: "json" }));
  assert.deepEqual(await sessions.command(first, { action: "fork" }), await sessions.command(first.unifiedId, { action: "fork" }));
  assert.deepEqual((await sessions.diff(first, second)).stats, (await sessions.diff(first.unifiedId, second.unifiedId)).stats);
  assert.equal(await sessions.renderDiff(session, second), await sessions.renderDiff(first.unifiedId, second.unifiedId));
  assert.equal((await sessions.import(first)).imported, 1);
  assert.deepEqual(await ids.resolveNativeId(first), { agent: "claude", nativeSessionId: first.sessionId });

  // Sessions and threads of the store.
  await store.record("talk", { type: "user", content: "Hello" });
  const stored = (await store.list()).find((s) => s.sessionId === "talk");
  const [own] = await sessions.list("heddle", { limit: 100 }).then((list) => list.filter((s) => s.sessionId === "talk"));
  assert.equal((await store.messages(stored)).length, 1);
  assert.equal(await store.messageCount(own), 1);
  const fork = await store.fork(stored, { newSessionId: "talk-2" });
  await store.record(fork, { type: "assistant", content: "Hello yourself" });
  assert.deepEqual([await store.messageCount(stored), await store.messageCount(fork)], [1, 2]);
  const thread = await threads.start(stored, { name: "side" });
  await threads.record(stored, thread, { type: "user", content: "Aside" });
  assert.equal((await threads.messages("talk", thread)).length, 1);
  assert.equal((await threads.get(own, thread)).name, "side");
  await assert.rejects(store.messages(first), { code: "INVALID_ARGUMENT", message: /session of claude/ });
});

test("what names no session says so", async (t) => {
  const heddle = await engine(t);
  const none = (await heddle.sessions.list("codex"))[0]; // undefined: nothing is found here
  for (const call of [
    () => heddle.sessions.get(none),
    () => heddle.sessions.export(null),
    () => heddle.sessions.command({}),
    () => heddle.sessions.import(none),
    () => heddle.sessions.diff(none, none),
    () => heddle.store.get(none),
    () => heddle.threads.get("s", none),
    () => heddle.ids.resolveNativeId(none),
  ]) {
    await assert.rejects(call, (err) => err instanceof HeddleError && err.code === "INVALID_ARGUMENT" && /not named|not the name/.test(err.message), String(call));
  }
});

// Every method, with what comes before its options.
const before = {
  "": { agents: [], version: [], call: ["version", {}] },
  ids: { resolveNativeId: ["claude:x"], resolveUnifiedId: ["claude", "x"] },
  messages: { normalize: [{ type: "user" }], normalizeText: ["x"], parseStopReason: ["x"], parsePermissionMode: ["x"], makeRequestId: [] },
  sessions: {
    list: ["claude"], get: ["claude:x"], export: ["claude", "x"], search: ["x"], searchAll: ["x"], totalCost: [], stats: [], diff: ["a:b", "a:c"],
    renderDiff: ["a:b", "a:c"], doctor: [], command: ["claude:x"], import: ["claude:x"], tag: ["claude:x"], tags: [], view: ["claude:x"], story: ["claude:x"],
    resolveNativeId: ["claude:x"], resolveUnifiedId: ["claude", "x"],
  },
  attachments: { get: ["claude:x"] },
  store: {
    register: ["s"], update: ["s"], record: ["s", { type: "user" }], get: ["s"], list: [], messages: ["s"], messageCount: ["s"], sessionCount: [], delete: ["s"],
    clear: [], fork: ["s"], share: ["s"], getShare: ["s"], unshare: ["s"], revert: ["s", { uuid: "u" }], unrevert: ["s"], summarize: ["s"], getSummary: ["s"],
    export: ["s"], import: ["{}"], events: ["s"], subscribe: ["s"], check: [], stats: [], compact: [], nativeSessions: [], nativeMessages: ["s"], file: [],
  },
  threads: {
    start: ["s"], list: ["s"], loaded: ["s"], get: ["s", "t"], read: ["s", "t"], messages: ["s", "t"], record: ["s", "t", { type: "user" }], resume: ["s", "t"],
    fork: ["s", "t"], rollback: ["s", "t", { count: 1 }], unrollback: ["s", "t"], compact: ["s"], archive: ["s", "t"], unarchive: ["s", "t"], rename: ["s", "t", "n"],
    updateMetadata: ["s", "t", {}], setStatus: ["s", "t", "paused"], delete: ["s", "t"], setActive: ["s", "t"], active: ["s"], clearActive: ["s"],
    unsubscribe: ["s", "t"], count: ["s"], clear: [],
  },
};

test("an unknown option is refused by every method, with the one that was meant", async (t) => {
  const heddle = await engine(t, { store: temp(t) + "/heddle.db" });
  for (const [part, methods] of Object.entries(before)) {
    const of = part === "" ? heddle : heddle[part];
    if (part !== "") assert.deepEqual(Object.keys(of).filter((name) => !(name in methods)), [], "methods that this test does not know");
    for (const [name, args] of Object.entries(methods)) {
      if (!(name in of)) continue;
      const meant = part === "store" && name === "subscribe" ? ["signl", "signal"] : ["timout", "timeout"];
      const call = async () => {
        const result = of[name](...args, { [meant[0]]: 1 });
        return result?.next ? result.next() : result;
      };
      await assert.rejects(call, { name: "HeddleError", code: "INVALID_ARGUMENT", message: `unknown option '${meant[0]}': did you mean '${meant[1]}'?` }, `${part}.${name}`);
    }
  }
});

test("options: suggestions, what has none, and what is no object", async (t) => {
  const heddle = await engine(t);
  const refused = async (call, message) => assert.rejects(async () => call(), { code: "INVALID_ARGUMENT", message });
  await refused(() => heddle.sessions.list("claude", { limt: 3 }), "unknown option 'limt': did you mean 'limit'?");
  await refused(() => heddle.sessions.list({ Limit: 3 }), "unknown option 'Limit': did you mean 'limit'?");
  await refused(() => heddle.sessions.totalCost({ group_by: "day" }), "unknown option 'group_by': did you mean 'groupBy'?");
  await refused(() => heddle.sessions.list({ sortDirecton: "asc" }), "unknown option 'sortDirecton': did you mean 'sortDirection'?");
  await refused(() => heddle.sessions.search({ text: "x", agnet: "claude" }), "unknown option 'agnet': did you mean 'agent'?");
  await refused(() => heddle.store.revert("s", { uid: "x" }), "unknown option 'uid': did you mean 'uuid'?");
  await refused(() => heddle.sessions.list({ colour: "red" }), "unknown option 'colour'");
  await refused(() => heddle.sessions.list("claude", 20), "the options of sessions.list are an object, not the number 20");
  await refused(() => heddle.sessions.totalCost("claude"), "the options of sessions.totalCost are an object, not the string claude");
  await refused(() => open({ hom: home }), "unknown option 'hom': did you mean 'home'?");
  await refused(() => openSlim({ wasm: new Uint8Array(), hom: home }), "unknown option 'hom': did you mean 'home'?");
  await assert.rejects(heddle.sessions.list({ colour: "red" }), { hint: /^the options are agent, .*limit/ });
  await assert.rejects(heddle.call("session.list"), { code: "UNSUPPORTED", message: "unknown operation 'session.list': did you mean 'sessions.list'?" });
  assert.equal((await heddle.sessions.list(undefined, { limit: 2 })).length, 2);
  assert.equal((await heddle.sessions.list("claude", undefined)).length > 2, true);
});

test("a home that is not there is BAD_REF", async (t) => {
  const folder = temp(t);
  writeFileSync(folder + "/file", "");
  mkdirSync(folder + "/empty");
  for (const missing of [folder + "/none", folder + "/file"]) {
    await assert.rejects(open({ home: missing }), { code: "BAD_REF", message: "no such folder: " + missing, hint: /home/ });
  }
  const heddle = await open({ home: folder + "/empty" });
  assert.deepEqual(await heddle.sessions.list(), []);
  await heddle.close();
});

test("an aborted call rejects with an AbortError", async (t) => {
  const heddle = await engine(t);
  const controller = new AbortController();
  const call = heddle.sessions.search("the", { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, (err) => err === controller.signal.reason && err instanceof DOMException && err.name === "AbortError");
  const own = new Error("no longer wanted");
  await assert.rejects(heddle.sessions.list({ signal: AbortSignal.abort(own) }), { name: "AbortError", cause: own });
  await assert.rejects(heddle.sessions.list({ signal: AbortSignal.abort("text") }), { name: "AbortError", cause: "text" });
  const fresh = await engine(t); // whose first call is late already
  await assert.rejects(fresh.sessions.list({ timeout: 0 }), { code: "TIMEOUT" });
  assert.ok((await heddle.sessions.list()).length > 0);
});

test("the names of agents are those that the engine knows", async (t) => {
  const heddle = await engine(t);
  const known = (await heddle.agents()).map((a) => a.agent);
  assert.deepEqual(agentNames.filter((name) => name !== "heddle"), known.filter((name) => name !== "heddle"));
  assert.ok(agentNames.includes("heddle"));
});

test("hints speak JavaScript", async (t) => {
  const store = temp(t) + "/heddle.db";
  const heddle = await engine(t, { store });
  const hint = async (call) => call().then(() => "no error", (err) => err.hint);
  assert.equal(await hint(() => heddle.sessions.get("claude", "x")), 'heddle.sessions.list("claude") shows the ids');
  assert.equal(await hint(() => heddle.store.get("x")), "heddle.store.list() shows the sessions");
  await heddle.store.record("s", { type: "user", content: "x" });
  assert.equal(await hint(() => heddle.threads.get("s", "x")), "heddle.threads.list() shows its threads");
  assert.equal(await hint(() => heddle.threads.compact("s")), "name the thread, or make one active: heddle.threads.setActive()");
  const plain = await engine(t);
  assert.equal(await hint(() => plain.store.record("s", { type: "user" })), "grant the store: open({ store: true })");
  // Without SQLite.
  const bare = await open({ home: repository + "testdata/agents/opencode-livewal/home", sqlite: false });
  t.after(() => bare.close());
  const heard = [];
  bare.on("diagnostic", (d) => heard.push(d.hint));
  const { diagnostics } = await bare.sessions.list();
  assert.match(diagnostics[0].hint, /^npm install better-sqlite3, or use Node 22\.16 or later: sessions of OpenCode/);
  assert.equal(heard[0], diagnostics[0].hint);
  // The bytes are the same as in every host.
  const { header } = await plain.call("sessions.get", { agent: "claude", sessionId: "x" });
  assert.equal(JSON.parse(new TextDecoder().decode(header)).error.hint, 'sessions.list("claude") shows the ids');
});

test("no hint of this package is written for the command line", () => {
  const sources = readdirSync(repository + "js/src", { recursive: true }).filter((name) => name.endsWith(".ts") && !name.endsWith("types.gen.ts"));
  assert.ok(sources.length > 40);
  for (const name of sources) {
    const text = readFileSync(repository + "js/src/" + name, "utf8");
    for (const [hint] of text.matchAll(/hint: ?[^\n]*/g)) {
      assert.doesNotMatch(hint, /\bheddle (agents|sessions|store|threads|cost|doctor|import)\b|[" ]--[a-z]|command line|grant SQL\b|pip install/, name);
    }
  }
});
