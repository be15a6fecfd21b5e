// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
// Methods that pass a request to the engine and return its result.
import type { CallOptions } from "../engine/call-options.js";
import type {
  Agent,
  AgentCommand,
  AttachmentData,
  AttachmentRequest,
  CommandRequest,
  CostRequest,
  CostSummary,
  DiffRequest,
  DoctorReport,
  DoctorRequest,
  EventsRequest,
  ExportRequest,
  FindEditsRequest,
  FoundEdits,
  GetRequest,
  Json,
  LoadedThreads,
  NativeID,
  NativeMessagesRequest,
  RegisterRequest,
  RenderDiffRequest,
  RevertRequest,
  Session,
  SessionDiff,
  SessionStats,
  SessionStory,
  SessionTags,
  SessionView,
  ShareRequest,
  StatsRequest,
  StoreChange,
  StoreCompacted,
  StoreEvents,
  StoreExportRequest,
  StoreForkRequest,
  StoreListRequest,
  StoreMessagesRequest,
  StoreProblem,
  StoreRead,
  StoreStats,
  StoredSession,
  StoredShare,
  StoredSummary,
  StoredThread,
  StoryRequest,
  SummarizeRequest,
  TagCount,
  TagRequest,
  ThreadCompactRequest,
  ThreadForkRequest,
  ThreadMessagesRequest,
  ThreadReadRequest,
  ThreadRollbackRequest,
  ThreadStartRequest,
  ThreadStatus,
  ThreadUnsubscribed,
  ThreadsLoadedRequest,
  UpdateRequest,
  ViewRequest,
} from "../wire/types.gen.js";
import type { Ask } from "./ask.js";
import type {
  PermissionMode,
  StopReason,
  StoreMessage,
  ThreadWithMessages,
} from "./messages.js";
import {
  messageList,
  refOf,
  sessionArguments,
  type SessionName,
  type StoredName,
  type ThreadName,
  unifiedIdOf,
} from "./names.js";
import type { Notes } from "./notes.js";
import type { InZone } from "./zone.js";

/** Makes a change once (`requestId`), and only at a known position (`expect`). */
export type ChangeOptions = Pick<StoreChange, "requestId" | "expect"> & CallOptions;

/** Reads now, or the past: `at` is a position such as `StoredSession.position` or `StoreEvent.seq`. */
export type ReadOptions = Omit<StoreRead, "sessionId"> & CallOptions;

/** The options of `sessions.get`. */
export type GetOptions = Omit<GetRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `sessions.export`. */
export type ExportOptions = Omit<ExportRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `sessions.totalCost`. */
export type CostOptions = InZone<CostRequest> & CallOptions;

/** The options of `sessions.diff`. */
export type DiffOptions = Omit<DiffRequest, "a" | "b"> & CallOptions;

/** The options of `sessions.renderDiff`. */
export type RenderDiffOptions = Omit<RenderDiffRequest, "a" | "b"> & CallOptions;

/** The options of `sessions.doctor`. */
export type DoctorOptions = DoctorRequest & CallOptions;

/** The options of `sessions.command`. */
export type CommandOptions = Omit<CommandRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `store.register`. */
export type RegisterOptions = Omit<RegisterRequest, "sessionId"> & CallOptions;

/** The options of `store.update`. */
export type UpdateOptions = Omit<UpdateRequest, "sessionId"> & CallOptions;

/** The options of `store.list` and `store.nativeSessions`. */
export type StoreListOptions = InZone<StoreListRequest> & CallOptions;

/** The options of `store.messages`. */
export type StoreMessagesOptions = Omit<StoreMessagesRequest, "sessionId"> & CallOptions;

/** The options of `store.fork`. */
export type StoreForkOptions = Omit<StoreForkRequest, "sessionId"> & CallOptions;

/** The options of `store.share`. */
export type ShareOptions = Omit<ShareRequest, "sessionId"> & CallOptions;

/** A boundary, named by one of the members: what comes after it is hidden. */
export type RevertSelector = Pick<RevertRequest, "visibleMessageCount" | "messageId" | "uuid">;

/** The options of `store.summarize`. */
export type SummarizeOptions = Omit<SummarizeRequest, "sessionId"> & CallOptions;

/** The options of `store.export`. */
export type StoreExportOptions = Omit<StoreExportRequest, "sessionId"> & CallOptions;

/** The options of `store.events`. */
export type EventsOptions = Omit<EventsRequest, "sessionId"> & CallOptions;

