// Live sessions, with an agent that does what a script says.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { programs, setting, until } from "./support/agent.mjs";
import { js, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

let agentByName, collectMessages, finalText, HeddleError, listAgents, open, reapAgents, agentProcesses, startAgent, Supervisor, textContent;
before(async () => {
  ({ agentByName, collectMessages, finalText, HeddleError, listAgents, open, reapAgents, agentProcesses, startAgent, Supervisor, textContent } = await import("../dist/node/index.js"));
});

const say = (text) => ({ do: "text", text });
const types = (messages) => messages.map((m) => m.type);
const whole = (messages) => messages.filter((m) => !m.delta);

/** Messages with each time replaced, and each id that the driver drew. */
const settled = (messages) => {
  const drawn = new Map();
  const id = (value) => (drawn.has(value) ? drawn.get(value) : drawn.set(value, "id " + drawn.size).get(value));
  return messages.map(({ timestamp, uuid, ...m }) => ({ ...m, timestamp: typeof timestamp, uuid: /^[0-9a-f]{8}-/.test(uuid) && !uuid.includes("00000000f00") ? id(uuid) : uuid }));
};

test("a conversation: the same messages as every client records", async (t) => {
  const golden = JSON.parse(readFileSync(repository + "testdata/live/conversation.json", "utf8"));
  const x = await setting(t, golden.script);
  const agent = await x.start({ sessionId: golden.sessionId, tags: ["test"], onPermission: () => true });
  assert.deepEqual([agent.nativeSessionId, agent.sessionId, agent.health], [golden.sessionId, golden.sessionId, "ready"]);
  const events = agent.events();
  for (const { id, text } of golden.queries) {
    const { messages } = await agent.query(text, { id });
    assert.deepEqual(messages, (await x.stored(agent.sessionId)).slice(-messages.length)); // durable before the result
  }
  await agent.stop();
  const stored = await x.stored(agent.sessionId);
  const heard = [];
  for await (const e of events) if (e.kind === "event" && e.whole) heard.push(e.message);
  assert.deepEqual(heard, stored);
  const local = JSON.parse(JSON.stringify(stored).replaceAll(JSON.stringify(x.options.cwd), '"$CWD"'));
  assert.deepEqual(settled(local), settled(golden.messages));
  const { adapter, cwd, extra } = await x.heddle.store.get(agent.sessionId);
  assert.deepEqual([adapter, cwd, extra], ["claude", x.options.cwd, { native: { agent: "claude", sessionId: golden.sessionId }, tags: ["test"] }]);
});

test("recorded messages keep their numbers", async (t) => {
  const raw = { type: "new_kind", big: "BIG", uuid: "u" };
  const x = await setting(t, { turns: [[{ do: "raw", text: JSON.stringify(raw).replace('"BIG"', "[12345678901234567890,1.50,{\"message\":\"\\\\\\\"}\"}]") }]] });
  const agent = await x.start();
  await agent.query("go");
  const { body } = await x.heddle.call("store.messages", { sessionId: agent.sessionId });
  assert.match(new TextDecoder().decode(body), /\[12345678901234567890,1\.50?,\{"message":"\\\\\\"\}"\}\]/);
});

test("stream yields pieces and whole messages; text helpers put them together", async (t) => {
  const x = await setting(t, { turns: [[{ do: "thinking", text: "hm" }, say("You said $PROMPT")]] });
  const agent = await x.start();
  const all = [];
  for await (const m of agent.stream("A")) all.push(m);
  assert.ok(all.some((m) => m.delta && m.content === "You said A"));
  assert.deepEqual([types(whole(all)).at(0), types(all).at(-1)], ["user", "result"]);
  assert.equal(await finalText(all), "You said A");
  assert.equal(await finalText(agent.stream("B")), "You said B");
  const pieces = [];
  for await (const piece of textContent(agent.stream("C"))) pieces.push(piece);
  assert.deepEqual(pieces, ["You said C"]);
  const { text, usage, usageSource, costUsd, isError } = await agent.query("D");
  assert.deepEqual([text, usage.inputTokens, usage.outputTokens, usageSource, costUsd, isError], ["You said D", 10, 2, "protocol", 0, false]);
  assert.equal((await agent.conversation()).filter((m) => m.type === "result").length, 4);
});

test("options of a query that the agent takes only for a session are UNSUPPORTED", async (t) => {
  const x = await setting(t, { turns: [[say("You said $PROMPT")]] });
  const agent = await x.start();
  const options = { thinking: "low", outputSchema: { type: "object" }, maxTurns: 1, maxTokens: 1, maxBudgetUsd: "1", systemPrompt: "x", allowedTools: ["x"], disallowedTools: ["x"], subagent: "x" };
  for (const [name, value] of Object.entries(options)) {
    await assert.rejects(agent.query("A", { model: "other", permissionMode: "plan", [name]: value }), { code: "UNSUPPORTED" }, name);
  }
  await assert.rejects(agent.query("A", { model: "other", permissionMode: "careful" }), { code: "INVALID_ARGUMENT" });
  const { model, permissionMode } = await agent.info();
  assert.ok(model !== "other" && permissionMode === "default", "a refused query changes neither");
  assert.ok(!x.log().some((line) => /"set_(model|permission_mode)"/.test(line)));
  assert.equal((await agent.query("B")).text, "You said B");
});

test("a query changes model and mode before its prompt", async (t) => {
  const x = await setting(t, { turns: [[say("You said $PROMPT")]] });
  const agent = await x.start();
  assert.equal((await agent.query("A", { model: "other", permissionMode: "plan" })).text, "You said A");
  const order = x.log().map((line) => /"(set_permission_mode|set_model|text":"A)"/.exec(line)?.[1]).filter(Boolean);
  assert.deepEqual(order, ["set_permission_mode", "set_model", 'text":"A']);
});

test("receive waits for an event with a time limit, and loses none", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const agent = await x.start();
  const events = agent.events();
  await assert.rejects(events.receive({ timeoutMs: 1 }), { code: "TIMEOUT" });
  await assert.rejects(events.receive({ timeoutMs: -1 }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(events.receive({ timeout: 1 }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(events.receive({ signal: AbortSignal.timeout(1) }), { name: "TimeoutError" });
  const first = events.receive({ timeoutMs: 60_000 });
  await agent.query("A");
  assert.deepEqual([(await first).kind, (await events.receive({ timeoutMs: 0 })).kind], ["state", "event"]);
  await agent.stop();
  let last;
  await assert.rejects(async () => { for (;;) last = await events.receive({ timeoutMs: 0 }); }, { code: "COMPLETE" });
  assert.deepEqual([last.kind, last.health], ["state", "stopped"]);
});

test("collectMessages gathers a turn of the events, and says when the session ends before", async (t) => {
  const x = await setting(t, { turns: [[say("a")], [say("b"), { do: "exit", status: 3 }]] });
  const agent = await x.start();
  const events = agent.events();
  const { messages } = await agent.query("A");
  assert.deepEqual(await collectMessages(events), messages);
  const [first, rest] = [agent.events(), agent.events()];
  await agent.query("B");
  assert.equal((await collectMessages(first, (m) => m.type === "assistant")).at(-1).content, "b");
  await collectMessages(rest); // the result that the end of the process makes
  const none = agent.events();
  await assert.rejects(collectMessages(none), { code: "COMPLETE" });
});

test("permission: handlers of every kind, none, and an answer from the events", async (t) => {
  const ask = [{ do: "ask", tool: "Bash", input: { command: "ls" } }];
  const output = ({ messages }) => messages.flatMap((m) => m.contentBlocks ?? []).find((b) => b.type === "tool_result")?.content;
  const seen = [];
  const handlers = [
    [(r) => (seen.push(r.toolName, r.input, r.title), true), 'ran with {"command":"ls"}'],
    [async () => ({ allow: true, updatedInput: { command: "pwd" } }), 'ran with {"command":"pwd"}'],
    [() => ({ allow: false, reason: "not now" }), "not now"],
    [() => false, "permission was denied"],
    [() => Promise.reject(new Error("broken")), "broken"],
  ];
  for (const [onPermission, want] of handlers) {
    await t.test(want, async (t) => {
      const x = await setting(t, { turns: [ask] });
      const agent = await x.start({ onPermission });
      assert.equal(output(await agent.query("go")), want);
    });
  }
  assert.deepEqual(seen, ["Bash", { command: "ls" }, "run Bash"]);

  const x = await setting(t, { turns: [ask] });
  const denied = await x.start();
  assert.equal(output(await denied.query("go")), "nobody is there to give permission");
  const agent = await x.start({ canAnswer: true });
  const events = agent.events();
  const result = agent.query("go");
  for await (const e of events) {
    if (e.kind !== "ask") continue;
    assert.equal((await agent.info()).health, "waiting");
    await agent.answer(e.ask.id, { allow: true, rules: true });
    await assert.rejects(agent.answer(e.ask.id, true), { code: "BAD_REF" });
    break;
  }
  assert.equal(output(await result), 'ran with {"command":"ls"}');
  assert.ok(x.log().some((line) => line.includes('"updatedPermissions":[{')));
});

test("an interrupt, a cancelled query, an aborted signal, a loop that is left", async (t) => {
  const x = await setting(t, { turns: [[say("a"), { do: "hang" }], [say("b"), { do: "hang" }], [say("c"), { do: "hang" }], [say("d")]] });
  const agent = await x.start();
  for await (const m of agent.stream("1")) {
    if (m.content === "a" && !m.delta && m.type !== "user") await agent.interrupt();
    if (m.type === "result") assert.deepEqual([m.isError, m.interrupted], [true, true]);
  }
  const controller = new AbortController();
  const aborted = agent.query("2", { signal: controller.signal });
  const waiting = agent.query("dropped", { id: "00000000-0000-4000-8000-00000000000d" });
  await agent.cancel("00000000-0000-4000-8000-00000000000d");
  await assert.rejects(waiting, { code: "COMPLETE" });
  controller.abort();
  await assert.rejects(aborted, { name: "AbortError" });
  await assert.rejects(agent.query("x", { signal: AbortSignal.abort() }), { name: "AbortError" });
  for await (const m of agent.stream("3")) if (m.delta) break;
  assert.equal((await agent.query("4")).text, "d");
  const results = (await agent.conversation()).filter((m) => m.type === "result");
  assert.deepEqual(results.map((m) => m.interrupted ?? false), [true, true, true, false]);
});

test("commands, and what the agent cannot do", async (t) => {
  const x = await setting(t, { turns: [[say("x")]] });
  const agent = await x.start({ name: "mine", model: "one", fileCheckpointing: true });
  assert.equal(agentByName("mine"), agent);
  await assert.rejects(x.start({ name: "mine" }), { code: "CONFLICT" });
  await agent.setModel("other");
  await agent.setPermissionMode("plan");
  const info = await agent.info();
  assert.deepEqual([info.name, info.agent, info.engine, info.model, info.permissionMode, info.recording], ["mine", "claude", "claude", "other", "plan", true]);
  assert.ok((await agent.capabilities()).includes("interrupt"));
  assert.deepEqual(await agent.mcpStatus(), { mcpServers: [] });
  assert.deepEqual(Object.keys(await agent.serverInfo()), ["account", "commands", "models"]);
  await agent.rewindFiles("u1", { dryRun: true });
  await assert.rejects(agent.steer("x"), (err) => err instanceof HeddleError && err.code === "UNSUPPORTED" && /listAgents\(\)/.test(err.hint));
  await assert.rejects(agent.setPermissionMode("wild"), { code: "INVALID_ARGUMENT" });
  await assert.rejects(agent.query("x", { timeout: 1 }), { code: "INVALID_ARGUMENT", message: /unknown option 'timeout'/ });
  await agent.stop();
  await assert.rejects(agent.query("late"), { code: "COMPLETE" });
  assert.deepEqual([agent.health, agent.error, (await agent.info()).health], ["stopped", undefined, "stopped"]);
  assert.throws(() => agentByName("mine"), { code: "BAD_REF" });
  assert.equal((await listAgents()).find((a) => a.agent === "claude").tested, true);
});

test("bad ends: each query ends, and nothing is left", async (t) => {
  const cases = {
    dies: [{ turns: [[say("a"), { do: "stderr", text: "out of memory" }, { do: "exit", n: 3 }]] }, /status 3: out of memory/],
    "half a line": [{ turns: [[{ do: "half", text: '{"type":"assis' }, { do: "exit", n: 1 }]] }, /status 1/],
    "holds pipes": [{ grandchild: true, turns: [[{ do: "exit", n: 0 }]] }, /status 0/],
    "floods stderr": [{ turns: [[{ do: "stderr", n: 2_000_000, text: "the end" }, { do: "exit", n: 4 }]] }, /the end/],
  };
  for (const [name, [script, message]] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      const x = await setting(t, script);
      const agent = await x.start();
      const { isError, messages } = await agent.query("go");
      assert.equal(isError, true);
      assert.match(messages.find((m) => m.type === "error").content, message);
      await agent.ended;
      assert.deepEqual([agent.health, agent.error.code], ["error", "IO_ERROR"]);
      assert.match(agent.error.message, message);
      assert.deepEqual(types(await x.stored(agent.sessionId)).slice(-2), ["error", "result"]);
      assert.deepEqual(x.registered(), []);
    });
  }
});

test("an agent that ignores the end of input and TERM, with a grandchild that holds the pipes, is ended", async (t) => {
  const x = await setting(t, { ignoreEof: true, ignoreTerm: true, grandchild: true, turns: [[say("a")]] });
  const agent = await x.start();
  await agent.query("go");
  assert.equal(x.registered().length, 1);
  const file = x.path("state/" + x.registered()[0]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const entry = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual([entry.agent, entry.ownerPid, entry.sessionId, entry.cwd], ["claude", programs()[0], agent.sessionId, x.options.cwd]);
  assert.deepEqual((await agentProcesses(x.path("state"))).map((p) => [p.pid, p.runs, p.orphan]), [[entry.pid, true, false]]);
  await agent.stop();
  assert.deepEqual(x.log().slice(-2), ["[eof]", "[terminated]"]);
  assert.deepEqual(x.registered(), []);
});

test("what may be secret is in private files, which are gone after the end", { skip: process.platform === "win32" }, async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const agent = await x.start({ systemPrompt: "Be brief.", settings: { a: 1 }, mcpServers: { s: { command: "c" } } });
  assert.equal(x.privateFiles().length, 1);
  await agent.stop();
  assert.deepEqual(x.privateFiles(), []);
  assert.deepEqual(x.log().slice(0, 3), ["[--system-prompt-file 600 Be brief.]", '[--mcp-config 600 {"mcpServers":{"s":{"command":"c"}}}]', '[--settings 600 {"a":1}]']);
});

test("an aborted stop ends the process at once; so does an abort during the start", async (t) => {
  const x = await setting(t, { ignoreEof: true, ignoreTerm: true, turns: [[say("a")]] });
  const agent = await x.start();
  await assert.rejects(agent.stop({ signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  assert.equal(agent.health, "stopped");
  x.write({ silent: true, ignoreEof: true, ignoreTerm: true });
  await assert.rejects(x.start({ signal: AbortSignal.timeout(300) }), { name: "TimeoutError" });
  await assert.rejects(x.start({ startTimeoutMs: 100 }), { code: "TIMEOUT", message: /was not ready in time/ });
});

test("20 MB of output: all of it is recorded, whoever reads", async (t) => {
  const n = 20 << 20;
  const x = await setting(t, { turns: [[{ do: "flood", n }]] });
  const agent = await x.start();
  const events = agent.events();
  const { messages } = await agent.query("go");
  const chars = (list) => list.filter((m) => m.type === "assistant").reduce((sum, m) => sum + m.content.length, 0);
  assert.equal(chars(messages), n);
  assert.equal(chars(await x.stored(agent.sessionId)), n);
  await assert.rejects(async () => {
    for await (const e of events) assert.ok(e.kind);
  }, { code: "LIMIT_EXCEEDED", hint: /store\.subscribe\(id, \{ after: \d+ \}\)/ });
});

test("a line of 50 MB is a message; longer ones are skipped and reported; other sessions continue", async (t) => {
  const size = 50_000_000;
  const line = JSON.stringify({ type: "assistant", message: { id: "long", role: "assistant", content: [{ type: "text", text: "$FILL" }] }, session_id: "s", uuid: "long" });
  const turn = (n) => [{ do: "fill", n, text: line }, say("after")];
  const x = await setting(t, { turns: [turn(size), turn(129 * 1024 * 1024)] });
  const agent = await x.start({ hooks: { diagnostic: (err) => reports.push(`${err.code} ${err.message}`) } });
  const reports = [];
  x.write({ turns: [[say("before"), { do: "ask", tool: "Bash", input: {} }]] });
  let decide;
  const asked = new Promise((resolve) => (decide = resolve));
  const other = await x.start({ onPermission: () => asked });
  const otherTurn = other.query("wait");
  const long = await agent.query("one");
  const [text, after] = long.messages.filter((m) => m.type === "assistant").map((m) => m.content);
  assert.ok(Buffer.byteLength(JSON.stringify(text)) >= size);
  assert.equal(after, "after");
  assert.equal((await agent.query("two")).text, "after");
  assert.deepEqual(reports, ["LIMIT_EXCEEDED a line of the agent is longer than 128 MiB; it was skipped"]);
  decide(true);
  const { isError, messages } = await otherTurn;
  assert.deepEqual([isError, messages.some((m) => m.content === "before")], [false, true]);
  const stored = await x.heddle.store.messageCount(agent.sessionId);
  await agent.stop();
  assert.deepEqual([agent.error, (await agent.info()).recording, stored], [undefined, true, 9]);
});

test("a request that is too long is refused; events are read after the last session", async (t) => {
  const x = await setting(t, { turns: [[{ do: "flood", n: 3 << 20 }]] });
  const agent = await x.start();
  await assert.rejects(agent.query("x".repeat(129 << 20)), { code: "LIMIT_EXCEEDED" });
  const events = agent.events();
  await agent.query("go");
  await agent.stop();
  await new Promise((resolve) => setTimeout(resolve, 4000)); // longer than a program without sessions is kept
  let chars = 0;
  for await (const e of events) if (e.kind === "event" && e.whole && e.message.type === "assistant") chars += e.message.content.length;
  assert.equal(chars, 3 << 20);
});

test("an engine without a store: the agent runs, and nothing is recorded", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const heddle = await open({ home: x.path("home") });
  const agent = await x.start({ heddle });
  assert.equal((await agent.query("1")).text, "a");
  assert.deepEqual([agent.sessionId, (await agent.info()).recording], [undefined, false]);
  await agent.stop();
  await heddle.close();
});

test("somebody else writes to the session, and the active thread gets the messages of a query", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const agent = await x.start();
  await agent.query("1");
  await x.heddle.store.record(agent.sessionId, { type: "user", content: "from elsewhere" });
  await agent.query("2");
  const { threadId } = await x.heddle.threads.start(agent.sessionId);
  const { messages } = await agent.query("3");
  const inThread = await x.heddle.threads.messages(agent.sessionId, threadId);
  assert.deepEqual(types(inThread), types(messages));
  const contents = (await x.stored(agent.sessionId)).filter((m) => m.type === "user").map((m) => m.content);
  assert.deepEqual(contents, ["1", "from elsewhere", "2", "3"]);
});

test("resume continues the stored session; a refused one is SESSION_NOT_FOUND", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const first = await x.start();
  await first.query("1");
  await first.stop();
  for (const resume of [first.nativeSessionId, "claude:" + first.nativeSessionId, "heddle:" + first.sessionId]) {
    const agent = await x.start({ resume });
    assert.deepEqual([agent.nativeSessionId, agent.sessionId], [first.nativeSessionId, first.sessionId]);
    await agent.query("again");
    await agent.stop();
  }
  assert.equal((await x.stored(first.sessionId)).filter((m) => m.type === "result").length, 4);
  const fork = await x.start({ resume: first.nativeSessionId, fork: true });
  assert.notEqual(fork.sessionId, first.sessionId);
  await assert.rejects(x.start({ continue: true }), { code: "SESSION_NOT_FOUND" });
  await assert.rejects(x.start({ agent: "codex", resume: "claude:x" }), { code: "INVALID_ARGUMENT" });
  x.write({ refuseResume: true });
  await assert.rejects(x.start({ resume: first.nativeSessionId }), { code: "SESSION_NOT_FOUND" });
});

test("a stored session names its origin; one of another origin is not continued", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const run = async (options) => {
    const agent = await x.start(options);
    await agent.query("1");
    await agent.stop();
    return agent;
  };
  const { nativeSessionId: resume, sessionId } = await run({});
  for (const origin of ["laptop", "laptop", undefined]) assert.equal((await run({ resume, origin })).sessionId, sessionId);
  const server = await run({ resume, origin: "server" });
  assert.notEqual(server.sessionId, sessionId);
  for (const [origin, id] of [["laptop", sessionId], ["server", server.sessionId]]) {
    assert.deepEqual((await x.heddle.store.list({ origin })).map((s) => s.sessionId), [id]);
  }
  await assert.rejects(x.start({ origin: "-" }), { code: "INVALID_ARGUMENT", message: /an origin is text/ });
});

test("an unknown hook and an unknown agent are errors with a hint", async (t) => {
  const x = await setting(t, { turns: [] });
  await assert.rejects(x.start({ hooks: { queryStrat: () => {} } }), { code: "INVALID_ARGUMENT", message: /unknown option 'queryStrat': did you mean 'queryStart'\?/ });
  await assert.rejects(x.start({ agent: "clod" }), { code: "AGENT_NOT_FOUND", hint: /^listAgents\(\) lists the agents/ });
});

test("a program that is missing or too old, options that are wrong", async (t) => {
  const x = await setting(t, {});
  await assert.rejects(x.start({ program: "no-such-agent" }), { code: "UNSUPPORTED", hint: /npm install -g @anthropic/ });
  await assert.rejects(x.start({ program: undefined, env: { PATH: x.path("home") } }), { code: "UNSUPPORTED" });
  await assert.rejects(x.start({ agent: "auto", prefer: ["claude"], program: undefined, env: { PATH: x.path("home") } }), { code: "UNSUPPORTED", message: /none of these agents/ });
  await assert.rejects(x.start({ agent: "nobody" }), { code: "AGENT_NOT_FOUND" });
  await assert.rejects(x.start({ cwd: x.path("nowhere") }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(x.start({ modell: "x" }), { code: "INVALID_ARGUMENT", message: /did you mean 'model'/ });
  writeFileSync(x.path("bad"), "#!/no/such/interpreter\n");
  chmodSync(x.path("bad"), 0o755);
  await assert.rejects(x.start({ agent: "acp:" + x.path("bad"), program: undefined }), { code: "IO_ERROR" });
  writeFileSync(x.path("old"), "#!/bin/sh\necho 1.0.5\n");
  chmodSync(x.path("old"), 0o755);
  await assert.rejects(x.start({ program: x.path("old") }), { code: "UNSUPPORTED", message: /1\.0\.5|2\.1\.0/ });
});

test("the environment is inherited, without what marks a nested session; prompts are no arguments", async (t) => {
  const x = await setting(t, { turns: [[{ do: "sleep", n: 1 }, say("a")]] });
  process.env["CLAUDECODE"] = "1";
  process.env["HEDDLE_TEST_KEPT"] = "kept";
  t.after(() => (delete process.env["CLAUDECODE"], delete process.env["HEDDLE_TEST_KEPT"]));
  const agent = await x.start({ env: { ...x.options.env, HEDDLE_TEST_SET: "set", PWD: undefined } });
  await agent.query("the secret prompt");
  const [{ pid }] = await agentProcesses(x.path("state"));
  const [environment, args] = ["environ", "cmdline"].map((name) => readFileSync(`/proc/${pid}/${name}`, "utf8").split("\0"));
  assert.ok(environment.includes("HEDDLE_TEST_KEPT=kept") && environment.includes("HEDDLE_TEST_SET=set"));
  assert.deepEqual(environment.filter((v) => /^(CLAUDECODE|PWD)=/.test(v)), []);
  assert.ok(args.includes("--session-id") && !args.join(" ").includes("secret"));
});

test("attachments: bytes, and files of the granted folder only", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  writeFileSync(x.path("work/a.txt"), "some text");
  symlinkSync(x.path("script.json"), x.path("work/link"));
  const agent = await x.start({ attachments: x.path("work") });
  await agent.query("look", { attachments: [{ path: "a.txt" }, { name: "p.png", data: new Uint8Array([1, 2, 3]) }] });
  const sent = x.log().find((line) => line.includes('"look"'));
  assert.ok(sent.includes("some text") && sent.includes('"AQID"') && sent.includes("image/png"), sent);
  for (const path of ["link", "../script.json"]) await assert.rejects(agent.query("x", { attachments: [{ path }] }), { code: "PERMISSION_DENIED" });
  await assert.rejects(agent.query("x", { attachments: [{ path: "none" }] }), { code: "IO_ERROR" });
  const other = await x.start();
  await assert.rejects(other.query("x", { attachments: [{ path: "a.txt" }] }), { code: "PERMISSION_DENIED" });
});

test("hooks", async (t) => {
  const x = await setting(t, { turns: [[{ do: "ask", tool: "Bash" }, say("a")]] });
  const calls = [];
  const names = ["sessionStart", "queryStart", "permission", "toolUse", "queryEnd", "sessionEnd"];
  const hooks = Object.fromEntries(names.map((name) => [name, (...args) => void calls.push([name, args])]));
  hooks.toolUse = () => Promise.reject(new Error("broken hook"));
  const errors = [];
  const agent = await x.start({ hooks: { ...hooks, diagnostic: (err) => (errors.push(err.message), Promise.reject(err)) }, onPermission: () => true });
  const { query } = await agent.query("go");
  await agent.stop();
  assert.deepEqual(calls.map(([name]) => name), names.filter((name) => name !== "toolUse"));
  assert.deepEqual([calls[1][1], calls[3][1][0], calls[3][1][1].type], [[query], query, "result"]);
  assert.ok(errors.every((message) => message === "a hook failed: broken hook"), errors.join());
});

test("a killed heddle: a running turn ends with INTERNAL, the next start begins another one, the session is resumable", async (t) => {
  const x = await setting(t, { turns: [[say("begun"), { do: "hang" }]] });
  const agent = await x.start();
  const seen = [];
  const turn = agent.query("go");
  for await (const e of agent.events()) {
    if (e.kind === "event" && e.whole) seen.push(e.message);
    if (seen.at(-1)?.content === "begun") break;
  }
  for (let stored = []; !stored.some((m) => m.content === "begun"); ) stored = await x.stored(agent.sessionId);
  for (const pid of programs()) process.kill(pid, "SIGKILL");
  const { isError, raw } = await turn;
  assert.deepEqual([isError, raw.errorType], [true, "INTERNAL"]);
  await agent.ended;
  assert.deepEqual([agent.health, agent.error.code, agent.error.hint.includes("resume")], ["error", "INTERNAL", true]);
  await assert.rejects(agent.setModel("x"), { code: "INTERNAL" });
  x.write({ turns: [[say("resumed")]] });
  const again = await x.start({ resume: agent.nativeSessionId });
  assert.equal(again.sessionId, agent.sessionId);
  assert.equal((await again.query("go on")).text, "resumed");
});

test("a host that is killed, or exits, leaves no agent", { skip: process.platform === "win32" }, async (t) => {
  for (const end of ["SIGKILL", "process.exit(0)"]) {
    await t.test(end, async (t) => {
      const x = await setting(t, { ignoreEof: true, ignoreTerm: true, grandchild: true, turns: [[say("a")]] });
      const { heddle: _, ...options } = x.options;
      const code = `import { startAgent } from ${JSON.stringify(js + "dist/node/index.js")};
        await startAgent({ ...${JSON.stringify(options)}, settings: { a: 1 }, record: false });
        console.log("ready");
        ${end === "SIGKILL" ? "" : end}`;
      const owner = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
      const ended = new Promise((resolve) => owner.once("exit", resolve));
      await new Promise((resolve) => owner.stdout.once("data", resolve));
      if (end === "SIGKILL") owner.kill(end);
      await ended;
      await until(() => x.registered().length === 0, () => "the agent runs");
      assert.deepEqual(x.privateFiles(), []);
    });
  }
});

test("the program heddle: found by an option, refused when it is none", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  await assert.rejects(x.start({ heddleProgram: x.path("none") }), { code: "UNSUPPORTED", hint: /npm install heddle-cli/ });
  writeFileSync(x.path("garbage"), "#!/bin/sh\necho hello; cat >/dev/null\n", { mode: 0o755 });
  await assert.rejects(x.start({ heddleProgram: x.path("garbage") }), { code: "INTERNAL", message: /hello/ });
  writeFileSync(x.path("ends"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  await assert.rejects(x.start({ heddleProgram: x.path("ends") }), { code: "INTERNAL", message: /status 3/ });
  assert.equal((await (await x.start({ heddleProgram: process.env["HEDDLE_PROGRAM"] })).query("go")).text, "a");
});

test("a supervisor starts a session again that has failed, and resumes it", async (t) => {
  const x = await setting(t, { turns: [[say("a"), { do: "exit", n: 3 }]] });
  const restarts = [];
  const supervisor = new Supervisor({ minDelayMs: 10, maxDelayMs: 100, maxRestarts: 2, restarted: (...args) => restarts.push(args) });
  x.stopLater(() => supervisor.close());
  const first = await supervisor.start({ ...x.options, name: "kept" });
  await first.query("1");
  await first.ended;
  const second = await supervisor.session("kept");
  assert.notEqual(second, first);
  assert.deepEqual([second.nativeSessionId, second.sessionId, agentByName("kept")], [first.nativeSessionId, first.sessionId, second]);
  assert.deepEqual([restarts[0][0], restarts[0][1].code, restarts[0][2]], ["kept", "IO_ERROR", undefined]);
  x.write({ refuseResume: true });
  await second.query("2").catch(() => {});
  await second.ended;
  await assert.rejects(supervisor.session("kept"), { code: "SESSION_NOT_FOUND" });
  await supervisor.stop("kept");
  assert.deepEqual(supervisor.names, []);
  await assert.rejects(supervisor.session("kept"), { code: "BAD_REF" });
});

test("in a page startAgent is UNSUPPORTED", async () => {
  const page = await import("../dist/live/unsupported.js");
  await assert.rejects(page.startAgent({ agent: "claude" }), { code: "UNSUPPORTED", hint: "call startAgent in Node" });
});

test("a session with an engine of its own closes it", async (t) => {
  const x = await setting(t, { turns: [[say("a")]] });
  const home = temp(t);
  const code = `import { startAgent } from ${JSON.stringify(js + "dist/node/index.js")};
    const agent = await startAgent(${JSON.stringify({ ...x.options, heddle: undefined })});
    await agent.query("go");
    await agent.stop();
    console.log(agent.sessionId);`;
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, "data") };
  const program = spawn(process.execPath, ["--input-type=module", "-e", code], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  program.stdout.on("data", (data) => (said += data));
  assert.equal(await new Promise((resolve) => program.once("exit", resolve)), 0); // it ends by itself: nothing is left open
  assert.match(said, /^[0-9a-f-]{36}\n$/);
  assert.ok(readdirSync(join(home, "data/heddle")).includes("heddle.db"));
  rmSync(join(home, "data"), { recursive: true });
});
