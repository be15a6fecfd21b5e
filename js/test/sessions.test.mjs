// Searching, adding up, comparing, checking and continuing sessions, on
// the homes of many agents.
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { after, before, test } from "node:test";
import { table } from "../dist/built/places.mjs";
import { open } from "../dist/node/index.js";
import { resolvePlaces } from "../dist/host/places.js";
import { repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const homeOf = (name) => repository + `testdata/agents/${name}/home`;
const agents = ["claude", "codex", "gemini", "copilot", "opencode", "pi", "omp", "openclaw", "hermes-v22"];

/** The mounts of several homes, as if they were one. */
function mountsOf(names) {
  const mounts = {};
  for (const name of names) {
    const exists = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    for (const p of resolvePlaces(table, { os: process.platform, env: () => undefined, home: homeOf(name), exists })) {
      if (p.found && name.startsWith(p.agent) && p.agent !== "") mounts[p.mount] = p.path;
    }
  }
  return mounts;
}

let heddle;
before(async () => (heddle = await open({ mounts: mountsOf(agents) })));
after(() => heddle?.close());

const messageText = (m) => [m.content, m.thinking, ...(m.toolCalls ?? []).map((c) => JSON.stringify(c.input)), JSON.stringify(m.toolResult?.output)].join("\n");

test("a search finds sessions of many agents, best first, and says where", async () => {
  const found = await heddle.sessions.search("test", { limit: 1000 });
  assert.ok(new Set(found.map((s) => s.agent)).size >= 5, "agents: " + new Set(found.map((s) => s.agent)));
  assert.equal(found.page.total, found.length);
  assert.equal(found.page.nextOffset, undefined);
  assert.deepEqual(Object.keys(found), Object.keys([...found])); // the notes do not show
  assert.equal(found[0].relevanceScore, 1);
  for (const [i, s] of found.entries()) {
    assert.ok(s.updatedAt instanceof Date);
    assert.ok(s.relevanceScore >= 0 && s.relevanceScore <= (found[i - 1]?.relevanceScore ?? 1));
    assert.ok(s.hitCount >= s.hits.length && s.hits.length >= 1 && s.hits.length <= 3);
    for (const hit of s.hits) {
      const points = [...hit.snippet];
      for (const { start, end } of hit.ranges) assert.match(points.slice(start, end).join(""), /^test$/i);
    }
  }
});

test("a hit names its message", async () => {
  const found = await heddle.sessions.search("test", { limit: 20, hits: 5 });
  const hits = found.flatMap((s) => s.hits.map((hit) => [s, hit])).filter(([, hit]) => hit.messageIndex !== undefined);
  assert.ok(hits.length > 10);
  for (const [s, hit] of hits) {
    const { messages } = await heddle.sessions.get(s.unifiedId);
    const message = messages[hit.messageIndex];
    assert.equal(message.id, hit.messageId);
    assert.equal(message.role, hit.role);
    assert.match(messageText(message), /test/i);
  }
});

test("words, phrases, exclusions, expressions, roles and tools", async () => {
  const ids = async (...args) => (await heddle.sessions.search(...args)).map((s) => s.unifiedId).sort();
  const parser = await ids("parser", { agent: "claude" });
  assert.ok(parser.length > 1);
  const both = await ids('parser "date parser"', { agent: "claude" });
  assert.ok(both.length > 0 && both.every((id) => parser.includes(id)));
  const without = await ids('parser -"date parser"', { agent: "claude" });
  assert.deepEqual([...both, ...without].sort(), parser);
  assert.deepEqual(await ids("PARSER", { agent: "claude" }), parser);
  assert.deepEqual(await ids("p[a]rse[r]", { agent: "claude", regex: true }), parser);
  assert.deepEqual(await ids({ text: "parser", agent: "claude" }), parser); // the request as one object
  const typed = await ids("parser", { agent: "claude", role: "user" });
  assert.ok(typed.length > 0 && typed.length < parser.length);
  assert.ok((await ids("", { agent: "claude", tool: "bash" })).length > 0);
  assert.ok((await ids({ text: "", agent: "claude", tool: "BASH" })).length > 0);
});

test("nothing found is no error; nothing asked for is one", async () => {
  const none = await heddle.sessions.search("nobody has ever typed this word: zyzzogeton");
  assert.deepEqual([[...none], none.page, none.diagnostics], [[], { total: 0 }, []]);
  assert.deepEqual([...(await heddle.sessions.search("parser", { agent: "nobody" }))], []);
  for (const wrong of [heddle.sessions.search(""), heddle.sessions.search("(", { regex: true }), heddle.sessions.search("x", { limit: -1 }), heddle.sessions.search({})]) {
    await assert.rejects(wrong, { code: "INVALID_ARGUMENT", op: "sessions.search" });
  }
  await assert.rejects(heddle.sessions.search({ text: "x", since: new Date(NaN) }), { code: "INVALID_ARGUMENT", message: /invalid Date/ });
  await assert.rejects(heddle.sessions.search("x", { timeout: 0 }), { code: "TIMEOUT" });
});

test("searchAll goes through the pages", async () => {
  const whole = await heddle.sessions.search("test", { limit: 1000 });
  const pages = [];
  for await (const page of heddle.sessions.searchAll("test", { limit: 7 })) pages.push(page);
  assert.equal(pages.length, Math.ceil(whole.length / 7));
  assert.deepEqual(pages.map((p) => p.page.nextOffset), [...pages.slice(1).map((_, i) => 7 * (i + 1)), undefined]);
  assert.ok(pages.every((p) => p.page.total === whole.length));
  assert.deepEqual(pages.flatMap((p) => [...p]), [...whole]);
  const later = [];
  for await (const page of heddle.sessions.searchAll({ text: "test", limit: 7, offset: 10 }, { timeout: 60_000 })) later.push(...page);
  assert.deepEqual(later, whole.slice(10));

  const empty = [];
  for await (const page of heddle.sessions.searchAll("zyzzogeton")) empty.push(page.page);
  assert.deepEqual(empty, [{ total: 0 }]);
  await assert.rejects(heddle.sessions.searchAll("").next(), { code: "INVALID_ARGUMENT" });
  for await (const page of heddle.sessions.searchAll("test", { limit: 1 })) {
    assert.equal(page.length, 1);
    break; // and the rest is never asked for
  }
});

const tokenCounts = ["inputTokens", "outputTokens", "thinkingTokens", "cachedTokens", "cacheWriteTokens"];

test("the total is the sum of its groups", async () => {
  const total = await heddle.sessions.totalCost();
  assert.equal(total.breakdowns, undefined);
  assert.match(total.priceTable, /^\d{4}-\d\d-\d\d$/);
  assert.ok(total.totalUsd > 0 && total.sessionCount > 20);
  assert.deepEqual(total.diagnostics, []);
  assert.equal("diagnostics" in { ...total }, false);
  for (const groupBy of ["agent", "model", "day", "cwd", "session"]) {
    const { breakdowns, ...rest } = await heddle.sessions.totalCost({ groupBy });
    assert.deepEqual(rest, { ...total });
    const groups = Object.values(breakdowns);
    for (const [key, group] of Object.entries(breakdowns)) assert.equal(group.key, key);
    for (const name of tokenCounts) assert.equal(groups.reduce((sum, g) => sum + g[name], 0), total[name], `${groupBy}: ${name}`);
    const usd = groups.reduce((sum, g) => sum + (g.totalUsd ?? 0), 0);
    assert.ok(Math.abs(usd - total.totalUsd) < 1e-9, `${groupBy}: ${usd} of ${total.totalUsd}`);
  }
});

test("the total of one agent, model or time", async () => {
  const { breakdowns } = await heddle.sessions.totalCost({ groupBy: "agent" });
  const { sessionCount, totalUsd } = await heddle.sessions.totalCost({ agent: "claude" });
  assert.deepEqual([sessionCount, totalUsd], [breakdowns.claude.sessionCount, breakdowns.claude.totalUsd]);
  assert.equal((await heddle.sessions.totalCost({ until: new Date("2020-01-01") })).sessionCount, 0);
  const unpriced = await heddle.sessions.totalCost({ agent: "copilot" });
  assert.equal(unpriced.source, "mixed");
  assert.ok(unpriced.unpriced.every((m) => typeof m.model === "string" && m.inputTokens >= 0));
  await assert.rejects(heddle.sessions.totalCost({ agent: "nobody" }), { code: "AGENT_NOT_FOUND" });
  await assert.rejects(heddle.sessions.totalCost({ groupBy: "moon" }), { code: "INVALID_ARGUMENT" });
});

test("a list that its limit cuts says how many match at most", async () => {
  const all = await heddle.sessions.list("claude");
  const first = await heddle.sessions.list("claude", { sort: "turns", limit: 1 }); // sorting by turns reads them all
  assert.equal(first.page.atMost, all.length);
  assert.equal(all.page, undefined);
});

const pair = async () => {
  const [a] = await heddle.sessions.list("claude", { sort: "turns", limit: 1 });
  const [b] = await heddle.sessions.list("codex", { sort: "turns", limit: 1 });
  return [a, b];
};

test("a comparison holds every message of both once, in order", async () => {
  const [a, b] = await pair();
  const diff = await heddle.sessions.diff(a.unifiedId, b.unifiedId);
  assert.deepEqual([diff.a, diff.b].map((s) => s.unifiedId), [a.unifiedId, b.unifiedId]);
  for (const [side, s] of [["A", a], ["B", b]]) {
    const { messages } = await heddle.sessions.get(s.unifiedId);
    const own = diff.operations.filter((o) => o["message" + side] !== undefined);
    assert.deepEqual(own.map((o) => o["index" + side]), messages.map((_, i) => i));
    assert.deepEqual(own.map((o) => o["message" + side]), messages); // Dates included
  }
  const count = (type) => diff.operations.filter((o) => o.type === type).length;
  assert.deepEqual(diff.stats, { additions: count("addition"), modifications: count("modification"), removals: count("removal"), unchanged: count("unchanged") });
  assert.deepEqual(diff.diagnostics, []);
});

test("sessions are named by id, by agent and id, or by themselves", async () => {
  const [a, b] = await pair();
  const want = await heddle.sessions.diff(a.unifiedId, b.unifiedId);
  assert.deepEqual(await heddle.sessions.diff({ agent: a.agent, sessionId: a.sessionId }, { unifiedId: b.unifiedId }), want);
  assert.deepEqual(await heddle.sessions.diff(a, await heddle.sessions.get(b.unifiedId)), want);
  const same = await heddle.sessions.diff(a, a, { textEdits: true });
  assert.equal(same.stats.unchanged, same.operations.length);
  const edited = (await heddle.sessions.diff(a, b, { textEdits: true })).operations.filter((o) => o.textEdits);
  for (const { textEdits, messageA, messageB } of edited) {
    const side = (other) => textEdits.filter((e) => e.type !== other).map((e) => e.text).join("");
    assert.deepEqual([side("insert"), side("delete")], [messageA.content, messageB.content]);
  }
  assert.ok(edited.length > 0);
});

test("a comparison as text", async () => {
  const [a, b] = await pair();
  const unified = await heddle.sessions.renderDiff(a, b);
  const texts = [unified];
  for (const format of ["side-by-side", "markdown"]) texts.push(await heddle.sessions.renderDiff(a, b, { format, context: 1, width: 100 }));
  assert.equal(new Set(texts).size, 3);
  assert.ok(texts.every((text) => typeof text === "string" && text.length > 100));
  assert.equal(await heddle.sessions.renderDiff(a.unifiedId, b.unifiedId, { format: "unified" }), unified);
});

test("a comparison names what is wrong", async () => {
  const [a] = await pair();
  for (const compare of [heddle.sessions.diff, heddle.sessions.renderDiff]) {
    const codes = [];
    for (const b of ["claude:no-such-session", "nobody:x", "no-colon", {}, null]) codes.push(await compare(a, b).then(() => "", (err) => err.code ?? err.name));
    assert.deepEqual(codes, ["SESSION_NOT_FOUND", "AGENT_NOT_FOUND", "INVALID_ARGUMENT", "INVALID_ARGUMENT", "INVALID_ARGUMENT"]);
  }
});

test("doctor reads everything and says what it met", async (t) => {
  const damaged = await open({ home: homeOf("claude-damaged") });
  t.after(() => damaged.close());
  const { agents: all, files } = await damaged.sessions.doctor();
  assert.deepEqual(all.filter((a) => a.found).map((a) => a.agent), ["claude"]);
  const [claude] = all;
  assert.equal(claude.files, files.length);
  assert.ok(claude.skippedCount > 0 && claude.bytes > 0 && claude.records > 0);
  assert.equal(files.filter((f) => f.error).length, claude.unreadable);
  assert.equal(files.reduce((n, f) => n + (f.report?.skippedCount ?? 0), 0), claude.skippedCount);
  for (const skipped of files.flatMap((f) => f.report?.skipped ?? [])) assert.ok(skipped.path.startsWith("claude/") && skipped.reason);
  const some = await damaged.sessions.doctor({ agent: "claude", problems: true });
  assert.deepEqual(some.agents, [claude]);
  assert.ok(some.files.length > 0 && some.files.length < files.length);
  assert.deepEqual(some.diagnostics, []);

  const healthy = await heddle.sessions.doctor({ problems: true });
  assert.equal(healthy.agents.filter((a) => a.found).length, agents.length);
  await assert.rejects(heddle.sessions.doctor({ agent: "nobody" }), { code: "AGENT_NOT_FOUND" });
});

test("progress is told while everything is read", async () => {
  const told = [];
  await heddle.sessions.doctor({ onProgress: (done, total) => told.push([done, total]) });
  assert.ok(told.every(([done, total]) => done <= total || total === 0));
});

test("the agents' own commands", async () => {
  const [{ unifiedId, sessionId, cwd }] = await heddle.sessions.list("claude", { limit: 1 });
  assert.deepEqual(await heddle.sessions.command(unifiedId), { agent: "claude", sessionId, action: "resume", argv: ["claude", "--resume", sessionId], cwd });
  const fork = await heddle.sessions.command("claude", sessionId, { action: "fork", prompt: "go on; $HOME" });
  assert.equal(fork.action, "fork");
  assert.ok(fork.argv.includes("go on; $HOME") && fork.argv.includes("--fork-session"));
  await assert.rejects(heddle.sessions.command("claude", "no-such-session"), { code: "SESSION_NOT_FOUND" });
  await assert.rejects(heddle.sessions.command(unifiedId, { action: "delete" }), { code: "INVALID_ARGUMENT" });
  const [gemini] = await heddle.sessions.list("gemini", { limit: 1 });
  await assert.rejects(heddle.sessions.command(gemini.unifiedId, { action: "fork" }), { code: "UNSUPPORTED", hint: /cannot fork/ });
});

test("a command's paths are this computer's own", async (t) => {
  const home = temp(t) + "/a home";
  cpSync(homeOf("pi"), home, { recursive: true });
  const below = await open({ home });
  t.after(() => below.close());
  for (const engine of [heddle, below]) {
    const [{ unifiedId, sessionId }] = await engine.sessions.list("pi", { limit: 1 });
    const { argv, paths } = await engine.sessions.command(unifiedId, { action: "fork" });
    assert.deepEqual(argv.slice(0, 2), ["pi", "--fork"]);
    assert.equal(paths, undefined); // nothing is left to replace
    assert.ok(isAbsolute(argv[2]) && existsSync(argv[2]), argv[2]);
    assert.ok(readFileSync(argv[2], "utf8").includes(sessionId));
    assert.equal(engine === below, argv[2].startsWith(home));
  }
});

test("every sample home is looked over, searched and added up without an error", async () => {
  for (const name of readdirSync(repository + "testdata/agents").filter((n) => existsSync(homeOf(n)))) {
    const engine = await open({ home: homeOf(name) });
    const [doctor, found, cost] = [await engine.sessions.doctor(), await engine.sessions.search("the"), await engine.sessions.totalCost()];
    await engine.close();
    assert.ok(doctor.files.length > 0, name);
    assert.ok(found.page.total >= found.length, name);
    assert.match(cost.source, /^(recorded|computed|mixed|unpriced)$/, name);
  }
});