/** The options of `store.nativeMessages`. */
export type NativeMessagesOptions = Omit<NativeMessagesRequest, "sessionId"> & CallOptions;

/** The options of `threads.start`. */
export type ThreadStartOptions = Omit<ThreadStartRequest, "sessionId"> & CallOptions;

/** The options of `threads.loaded`. */
export type ThreadsLoadedOptions = Omit<ThreadsLoadedRequest, "sessionId"> & CallOptions;

/** The options of `threads.read`. */
export type ThreadReadOptions = Omit<ThreadReadRequest, "sessionId" | "threadId"> & CallOptions;

/** The options of `threads.messages`. */
export type ThreadMessagesOptions = Omit<ThreadMessagesRequest, "sessionId" | "threadId"> & CallOptions;

/** The options of `threads.fork`. */
export type ThreadForkOptions = Omit<ThreadForkRequest, "sessionId" | "threadId"> & CallOptions;

/** A boundary, named by one of the members: what comes after it is hidden. */
export type RollbackSelector = Pick<ThreadRollbackRequest, "count" | "visibleMessageCount" | "messageId" | "uuid">;

/** The options of `threads.compact`. */
export type ThreadCompactOptions = Omit<ThreadCompactRequest, "sessionId"> & CallOptions;

/** The options of `sessions.stats`. */
export type StatsOptions = InZone<StatsRequest> & CallOptions;

/** The options of `sessions.tag`. */
export type TagOptions = Omit<TagRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `sessions.view`. */
export type ViewOptions = Omit<ViewRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `sessions.story`. */
export type StoryOptions = Omit<StoryRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `attachments.get`. */
export type AttachmentOptions = Omit<AttachmentRequest, "agent" | "sessionId" | "unifiedId" | "ref"> & CallOptions;

/** The options of `edits.find`. */
export type FindEditsOptions = Omit<FindEditsRequest, "paths" | "lines"> & CallOptions;

/** Unified ids, `agent:nativeSessionId`. Nothing is read. */
export interface Ids {
  /**
   * Joins an agent's name and a native session id into a unified id. Pure: it reads nothing, and
   * the session need not exist.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, INVALID_ARGUMENT.
   */
  resolveUnifiedId(agent: Agent, nativeSessionId: string, options?: CallOptions): Promise<string>;
  /**
   * Splits a unified id at its first colon. Returns null when there is no colon or the agent is
   * unknown. Pure. Accepts a summary as well.
   */
  resolveNativeId(session: string | { readonly unifiedId: string }, options?: CallOptions): Promise<NativeID | null>;
}

/** Implements {@link Ids}. */
export function idsOf(ask: Ask): Ids {
  return {
    resolveUnifiedId: async (agent, nativeSessionId, options) => ask("ids.resolveUnifiedId", { agent, nativeSessionId }, options),
    resolveNativeId: async (session, options) => ask("ids.resolveNativeId", { unifiedId: unifiedIdOf("ids.resolveNativeId", session) }, options),
  };
}

