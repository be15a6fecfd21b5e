// The package as its users get it: packed, installed into an empty project,
// run, type-checked; and its README and examples.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { installPacked } from "./support/packed.mjs";
import { js, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const home = repository + "testdata/agents/claude/home";
const node = (args, options) => execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, ...options }).toString();
const manifest = JSON.parse(readFileSync(js + "package.json", "utf8"));

let project;
let packed;
before(() => {
  ({ project, packed } = installPacked());
});

test("the tarball holds what it should and nothing else", () => {
  const files = packed.files.map((f) => f.path);
  for (const name of ["README.md", "LICENSE", "dist/core.wasm", "dist/node/index.js", "dist/node/index.d.ts", "dist/browser/worker.js", "dist/vendor/sqlite/sqlite3.wasm", "dist/vendor/NOTICE", "dist/viewer/index.html", "dist/reader.js", "dist/built/reader.mjs"]) {
    assert.ok(files.includes(name), name + " is missing");
  }
  assert.deepEqual(files.filter((f) => /^(src|test|scripts)\/|node_modules|\.tgz$/.test(f)), []);
  assert.ok(packed.size < 4 * 2 ** 20, `${packed.size} bytes packed`);
  assert.deepEqual(readdirSync(project + "/node_modules").filter((n) => !n.startsWith(".")), ["heddle"]); // no dependencies
});

test("no file names a folder of this machine", () => {
  for (const { path } of packed.files.filter((f) => !f.path.endsWith(".wasm"))) {
    const text = readFileSync(project + "/node_modules/heddle/" + path, "utf8");
    assert.ok(!text.includes(repository.slice(0, -1) + "/"), path);
  }
  const wasm = readFileSync(js + "dist/core.wasm").toString("latin1");
  assert.ok(!wasm.includes(repository), "core.wasm");
});

test("every path of exports exists", (t) => {
  const paths = (e) => (typeof e === "string" ? [e] : Object.values(e).flatMap(paths));
  const missing = paths(manifest.exports).filter((path) => !existsSync(project + "/node_modules/heddle/" + path));
  if (!existsSync(repository + "build/core-lite.wasm")) {
    t.diagnostic("core-lite.wasm is not built (make lite): its path is not checked");
    assert.deepEqual(missing, ["./dist/core-lite.wasm"]);
  } else assert.deepEqual(missing, []);
});

test("versions agree", () => {
  assert.equal(manifest.version, readFileSync(repository + "version.txt", "utf8").trim());
});

test("an ESM script runs on it", () => {
  writeFileSync(
    project + "/run.js",
    `import { open } from "heddle";
     import { open as slim } from "heddle/slim";
     import { readFile } from "node:fs/promises";
     import { fileURLToPath } from "node:url";
     const home = ${JSON.stringify(home)};
     const heddle = await open({ home });
     const wasm = await readFile(fileURLToPath(import.meta.resolve("heddle/core.wasm")));
     const other = await slim({ wasm, home });
     console.log((await heddle.sessions.list("claude", { limit: 3 })).length, (await other.version()).version);`,
  );
  assert.equal(node(["run.js"], { cwd: project }), `3 ${manifest.version}\n`);
});

test("heddle/lite is the same package in another module", () => {
  writeFileSync(
    project + "/lite.js",
    `import * as heddle from "heddle";
     import * as lite from "heddle/lite";
     const names = (m) => Object.keys(m).sort().join();
     if (names(heddle) !== names(lite)) throw new Error(names(lite));
     const open = (m) => m.open({ home: ${JSON.stringify(home)} }).catch((err) => err);
     const [a, b] = await Promise.all([open(heddle), open(lite)]);
     const list = async (engine) => Buffer.from((await engine.call("sessions.list", {})).body).toString();
     console.log(b.code ?? (await list(a)) === (await list(b)), (await lite.listAgents()).length > 0);
     console.log((await lite.open({ wasm: new Uint8Array() }).catch((err) => err)).code);`,
  );
  const lite = packed.files.some((f) => f.path === "dist/core-lite.wasm");
  assert.equal(node(["lite.js"], { cwd: project }), lite ? "true true\nINVALID_ARGUMENT\n" : "UNSUPPORTED true\nUNSUPPORTED\n");
});

test("what is published has core-lite.wasm, or is not built", () => {
  assert.match(manifest.scripts.prepack, / --publish$/);
  if (existsSync(repository + "build/core-lite.wasm")) return;
  assert.throws(() => node([js + "scripts/build.mjs", "--publish"]), (err) => err.status === 1 && /make lite/.test(err.stderr));
});

