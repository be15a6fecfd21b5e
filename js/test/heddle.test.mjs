import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Heddle, HeddleError, open } from "../dist/node/index.js";
import { open as openLite } from "../dist/node/lite.js";
import { open as openSlim } from "../dist/node/slim.js";
import { js, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const claude = repository + "testdata/agents/claude/home";

/** An engine that is closed after the test. */
async function engine(t, options = { home: claude }) {
  const heddle = await open(options);
  t.after(() => heddle.close());
  return heddle;
}

/** A home with one session of the given lines. */
function homeOf(t, lines) {
  const home = temp(t);
  const folder = join(home, ".claude/projects/-home-dev");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "5b0e8c1e-0000-4000-8000-000000000001.jsonl");
  writeFileSync(file, lines.join("\n") + "\n");
  return { home, file };
}

const prompt = (content, uuid = "u1", timestamp = "2026-01-02T03:04:05.678Z") =>
  JSON.stringify({ type: "user", uuid, parentUuid: null, sessionId: "5b0e8c1e-0000-4000-8000-000000000001", timestamp, cwd: "/home/dev", version: "2.1.30", message: { role: "user", content } });

test("sessions are listed, with Dates and plain data", async (t) => {
  const heddle = await engine(t);
  assert.ok(heddle instanceof Heddle);
  const list = await heddle.sessions.list("claude", { limit: 3 });
  assert.equal(list.length, 3);
  assert.ok(Array.isArray(list));
  assert.ok(list[0].updatedAt instanceof Date && !Number.isNaN(list[0].updatedAt.getTime()));
  assert.ok(list[0].updatedAt >= list[1].updatedAt && list[1].updatedAt >= list[2].updatedAt);
  assert.deepEqual(list.diagnostics, []);
  assert.deepEqual(Object.keys(list), ["0", "1", "2"]); // the notes do not show
  const all = await heddle.sessions.list();
  assert.deepEqual(await heddle.sessions.list({ limit: 3 }), all.slice(0, 3));
  const since = all[1].createdAt;
  const later = await heddle.sessions.list({ since });
  assert.ok(later.length > 0 && later.every((s) => s.createdAt >= since));
  assert.deepEqual(await heddle.sessions.list({ since: since.toISOString() }), later);
});

test("a session is read by agent and id, or by its unified id", async (t) => {
  const heddle = await engine(t);
  const [summary] = await heddle.sessions.list("claude", { limit: 1, sort: "turns" });
  const session = await heddle.sessions.get("claude", summary.sessionId);
  assert.deepEqual(await heddle.sessions.get(summary.unifiedId), session);
  assert.equal(session.messages.length, session.messageCount);
  assert.ok(session.messages.every((m) => m.timestamp === undefined || m.timestamp instanceof Date));
  assert.ok(session.report.records > 0);
  assert.equal("report" in { ...session }, false);
  const raw = await heddle.sessions.get(summary.unifiedId, { raw: true });
  assert.equal(typeof raw.raw, "string");
});

test("a session is exported as text", async (t) => {
  const heddle = await engine(t);
  const [{ sessionId, unifiedId, title }] = await heddle.sessions.list("claude", { limit: 1 });
  const markdown = await heddle.sessions.export("claude", sessionId);
  assert.ok(markdown.includes(title));
  assert.equal(await heddle.sessions.export(unifiedId, { format: "markdown" }), markdown);
  assert.equal(JSON.parse(await heddle.sessions.export(unifiedId, { format: "json" })).sessionId, sessionId);
  const lines = (await heddle.sessions.export(unifiedId, { format: "jsonl" })).trimEnd().split("\n");
  lines.forEach((line) => JSON.parse(line));
  await assert.rejects(heddle.sessions.export(unifiedId, { format: "pdf" }), { code: "INVALID_EXPORT_FORMAT" });
});

test("agents, ids and versions", async (t) => {
  const heddle = await engine(t);
  const agents = await heddle.agents();
  assert.deepEqual(agents.filter((a) => a.found).map((a) => a.agent), ["claude"]);
  assert.equal(await heddle.ids.resolveUnifiedId("claude", "a:b"), "claude:a:b");
  assert.deepEqual(await heddle.ids.resolveNativeId("claude:a:b"), { agent: "claude", nativeSessionId: "a:b" });
  assert.equal(await heddle.ids.resolveNativeId("no-colon"), null);
  await assert.rejects(heddle.ids.resolveUnifiedId("nobody", "x"), { code: "AGENT_NOT_FOUND" });
  assert.equal((await heddle.version()).abi, 1);
});