/** The operations on agents' sessions that pass a request through. */
export interface SessionCalls {
  /**
   * Returns one session with its messages. The header's report says what was skipped while reading.
   *
   * ```js
   * const session = await heddle.sessions.get("claude:4f1c…"); // or get("claude", id), or get(list[0])
   * for (const m of session.messages) console.log(m.role, m.content);
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  get(agent: Agent, sessionId: string, options?: GetOptions): Promise<Session & Notes>;
  get(session: SessionName, options?: GetOptions): Promise<Session & Notes>;
  /**
   * Returns one session as text: json (the session, canonical, indented by 2), jsonl (a header
   * line, then a line for each message; with redact a last line with redactions), markdown or html
   * (a page of one file: the session's view and the reader that shows it; without scripts, its
   * markdown).
   *
   * ```js
   * await writeFile("session.md", await heddle.sessions.export("claude", id));
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_EXPORT_FORMAT,
   * INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
   */
  export(agent: Agent, sessionId: string, options?: ExportOptions): Promise<string>;
  export(session: SessionName, options?: ExportOptions): Promise<string>;
  /**
   * Adds up the tokens and money of all matching sessions. A request that several sessions repeat
   * (forks, resumes, copies) counts once, for the oldest session that contains it. since and until
   * bound the time of each request, not the creation of the session as section 3.5 of the
   * specification has it: a session that began in October and spent money today counts today, and
   * adjacent ranges add up to the whole. createdSince and createdUntil bound the creation.
   *
   * ```js
   * const cost = await heddle.sessions.totalCost({ since: "7d", groupBy: "model" });
   * console.log(cost.totalUsd, cost.source, cost.priceTable);
   * for (const [model, group] of Object.entries(cost.breakdowns ?? {})) console.log(model, group.totalUsd);
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
   */
  totalCost(options?: CostOptions): Promise<CostSummary & Notes>;
  /**
   * Compares two sessions message by message, by the longest common subsequence on role and
   * content. The sessions may belong to different agents.
   *
   * ```js
   * const diff = await heddle.sessions.diff("claude:4f1c…", { agent: "codex", sessionId: "019f…" }, { textEdits: true });
   * console.log(diff.stats.unchanged, diff.stats.additions);
   * for (const o of diff.operations) console.log(o.type, o.messageA?.content, o.messageB?.content);
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  diff(a: SessionName, b: SessionName, options?: DiffOptions): Promise<SessionDiff & Notes>;
  /**
   * Compares two sessions like sessions.diff and returns the result as text: unified, side by side
   * or markdown.
   *
   * ```js
   * console.log(await heddle.sessions.renderDiff(a, b, { format: "side-by-side", width: 160 }));
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  renderDiff(a: SessionName, b: SessionName, options?: RenderDiffOptions): Promise<string>;
  /**
   * Reads every session file and reports bytes, records, what was skipped and why, record types
   * that this version does not know and format versions, with a summary for each agent.
   *
   * ```js
   * const { agents, files } = await heddle.sessions.doctor({ problems: true });
   * for (const a of agents.filter((a) => a.found)) console.log(a.agent, a.files, a.skippedCount);
   * for (const f of files) console.log(f.path, f.error?.message ?? f.report?.skipped);
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, INVALID_ARGUMENT, TIMEOUT.
   */
  doctor(options?: DoctorOptions): Promise<DoctorReport & Notes>;
  /**
   * Returns the agent's own command that continues a session or a copy of it. Nothing is run. In
   * Node, paths in `argv` are this computer's own. In a page they are mount-relative, and `paths`
   * says which they are.
   *
   * ```js
   * const { argv, cwd } = await heddle.sessions.command("claude:4f1c…", { action: "fork" });
   * spawn(argv[0], argv.slice(1), { cwd, stdio: "inherit" });
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  command(agent: Agent, sessionId: string, options?: CommandOptions): Promise<AgentCommand & Notes>;
  command(session: SessionName, options?: CommandOptions): Promise<AgentCommand & Notes>;
  /**
   * Counts what the matching sessions did: the tools that they called and how often these failed,
   * the models that answered, the files that were edited, and the hours and weekdays of their
   * messages. It counts what sessions show: messages of the current branch, without those that a
   * fork or a longer copy repeats. What subagents did counts for the session that started them,
   * except its messages and times. since and until bound the time of each message, as in
   * sessions.totalCost.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
   */
  stats(options?: StatsOptions): Promise<SessionStats>;
  /**
   * Adds tags to a session and removes tags from it. They are kept in the store; the agent's own
   * files do not change. Tags of the run index and of recordings cannot be removed. The tags of a
   * session that is gone can be removed.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, LIMIT_EXCEEDED, CONFLICT, PERMISSION_DENIED,
   * SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  tag(agent: Agent, sessionId: string, options?: TagOptions): Promise<SessionTags>;
  tag(session: SessionName, options?: TagOptions): Promise<SessionTags>;
  /**
   * Lists all tags, in byte order: those of sessions.tag, of the run index and of recordings.
   *
   * @throws {HeddleError} UNSUPPORTED, TIMEOUT.
   */
  tags(options?: CallOptions): Promise<TagCount[]>;
  /**
   * Returns what a person reads of a session, as data: turns with their texts, tool calls in one
   * line each, edits as hunks, outputs without control sequences, costs, and where messages were
   * compacted, rewound or left out. The answer is a page of turns; totals and outline are of the
   * whole session. Long texts are cut, and omitted says by how much.
   *
   * ```js
   * const view = await heddle.sessions.view("claude:4f1c…", { limit: 10 });
   * for (const turn of view.turns) {
   *   console.log(turn.turn, turn.prompt?.text, turn.costUsd);
   *   for (const item of turn.items) for (const call of item.calls ?? []) console.log(call.tool, call.summary, call.outcome);
   * }
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  view(agent: Agent, sessionId: string, options?: ViewOptions): Promise<SessionView & Notes>;
  view(session: SessionName, options?: ViewOptions): Promise<SessionView & Notes>;
  /**
   * Returns what happened in a session, step by step, as far as its records say: the prompts, the
   * files that changed, the commands that failed and then passed, tests and commits. No model is
   * asked.
   *
   * ```js
   * const story = await heddle.sessions.story("claude:4f1c…");
   * for (const step of story.steps) console.log(step.prompt, step.files?.map((f) => f.path), step.fixed);
   * ```
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * UNSUPPORTED, TIMEOUT.
   */
  story(agent: Agent, sessionId: string, options?: StoryOptions): Promise<SessionStory & Notes>;
  story(session: SessionName, options?: StoryOptions): Promise<SessionStory & Notes>;
}

