// Live sessions under harm: wrong programs, stores that fail, many agents, other hosts.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "../dist/node/index.js";
import { programs, setting, until } from "./support/agent.mjs";
import { Database } from "./support/database.mjs";
import { js } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const say = (text) => ({ do: "text", text });
const answers = { turns: [[say("You said $PROMPT")]] };

/** A program that answers initialize, and says nothing more. */
const answering = (message) => `#!/bin/sh\nread line\necho '${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}'\ncat >/dev/null\n`;

test("a program of another version or protocol, one that is silent, none: an error, and the next start works", { skip: process.platform === "win32" }, async (t) => {
  const x = await setting(t, answers);
  const otherVersion = { result: { protocol: 1, version: "9.9.9", pid: 1, maxLine: 128 << 20 } };
  const otherProtocol = { error: { code: -32000, message: "this is heddle 9.9.9 with protocol 7", data: { code: "UNSUPPORTED", protocol: 7, version: "9.9.9" } } };
  const wrong = {
    "another version": [answering(otherVersion), 0o755, { code: "UNSUPPORTED", message: /9\.9\.9.*0\.1\.0/, hint: "install it: npm install heddle-cli@0.1.0" }],
    "another protocol": [answering(otherProtocol), 0o755, { code: "UNSUPPORTED", message: /protocol 7/, hint: "install it: npm install heddle-cli@0.1.0" }],
    "not executable": [answering(otherVersion), 0o644, { code: "UNSUPPORTED", message: /is not a program/ }],
    "no interpreter": ["#!/no/such/interpreter\n", 0o755, { code: "UNSUPPORTED", message: /cannot be started/ }],
    "no program at all": ["\u0000\u0001", 0o755, { code: "INTERNAL", message: /status 127/ }],
    "half a line": ["#!/bin/sh\nprintf '{\"jsonrpc\"'\n", 0o755, { code: "INTERNAL", message: /status 0/ }],
  };
  for (const [name, [script, mode, error]] of Object.entries(wrong)) {
    writeFileSync(x.path("wrong " + name), script, { mode });
    await assert.rejects(x.start({ heddleProgram: x.path("wrong " + name) }), error, name);
  }
  writeFileSync(x.path("silent"), "#!/bin/sh\ncat >/dev/null\n", { mode: 0o755 });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silent = x.start({ heddleProgram: x.path("silent") });
  t.mock.timers.tick(60_000);
  t.mock.timers.reset();
  await assert.rejects(silent, { code: "TIMEOUT", message: /does not answer/, hint: /npm install heddle-cli/ });
  await assert.rejects(x.start({ heddleProgram: x.path("work") }), { code: "UNSUPPORTED", message: /is not a program/ });
  assert.equal((await (await x.start()).query("go")).text, "You said go");
});

test("a program that is killed: every query that runs or waits has a result, INTERNAL; all sessions are resumed by another one", async (t) => {
  const x = await setting(t, { turns: [[say("begun"), { do: "hang" }]] });
  const agents = await Promise.all(Array.from({ length: 3 }, () => x.start()));
  const turns = agents.flatMap((agent) => [agent.query("runs"), agent.query("waits")]);
  for (const agent of agents) await untilStored(x, agent, (stored) => stored.some((m) => m.content === "begun"));
  const before = programs();
  for (const pid of before) process.kill(pid, "SIGKILL");
  for (const { isError, raw } of await Promise.all(turns)) assert.deepEqual([isError, raw.errorType], [true, "INTERNAL"]);
  x.write(answers);
  for (const agent of agents) {
    const again = await x.start({ resume: agent.nativeSessionId });
    assert.deepEqual([again.sessionId, (await again.query("go")).text], [agent.sessionId, "You said go"]);
  }
  assert.ok(programs().every((pid) => !before.includes(pid)));
});

test("200,000 pieces at once: a query has them or says how many it dropped, and the session continues", async (t) => {
  const x = await setting(t, { turns: [[{ do: "events", n: 200_000, text: "e" }], [say("after")]] });
  const agent = await x.start({ record: false });
  const slow = agent.events();
  const { messages, dropped = 0 } = await agent.query("go");
  assert.ok(messages.filter((m) => m.type === "assistant").length + dropped >= 200_000);
  await assert.rejects(async () => { for await (const _ of slow); }, { code: "LIMIT_EXCEEDED" });
  assert.equal((await agent.query("on")).text, "after");
});

test("a handler of permissions that never answers denies in time, and hears that it is not needed", async (t) => {
  const x = await setting(t, { turns: [[{ do: "ask", tool: "Bash", input: {} }, say("after")]] });
  let aborted;
  const agent = await x.start({
    permissionTimeoutMs: 100,
    onPermission: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => (aborted = true))),
    hooks: { queryStart: () => new Promise(() => {}) },
  });
  assert.equal((await agent.query("go")).text, "after");
  assert.equal(aborted, true);
});