test("errors are HeddleErrors with a stable code and where it happened", async (t) => {
  const heddle = await engine(t);
  const err = await heddle.sessions.get("claude", "no-such-session").catch((e) => e);
  assert.ok(err instanceof HeddleError && err instanceof Error);
  assert.equal(err.name, "HeddleError");
  assert.equal(err.code, "SESSION_NOT_FOUND");
  assert.equal(err.op, "sessions.get");
  assert.ok(err.hint);
  await assert.rejects(heddle.sessions.list("nobody"), { code: "AGENT_NOT_FOUND" });
  await assert.rejects(heddle.sessions.list({ limt: 3 }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(heddle.sessions.list({ since: new Date(NaN) }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(heddle.call("sessions.lst"), { code: "UNSUPPORTED" });
  await assert.rejects(open({ home: "" }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(open({ env: {} }), { code: "INVALID_ARGUMENT", hint: /home/ });
});

test("broken records are reported; strict turns them into an error with line and offset", async (t) => {
  const { home } = homeOf(t, [prompt("First"), '{"type":"user","mess', prompt("Second", "u2", "2026-01-02T03:04:06.678Z")]);
  const heddle = await engine(t, { home });
  const id = "5b0e8c1e-0000-4000-8000-000000000001";
  const session = await heddle.sessions.get("claude", id);
  assert.deepEqual(session.messages.map((m) => m.content), ["First", "Second"]);
  assert.equal(session.report.skippedCount, 1);
  const offset = prompt("First").length + 1;
  const { path, line } = session.report.skipped[0];
  assert.equal(line, 2);
  const err = await heddle.sessions.get("claude", id, { strict: true }).catch((e) => e);
  assert.deepEqual([err.code, err.path, err.line, err.offset >= offset], ["PARSE_ERROR", path, 2, true]);
});

test("diagnostics are on the result and are told to listeners", async (t) => {
  const home = temp(t);
  const folder = join(home, ".local/share/opencode");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "opencode.db"), "this is not a database, and longer than nothing at all");
  const heddle = await engine(t, { home });
  const told = [];
  const stop = heddle.on("diagnostic", (d, op) => told.push([op, d.agent, d.code]));
  const list = await heddle.sessions.list();
  assert.equal(list.diagnostics.length, 1);
  assert.deepEqual(told, [["sessions.list", "opencode", "PARSE_ERROR"]]);
  stop();
  await heddle.sessions.list();
  assert.equal(told.length, 1);
  assert.throws(() => heddle.on("nothing", () => {}), { code: "INVALID_ARGUMENT" });
});

test("files are read as they are at the time of the call", async (t) => {
  const { home, file } = homeOf(t, [prompt("First")]);
  const heddle = await engine(t, { home });
  assert.equal((await heddle.sessions.list())[0].messageCount, 1);
  appendFileSync(file, prompt("Second", "u2", "2026-01-02T03:04:06.678Z") + "\n");
  assert.equal((await heddle.sessions.list())[0].messageCount, 2);
});

test("mounts replace the table of places; without a home the environment counts", async (t) => {
  const { home } = homeOf(t, [prompt("First")]);
  const mounted = await engine(t, { mounts: { claude: join(home, ".claude") } });
  assert.equal((await mounted.sessions.list("claude")).length, 1);
  const fixture = repository + "testdata/agents/cursor-ide-handmade/home";
  const user = await engine(t, { mounts: { "cursor-user": join(fixture, ".config/Cursor/User") } });
  const sessions = await user.sessions.list();
  assert.ok(sessions.length > 0);
  assert.deepEqual([...sessions], [...(await (await engine(t, { home: fixture })).sessions.list())]);
  const elsewhere = temp(t);
  const env = { HOME: elsewhere, USERPROFILE: elsewhere, CLAUDE_CONFIG_DIR: join(home, ".claude") };
  assert.equal((await (await engine(t, { env })).sessions.list("claude")).length, 1);
  assert.equal((await (await engine(t, { env, home: elsewhere })).sessions.list("claude")).length, 0);
});

test("call gives the bytes of the response", async (t) => {
  const heddle = await engine(t);
  const request = { unifiedId: "claude:x" };
  for (const r of [request, JSON.stringify(request), Buffer.from(JSON.stringify(request))]) {
    const { header, body } = await heddle.call("ids.resolveNativeId", r);
    assert.equal(Buffer.from(header).toString(), '{"op":"ids.resolveNativeId"}');
    assert.equal(Buffer.from(body).toString(), '{"agent":"claude","nativeSessionId":"x"}');
  }
  const { header } = await heddle.call("sessions.get", "{");
  assert.equal(JSON.parse(Buffer.from(header)).error.code, "INVALID_ARGUMENT");
  assert.equal(JSON.parse(Buffer.from((await heddle.call(4_000_000_000)).header)).error.code, "UNSUPPORTED");
});

test("the caller is never blocked while a call runs", async (t) => {
  const heddle = await engine(t);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await heddle.sessions.list();
  clearInterval(timer);
  assert.ok(ticks > 2, `${ticks} ticks`);
});

test("heddle/slim takes a core.wasm of the caller", async (t) => {
  const wasm = readFileSync(js + "dist/core.wasm");
  const heddle = await openSlim({ wasm, home: claude });
  t.after(() => heddle.close());
  assert.equal((await heddle.sessions.list({ limit: 2 })).length, 2);
});

test("heddle/lite answers as heddle does, or says that its module is not there", async (t) => {
  if (!existsSync(js + "dist/core-lite.wasm")) {
    await assert.rejects(openLite({ home: claude }), (err) => err instanceof HeddleError && err.code === "UNSUPPORTED" && err.hint.includes("make lite"));
    return;
  }
  const lite = await openLite({ home: claude });
  t.after(() => lite.close());
  const other = await engine(t);
  for (const call of [(h) => h.sessions.list({ limit: 5 }), (h) => h.sessions.totalCost({}), (h) => h.agents()]) {
    assert.deepEqual(await call(lite), await call(other));
  }
});

const run = (script, env = {}) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { env: { ...process.env, ...env }, timeout: 60_000, stdio: ["ignore", "pipe", "pipe"] }).toString();

test("a program ends without close, and its flags do not reach the worker", () => {
  const script = `
    import { open } from ${JSON.stringify(js + "dist/node/index.js")};
    const heddle = await open({ home: ${JSON.stringify(claude)} });
    console.log((await heddle.sessions.list()).length > 0);`;
  assert.equal(run(script), "true\n");
});

test("HEDDLE_WASM names another core; the package's own is checked against its hash", (t) => {
  const script = (from) => `
    import { open } from ${JSON.stringify(from + "/node/index.js")};
    await open().then((h) => h.version(), (e) => e).then((v) => console.log(v.abi ?? v.code + ": " + v.message));`;
  assert.equal(run(script(js + "dist"), { HEDDLE_WASM: js + "dist/core.wasm" }), "1\n");
  assert.match(run(script(js + "dist"), { HEDDLE_WASM: js + "package.json" }), /^UNSUPPORTED: this is not a WebAssembly/);
  assert.match(run(script(js + "dist"), { HEDDLE_WASM: "/nowhere.wasm" }), /^UNSUPPORTED: core.wasm cannot be read/);
  const copy = temp(t) + "/dist";
  cpSync(js + "dist", copy, { recursive: true });
  writeFileSync(copy + "/../package.json", '{"type":"module"}');
  appendFileSync(copy + "/core.wasm", "\0");
  assert.match(run(script(copy), { HEDDLE_WASM: "" }), /^UNSUPPORTED: core.wasm is not the one/);
});

test("prices of the caller replace built-in ones", async (t) => {
  const table = "\ufeff# table date: 2027-01-31\r\nmodel,input,output\r\nclaude-sonnet-5,0,0\r\n";
  const file = join(temp(t), "mine.csv");
  writeFileSync(file, table);
  const report = async (prices) => (await engine(t, { home: claude, prices })).sessions.totalCost({ groupBy: "model" });
  const builtin = await report(undefined);
  const own = await report(file);
  assert.ok(builtin.breakdowns["claude-sonnet-5"].totalUsd > 0 && Object.keys(builtin.breakdowns).length > 1);
  assert.equal(own.breakdowns["claude-sonnet-5"].totalUsd, 0);
  assert.equal(own.priceTable, "2027-01-31");
  for (const [model, spend] of Object.entries(builtin.breakdowns)) {
    if (model !== "claude-sonnet-5") assert.deepEqual(own.breakdowns[model], spend);
  }
  assert.deepEqual(await report(new TextEncoder().encode(table)), own);
  assert.deepEqual(await report(readFileSync(file)), own);
});

test("a price table with a mistake is an error that names it", async (t) => {
  const missing = join(temp(t), "missing.csv");
  for (const [prices, named] of [[missing, missing], [claude, claude], ["", "neither"], [5, "neither"]]) {
    await assert.rejects(open({ home: claude, prices }), (err) => err instanceof HeddleError && err.code === "INVALID_ARGUMENT" && err.message.includes(named));
  }
  for (const [row, named] of [["x,-1,0", "-1"], ["x,NaN,0", "NaN"], ["x,1e300,0", "1e300"], ["x,1", "output"]]) {
    const heddle = await engine(t, { home: claude, prices: new TextEncoder().encode("model,input,output\n" + row + "\n") });
    for (const run of [heddle.sessions.list(), heddle.sessions.totalCost()]) {
      await assert.rejects(run, (err) => err.code === "INVALID_ARGUMENT" && err.line === 2 && err.path === "prices/prices.csv" && err.message.includes(named));
    }
    assert.ok((await heddle.agents()).length > 0);
  }
  const large = await engine(t, { home: claude, prices: new Uint8Array(2 << 20).fill(35) });
  await assert.rejects(large.sessions.list(), { code: "LIMIT_EXCEEDED" });
});