const consumer = `
  import { open, agentNames, finalText, HeddleError, startAgent, Supervisor, type Agent, type AgentEvent, type AgentResult, type AgentSession, type AgentName, type CostSummary, type DoctorReport, type ErrorCode, type Notes, type Session, type SessionDiff, type SessionSummary, type StopReason, type StoredSession, type StoredShare, type StoredThread, type StoreEvent, type StoreMessage } from "heddle";
  const heddle = await open();
  const list = await heddle.sessions.list("claude", { limit: 20, since: new Date(), sort: "cost", signal: new AbortController().signal });
  const first: SessionSummary | undefined = list[0];
  const when: Date | undefined = first?.updatedAt;
  const usd: number | undefined = first?.cost?.totalUsd;
  const session: Session = await heddle.sessions.get("claude:x", { raw: true });
  const text: string = await heddle.sessions.export("claude", "x", { format: "json" });
  const skipped: number | undefined = (await heddle.sessions.get("claude", "x")).report?.skippedCount;
  const codes: string[] = list.diagnostics.map((d) => d.code);
  const body: Uint8Array = (await heddle.call("version")).body;
  const found = await heddle.sessions.search("x", { sort: "cost", role: "user", since: new Date() });
  const next: number | undefined = found.page.nextOffset;
  const snippet: string | undefined = found[0]?.hits?.[0]?.snippet;
  const total: number = (await heddle.sessions.search({ text: "x" }, { timeout: 1 })).page.total;
  for await (const page of heddle.sessions.searchAll("x")) { const s: SessionSummary[] = page; const t: number = page.page.total; console.log(s, t); }
  const cost: CostSummary = await heddle.sessions.totalCost({ groupBy: "day", agent: "claude", timeout: 5 });
  const own: number | undefined = cost.breakdowns?.["x"]?.totalUsd;
  const diff: SessionDiff = await heddle.sessions.diff("claude:x", { agent: "codex", sessionId: "y" }, { textEdits: true });
  const same: string = await heddle.sessions.renderDiff(session, found[0]!, { format: "side-by-side", width: 80 });
  const health: DoctorReport & Notes = await heddle.sessions.doctor({ problems: true });
  const argv: string[] = (await heddle.sessions.command("claude", "x", { action: "fork", prompt: "y" })).argv;
  const stored: StoredSession = await heddle.store.record("s", [{ type: "user", content: "x", own: { member: 1 } }], { expect: 0, timeout: 9 });
  const message: StoreMessage = await heddle.messages.normalize({ type: "result", stop_reason: "end_turn" });
  await heddle.store.record("s", message);
  const first2: StoreMessage | undefined = (await heddle.store.messages("s", { types: ["user"], at: stored.position ?? 0 }))[0];
  const stop: StopReason = await heddle.messages.parseStopReason("x");
  for await (const e of heddle.store.subscribe("s", { after: 1, pollMs: 5 })) { const event: StoreEvent = e; console.log(event.seq); }
  const thread: StoredThread = await heddle.threads.fork("s", "t", { name: "n" });
  const bytes: Uint8Array = await heddle.store.file();
  const imported: number = (await heddle.sessions.import({ all: true, agent: "claude" })).imported;
  const share: StoredShare | null = await heddle.store.getShare("s");
  const there: boolean = (await heddle.store.nativeMessages("s")).diagnostics.length === 0;
  await (await open({ store: true })).close();
  console.log(first2?.content, stop, thread.threadId, bytes, imported, share, there);
  console.log(next, snippet, total, own, diff, same, health.diagnostics, argv);
  try { await heddle.close(); } catch (e) { if (e instanceof HeddleError) { const c: ErrorCode = e.code; console.log(c, e.hint); } }
  await using live: AgentSession = await startAgent({ agent: "claude", cwd: "/", model: "x", timeoutMs: 5, env: { A: "b", C: undefined }, onPermission: async (r, { signal }) => r.toolName === "Read" && !signal.aborted });
  for await (const m of live.stream("x", { signal: AbortSignal.timeout(1) })) console.log(m.type, m.content);
  const result: AgentResult = await live.query("x", { attachments: [{ name: "a.png", data: new Uint8Array() }] });
  for await (const e of live.events()) { const event: AgentEvent = e; if (event.kind === "ask") await live.answer(event.ask.id, { allow: true, rules: true }); }
  console.log(result.usage?.inputTokens, await finalText(result.messages), live.health, new Supervisor({ maxRestarts: 1 }).names);
  // @ts-expect-error an unknown option
  await startAgent({ modell: "x" });
  const agent: AgentName = agentNames[0];
  const known: Agent[] = [agent, "one that is new"];
  const byName: Record<AgentName, number> | undefined = undefined;
  if (first) await heddle.sessions.get(first);
  for (const s of list) console.log((await heddle.sessions.export(s, { format: "json" })).length, (await heddle.sessions.command(s)).argv, await heddle.sessions.import(s));
  for (const s of await heddle.store.list()) for (const t of await heddle.threads.list(s)) console.log((await heddle.threads.messages(s, t)).length);
  console.log(known, byName);
  // @ts-expect-error no such agent is known
  const wrong: AgentName = "clade";
  // @ts-expect-error an unknown option
  await heddle.sessions.list({ limt: 1 });
  // @ts-expect-error a search without text
  await heddle.sessions.search({ agent: "claude" });
  // @ts-expect-error no such group
  await heddle.sessions.totalCost({ groupBy: "moon" });
  // @ts-expect-error one session only
  await heddle.sessions.diff("claude:x");
  // @ts-expect-error a message without a type
  await heddle.store.record("s", { content: "x" });
  // @ts-expect-error import of nothing
  await heddle.sessions.import({ agent: "claude" });
  // @ts-expect-error archived is set by archive
  await heddle.threads.setStatus("s", "t", "archived");
  // @ts-expect-error no such order
  await heddle.sessions.list({ sort: "size" });
  console.log(when, usd, session, text, skipped, codes, body);
`;

