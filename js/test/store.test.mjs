// The store in Node, on the SQLite library that this Node has.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { open } from "../dist/node/index.js";
import { changingOps } from "../dist/wire/types.gen.js";
import { js, repository } from "./support/paths.mjs";
import { content, fixed, live } from "./support/store-life.mjs";
import { temp } from "./support/temp.mjs";

/** An engine with a store that is closed after the test. */
async function engine(t, options = {}) {
  const heddle = await open({ home: temp(t), store: join(temp(t), "heddle.db"), ...options });
  t.after(() => heddle.close());
  return heddle;
}

const user = (content, more = {}) => ({ type: "user", content, ...more });
const contents = async (heddle, id, options) => (await heddle.store.messages(id, options)).map((m) => m.content);

// What a program does for a moment when it closes a store as the last one.
const LOCKS = `
import { Database } from ${JSON.stringify(js + "test/support/database.mjs")};
const db = new Database(process.argv[1]);
db.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE other (a); COMMIT; DROP TABLE other");
console.log("locked");
process.stdin.on("end", () => setTimeout(() => db.close(), 300)).resume();
`;

test("a read waits for a program that holds the whole file for a moment", async (t) => {
  const store = join(temp(t), "heddle.db");
  const writer = await engine(t, { store });
  await writer.store.register("claude", { sessionId: "s" });
  await writer.close();
  const other = spawn(process.execPath, ["--input-type=module", "-e", LOCKS, store], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => other.kill());
  await new Promise((resolve) => other.stdout.once("data", resolve));
  const reader = await engine(t, { store });
  other.stdin.end();
  assert.equal((await reader.store.list()).length, 1);
});

test("every function of the store, its threads and messages", async (t) => {
  const got = await live(await engine(t, { fixed }));
  assert.deepEqual([got["empty list"], got["no session"], got["none counted"]], [[], "SESSION_NOT_FOUND", 0]);
  assert.ok(got.register.createdAt instanceof Date && got.register.createdAt.getTime() === 1_700_000_000_000);
  assert.equal(got["register again"].adapter, "claude");
  assert.deepEqual(got.update.extra, { b: { c: null }, d: "😀" });
  assert.equal(got["record many"].model, "m2");
  assert.equal(got["record many"].position, 6);
  assert.deepEqual([got.expected.messageCount, got["not expected"]], [5, "CONFLICT"]);
  assert.deepEqual(got["once again"], got.once);
  assert.equal(got["not a message"], "INVALID_ARGUMENT");
  assert.deepEqual(got.messages[0], { content: "Where is the parser?", timestamp: 1_700_000_000_001, type: "user", uuid: "u1" });
  assert.deepEqual(got["some messages"].map((m) => m.uuid), ["u2"]);
  assert.equal(got["messages then"].length, 4);
  assert.deepEqual(got.reverted, ["Where is the parser?", "In src.", "And the tests?"]);
  assert.deepEqual(got.visible, [...got.reverted, "In test."]);
  assert.equal(got["hidden too"].length, 7);
  assert.deepEqual([got["fork without hidden"].messageCount, got.fork.messageCount, got["fork at"].messageCount], [4, 7, 4]);
  assert.deepEqual(got["fork messages"], got.visible);
  assert.deepEqual([got["revert to the unknown"], got["revert to nothing"]], ["INVALID_SELECTOR", "INVALID_SELECTOR"]);
  assert.deepEqual([got["no share"], got.shared.shareId, got.shared.status, got.unshare, got.revoked.status], [null, "mine", "active", undefined, "revoked"]);
  assert.ok(got.revoked.revokedAt instanceof Date);
  assert.deepEqual([got["no summary"], got.summary.content, got.summary.generatedBy], [null, "All of it.", "me"]);
  assert.ok(got.summarize.content.includes("Where is the parser?"));
  assert.equal(got.active, got.thread.threadId);
  assert.deepEqual(got["thread messages"].map((m) => m.content), ["one", "four"]);
  assert.ok(got["thread messages"].every((m) => m.threadId === "t2"));
  assert.equal(got["thread read"].messages.length, 3);
  assert.deepEqual([got["no thread"], got["rollback to nothing"], got["none active"], got["archived cannot"]], ["THREAD_NOT_FOUND", "INVALID_SELECTOR", null, "INVALID_ARGUMENT"]);
  assert.deepEqual([got.rename.name, got.metadata.metadata, got.status.status, got.archive.archived], ["other", { l: [2] }, "completed", true]);
  assert.deepEqual([got.loaded.count, got["compact thread"].visibleMessageCount, got["thread count"]], [1, 0, 2]);
  assert.equal(JSON.parse(got.export).version, 1);
  assert.deepEqual([got["import text"].sessionId, got["import bytes"].sessionId, got["import object"].sessionId], ["i", "i2", "old"]);
  assert.deepEqual([got["import nothing"], got["import other"], got["same again"]], ["INVALID_EXPORT_FORMAT", "INVALID_EXPORT_FORMAT", true]);
  assert.deepEqual([got.events.events.map((e) => e.seq), got.events.next, got.events.complete], [[3, 4, 5], 5, false]);
  assert.deepEqual([got.list.length, got["list since"], got["limit reached"]], [2, [], "MESSAGE_LIMIT_REACHED"]);
  assert.deepEqual(got.printed, [{ content: "hi", type: "assistant" }]);
  assert.deepEqual([got.normalize.content, got.normalize.stopReasonAtom, got.normalize.totalCostUsd], ["hi", "tool_use_stop", 0.5]);
  assert.deepEqual(got.unknown, { raw: { type: "wonder", x: 1 }, type: "raw" });
  assert.deepEqual([got["stop reason"], got["permission mode"]], ["tool_use_stop", "accept_edits"]);
  assert.equal(got["fork of a deleted one"].length, 1);
  assert.deepEqual([got.check, got["check again"], got.stats.deleted, got.stats.large], [[], [], 1, true]);
  assert.ok(got.compact.sessions <= 1);
});