test("a locked store: the agent works on, and everything is stored when the lock is gone", async (t) => {
  const x = await setting(t, answers);
  const diagnostics = [];
  const agent = await x.start({ hooks: { diagnostic: (err) => diagnostics.push(err.message) } });
  await agent.query("first");
  const other = new Database(x.path("heddle.db"));
  other.exec("BEGIN IMMEDIATE");
  assert.equal((await agent.query("second")).text, "You said second");
  assert.equal((await agent.info()).recording, false);
  other.exec("ROLLBACK");
  other.close();
  assert.equal((await agent.query("third")).text, "You said third");
  await agent.stop();
  assert.deepEqual(prompts(await x.stored(agent.sessionId)), ["first", "second", "third"]);
  assert.ok(diagnostics.some((m) => m.includes("recording waits for the store")), diagnostics.join());
});

test("a full disk: the agent works on, and everything is stored when there is room again", async (t) => {
  let mounted;
  t.after(() => mounted && execFileSync("umount", ["-l", mounted])); // before the folder is removed
  const folder = temp(t);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    mounted = folder;
  } catch {
    return t.skip("no file system can be mounted here");
  }
  const x = await setting(t, { turns: [[{ do: "flood", n: 200_000 }, say("You said $PROMPT")]] });
  const heddle = await open({ home: x.path("home"), store: folder + "/heddle.db" });
  const agent = await x.start({ heddle });
  await agent.query("first");
  execFileSync("sh", ["-c", `cat /dev/zero >${folder}/filler || true`], { stdio: "ignore" });
  assert.equal((await agent.query("second")).text, "You said second");
  assert.equal((await agent.info()).recording, false);
  rmSync(folder + "/filler");
  await agent.query("third");
  await agent.stop();
  const { body } = await heddle.call("store.messages", { sessionId: agent.sessionId });
  assert.deepEqual(prompts(JSON.parse(new TextDecoder().decode(body))), ["first", "second", "third"]);
  await heddle.close();
});

test("100 sessions of 100 agents in one host: every message is stored, and nothing is left", async (t) => {
  const x = await setting(t, { turns: [[{ do: "events", n: 20, text: "$PROMPT " }]] });
  const agents = await Promise.all(Array.from({ length: 100 }, () => x.start()));
  await until(() => programs().length === 1, () => `${programs().length} programs`); // that of an earlier test may be ending
  const turns = await Promise.all(agents.map((agent, i) => agent.query("prompt " + i)));
  for (const [i, agent] of agents.entries()) {
    const stored = await x.stored(agent.sessionId);
    assert.deepEqual(stored, turns[i].messages);
    assert.deepEqual([prompts(stored), stored.length], [["prompt " + i], 23]);
  }
});

test("two hosts on one store: all sessions of both are stored, also one that both continue", async (t) => {
  const x = await setting(t, answers);
  const first = await x.start();
  await first.query("shared");
  const { heddle: _, ...options } = x.options;
  const code = `import { open, startAgent } from ${JSON.stringify(js + "dist/node/index.js")};
    const heddle = await open({ home: ${JSON.stringify(x.path("home"))}, store: ${JSON.stringify(x.path("heddle.db"))} });
    const agents = await Promise.all(Array.from({ length: 5 }, (_, i) =>
      startAgent({ ...${JSON.stringify(options)}, heddle, ...(i === 0 && { resume: ${JSON.stringify(first.nativeSessionId)} }) })));
    await Promise.all(agents.map(async (agent, i) => { for (let n = 0; n < 10; n++) await agent.query("other " + i + " " + n); }));
    console.log(JSON.stringify(agents.map((agent) => agent.sessionId)));
    await Promise.all(agents.map((agent) => agent.stop()));
    await heddle.close();`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  host.stdout.on("data", (data) => (said += data));
  const ended = new Promise((resolve) => host.once("close", resolve));
  const own = await Promise.all(Array.from({ length: 4 }, () => x.start()));
  await Promise.all([first, ...own].map(async (agent, i) => { for (let n = 0; n < 10; n++) await agent.query(`own ${i} ${n}`); }));
  assert.equal(await ended, 0);
  const others = JSON.parse(said);
  assert.equal(others[0], first.sessionId);
  const of = (who, i) => Array.from({ length: 10 }, (_, n) => `${who} ${i} ${n}`);
  for (const i of [1, 2, 3, 4]) {
    assert.deepEqual(prompts(await x.stored(own[i - 1].sessionId)), of("own", i));
    assert.deepEqual(prompts(await x.stored(others[i])), of("other", i));
  }
  assert.deepEqual(prompts(await x.stored(first.sessionId)).sort(), ["shared", ...of("own", 0), ...of("other", 0)].sort());
});

const prompts = (messages) => messages.filter((m) => m.type === "user").map((m) => m.content);

/** Waits until what is stored of a session fits. */
async function untilStored(x, agent, fits) {
  for (let stored = []; !fits(stored); await new Promise((resolve) => setTimeout(resolve, 10))) stored = await x.stored(agent.sessionId).catch(() => []); // it may not be there yet
}