function typeCheck(name, source, options) {
  const folder = join(project, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.ts"), source);
  const base = { strict: true, noEmit: true, target: "es2022", exactOptionalPropertyTypes: true, skipLibCheck: false, rootDir: ".", ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: base, files: ["index.ts"] }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  try {
    node([js + "node_modules/typescript/bin/tsc", "-p", folder]);
  } catch (err) {
    assert.fail(err.stdout.toString());
  }
}

test("its types check in a Node project", () => {
  const types = { typeRoots: [js + "node_modules/@types"], types: ["node"] };
  typeCheck("node", consumer, { module: "nodenext", lib: ["es2022"], ...types });
  const slim = 'import { open } from "heddle/slim"; await open({ wasm: new Uint8Array() }); await open({ wasm: fetch("x"), home: "/" });';
  typeCheck("slim", slim, { module: "nodenext", lib: ["es2022"], ...types });
  typeCheck("lite", consumer.replace('from "heddle"', 'from "heddle/lite"'), { module: "nodenext", lib: ["es2022"], ...types });
});

test("its types check in a browser project", () => {
  const page = `
    import { dropped, open, type BrowserHeddle } from "heddle";
    const input = document.querySelector("input")!;
    const heddle: BrowserHeddle = await open({ home: input.files! });
    document.addEventListener("drop", async (e) => { await heddle.refresh({ home: dropped(e.dataTransfer!) }); });
    await open({ mounts: { claude: await navigator.storage.getDirectory() } });
    await open({ store: { name: "x", file: await heddle.store.file(), replace: true } });
    await open({ store: { file: new Blob([await heddle.store.file()]) } });
    for (const s of await heddle.sessions.list()) console.log(s.title);`;
  typeCheck("page", page, { module: "esnext", moduleResolution: "bundler", customConditions: ["browser"], lib: ["es2022", "dom", "dom.iterable"], types: [] });
  typeCheck("page-lite", page.replace('from "heddle"', 'from "heddle/lite"'), { module: "esnext", moduleResolution: "bundler", customConditions: ["browser"], lib: ["es2022", "dom", "dom.iterable"], types: [] });
  typeCheck("page2", page.replace('"heddle"', '"heddle/browser"'), { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"], types: [] });
});

test("the README's Node samples run", () => {
  const blocks = [...readFileSync(js + "README.md", "utf8").matchAll(/```js\n([\s\S]*?)```/g)].map((m) => m[1]);
  const samples = blocks.filter((b) => !/addEventListener|input\.|startAgent/.test(b)); // readme.test.mjs runs the one with an agent
  assert.equal(samples.length, 4);
  const env = { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" };
  symlinkSync(js + "node_modules/better-sqlite3", project + "/node_modules/better-sqlite3"); // for the store in Node 20
  for (const [i, sample] of samples.entries()) {
    writeFileSync(`${project}/sample${i}.js`, sample);
    assert.ok(node([`sample${i}.js`], { cwd: project, env }).length > 100);
  }
});

test("the examples run", async (t) => {
  const example = (name, ...args) => node([js + "examples/" + name, ...args]);
  assert.match(example("list.mjs", home), /claude:[0-9a-f-]+ {2}\$/);
  const folder = temp(t);
  const written = example("export.mjs", "claude", folder, home).trimEnd().split("\n");
  assert.equal(readdirSync(folder).length, written.length);
  assert.match(example("tools.mjs", "claude", home), /\d+ calls, \d+ failed/);
  assert.match(example("search.mjs", "date parser", home), /^1\.00 {2}claude:[\s\S]*content: .*\[date parser\]|\[parser\]/);
  const branched = example("branch.mjs");
  assert.match(branched, /^parser: 4 visible of 4, .*\nparser-2: 6 visible of 7, ends in “They pass.”\n/);
  assert.match(branched, /-.*I subtract one from the month\.[\s\S]*\+.*I read the month by its name\./);
  assert.match(branched, /thread smaller: 2 messages\nthread tests: 4 messages, active\n/);
  assert.match(branched, /parser-2: 7 after unrevert, 0 problems/);
  assert.match(example("costs.mjs", "agent", home), /\$0\.\d\d {2}claude, \d+ sessions\n.* of \d+ sessions, at the prices of \d{4}-/);
  const server = spawn(process.execPath, [js + "examples/viewer.mjs", "0"]);
  t.after(() => server.kill());
  const url = (await new Promise((resolve) => server.stdout.once("data", resolve))).toString().trim();
  for (const [path, type] of [["", "text/html"], ["viewer.js", "text/javascript"], ["../core.wasm", "application/wasm"]]) {
    const response = await fetch(new URL(path, url));
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, type], path);
    await response.arrayBuffer();
  }
  assert.equal((await fetch(new URL("../../package.json", url))).status, 404);
});