test("without the option nothing is kept: writing is denied, reading finds nothing", async (t) => {
  const home = temp(t);
  const heddle = await open({ home });
  t.after(() => heddle.close());
  await assert.rejects(heddle.store.record("s", user("x")), { code: "PERMISSION_DENIED", op: "store.record", hint: /open\({ store: true }\)/ });
  await assert.rejects(heddle.threads.start("s"), { code: "PERMISSION_DENIED" });
  await assert.rejects(heddle.store.file(), { code: "PERMISSION_DENIED", hint: /store/ });
  assert.deepEqual([await heddle.store.list(), await heddle.store.sessionCount()], [[], 0]);
  assert.equal(await heddle.messages.parseStopReason("end_turn"), "end_turn");
  assert.deepEqual(readdirSync(home), []);
  await assert.rejects(open({ home, store: join(home, "x.db"), sqlite: "none" }), { code: "UNSUPPORTED", hint: /better-sqlite3/ });
  const none = await open({ home, sqlite: "none" });
  t.after(() => none.close());
  await assert.rejects(none.store.record("s", user("x")), { code: "UNSUPPORTED" });
  await assert.rejects(none.store.file(), { code: "UNSUPPORTED" });
  for (const store of ["", 7]) await assert.rejects(open({ home, store }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(open({ store: true, env: {} }), { code: "INVALID_ARGUMENT", hint: /store/ });
});

test("a store behind a dangling link is its owner's alone", { skip: process.platform === "win32" }, async (t) => {
  const folder = temp(t);
  for (const name of ["a", "b", "b/c"]) mkdirSync(join(folder, name));
  symlinkSync("../b/real.db", join(folder, "a/h.db"));
  symlinkSync("h.db", join(folder, "a/again.db"));
  symlinkSync(join(folder, "b/c"), join(folder, "a/folder"));
  symlinkSync("folder/../other.db", join(folder, "a/up.db"));
  for (const name of ["a/again.db", "a/up.db"]) {
    const heddle = await engine(t, { store: join(folder, name) });
    await heddle.store.record("s", user("kept"));
  }
  for (const name of ["b/real.db", "b/real.db-wal", "b/real.db-shm", "b/other.db", "b/other.db-wal"])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
});

test("what is no JSON is refused before it becomes something else", async (t) => {
  const { store } = await engine(t, { home: temp(t), store: true });
  const circle = { type: "user" };
  circle.self = circle;
  for (const message of [circle, { type: "user", n: 10n }]) await assert.rejects(store.record("s", message), { code: "INVALID_ARGUMENT", op: "store.record" });
  await store.record("s", [user("a"), user("b")]);
  await assert.rejects(store.messages("s", { timeout: NaN }), { code: "INVALID_ARGUMENT", message: /timeout is NaN/ });
  for (const limit of [NaN, Infinity]) await assert.rejects(store.messages("s", { limit }), { code: "INVALID_ARGUMENT", op: "store.messages" });
  assert.equal(await store.messageCount("s"), 2);
});

test("true is the place of this user, or the same place below home", async (t) => {
  const home = temp(t);
  const place = join(home, { win32: "AppData/Roaming", darwin: "Library/Application Support" }[process.platform] ?? ".local/share", "heddle/heddle.db");
  const heddle = await engine(t, { home, store: true });
  assert.deepEqual(await heddle.store.list(), []);
  assert.equal(existsSync(place), false); // reading makes nothing
  await heddle.store.record("s", user("kept"));
  assert.ok(existsSync(place));
  if (process.platform === "win32" || process.platform === "darwin") return;
  const other = await open({ env: { HOME: home, XDG_DATA_HOME: join(home, "data") }, store: true });
  await other.store.record("t", user("elsewhere"));
  await other.close();
  assert.ok(existsSync(join(home, "data/heddle/heddle.db")));
});

test("what is recorded is there after closing, also in a file that was copied out", async (t) => {
  const file = join(temp(t), "a/b/heddle.db");
  const first = await engine(t, { store: file });
  await live(first);
  const want = await content(first, "after");
  const bytes = await first.store.file();
  await first.close();
  assert.deepEqual(readdirSync(join(file, "..")), ["heddle.db"]); // no -wal, no -shm
  await assert.rejects(first.store.list(), { code: "INVALID_ARGUMENT" });
  const again = await engine(t, { store: file });
  assert.deepEqual(await content(again, "after"), want);
  const copy = join(temp(t), "copy.db");
  writeFileSync(copy, bytes);
  const other = await engine(t, { store: copy });
  assert.deepEqual(await content(other, "after"), want);
  assert.deepEqual(await other.store.check(), []);
  const pragma = (at, n) => readFileSync(copy).readUIntBE(at, n);
  assert.deepEqual([pragma(64, 4), pragma(68, 4) !== 0], [1, true]); // incremental vacuum, an application id
});

test("a store that cannot be made or is none says so", async (t) => {
  const folder = temp(t);
  writeFileSync(join(folder, "file"), "this is not a database, and longer than nothing at all");
  await assert.rejects(engine(t, { store: join(folder, "file") }), { code: "PARSE_ERROR", path: join(folder, "file") });
  await assert.rejects(engine(t, { store: join(folder, "file/heddle.db") }), { code: "INVALID_ARGUMENT", hint: /name a file/ });
});

/** Whether the core does not know an operation. */
const isMissing = async (heddle, op) => /unknown operation/.test(Buffer.from((await heddle.call(op, {})).header));

test("agents' sessions are copied in, and are an agent's like any other", async (t) => {
  const heddle = await engine(t, { home: repository + "testdata/agents/claude/home" });
  if (await isMissing(heddle, "sessions.import")) return t.skip("this core.wasm has no sessions.import");
  const { sessions, store } = heddle;
  const [a, b] = await sessions.list("claude", { limit: 2 });
  const outcome = ({ imported, updated, unchanged, failed }) => [imported, updated, unchanged, failed];
  assert.deepEqual(outcome(await sessions.import(a.unifiedId, { dryRun: true })), [1, 0, 0, 0]);
  assert.equal(await store.sessionCount(), 0);
  const first = await sessions.import(a.unifiedId);
  assert.deepEqual(outcome(first), [1, 0, 0, 0]);
  assert.deepEqual(first.diagnostics, []);
  assert.deepEqual(outcome(await sessions.import("claude", a.sessionId)), [0, 0, 1, 0]);
  const all = await sessions.import({ all: true, agent: "claude" });
  assert.ok(all.imported > 1 && all.unchanged === 1 && all.failed === 0);
  const stored = await sessions.list("heddle", { limit: 1000, subagents: true, superseded: true });
  assert.equal(stored.length, all.imported + 1);
  const twin = stored.find((s) => s.title === b.title && s.messageCount === b.messageCount);
  const diff = await sessions.diff(b, twin.unifiedId);
  assert.equal(diff.stats.unchanged, b.messageCount);

  await store.record("mine", [user("Where is the lantern?"), { type: "assistant", content: "On the shelf." }]);
  assert.deepEqual((await sessions.get("heddle:mine")).messages.map((m) => m.content), ["Where is the lantern?", "On the shelf."]);
  assert.equal((await sessions.search("lantern shelf"))[0].unifiedId, "heddle:mine");

  assert.deepEqual(outcome(await sessions.import(a, { origin: "laptop" })), [0, 1, 0, 0]);
  assert.equal((await sessions.import(a, { origin: "server" })).sessions[0].storeId, `claude:${a.sessionId}@server`);
  assert.deepEqual((await sessions.list({ origin: "laptop" })).map((s) => [s.unifiedId, s.origin]), [[a.unifiedId, "laptop"]]);
  assert.deepEqual((await sessions.search("", { origin: "nowhere", tool: "Bash" })), []);
  assert.equal((await store.list({ origin: "server" })).length, 1);
  const [total, origins, laptop] = [await sessions.totalCost(), await sessions.totalCost({ groupBy: "origin" }), await sessions.totalCost({ origin: "laptop" })];
  assert.deepEqual(Object.keys(origins.breakdowns).sort(), ["", "laptop"]);
  assert.equal(origins.inputTokens, total.inputTokens);
  assert.equal(origins.breakdowns.laptop.inputTokens, laptop.inputTokens);
  assert.equal((await sessions.stats({ origin: "laptop" })).sessionCount, 1);
  await assert.rejects(sessions.import(a, { origin: "a\nb" }), { code: "INVALID_ARGUMENT", message: /an origin is/ });

  await assert.rejects(sessions.import("claude", "no-such-session"), { code: "SESSION_NOT_FOUND" });
  await assert.rejects(sessions.import({ agent: "claude" }), { code: "INVALID_ARGUMENT" });
});

test("agents' own sessions in the store's form", async (t) => {
  const heddle = await engine(t, { home: repository + "testdata/agents/claude/home" });
  if (await isMissing(heddle, "store.nativeSessions")) return t.skip("this core.wasm has no store.nativeSessions");
  const { sessions, store } = heddle;
  const [a] = await sessions.list("claude", { limit: 1 });
  await store.record("mine", [user("Where is the lantern?"), { type: "assistant", content: "On the shelf." }]);
  const native = await store.nativeSessions({ adapter: "claude", limit: 3 });
  assert.equal(native.length, 3);
  assert.ok(native[0].updatedAt instanceof Date && native.every((s) => s.adapter === "claude"));
  assert.deepEqual(native.diagnostics, []);
  const said = await store.nativeMessages(a.sessionId, { adapter: "claude", types: ["user"] });
  assert.ok(said.length > 0 && said.every((m) => m.type === "user"));
  assert.deepEqual((await store.nativeMessages("mine")).map((m) => m.content), ["Where is the lantern?", "On the shelf."]);
});

const writer = `
  import { open } from ${JSON.stringify("file://" + js + "dist/node/index.js")};
  const [store, name, n] = process.argv.slice(1);
  const heddle = await open({ home: "/", store });
  for (let i = 0; i < n; i++) await heddle.store.record("shared", [{ type: "user", content: name + i }, { type: "assistant", content: name + i + "!" }]);
  await heddle.close();`;

test("two processes that record in one file lose nothing", async (t) => {
  const file = join(temp(t), "heddle.db");
  const n = 40;
  const run = (name) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", writer, file, name, String(n)], { stdio: ["ignore", "ignore", "pipe"] });
      let said = "";
      child.stderr.on("data", (b) => (said += b));
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${name}: ${code} ${said}`))));
    });
  const heddle = await engine(t, { store: file });
  const seen = [];
  const stop = new AbortController();
  const watching = (async () => {
    for await (const e of heddle.store.subscribe("shared", { pollMs: 20, signal: stop.signal })) seen.push(e.payload.content);
  })();
  await Promise.all([run("a"), run("b"), (async () => {
    for (let i = 0; i < n; i++) await heddle.store.record("shared", [user("c" + i), { type: "assistant", content: `c${i}!` }]);
  })()]);
  const all = await contents(heddle, "shared");
  assert.equal(all.length, 6 * n);
  for (const name of "abc") {
    assert.deepEqual(all.filter((c) => c[0] === name), Array.from({ length: n }, (_, i) => [name + i, `${name}${i}!`]).flat());
  }
  for (let i = 0; i < all.length; i += 2) assert.equal(all[i] + "!", all[i + 1]); // a batch stays together
  assert.deepEqual(await heddle.store.check(), []);
  await heddle.store.record("shared", { type: "result", content: "end" });
  await watching;
  assert.deepEqual(seen, [...all, "end"]);
});

test("a process that is killed leaves what was acknowledged", async (t) => {
  const file = join(temp(t), "heddle.db");
  const script = writer.replace('content: name + i + "!" }]);', 'content: name + i + "!" }]), console.log(i);');
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, file, "k", "100000"]);
  let said = "";
  await new Promise((resolve) => child.stdout.on("data", (b) => (said += b).split("\n").length > 10 && resolve()));
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("exit", resolve));
  const acknowledged = said.split("\n").filter((l) => l !== "").length;
  const heddle = await engine(t, { store: file });
  const all = await contents(heddle, "shared");
  assert.ok(all.length >= 2 * acknowledged && all.length <= 2 * (acknowledged + 1), `${all.length} of ${acknowledged}`);
  assert.deepEqual(await heddle.store.check(), []);
});

test("a subscription gives what there is, what comes, and ends", async (t) => {
  const heddle = await engine(t);
  const seen = [];
  const done = (async () => {
    for await (const e of heddle.store.subscribe("s", { pollMs: 60_000 })) seen.push([e.seq, e.kind]);
    return "done";
  })();
  const { store, threads } = heddle;
  await new Promise((resolve) => setTimeout(resolve, 50)); // the session does not exist yet
  await store.record("s", user("x"));
  await threads.start("s", { threadId: "t" });
  await store.record("s", [user("y"), { type: "result" }, user("z")]);
  await store.record("s", { type: "error", category: "unknown" });
  assert.equal(await done, "done");
  assert.deepEqual(seen, [[1, "message"], [2, "thread.started"], [3, "message"], [4, "message"], [5, "message"], [6, "message"]]);

  const rest = [];
  for await (const e of store.subscribe("s", { after: 4 })) rest.push(e.seq);
  assert.deepEqual(rest, [5, 6]);
  const next = store.subscribe("s", { after: 6, pollMs: 60_000 });
  const [first] = await Promise.all([next.next(), store.record("s", user("more"))]);
  assert.equal(first.value.seq, 7); // the end of a turn before it does not end it
  await next.return();
  const stop = new AbortController();
  const stopped = (async () => {
    for await (const e of store.subscribe("s", { after: 6, signal: stop.signal })) rest.push(e.seq), stop.abort();
  })();
  await stopped;
  assert.deepEqual(rest, [5, 6, 7]);
  const deleted = (async () => {
    const kinds = [];
    for await (const e of store.subscribe("s", { after: 7, pollMs: 60_000 })) kinds.push(e.kind);
    return kinds;
  })();
  await store.delete("s");
  assert.deepEqual(await deleted, ["session.deleted"]);
  await assert.rejects(async () => store.subscribe("s", { pollMs: NaN }).next(), { code: "INVALID_ARGUMENT" });
  const waiting = store.subscribe("other", { pollMs: 60_000 }).next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await heddle.close();
  await assert.rejects(waiting, { code: "INVALID_ARGUMENT", message: /closed/ });
});

test("every operation that may change the store wakes subscriptions, and no other", () => {
  const source = readFileSync(repository + "core/rpc/codec_gen.go", "utf8");
  const table = [...source.matchAll(/\{Op\w+, "([\w.]+)", (true|false)\}/g)];
  assert.ok(table.length > 60);
  for (const [, name, changes] of table) assert.equal(changingOps.has(name), changes === "true", name);
});

test("numbers of a snapshot stay exact, and zstd is read", async (t) => {
  const heddle = await engine(t);
  const snapshot = '{"version":1,"sessionId":"n","metadata":{},"messages":[{"type":"user","n":12345678901234567890,"x":1.10}],"exportedAt":"2026-01-01T00:00:00.000Z"}';
  await heddle.store.import(snapshot);
  assert.ok((await heddle.store.export("n")).includes('"n":12345678901234567890'));
  const { body } = await heddle.call("store.messages", { sessionId: "n" });
  assert.ok(Buffer.from(body).includes("12345678901234567890"));
  if (!zlib.zstdCompressSync) return t.diagnostic("this Node compresses no zstd");
  await heddle.store.import(new Uint8Array(zlib.zstdCompressSync(Buffer.from(snapshot))), { sessionId: "z" });
  assert.equal((await heddle.store.messages("z")).length, 1);
});

test("compacting gives the room of deleted sessions back", async (t) => {
  const heddle = await engine(t);
  await heddle.store.record("s", Array.from({ length: 50 }, () => user("x".repeat(20_000))));
  await heddle.store.record("kept", user("kept"));
  const before = (await heddle.store.stats()).bytes;
  await heddle.store.delete("s");
  const { sessions, bytes } = await heddle.store.compact();
  const after = (await heddle.store.stats()).bytes;
  assert.deepEqual([sessions, bytes > 1_000_000, after < before / 4], [1, true, true], `${before} → ${after}`);
  assert.deepEqual(await contents(heddle, "kept"), ["kept"]);
});

test("a store at an address is UNSUPPORTED, and nothing shows its password", async (t) => {
  const before = readdirSync(".");
  for (const store of ["nats://u:pa55w0rd@host:4222/team", "NATS://u:pa55w0rd@host/team", "nats:/pa55w0rd", "wss://host/team?x=pa55w0rd", "postgres://pa55w0rd@host/x"]) {
    await assert.rejects(open({ mounts: {}, store }), (err) => {
      assert.equal(err.code, "UNSUPPORTED");
      assert.match(err.hint, /^name a file/);
      assert.ok(!JSON.stringify([err.message, err.hint, err.stack]).includes("pa55w0rd"));
      return true;
    });
  }
  assert.deepEqual(readdirSync("."), before);
  const folder = temp(t);
  const heddle = await open({ mounts: {}, store: join(folder, "nats:x") }); // the path of a file
  await heddle.store.record("a", []);
  await heddle.close();
  assert.ok(readdirSync(folder).includes("nats:x") || process.platform === "win32");
});

test("open names a store that cannot be created, and creates nothing", async (t) => {
  const folder = temp(t);
  const at = (name) => join(folder, name);
  writeFileSync(at("file"), "");
  const refused = { "": "is a folder", "file/heddle.db": `cannot be created: ${at("file")} is a file`, "file/a/b/x.db": `${at("file")} is a file` };
  if (process.platform !== "win32") {
    symlinkSync("missing/heddle.db", at("link"));
    symlinkSync("missing", at("folder"));
    refused["link"] = "a link into a missing folder";
    refused["folder/heddle.db"] = `${at("folder")} is a link to a missing folder`;
  }
  for (const [name, text] of Object.entries(refused)) {
    await assert.rejects(open({ mounts: {}, store: at(name) }), (err) => {
      assert.equal(err.code, "INVALID_ARGUMENT");
      assert.ok(err.message.includes("the store " + at(name)) && err.message.includes(text), err.message);
      assert.match(err.hint, /^name a file/);
      return true;
    });
  }
  const before = readdirSync(folder);
  const heddle = await open({ mounts: {}, store: at("a/b/heddle.db") });
  t.after(() => heddle.close());
  assert.deepEqual([await heddle.store.list(), readdirSync(folder)], [[], before]);
  await heddle.store.record("s", user("x"));
  assert.ok(existsSync(at("a/b/heddle.db")));
});

test("the user's own store is created by the first write: where it cannot be, sessions are read", { skip: process.platform === "win32" }, async (t) => {
  const home = temp(t);
  for (const name of [".local", "Library"]) writeFileSync(join(home, name), "");
  const heddle = await open({ home, store: true });
  t.after(() => heddle.close());
  const list = await heddle.sessions.list();
  assert.deepEqual([[...list], list.diagnostics, await heddle.store.list()], [[], [], []]);
  await assert.rejects(heddle.store.record("s", user("x")), { code: "IO_ERROR", hint: /another/ });
  assert.deepEqual(readdirSync(home).sort(), [".local", "Library"].sort());
});

test("a store in a folder of somebody else is refused by open", { skip: process.platform === "win32" }, (t) => {
  const folder = temp(t);
  mkdirSync(join(folder, "closed"));
  writeFileSync(join(folder, "closed/there.db"), "");
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "closed"), 0o555);
  const out = execFileSync(process.execPath, [fileURLToPath(new URL("support/check-as-nobody.mjs", import.meta.url)), folder]).toString();
  chmodSync(join(folder, "closed"), 0o755);
  const [fresh, below, existing] = JSON.parse(out);
  for (const [code, message, hint] of [fresh, below]) {
    assert.equal(code, "PERMISSION_DENIED");
    assert.ok(message.includes(`the folder ${folder}/closed cannot be written to`), message);
    assert.match(hint, /permissions/);
  }
  assert.equal(existing, "accepted");
});

test("a program ends without close, and nothing is lost", async (t) => {
  const file = join(temp(t), "heddle.db");
  execFileSync(process.execPath, ["--input-type=module", "-e", writer.replace("await heddle.close();", ""), file, "e", "3"]);
  assert.equal((await contents(await engine(t, { store: file }), "shared")).length, 6);
});

test("a file of another program, and a store that was cut off, are refused and stay as they were", async (t) => {
  const folder = temp(t);
  const mine = folder + "/heddle.db";
  const first = await open({ mounts: {}, store: mine });
  await first.store.record("a", [{ type: "user", content: "hi" }]);
  const again = await open({ mounts: {}, store: mine });
  await again.store.record("a", { type: "user", content: "again" });
  assert.equal(await first.store.messageCount("a"), 2);
  await again.close();
  await first.close();
  if (process.platform !== "win32") assert.equal(statSync(mine).mode & 0o077, 0);
  const data = readFileSync(mine);
  const other = Buffer.from(data);
  other[68] = 1;
  const unnamed = Buffer.from(data).fill(0, 68, 72);
  for (const [name, content] of Object.entries({ other, unnamed, text: Buffer.from("no database".repeat(99)), cut: data.subarray(0, 300) })) {
    const file = folder + "/" + name;
    writeFileSync(file, content);
    await assert.rejects(open({ mounts: {}, store: file }), { code: "PARSE_ERROR" });
    assert.deepEqual(readFileSync(file), Buffer.from(content));
    assert.deepEqual(readdirSync(folder).filter((x) => x.startsWith(name)), [name]);
  }
});
