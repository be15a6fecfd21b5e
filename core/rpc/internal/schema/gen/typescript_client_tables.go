package main

// What the TypeScript client adds to the operation table: where its types are
// narrower than the wire's, and examples.

// tsSpace is a namespace of the client.
type tsSpace struct {
	name, typ, function string
	doc, example        string
}

var tsSpaces = []tsSpace{
	{"ids", "Ids", "idsOf", "Unified ids, `agent:nativeSessionId`. Nothing is read.", ""},
	{"sessions", "SessionCalls", "sessionCallsOf", "The operations on agents' sessions that pass a request through.", ""},
	{"attachments", "Attachments", "attachmentsOf", "Pictures and files of sessions.", `
const { mediaType, data } = await heddle.attachments.get("claude:4f1c…", { id: message.attachments[0].id });
await writeFile("picture", Buffer.from(data, "base64"));`},
	{"edits", "Edits", "editsOf", "Where the lines of files come from.", `
const found = await heddle.edits.find(["src/parser.ts"], ["const depth = stack.length;"]);
const newest = found.edits[found.lines[0].edits[0]];`},
	{"store", "StoreCalls", "storeCallsOf", "The operations on stored sessions that pass a request through.", ""},
	{"messages", "Messages", "messagesOf", "Reads what agents print. Nothing is read from disk, and no store is needed.", ""},
	{"threads", "Threads", "threadsOf",
		"Named lines of conversation within a session of the store; at most one is the active one. A thread's messages are in the session's history as well.", `
const { threadId } = await heddle.threads.start("s1", { name: "parser" });
await heddle.threads.record("s1", threadId, { type: "user", content: "And the tests?" });
const other = await heddle.threads.fork("s1", threadId, { name: "another way" });
await heddle.threads.rollback("s1", other.threadId, { count: 1 });`},
}

// tsByHand lists the operations whose methods have several forms of arguments,
// page through results, or belong to the client itself.
var tsByHand = []string{"version", "agents.list", "sessions.list", "sessions.search", "sessions.import", "store.import"}

// tsNoted lists the operations whose results carry the header's diagnostics,
// report and page.
var tsNoted = []string{"sessions.get", "sessions.totalCost", "sessions.diff", "sessions.doctor", "sessions.command", "sessions.view", "sessions.story", "store.nativeSessions", "store.nativeMessages"}

// tsNeedsOptions lists the operations that mean nothing without options.
var tsNeedsOptions = []string{"store.update"}

// tsSelecting lists the operations whose request must name a boundary; the
// method has one argument for the members that can.
var tsSelecting = []string{"store.revert", "threads.rollback"}

var tsSelectorMembers = []string{"count", "visibleMessageCount", "messageId", "uuid"}

// tsSessionMembers are the members that name a session of an agent.
var tsSessionMembers = []string{"agent", "sessionId", "unifiedId", "ref"}

// tsArguments holds arguments by member, or by operation and member, whose type
// or value differs from the wire's. In a value, OP is the operation's name.
var tsArguments = map[string]tsArgument{
	"a":                        {typ: "SessionName", value: "refOf(OP, a)"},
	"b":                        {typ: "SessionName", value: "refOf(OP, b)"},
	"message":                  {typ: "object"},
	"messages":                 {typ: "StoreMessage | readonly StoreMessage[]", value: "messageList(messages)"},
	"metadata":                 {typ: "{ [member: string]: Json }"},
	"sessionId":                {typ: "StoredName"},
	"threadId":                 {typ: "ThreadName"},
	"threads.setStatus status": {typ: `Exclude<ThreadStatus, "archived">`},
	"unifiedId":                {name: "session", typ: "string | { readonly unifiedId: string }", value: "unifiedIdOf(OP, session)"},
}

// tsResults holds results that the client types more narrowly than the wire.
var tsResults = map[string]string{
	"messages.parseStopReason":     "StopReason",
	"messages.parsePermissionMode": "PermissionMode",
	"threads.read":                 "ThreadWithMessages",
}

// tsRemarks is what the documentation says of the JavaScript client alone.
var tsRemarks = map[string]string{
	"ids.resolveNativeId": "Accepts a summary as well.",
	"sessions.command":    "In Node, paths in `argv` are this computer's own. In a page they are mount-relative, and `paths` says which they are.",
	"store.record":        "Accepts one message or a list.",
	"threads.record":      "Accepts one message or a list.",
}

var tsExamples = map[string]string{
	"sessions.get": `
const session = await heddle.sessions.get("claude:4f1c…"); // or get("claude", id), or get(list[0])
for (const m of session.messages) console.log(m.role, m.content);`,
	"sessions.export": `
await writeFile("session.md", await heddle.sessions.export("claude", id));`,
	"sessions.view": `
const view = await heddle.sessions.view("claude:4f1c…", { limit: 10 });
for (const turn of view.turns) {
  console.log(turn.turn, turn.prompt?.text, turn.costUsd);
  for (const item of turn.items) for (const call of item.calls ?? []) console.log(call.tool, call.summary, call.outcome);
}`,
	"sessions.story": `
const story = await heddle.sessions.story("claude:4f1c…");
for (const step of story.steps) console.log(step.prompt, step.files?.map((f) => f.path), step.fixed);`,
	"sessions.totalCost": `
const cost = await heddle.sessions.totalCost({ since: "7d", groupBy: "model" });
console.log(cost.totalUsd, cost.source, cost.priceTable);
for (const [model, group] of Object.entries(cost.breakdowns ?? {})) console.log(model, group.totalUsd);`,
	"sessions.diff": `
const diff = await heddle.sessions.diff("claude:4f1c…", { agent: "codex", sessionId: "019f…" }, { textEdits: true });
console.log(diff.stats.unchanged, diff.stats.additions);
for (const o of diff.operations) console.log(o.type, o.messageA?.content, o.messageB?.content);`,
	"sessions.renderDiff": `
console.log(await heddle.sessions.renderDiff(a, b, { format: "side-by-side", width: 160 }));`,
	"sessions.doctor": `
const { agents, files } = await heddle.sessions.doctor({ problems: true });
for (const a of agents.filter((a) => a.found)) console.log(a.agent, a.files, a.skippedCount);
for (const f of files) console.log(f.path, f.error?.message ?? f.report?.skipped);`,
	"sessions.command": `
const { argv, cwd } = await heddle.sessions.command("claude:4f1c…", { action: "fork" });
spawn(argv[0], argv.slice(1), { cwd, stdio: "inherit" });`,
	"store.record": `
const { position } = await heddle.store.record("s1", [
  { type: "user", content: "Where is the parser?", uuid: "u1" },
  { type: "assistant", content: "In src/parser.", model: "claude-opus-4-5" },
]);
await heddle.store.record("s1", { type: "result" }, { expect: position }); // CONFLICT when someone was faster`,
	"store.messages": `
const list = await heddle.store.messages("s1", { types: ["user", "assistant"], limit: 50 });
const before = await heddle.store.messages("s1", { at: 7 }); // as it was then`,
	"store.fork": `
const fork = await heddle.store.fork("s1", { newSessionId: "s1-again", includeHidden: false });`,
	"store.revert": `
await heddle.store.revert("s1", { uuid: "u1" }); // or { visibleMessageCount: 1 }
await heddle.store.unrevert("s1");`,
	"messages.normalizeText": `
await heddle.store.record(id, await heddle.messages.normalizeText(stdout));`,
}