/** Implements {@link SessionCalls}. */
export function sessionCallsOf(ask: Ask): SessionCalls {
  return {
    get: async (id: SessionName, sessionId?: string | GetOptions, options?: GetOptions) =>
      ask.noted("sessions.get", ...sessionArguments("sessions.get", id, sessionId, options)),
    export: async (id: SessionName, sessionId?: string | ExportOptions, options?: ExportOptions) =>
      ask("sessions.export", ...sessionArguments("sessions.export", id, sessionId, options)),
    totalCost: async (options) => ask.noted("sessions.totalCost", {}, options),
    diff: async (a, b, options) => ask.noted("sessions.diff", { a: refOf("sessions.diff", a), b: refOf("sessions.diff", b) }, options),
    renderDiff: async (a, b, options) => ask("sessions.renderDiff", { a: refOf("sessions.renderDiff", a), b: refOf("sessions.renderDiff", b) }, options),
    doctor: async (options) => ask.noted("sessions.doctor", {}, options),
    command: async (id: SessionName, sessionId?: string | CommandOptions, options?: CommandOptions) =>
      ask.noted("sessions.command", ...sessionArguments("sessions.command", id, sessionId, options)),
    stats: async (options) => ask("sessions.stats", {}, options),
    tag: async (id: SessionName, sessionId?: string | TagOptions, options?: TagOptions) =>
      ask("sessions.tag", ...sessionArguments("sessions.tag", id, sessionId, options)),
    tags: async (options) => ask("sessions.tags", {}, options),
    view: async (id: SessionName, sessionId?: string | ViewOptions, options?: ViewOptions) =>
      ask.noted("sessions.view", ...sessionArguments("sessions.view", id, sessionId, options)),
    story: async (id: SessionName, sessionId?: string | StoryOptions, options?: StoryOptions) =>
      ask.noted("sessions.story", ...sessionArguments("sessions.story", id, sessionId, options)),
  };
}

/**
 * Pictures and files of sessions.
 *
 * ```js
 * const { mediaType, data } = await heddle.attachments.get("claude:4f1c…", { id: message.attachments[0].id });
 * await writeFile("picture", Buffer.from(data, "base64"));
 * ```
 */
export interface Attachments {
  /**
   * Returns the bytes of a picture or file of a session, where the agent's own files have them. A
   * file that a session only names is never read: that is UNSUPPORTED.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT,
   * LIMIT_EXCEEDED, UNSUPPORTED, TIMEOUT.
   */
  get(agent: Agent, sessionId: string, options?: AttachmentOptions): Promise<AttachmentData>;
  get(session: SessionName, options?: AttachmentOptions): Promise<AttachmentData>;
}

/** Implements {@link Attachments}. */
export function attachmentsOf(ask: Ask): Attachments {
  return {
    get: async (id: SessionName, sessionId?: string | AttachmentOptions, options?: AttachmentOptions) =>
      ask("attachments.get", ...sessionArguments("attachments.get", id, sessionId, options)),
  };
}

/**
 * Where the lines of files come from.
 *
 * ```js
 * const found = await heddle.edits.find(["src/parser.ts"], ["const depth = stack.length;"]);
 * const newest = found.edits[found.lines[0].edits[0]];
 * ```
 */
export interface Edits {
  /**
   * Finds the edits of sessions that wrote lines of a file: those whose call has exactly the line,
   * newest first. Edits that failed or were refused wrote nothing; those of subagents and of
   * branches that were left count. What a later edit of the file removed, before the time by which
   * the line was written, was written by none before it. The engine reads sessions alone, not the
   * file and no repository.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
   */
  find(paths: string[], lines: string[], options?: FindEditsOptions): Promise<FoundEdits>;
}

/** Implements {@link Edits}. */
export function editsOf(ask: Ask): Edits {
  return {
    find: async (paths, lines, options) => ask("edits.find", { paths, lines }, options),
  };
}

/** The operations on stored sessions that pass a request through. */
export interface StoreCalls {
  /**
   * Creates a session. A session that exists does not change.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  register(sessionId: StoredName, options?: RegisterOptions): Promise<StoredSession>;
  /**
   * Merges metadata into that of a session. The session is created if it does not exist.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  update(sessionId: StoredName, options: UpdateOptions): Promise<StoredSession>;
  /**
   * Appends messages to a session, all of them or none. The session is created if it does not
   * exist; its model is updated from the messages. Accepts one message or a list.
   *
   * ```js
   * const { position } = await heddle.store.record("s1", [
   *   { type: "user", content: "Where is the parser?", uuid: "u1" },
   *   { type: "assistant", content: "In src/parser.", model: "claude-opus-4-5" },
   * ]);
   * await heddle.store.record("s1", { type: "result" }, { expect: position }); // CONFLICT when someone was faster
   * ```
   *
   * @throws {HeddleError} MESSAGE_LIMIT_REACHED, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  record(sessionId: StoredName, messages: StoreMessage | readonly StoreMessage[], options?: ChangeOptions): Promise<StoredSession>;
  /**
   * Returns a session's metadata.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  get(sessionId: StoredName, options?: ReadOptions): Promise<StoredSession>;
  /**
   * Lists the sessions of the store, last updated first, then by id.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  list(options?: StoreListOptions): Promise<StoredSession[]>;
  /**
   * Returns a session's messages in the order in which they were recorded.
   *
   * ```js
   * const list = await heddle.store.messages("s1", { types: ["user", "assistant"], limit: 50 });
   * const before = await heddle.store.messages("s1", { at: 7 }); // as it was then
   * ```
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  messages(sessionId: StoredName, options?: StoreMessagesOptions): Promise<StoreMessage[]>;
  /**
   * Counts the messages recorded in a session, including hidden ones; 0 for a session that does not
   * exist.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  messageCount(sessionId: StoredName, options?: CallOptions): Promise<number>;
  /**
   * Counts the sessions of the store.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  sessionCount(options?: CallOptions): Promise<number>;
  /**
   * Deletes a session with its threads. A session that does not exist is ignored. Forks keep the
   * messages that they show.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  delete(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /**
   * Deletes all sessions and returns their number.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  clear(options?: CallOptions): Promise<number>;
  /**
   * Creates a session that begins with the messages and metadata of another session. The messages
   * are referenced, not copied, for any number of them; an active share is not inherited.
   *
   * ```js
   * const fork = await heddle.store.fork("s1", { newSessionId: "s1-again", includeHidden: false });
   * ```
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  fork(sessionId: StoredName, options?: StoreForkOptions): Promise<StoredSession>;
  /**
   * Creates a share of a session, replacing an active one.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  share(sessionId: StoredName, options?: ShareOptions): Promise<StoredShare>;
  /**
   * Returns a session's share, active or revoked; null when the session was never shared.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  getShare(sessionId: StoredName, options?: ReadOptions): Promise<StoredShare | null>;
  /**
   * Revokes the active share. Without an active share nothing changes.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  unshare(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /**
   * Hides everything after a position, which exactly one of visibleMessageCount, messageId and uuid
   * selects. Messages before it become visible again, and messages recorded later are visible;
   * nothing is removed.
   *
   * ```js
   * await heddle.store.revert("s1", { uuid: "u1" }); // or { visibleMessageCount: 1 }
   * await heddle.store.unrevert("s1");
   * ```
   *
   * @throws {HeddleError} INVALID_SELECTOR, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  revert(sessionId: StoredName, selector: RevertSelector, options?: ChangeOptions): Promise<StoredSession>;
  /**
   * Shows all messages of a session again.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  unrevert(sessionId: StoredName, options?: ChangeOptions): Promise<StoredSession>;
  /**
   * Stores a summary: the text given, else one that quotes the user's first message and the agent's
   * latest output.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  summarize(sessionId: StoredName, options?: SummarizeOptions): Promise<StoredSummary>;
  /**
   * Returns the stored summary; null when the session has no summary.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  getSummary(sessionId: StoredName, options?: ReadOptions): Promise<StoredSummary | null>;
  /**
   * Returns a session as a snapshot of version 1, in canonical JSON: metadata, all messages
   * including hidden ones, and threads.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  export(sessionId: StoredName, options?: StoreExportOptions): Promise<string>;
  /**
   * Returns a page of a session's log, in order. A page without events is the current end of the
   * log.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  events(sessionId: StoredName, options?: EventsOptions): Promise<StoreEvents>;
  /**
   * Verifies the store: the file, every checksum and sequence number, that every session can be
   * read, and that everything that forks share exists. Returns the defects found; the list is empty
   * for a store without defects.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  check(options?: CallOptions): Promise<StoreProblem[]>;
  /**
   * Reports the size of the store.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  stats(options?: CallOptions): Promise<StoreStats>;
  /**
   * Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes;
   * positions before a deletion can no longer be read.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  compact(options?: CallOptions): Promise<StoreCompacted>;
  /**
   * Lists the sessions in the agents' own files, in the store's format; for an agent that keeps
   * none, lists those of the store.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
   * UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  nativeSessions(options?: StoreListOptions): Promise<StoredSession[] & Notes>;
  /**
   * Returns the messages of a session from the agent's own files, in the store's format; when the
   * agent keeps none, returns those of the store.
   *
   * @throws {HeddleError} AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
   * UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  nativeMessages(sessionId: StoredName, options?: NativeMessagesOptions): Promise<StoreMessage[] & Notes>;
}

/** Implements {@link StoreCalls}. */
export function storeCallsOf(ask: Ask): StoreCalls {
  return {
    register: async (sessionId, options) => ask("store.register", { sessionId }, options),
    update: async (sessionId, options) => ask("store.update", { sessionId }, options),
    record: async (sessionId, messages, options) => ask("store.record", { sessionId, messages: messageList(messages) }, options),
    get: async (sessionId, options) => ask("store.get", { sessionId }, options),
    list: async (options) => ask("store.list", {}, options),
    messages: async (sessionId, options) => (await ask("store.messages", { sessionId }, options)) as unknown as StoreMessage[],
    messageCount: async (sessionId, options) => ask("store.messageCount", { sessionId }, options),
    sessionCount: async (options) => ask("store.sessionCount", {}, options),
    delete: async (sessionId, options) => void (await ask("store.delete", { sessionId }, options)),
    clear: async (options) => ask("store.clear", {}, options),
    fork: async (sessionId, options) => ask("store.fork", { sessionId }, options),
    share: async (sessionId, options) => ask("store.share", { sessionId }, options),
    getShare: async (sessionId, options) => ask("store.getShare", { sessionId }, options),
    unshare: async (sessionId, options) => void (await ask("store.unshare", { sessionId }, options)),
    revert: async (sessionId, selector, options) => ask("store.revert", { ...selector, sessionId }, options),
    unrevert: async (sessionId, options) => ask("store.unrevert", { sessionId }, options),
    summarize: async (sessionId, options) => ask("store.summarize", { sessionId }, options),
    getSummary: async (sessionId, options) => ask("store.getSummary", { sessionId }, options),
    export: async (sessionId, options) => ask("store.export", { sessionId }, options),
    events: async (sessionId, options) => ask("store.events", { sessionId }, options),
    check: async (options) => ask("store.check", {}, options),
    stats: async (options) => ask("store.stats", {}, options),
    compact: async (options) => ask("store.compact", {}, options),
    nativeSessions: async (options) => ask.noted("store.nativeSessions", {}, options),
    nativeMessages: async (sessionId, options) => (await ask.noted("store.nativeMessages", { sessionId }, options)) as unknown as StoreMessage[] & Notes,
  };
}

/** Reads what agents print. Nothing is read from disk, and no store is needed. */
export interface Messages {
  /**
   * Converts one record that an agent prints to a message, without the records before it: camelCase
   * names, the text of nested content as content, the category of an error. A record that is
   * unknown, or is not a message of its own, becomes a message of type raw, with the original in
   * raw. Pure.
   *
   * @throws {HeddleError} INVALID_ARGUMENT.
   */
  normalize(message: object, options?: CallOptions): Promise<StoreMessage>;
  /**
   * Converts an agent's stop reason to end_turn, max_tokens, stop_sequence, refusal, tool_use_stop
   * or unknown_stop. Pure.
   */
  parseStopReason(value: string, options?: CallOptions): Promise<StopReason>;
  /**
   * Converts a permission mode, in either spelling, to default, accept_edits, bypass_permissions,
   * plan or dont_ask; any other value is default. Pure.
   */
  parsePermissionMode(value: string, options?: CallOptions): Promise<PermissionMode>;
  /** Generates an id for a request. */
  makeRequestId(options?: CallOptions): Promise<string>;
  /**
   * Converts everything that a process printed to messages: JSON Lines, JSON or server-sent events
   * of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an
   * agent that speaks the Agent Client Protocol, recognized record by record. Deltas are merged,
   * and a message that is printed twice counts once. Parts that cannot be read are reported with
   * line and offset, and the rest is read. Pure.
   *
   * ```js
   * await heddle.store.record(id, await heddle.messages.normalizeText(stdout));
   * ```
   *
   * @throws {HeddleError} INVALID_ARGUMENT.
   */
  normalizeText(text: string, options?: CallOptions): Promise<StoreMessage[]>;
}

/** Implements {@link Messages}. */
export function messagesOf(ask: Ask): Messages {
  return {
    normalize: async (message, options) => (await ask("messages.normalize", { message }, options)) as unknown as StoreMessage,
    parseStopReason: async (value, options) => (await ask("messages.parseStopReason", { value }, options)) as unknown as StopReason,
    parsePermissionMode: async (value, options) => (await ask("messages.parsePermissionMode", { value }, options)) as unknown as PermissionMode,
    makeRequestId: async (options) => ask("messages.makeRequestId", {}, options),
    normalizeText: async (text, options) => (await ask("messages.normalizeText", { text }, options)) as unknown as StoreMessage[],
  };
}

/**
 * Named lines of conversation within a session of the store; at most one is the active one. A
 * thread's messages are in the session's history as well.
 *
 * ```js
 * const { threadId } = await heddle.threads.start("s1", { name: "parser" });
 * await heddle.threads.record("s1", threadId, { type: "user", content: "And the tests?" });
 * const other = await heddle.threads.fork("s1", threadId, { name: "another way" });
 * await heddle.threads.rollback("s1", other.threadId, { count: 1 });
 * ```
 */
export interface Threads {
  /**
   * Creates a thread and makes it the active one. The session is created if it does not exist.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  start(sessionId: StoredName, options?: ThreadStartOptions): Promise<StoredThread>;
  /**
   * Lists a session's threads, last updated first, then by id; the list is empty for a session that
   * does not exist.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  list(sessionId: StoredName, options?: ReadOptions): Promise<StoredThread[]>;
  /**
   * Lists a session's threads with filters, and returns the active thread's id.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  loaded(sessionId: StoredName, options?: ThreadsLoadedOptions): Promise<LoadedThreads>;
  /**
   * Returns a thread's metadata.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
   * UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  get(sessionId: StoredName, threadId: ThreadName, options?: ReadOptions): Promise<StoredThread>;
  /**
   * Returns a thread and, on request, the messages that it shows.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
   * UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  read(sessionId: StoredName, threadId: ThreadName, options?: ThreadReadOptions): Promise<ThreadWithMessages>;
  /**
   * Returns a thread's messages in the order in which they were recorded, each with the thread's
   * id.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
   * UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  messages(sessionId: StoredName, threadId: ThreadName, options?: ThreadMessagesOptions): Promise<StoreMessage[]>;
  /**
   * Appends messages to a thread, and thereby to its session, all of them or none. Accepts one
   * message or a list.
   *
   * @throws {HeddleError} MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
   * SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  record(sessionId: StoredName, threadId: ThreadName, messages: StoreMessage | readonly StoreMessage[], options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Sets a thread's status to active and makes it the session's active thread.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  resume(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Creates a thread that begins with the messages that another thread shows. The session's own
   * history and message count do not change.
   *
   * @throws {HeddleError} MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
   * SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  fork(sessionId: StoredName, threadId: ThreadName, options?: ThreadForkOptions): Promise<StoredThread>;
  /**
   * Sets the boundary of what a thread shows, which exactly one member selects: everything before
   * it is shown, including what earlier rollbacks hid, and everything after it is hidden; count
   * only hides. What the session hides stays hidden, and messages recorded later are visible.
   *
   * @throws {HeddleError} INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
   * SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  rollback(sessionId: StoredName, threadId: ThreadName, selector: RollbackSelector, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Rolls back a thread like threads.rollback: by default the active thread, and by default to
   * nothing.
   *
   * @throws {HeddleError} INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED,
   * SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  compact(sessionId: StoredName, options?: ThreadCompactOptions): Promise<StoredThread>;
  /**
   * Archives a thread and deactivates it.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  archive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Sets an archived thread's status to active.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  unarchive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Sets a thread's name.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  rename(sessionId: StoredName, threadId: ThreadName, name: string, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Merges members into a thread's metadata; null removes a member.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  updateMetadata(sessionId: StoredName, threadId: ThreadName, metadata: { [member: string]: Json }, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Sets a thread's status to active, paused or completed. The session's active thread does not
   * change.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  setStatus(sessionId: StoredName, threadId: ThreadName, status: Exclude<ThreadStatus, "archived">, options?: ChangeOptions): Promise<StoredThread>;
  /**
   * Deletes a thread. Its messages stay in the session's history, and its forks keep theirs.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  delete(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<void>;
  /**
   * Makes a thread the session's active one, replacing any other. An archived thread cannot be
   * activated.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  setActive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<void>;
  /**
   * Returns the id of a session's active thread; null when it has none.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  active(sessionId: StoredName, options?: ReadOptions): Promise<string | null>;
  /**
   * Deactivates a session's active thread.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  clearActive(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /**
   * Deactivates the thread if it is active.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  unsubscribe(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<ThreadUnsubscribed>;
  /**
   * Counts a session's threads; 0 for a session that does not exist.
   *
   * @throws {HeddleError} SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
   * TIMEOUT.
   */
  count(sessionId: StoredName, options?: CallOptions): Promise<number>;
  /**
   * Deletes all threads of all sessions and returns their number.
   *
   * @throws {HeddleError} CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
   * PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  clear(options?: CallOptions): Promise<number>;
  /**
   * Shows everything that rollbacks of a thread hid. What the session hides stays hidden.
   *
   * @throws {HeddleError} THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
   * INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
   */
  unrollback(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
}

/** Implements {@link Threads}. */
export function threadsOf(ask: Ask): Threads {
  return {
    start: async (sessionId, options) => ask("threads.start", { sessionId }, options),
    list: async (sessionId, options) => ask("threads.list", { sessionId }, options),
    loaded: async (sessionId, options) => ask("threads.loaded", { sessionId }, options),
    get: async (sessionId, threadId, options) => ask("threads.get", { sessionId, threadId }, options),
    read: async (sessionId, threadId, options) => (await ask("threads.read", { sessionId, threadId }, options)) as unknown as ThreadWithMessages,
    messages: async (sessionId, threadId, options) => (await ask("threads.messages", { sessionId, threadId }, options)) as unknown as StoreMessage[],
    record: async (sessionId, threadId, messages, options) => ask("threads.record", { sessionId, threadId, messages: messageList(messages) }, options),
    resume: async (sessionId, threadId, options) => ask("threads.resume", { sessionId, threadId }, options),
    fork: async (sessionId, threadId, options) => ask("threads.fork", { sessionId, threadId }, options),
    rollback: async (sessionId, threadId, selector, options) => ask("threads.rollback", { ...selector, sessionId, threadId }, options),
    compact: async (sessionId, options) => ask("threads.compact", { sessionId }, options),
    archive: async (sessionId, threadId, options) => ask("threads.archive", { sessionId, threadId }, options),
    unarchive: async (sessionId, threadId, options) => ask("threads.unarchive", { sessionId, threadId }, options),
    rename: async (sessionId, threadId, name, options) => ask("threads.rename", { sessionId, threadId, name }, options),
    updateMetadata: async (sessionId, threadId, metadata, options) => ask("threads.updateMetadata", { sessionId, threadId, metadata }, options),
    setStatus: async (sessionId, threadId, status, options) => ask("threads.setStatus", { sessionId, threadId, status }, options),
    delete: async (sessionId, threadId, options) => void (await ask("threads.delete", { sessionId, threadId }, options)),
    setActive: async (sessionId, threadId, options) => void (await ask("threads.setActive", { sessionId, threadId }, options)),
    active: async (sessionId, options) => ask("threads.active", { sessionId }, options),
    clearActive: async (sessionId, options) => void (await ask("threads.clearActive", { sessionId }, options)),
    unsubscribe: async (sessionId, threadId, options) => ask("threads.unsubscribe", { sessionId, threadId }, options),
    count: async (sessionId, options) => ask("threads.count", { sessionId }, options),
    clear: async (options) => ask("threads.clear", {}, options),
    unrollback: async (sessionId, threadId, options) => ask("threads.unrollback", { sessionId, threadId }, options),
  };
}
