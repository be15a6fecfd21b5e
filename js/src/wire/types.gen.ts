// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The wasm ABI that this package speaks. */
export const ABI_VERSION = 1;

/** Every stable error code. */
export const errorCodes = [
  "AGENT_NOT_FOUND",
  "SESSION_NOT_FOUND",
  "THREAD_NOT_FOUND",
  "MESSAGE_NOT_FOUND",
  "PARSE_ERROR",
  "INVALID_ARGUMENT",
  "INVALID_SELECTOR",
  "INVALID_EXPORT_FORMAT",
  "MESSAGE_LIMIT_REACHED",
  "CONFLICT",
  "PERMISSION_DENIED",
  "LIMIT_EXCEEDED",
  "UNSUPPORTED",
  "TIMEOUT",
  "COMPLETE",
  "BAD_REF",
  "IO_ERROR",
  "INTERNAL",
] as const;

/** A stable error code. */
export type ErrorCode = (typeof errorCodes)[number];

/** The agents that this version reads, and the store. */
export const agentNames = [
  "claude",
  "codex",
  "gemini",
  "copilot",
  "cursor",
  "opencode",
  "pi",
  "omp",
  "openclaw",
  "hermes",
  "heddle",
] as const;

/** The name of an agent that this version reads. */
export type AgentName = (typeof agentNames)[number];

/** An agent: one of the names above, or one that a later version reads. */
export type Agent = AgentName | (string & {});

/**
 * The author of a message.
 * - `user`: A person or SDK caller.
 * - `assistant`: The model.
 * - `system`: The agent: summaries, failures, notices.
 * - `tool`: A tool's result.
 */
export type Role = "user" | "assistant" | "system" | "tool";

/**
 * The message types of the agent SDK that sessions on disk use.
 * - `user`: A prompt.
 * - `assistant`: An answer.
 * - `tool_result`: A tool's result.
 * - `system`: A notice.
 * - `error`: A failure.
 */
export type MessageType = "user" | "assistant" | "tool_result" | "system" | "error";

/**
 * How an amount in USD was determined.
 * - `recorded`: The agent recorded it.
 * - `computed`: Tokens times the prices of the price table.
 * - `mixed`: Parts of several sources; unpriced parts are listed.
 * - `unpriced`: No price is known.
 */
export type CostSource = "recorded" | "computed" | "mixed" | "unpriced";

/**
 * The sort key of a list.
 * - `date`: updatedAt.
 * - `cost`: cost.totalUsd, unpriced last.
 * - `turns`: turnCount.
 */
export type SortKey = "date" | "cost" | "turns";

/**
 * The direction of a sort.
 * - `asc`: Smallest first.
 * - `desc`: Greatest first.
 */
export type SortDirection = "asc" | "desc";

/**
 * The sort key of search results.
 * - `relevance`: relevanceScore.
 * - `date`: updatedAt.
 * - `cost`: cost.totalUsd, unpriced last.
 */
export type SearchSort = "relevance" | "date" | "cost";

/**
 * A text that a search reads.
 * - `title`: The session's title.
 * - `content`: A message's content.
 * - `thinking`: A message's thinking.
 * - `toolCall`: The input of a tool call.
 * - `toolResult`: A tool's output.
 */
export type HitField = "title" | "content" | "thinking" | "toolCall" | "toolResult";

/**
 * The dimension by which spend is grouped.
 * - `agent`: The agent.
 * - `model`: The model that answered.
 * - `day`: The day of the request, YYYY-MM-DD, in the zone of the request, else in UTC.
 * - `tag`: The caller's tags.
 * - `cwd`: The session's working directory.
 * - `tier`: The terms of the request: standard, fast, priority, flex, batch or a region; several are joined by +.
 * - `session`: The session's unifiedId.
 * - `git-branch`: The branch of the repository when the request was made, as the request's own record has it; empty when it has none.
 * - `repo`: The URL of the repository's remote, likewise.
 * - `version`: The version of the agent, likewise.
 * - `origin`: The origin of the copy that has the request; empty for requests without one. Of several origins it is the first one in byte order.
 */
export type GroupBy = "agent" | "model" | "day" | "tag" | "cwd" | "tier" | "session" | "git-branch" | "repo" | "version" | "origin";

/**
 * The type of a step of a comparison.
 * - `addition`: Only in b.
 * - `removal`: Only in a.
 * - `modification`: In both, with different content.
 * - `unchanged`: In both, the same.
 */
export type DiffType = "addition" | "removal" | "modification" | "unchanged";

/**
 * The type of a change of text.
 * - `equal`: In both.
 * - `delete`: Only in a.
 * - `insert`: Only in b.
 */
export type TextEditType = "equal" | "delete" | "insert";

/**
 * The format of a comparison as text.
 * - `unified`: One column, with - and + before lines.
 * - `side-by-side`: Two columns.
 * - `markdown`: Headings and fenced diffs.
 */
export type DiffFormat = "unified" | "side-by-side" | "markdown";

/**
 * Where an agent keeps its sessions.
 * - `file`: In files, one or several for each session.
 * - `sqlite`: In SQLite databases.
 * - `server`: On a server: the store of an address.
 */
export type SessionPersistence = "file" | "sqlite" | "server";

/**
 * How to continue a session.
 * - `resume`: Continues the session itself.
 * - `fork`: Continues a copy; the session does not change.
 */
export type SessionAction = "resume" | "fork";

/**
 * The status of a thread.
 * - `active`: In progress.
 * - `paused`: Paused by the caller.
 * - `completed`: Completed by the caller.
 * - `archived`: Archived; it cannot be the active thread.
 */
export type ThreadStatus = "active" | "paused" | "completed" | "archived";

/**
 * The status of a share.
 * - `active`: In effect.
 * - `revoked`: Revoked or replaced.
 */
export type ShareStatus = "active" | "revoked";

/**
 * The result of an import for one session.
 * - `new`: The session was not in the store.
 * - `updated`: Messages were added.
 * - `rewritten`: The agent changed earlier messages: the old ones are hidden, and the new ones were added.
 * - `unchanged`: The store already had all of it.
 * - `deleted`: It was deleted from the store and was not copied again.
 * - `failed`: The session could not be read.
 */
export type ImportStatus = "new" | "updated" | "rewritten" | "unchanged" | "deleted" | "failed";

/**
 * What an agent may do without asking.
 * - `default`: Ask as usual.
 * - `accept_edits`: Edit files without asking.
 * - `bypass_permissions`: Do everything without asking.
 * - `plan`: Read and plan only.
 * - `dont_ask`: Deny everything that is not allowed beforehand.
 */
export type LivePermissionMode = "default" | "accept_edits" | "bypass_permissions" | "plan" | "dont_ask";

/**
 * The kind of an output.
 * - `spawn`: Start the process spawn.
 * - `write`: Write data to its standard input.
 * - `close_input`: Close its standard input.
 * - `signal`: Send signal to its process group.
 * - `event`: Deliver message to those who listen; with record, append it to the stored session as well.
 * - `ask`: Request the permission ask from whoever decides.
 * - `cancel_ask`: The request id needs no answer any more.
 * - `reply`: The command id ends with value or error.
 * - `measure`: Read from the agent's own files what nativeSessionId has spent since the measurement before, or since it was resumed, and pass it with a command measured whose query is id.
 * - `state`: The session's state is health.
 * - `diagnostic`: Report error; nothing ends.
 */
export type LiveOutputKind = "spawn" | "write" | "close_input" | "signal" | "event" | "ask" | "cancel_ask" | "reply" | "measure" | "state" | "diagnostic";

/**
 * The state of a session.
 * - `connecting`: The process is being started.
 * - `initializing`: The agent is getting ready.
 * - `ready`: No turn runs.
 * - `active_query`: A turn runs.
 * - `waiting`: A turn waits for a permission.
 * - `error`: The session ended by a failure.
 * - `stopped`: The session has ended.
 */
export type LiveHealth = "connecting" | "initializing" | "ready" | "active_query" | "waiting" | "error" | "stopped";

/**
 * The kind of a part of a turn.
 * - `text`: What the model wrote.
 * - `thinking`: What it thought.
 * - `calls`: Tool calls without a text between them.
 * - `note`: What the agent's program said.
 * - `error`: A failure of the model's provider or of the agent.
 * - `seam`: Messages were compacted.
 * - `rewind`: Here another branch was left.
 */
export type ViewKind = "text" | "thinking" | "calls" | "note" | "error" | "seam" | "rewind";

/**
 * How a call ended.
 * - `ok`: It succeeded.
 * - `failed`: It failed: its result is an error, or the exit status is not 0.
 * - `denied`: A person or a rule refused it.
 * - `open`: There is no result.
 */
export type ViewOutcome = "ok" | "failed" | "denied" | "open";

/**
 * What an edit does to a file.
 * - `write`: Writes the whole file.
 * - `edit`: Changes a part.
 * - `delete`: Deletes it.
 * - `move`: Moves it, with or without a change.
 */
export type ViewEditKind = "write" | "edit" | "delete" | "move";

/** The versions of the engine, the ABI and the price table. */
export interface Version {
  /** The engine's version. */
  version: string;
  /** The wasm ABI's version. */
  abi: number;
  /** The date of the built-in price table, YYYY-MM-DD. */
  priceTable: string;
}

/** The two parts of a unified id. */
export interface NativeID {
  /** The agent's name. */
  agent: Agent;
  /** The agent's own session id. */
  nativeSessionId: string;
}

/** One supported agent. */
export interface AgentInfo {
  /** The agent's name. */
  agent: Agent;
  /** Whether its base folder exists. */
  found: boolean;
  /** The mount that contains its files. */
  location?: string;
  /** Session files or rows found, without opening the files: it includes superseded copies, and subagents whose file name does not identify them. Of the store it leaves out the recordings of sessions that their agent still has. */
  sessionCount: number;
  /** Whether sessions.command returns a command of the agent that continues a session; OpenClaw needs a prompt for it. */
  canResume: boolean;
  /** Whether sessions.command returns a command of the agent that continues a copy of a session. */
  canFork: boolean;
  /** Whether live sessions can run the agent, on hosts that run processes; live.agents says what it can do there. */
  canRun: boolean;
  /** Whether the agent keeps memory entries beside its sessions, which sessions.search shows with memories. */
  hasMemories: boolean;
  /** Where the newest version of the agent keeps its sessions; older sessions may be elsewhere. */
  sessionPersistence: SessionPersistence;
}

/** A session without its messages. */
export interface SessionSummary {
  /** The agent that the session belongs to. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
  /** The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points. */
  title: string;
  /** The time of the first record; absent when it is unknown. */
  createdAt?: Date;
  /** The time of the last record. */
  updatedAt?: Date;
  /** The number of answered prompts by a person or SDK caller. */
  turnCount: number;
  /** The number of visible messages of all roles. */
  messageCount: number;
  /** The model with the most answers; on a tie, the latest. */
  model?: string;
  /** The spend of the session; absent when no usage is on disk. */
  cost?: CostRecord;
  /** Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store. */
  tags: string[];
  /** The working directory at the start. */
  cwd?: string;
  /** The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed. */
  spans?: Span[];
  /** The native id of the session that it was forked from. */
  forkedFrom?: string;
  /** Whether it is a subagent's session. */
  isSubagent?: boolean;
  /** The native id of the session that started this subagent or child. */
  parentSessionId?: string;
  /** The native id of the longer copy that replaces it. */
  supersededBy?: string;
  /** Whether the agent keeps it in its archive. */
  archived?: boolean;
  /** The unified id of its copy in the store. */
  importedAs?: string;
  /** The unified ids of its recordings in the store: sessions of the store whose extra.native names it. */
  recordedAs?: string[];
  /** For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded. */
  originalUnifiedId?: string;
  /** For a copy or recording in the store: whether the agent no longer has the original here. */
  originalGone?: boolean;
  /** The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order. */
  origin?: string;
  /** local: forks and copies are detected only from this session's own records. */
  lineage: string;
  /** The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none. */
  repository?: string;
  /** The branch of the repository that the agent recorded last. Absent when it recorded none. */
  gitBranch?: string;
  /** The commit that was checked out that the agent recorded last. Absent when it recorded none. */
  commit?: string;
  /** The version of the agent that the agent recorded last. Absent when it recorded none. */
  agentVersion?: string;
  /** memory for a search result that is a memory entry of the agent instead of a session. */
  kind?: string;
  /** In search results: the relevance from 0 to 1, where the best result has 1. */
  relevanceScore?: number;
  /** In search results with partial: it has some of the words only. */
  partial?: boolean;
  /** In search results: the number of matching messages; the title counts as one. */
  hitCount?: number;
  /** In search results: the first matches, in order. */
  hits?: SearchHit[];
}

/** A part of a session that ran in one folder, on one branch and commit, by one version of the agent. */
export interface Span {
  /** Zero-based index of its first message. */
  from: number;
  /** The working directory. */
  cwd: string;
  /** The URL of the repository's remote, without credentials. Absent when the agent did not record it. */
  repository?: string;
  /** The branch of the repository. Absent when the agent did not record it. */
  gitBranch?: string;
  /** The commit that was checked out. Absent when the agent did not record it. */
  commit?: string;
  /** The version of the agent. Absent when the agent did not record it. */
  agentVersion?: string;
}

/** A place where a search matches. */
export interface SearchHit {
  /** The text that matches. */
  field: HitField;
  /** Zero-based index of the message in the session; absent for a title, and on a branch that is not the current one. */
  messageIndex?: number;
  /** The id of that message. */
  messageId?: string;
  /** The role of that message. */
  role?: Role;
  /** The text around the first match, on one line. */
  snippet: string;
  /** The parts of the snippet that match. */
  ranges: MatchRange[];
}

/** A part of a snippet. */
export interface MatchRange {
  /** The start of the part. Unit: code points. */
  start: number;
  /** The end of the part, exclusive. Unit: code points. */
  end: number;
}

/** The spend of all matching sessions. */
export interface CostSummary {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** Money spent; absent when nothing has a price, never 0 instead. Unit: USD. */
  totalUsd?: number;
  /** How totalUsd was determined. */
  source: CostSource;
  /** Sessions that match; with since or until, only those with a request in that range. Subagents and superseded copies are not counted. */
  sessionCount: number;
  /** Runs of the matching sessions: those in the run index of agent-mux, and queries of recorded live sessions that ended. With since or until, only those that began in that range. */
  runCount: number;
  /** The date of the price table. */
  priceTable: string;
  /** Tokens without a known price, by model; included in the token counts, not in totalUsd. */
  unpriced?: ModelTokens[];
  /** Money in the agents' own running totals without a request on disk (titles, compactions); not part of totalUsd. It has no time, so it is absent with since or until. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend that the matching sessions repeat from other sessions; not included in the other figures. */
  inherited?: Spend;
  /** The part of the other figures that subagents spent. */
  subagents?: Spend;
  /** The other figures by tier, when any part is not of the standard one. */
  tiers?: TierSpend[];
  /** A group for each key, when groupBy is set; the key is empty when it is unknown. A session with several tags belongs to several groups. */
  breakdowns?: Record<string, CostBreakdown>;
}

/** The spend of one group. */
export interface CostBreakdown {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** Money spent; absent when nothing has a price, never 0 instead. Unit: USD. */
  totalUsd?: number;
  /** How totalUsd was determined. */
  source: CostSource;
  /** The group's key: agent, model, tier, day of the request in the zone of the request, tag, working directory, unifiedId, branch, repository or version of the agent. */
  key: string;
  /** Sessions in this group; for a model or day, those with spend in it. With since or until, only those with a request in that range. */
  sessionCount: number;
  /** Runs of these sessions, as in the summary. */
  runCount?: number;
  /** Tokens without a known price, by model. */
  unpriced?: ModelTokens[];
  /** Money in the agents' own running totals without a request on disk; not part of totalUsd. Absent in groups by day. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend that is repeated from other sessions; not included in the other figures. */
  inherited?: Spend;
  /** The part of the other figures that subagents spent. */
  subagents?: Spend;
  /** The other figures by tier, when any part is not of the standard one. */
  tiers?: TierSpend[];
}

/** The tokens of one model. */
export interface ModelTokens {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** The model; empty when the agent does not record it. */
  model: string;
}

/** What two sessions share and where they differ. */
export interface SessionDiff {
  /** The first session. */
  a: DiffSide;
  /** The second session. */
  b: DiffSide;
  /** The steps from a to b in order; every message of a and of b is in exactly one. */
  operations: DiffOperation[];
  /** The number of steps of each type. */
  stats: DiffStats;
}

/** One of the two sessions compared. */
export interface DiffSide {
  /** The agent that the session belongs to. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
}

/** One step from a to b. */
export interface DiffOperation {
  /** The type of the step. */
  type: DiffType;
  /** Zero-based index in a; absent for additions. */
  indexA?: number;
  /** Zero-based index in b; absent for removals. */
  indexB?: number;
  /** The message of a; absent for additions. */
  messageA?: Message;
  /** The message of b; absent for removals. */
  messageB?: Message;
  /** On request, for modifications: how the content changed. */
  textEdits?: TextEdit[];
}

/** One step from the content of a to the content of b. */
export interface TextEdit {
  /** Whether the text is kept, deleted or inserted. */
  type: TextEditType;
  /** The words, with the space around them. */
  text: string;
}

/** The number of messages of each type of step. */
export interface DiffStats {
  /** Messages only in a. */
  removals: number;
  /** Messages only in b. */
  additions: number;
  /** Messages of the same role and place with different content. */
  modifications: number;
  /** Messages that are equal in both. */
  unchanged: number;
}

/** The result of reading all session files. */
export interface DoctorReport {
  /** A summary for each agent. */
  agents: AgentHealth[];
  /** A report for each session file or row, ordered by agent and path. */
  files: FileHealth[];
}

/** A summary of an agent's files. */
export interface AgentHealth {
  /** The agent. */
  agent: Agent;
  /** Whether its base folder exists. */
  found: boolean;
  /** Session files or rows read. */
  files: number;
  /** Bytes read. Unit: bytes. */
  bytes: number;
  /** Records understood or kept as unknown. */
  records: number;
  /** Records of context that the user did not type, such as reminders. */
  injected?: number;
  /** Parts of files that could not be read unchanged. */
  skippedCount: number;
  /** Files that could not be read at all. */
  unreadable: number;
  /** Records of types that this version does not know, by type. */
  unknownTypes?: Record<string, number>;
  /** What a newer version of the agent may have changed, by version and kind. */
  drift?: DriftCount[];
  /** Files, by the version of the agent that wrote them. */
  formatVersions?: Record<string, number>;
}

/** The result of reading one session. */
export interface FileHealth {
  /** The agent. */
  agent: Agent;
  /** The agent's own session id; empty for a database that cannot be read. */
  sessionId: string;
  /** The mount-relative path of its main file, or of the database. */
  path: string;
  /** What was read and what was skipped. */
  report?: Report;
  /** Why the session could not be read. */
  error?: Diagnostic;
}

/** A command line that continues a session. */
export interface AgentCommand {
  /** The agent. */
  agent: Agent;
  /** The session that the command continues. */
  sessionId: string;
  /** What the command does. */
  action: SessionAction;
  /** The program and its arguments, not quoted for a shell. */
  argv: string[];
  /** Indexes of the arguments that are mount-relative paths; the host replaces them by its own paths. */
  paths?: number[];
  /** The folder to run it in: the session's working directory. */
  cwd?: string;
}

/** A session with its messages. */
export interface Session {
  /** The agent that the session belongs to. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
  /** The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points. */
  title: string;
  /** The time of the first record; absent when it is unknown. */
  createdAt?: Date;
  /** The time of the last record. */
  updatedAt?: Date;
  /** The number of answered prompts by a person or SDK caller. */
  turnCount: number;
  /** The number of visible messages of all roles. */
  messageCount: number;
  /** The model with the most answers; on a tie, the latest. */
  model?: string;
  /** The spend of the session; absent when no usage is on disk. */
  cost?: CostRecord;
  /** Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store. */
  tags: string[];
  /** The working directory at the start. */
  cwd?: string;
  /** The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed. */
  spans?: Span[];
  /** The native id of the session that it was forked from. */
  forkedFrom?: string;
  /** Whether it is a subagent's session. */
  isSubagent?: boolean;
  /** The native id of the session that started this subagent or child. */
  parentSessionId?: string;
  /** The native id of the longer copy that replaces it. */
  supersededBy?: string;
  /** Whether the agent keeps it in its archive. */
  archived?: boolean;
  /** The unified id of its copy in the store. */
  importedAs?: string;
  /** The unified ids of its recordings in the store: sessions of the store whose extra.native names it. */
  recordedAs?: string[];
  /** For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded. */
  originalUnifiedId?: string;
  /** For a copy or recording in the store: whether the agent no longer has the original here. */
  originalGone?: boolean;
  /** The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order. */
  origin?: string;
  /** local: forks and copies are detected only from this session's own records. */
  lineage: string;
  /** The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none. */
  repository?: string;
  /** The branch of the repository that the agent recorded last. Absent when it recorded none. */
  gitBranch?: string;
  /** The commit that was checked out that the agent recorded last. Absent when it recorded none. */
  commit?: string;
  /** The version of the agent that the agent recorded last. Absent when it recorded none. */
  agentVersion?: string;
  /** The visible messages of the chosen branch, in order. */
  messages: Message[];
  /** Other branches, newest leaf first. */
  branches?: Branch[];
  /** On request: the original text of the session's records, as one string. */
  raw?: Json;
  /** With redact: what was replaced, by rule; empty when nothing was. */
  redactions?: Redaction[];
}

/** How often a rule replaced something in a redacted result. */
export interface Redaction {
  /** email, home-path, or the name of a rule of gitleaks for secrets. */
  rule: string;
  /** The number of replacements. */
  count: number;
}

/** A branch of a session that is not the one shown. */
export interface Branch {
  /** The id of its last message; pass it as branch. */
  leafId: string;
  /** The id of the last record that it shares with the current branch. */
  forkId?: string;
  /** The number of messages that only this branch has. */
  messageCount: number;
  /** Its first prompt, as a title. */
  title?: string;
  /** The time of its last message. */
  updatedAt?: Date;
}

/** One API message, one prompt, or one tool result. */
export interface Message {
  /** The agent's id of the record, or of the first of several merged records. */
  id?: string;
  /** The id of the record that it follows, if the format is a tree. */
  parentId?: string;
  /** The session that first recorded it, when this session is a fork or copy that repeats it. */
  origin?: Origin;
  /** The message's author. */
  role: Role;
  /** The message type of the agent SDK. */
  type: MessageType;
  /** The kind of a special message: compaction, api_error, interrupted, subagent_result, shell, model_switch or notice. */
  kind?: string;
  /** The text; blocks are joined by a blank line. Empty for tool results and messages that only call tools. */
  content: string;
  /** The time at which it was recorded. */
  timestamp?: Date;
  /** The tool calls of this message. */
  toolCalls?: ToolCall[];
  /** The tool's result, when role is tool. */
  toolResult?: ToolResult;
  /** Images and files, without their bytes. */
  attachments?: Attachment[];
  /** The tokens of this API message. */
  tokenUsage?: TokenUsage;
  /** The cost of this API message. */
  cost?: CostRecord;
  /** The thinking or reasoning text. */
  thinking?: string;
  /** The model that answered. */
  model?: string;
}

/** The first record of a message that this session repeats. */
export interface Origin {
  /** The native id of the session that first recorded it. */
  sessionId: string;
  /** Zero-based index of the message among those repeated from that session. */
  index: number;
}

/** A call of a tool. */
export interface ToolCall {
  /** The agent's id of the call. */
  toolCallId: string;
  /** The tool's name. */
  toolName: string;
  /** The arguments; a string if the agent stored text. */
  input: Json;
  /** On request: the output of its result. */
  output?: Json;
  /** The duration of the call, if recorded. Unit: ms. */
  durationMs?: number;
}

/** What a tool returned. */
export interface ToolResult {
  /** The id of the call that it answers. */
  toolCallId: string;
  /** The tool's name; empty when the call is not on disk. */
  toolName: string;
  /** The output: a string for text, a list of blocks when there is more than text. */
  output: Json;
  /** Whether the tool failed or was refused. */
  isError?: boolean;
  /** The command's exit status, if it is not 0. */
  exitCode?: number;
}

/** An image or file that belongs to a message. */
export interface Attachment {
  /** Its id within the session: attachments.get returns its bytes, where the agent's files have them. */
  id?: string;
  /** The MIME type. */
  mediaType?: string;
  /** The file name or URL. */
  name?: string;
  /** The size of the stored (base64) text. Unit: bytes. */
  bytes?: number;
}

/** The tokens of one API message. */
export interface TokenUsage {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
}

/** The tokens and money of a session or message. */
export interface CostRecord {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** Money spent; absent when nothing has a price, never 0 instead. Unit: USD. */
  totalUsd?: number;
  /** How totalUsd was determined. */
  source: CostSource;
  /** The date of the price table, when any part was computed. */
  priceTable?: string;
  /** Models whose tokens are counted but have no price. */
  unpricedModels?: string[];
  /** Money in the agent's own running total without a request on disk (titles, compactions); not part of totalUsd. Absent when it is zero or unknown. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend of records copied from another session; not included in the other figures. */
  inherited?: Spend;
  /** The part of the other figures that subagents spent. */
  subagents?: Spend;
  /** The other figures by tier, when any part is not of the standard one. */
  tiers?: TierSpend[];
}

/** The tokens and money of a part. */
export interface Spend {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** Money spent; absent when nothing has a price, never 0 instead. Unit: USD. */
  totalUsd?: number;
  /** How totalUsd was determined. */
  source: CostSource;
}

/** The part of a spend that was made on the same terms. */
export interface TierSpend {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, including thinking. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, if the agent reports it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, of all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Web searches at the provider, which cost money beside tokens. */
  webSearches?: number;
  /** Credits that the agent recorded (Copilot). Unit: billionths of an AI credit. */
  nanoCredits?: number;
  /** Money spent; absent when nothing has a price, never 0 instead. Unit: USD. */
  totalUsd?: number;
  /** How totalUsd was determined. */
  source: CostSource;
  /** standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +. */
  tier: string;
  /** Some of it is computed at the standard price, because no factor is known for its model and tier. */
  unknownFactor?: boolean;
}

/** A reason why a result is incomplete. */
export interface Diagnostic {
  /** A stable error code. */
  code: string;
  /** The agent whose data it concerns. */
  agent?: Agent;
  /** The mount-relative path of the file. */
  path?: string;
  /** The line, counted from 1. */
  line?: number;
  /** The offset from the start of the file. Unit: bytes. */
  offset?: number;
  /** What happened. */
  message: string;
  /** What to do next. */
  hint?: string;
}

/** What was read of a session's files, and what was skipped. */
export interface Report {
  /** Bytes read. Unit: bytes. */
  bytes: number;
  /** Records understood or kept as unknown. */
  records: number;
  /** Records of context that the user did not type: reminders, environment blocks, system prompts. */
  injected?: number;
  /** The first 100 parts that could not be read unchanged, in file order. */
  skipped?: SkippedRecord[];
  /** The total number of skipped parts. */
  skippedCount?: number;
  /** Records of types that this version does not know, by type. */
  unknownTypes?: Record<string, number>;
  /** What a newer version of the agent may have changed in the session, by kind. */
  drift?: DriftCount[];
  /** The newest version of the agent that wrote the session, or the name of the format. */
  formatVersion?: string;
  /** Whether times without a zone were read as UTC. */
  naiveTimes?: boolean;
}

/** How often a session has what this Heddle does not know, or does not have what it should. */
export interface DriftCount {
  /** answersWithoutUsage, answersWithoutTime, unknownRecords, unknownBlocks, unknownMembers, unknownUsageMembers, unknownTools, missingMembers, missingParents, unknownTags, missingColumns, unreadFiles, unreachableTexts, newerVersions, numbersAsText or epochTimes; the last two are read all the same. */
  kind: string;
  /** The type, member, tool, tag, column, folder or version, where there is one. */
  name?: string;
  /** The version of the agent that wrote it. */
  version?: string;
  /** How often. */
  count: number;
}

/** A part of a file that could not be read. */
export interface SkippedRecord {
  /** The mount-relative path of the file. */
  path: string;
  /** The line, counted from 1. */
  line?: number;
  /** The offset from the start of the file. Unit: bytes. */
  offset: number;
  /** truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; with the last three the part is still read. */
  reason: string;
}

/** A session's metadata in the store. */
export interface StoredSession {
  /** The session's id. */
  sessionId: string;
  /** The agent that runs the session. */
  adapter?: string;
  /** The model, as last set or as the messages record it. */
  model?: string;
  /** The working directory. */
  cwd?: string;
  /** The time of its creation. */
  createdAt?: Date;
  /** The time of its last change. */
  updatedAt?: Date;
  /** The number of recorded messages, including hidden ones. */
  messageCount: number;
  /** The greatest number of messages, if the session has its own limit. */
  messageLimit?: number;
  /** The caller's members and those of the store: fork, share, summary and view. */
  extra?: Json;
  /** The sequence number of the last event, as expect and at use it; absent for a session that is not in the store. */
  position?: number;
}

/** The state of a session's share. */
export interface StoredShare {
  /** The share's id. */
  shareId: string;
  /** The session. */
  sessionId: string;
  /** The time of its creation. */
  createdAt?: Date;
  /** Whether the share is active. */
  status: ShareStatus;
  /** The time at which it was revoked. */
  revokedAt?: Date;
}

/** A stored summary of a session. */
export interface StoredSummary {
  /** The session. */
  sessionId: string;
  /** The summary's text. */
  content: string;
  /** The time of its creation. */
  generatedAt?: Date;
  /** The number of messages recorded at that time. */
  messageCount: number;
  /** The summary's author. */
  generatedBy: string;
}

/** A page of a session's log. */
export interface StoreEvents {
  /** The events, in order. */
  events: StoreEvent[];
  /** The position to pass as after for the next page. */
  next: number;
  /** Whether the turn has ended: the last event is a result or an error, or deletes the session. */
  complete: boolean;
}

/** One entry of a session's log. */
export interface StoreEvent {
  /** The event's position. */
  seq: number;
  /** The event's UUID. */
  id: string;
  /** The time at which it was recorded. */
  time?: Date;
  /** The kind of the event; core/internal/store/FORMAT.md lists the kinds. */
  kind: string;
  /** The event's data; absent when the kind has none. */
  payload?: Json;
}

/** A defect that a check found. */
export interface StoreProblem {
  /** The session; absent when the defect concerns the whole file. */
  sessionId?: string;
  /** The position of the event, if known. */
  position?: number;
  /** A description of the defect. */
  message: string;
}

/** The size of a store. */
export interface StoreStats {
  /** The number of sessions. */
  sessions: number;
  /** The number of deleted sessions whose log still exists. */
  deleted: number;
  /** The number of messages of the sessions; messages that forks share count in each. */
  messages: number;
  /** The number of threads. */
  threads: number;
  /** The number of active shares. */
  shares: number;
  /** The number of events of all logs, including freed ones. */
  events: number;
  /** The size of the file; 0 when it is unknown. Unit: bytes. */
  bytes: number;
}

/** The result of a compaction. */
export interface StoreCompacted {
  /** The number of deleted sessions whose space was freed. */
  sessions: number;
  /** The size of the freed payloads. Unit: bytes. */
  bytes: number;
}

/** A thread's metadata. */
export interface StoredThread {
  /** The thread's id. */
  threadId: string;
  /** The thread's session. */
  sessionId: string;
  /** The thread's name. */
  name: string;
  /** The thread's status. */
  status: ThreadStatus;
  /** The thread's parent. */
  parentThreadId?: string;
  /** The time of its creation. */
  createdAt?: Date;
  /** The time of its last change. */
  updatedAt?: Date;
  /** The time at which it was archived. */
  archivedAt?: Date;
  /** Whether it is archived. */
  archived: boolean;
  /** Whether it is the session's active thread. */
  active: boolean;
  /** The number of its messages, including hidden ones. */
  messageCount: number;
  /** The number of its visible messages. */
  visibleMessageCount: number;
  /** The caller's own object. */
  metadata?: Json;
}

/** A session's threads and the active one. */
export interface LoadedThreads {
  /** The threads, last updated first, then by id. */
  threads: StoredThread[];
  /** The active thread's id. */
  activeThreadId?: string;
  /** The number of threads listed. */
  count: number;
}

/** The confirmation that a thread is not the active one. */
export interface ThreadUnsubscribed {
  /** The thread. */
  threadId: string;
  /** Always true. */
  unsubscribed: boolean;
}

/** A thread with its messages. */
export interface ThreadContent {
  /** The thread. */
  thread: StoredThread;
  /** On request: the messages that it shows. */
  messages?: Json[];
}

/** The result of an import. */
export interface ImportReport {
  /** The result for each session, in the order of the list. */
  sessions: ImportedSession[];
  /** The number of sessions that are new in the store. */
  imported: number;
  /** The number of sessions that grew or changed. */
  updated: number;
  /** The number of sessions that were already complete in the store. */
  unchanged: number;
  /** The number of sessions that were deleted from the store and remain so. */
  deleted?: number;
  /** The number of sessions that could not be read; the diagnostics say why. */
  failed: number;
}

/** The result of an import for one session. */
export interface ImportedSession {
  /** The unified id of the agent's session. */
  unifiedId: string;
  /** The session's id in the store. */
  storeId: string;
  /** The result for this session. */
  status: ImportStatus;
  /** The number of its visible messages. */
  messages: number;
  /** The number of messages that this import added. */
  added: number;
}

/** A request for permission. */
export interface LiveAsk {
  /** The tool. */
  toolName: string;
  /** The call. */
  toolUseId?: string;
  /** The tool's input. */
  input?: Json;
  /** What the agent says the call is about. */
  title?: string;
  /** Why it asks. */
  reason?: string;
  /** Permission updates that the agent suggests, in its own form. */
  suggestions?: Json;
  /** The input may be changed. */
  canUpdateInput?: boolean;
  /** The answer may be a rule for the rest of the session. */
  canRemember?: boolean;
  /** The choices as the agent offers them. */
  options?: Json;
}

/** An agent that live sessions can run. */
export interface LiveAgent {
  /** The agent's name. */
  agent: Agent;
  /** The protocol: claude, codex, pi or acp. */
  engine: string;
  /** The program. */
  program: string;
  /** The arguments that select the protocol. */
  args: string[];
  /** The oldest version that works. */
  minVersion?: string;
  /** How to get it. */
  install?: string;
  /** Whether it was run with this engine. */
  tested: boolean;
  /** What it can do, in byte order; docs/live.md explains each. The agent may announce less when it runs. */
  capabilities: string[];
}

/** What the matching sessions did. */
export interface SessionStats {
  /** Sessions that match; with since or until, only those that did something in that range. Subagents and superseded copies are not counted. */
  sessionCount: number;
  /** Visible messages of all roles, without subagents'. */
  messageCount: number;
  /** Answered prompts by a person or SDK caller. */
  turnCount: number;
  /** Tool calls, subagents' included. */
  callCount: number;
  /** Tool calls that failed or were refused: their result is an error, or their command's exit status is not 0. */
  failureCount: number;
  /** Different files that tools edited. */
  fileCount: number;
  /** The times from each session's first message to its last, added up. Unit: ms. */
  durationMs: number;
  /** The part of durationMs without pauses: times between two messages that are longer than 15 minutes. Unit: ms. */
  activeMs: number;
  /** The time of the first message. */
  firstAt?: Date;
  /** The time of the last message. */
  lastAt?: Date;
  /** The tools, most calls first, then by name. */
  tools: ToolStats[];
  /** The tools beyond limit. */
  otherTools?: OtherStats;
  /** The models, most answers first, then by name. */
  models: ModelStats[];
  /** The models beyond limit. */
  otherModels?: OtherStats;
  /** The edited files, most edits first, then by path. */
  files: FileStats[];
  /** The files beyond limit. */
  otherFiles?: OtherStats;
  /** The requests by tier, most first, then by name; absent when all are of the standard one. */
  tiers?: TierStats[];
  /** Messages by hour of the day, 24 numbers; messages without a time are left out. */
  hours: number[];
  /** Messages by weekday, 7 numbers from Monday on. */
  weekdays: number[];
}

/** The calls of one tool. */
export interface ToolStats {
  /** The tool's name; tools of several agents may share it. */
  name: string;
  /** Its calls. */
  calls: number;
  /** The calls that failed or were refused. */
  failures: number;
  /** The sessions that called it. */
  sessionCount: number;
  /** The durations of its calls added up, as far as they are recorded. Unit: ms. */
  durationMs?: number;
}

/** The answers of one model. */
export interface ModelStats {
  /** The model; empty when the agent does not record it. */
  name: string;
  /** Its messages, subagents' included. */
  answers: number;
  /** The sessions in which it answered. */
  sessionCount: number;
}

/** The requests of one tier. */
export interface TierStats {
  /** standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +. */
  name: string;
  /** Its requests, subagents' included. */
  requests: number;
  /** The sessions that made them. */
  sessionCount: number;
}

/** The edits of one file. */
export interface FileStats {
  /** Its path; a relative one is joined with the session's working directory. It may be another system's, and need not exist. */
  path: string;
  /** Tool calls that edited, created, moved or deleted it and did not fail. */
  edits: number;
  /** The sessions that edited it. */
  sessionCount: number;
}

/** The groups that are not listed one by one. */
export interface OtherStats {
  /** The number of groups. */
  groups: number;
  /** Their calls, answers or edits. */
  count: number;
}

/** The tags of a session that the store keeps. */
export interface SessionTags {
  /** The session; for a copy in the store, its original. */
  unifiedId: string;
  /** Its tags in the store, in byte order. */
  tags: string[];
}

/** A tag and how many sessions have it. */
export interface TagCount {
  /** The tag. */
  tag: string;
  /** The number of sessions with this tag, including sessions that are no longer on disk. */
  sessionCount: number;
}

/** A page of a session, as a person reads it. */
export interface SessionView {
  /** The session, as a list has it. */
  session: SessionSummary;
  /** What the whole session adds up to. */
  totals: ViewTotals;
  /** Other branches, newest first. */
  branches?: ViewBranch[];
  /** All turns in a line each; of more than 5,000 turns the page's only. */
  outline: ViewOutline[];
  /** The turns of this page. */
  turns: ViewTurn[];
  /** Pass it as after for the next page; absent on the last one. */
  next?: number;
  /** Subagents whose call the records do not name. */
  subagents?: ViewAgent[];
  /** With redact: what was replaced in the whole session, by rule; empty when nothing was. */
  redactions?: Redaction[];
}

/** What a session adds up to. */
export interface ViewTotals {
  /** The turns of the view: prompts, and work before the first one. */
  turns: number;
  /** The visible messages of all roles. */
  messages: number;
  /** The tool calls. */
  calls: number;
  /** The calls that failed or were denied. */
  failed: number;
  /** The edits of files that did not fail. */
  edits: number;
  /** The different files that they changed. */
  files: number;
  /** The pictures and files. Nothing redacts what they show. */
  attachments?: number;
  /** The tokens, as in the session's cost. */
  usage?: TokenUsage;
  /** The session's cost: turnsUsd, otherUsd and subagentsUsd together. Unit: USD. */
  costUsd?: number;
  /** How costUsd was determined. */
  costSource?: CostSource;
  /** The cost of all turns together. Unit: USD. */
  turnsUsd?: number;
  /** The cost of requests that no visible message shows, such as those of other branches. Unit: USD. */
  otherUsd?: number;
  /** The cost of all subagents. Unit: USD. */
  subagentsUsd?: number;
  /** The time from the first message to the last. Unit: ms. */
  durationMs?: number;
}

/** A branch that is not shown. */
export interface ViewBranch {
  /** Its leaf id: pass it as branch. */
  id: string;
  /** The first line of its first prompt. */
  title?: string;
  /** The messages that only this branch has. */
  messages: number;
  /** The number of the last message that it shares with the branch shown. */
  from?: number;
  /** The time of its last message. */
  at?: Date;
}

/** A turn in one line. */
export interface ViewOutline {
  /** Its number, from 1. */
  turn: number;
  /** The number of its first message. */
  n: number;
  /** The time of its first message. */
  at?: Date;
  /** The first line of its prompt, at most 200 bytes. */
  text?: string;
  /** Its tool calls. */
  calls?: number;
  /** Those that failed or were denied. */
  failed?: number;
  /** Its edits of files that did not fail. */
  edits?: number;
  /** Its cost, without subagents'. Unit: USD. */
  costUsd?: number;
  /** Messages were compacted in it. */
  seam?: boolean;
}

/** A prompt and what the agent did then. */
export interface ViewTurn {
  /** Its number, from 1. */
  turn: number;
  /** The number of its first message, as heddle show --at takes it. */
  n: number;
  /** The time of its first message. */
  at?: Date;
  /** The time from its first message to its last. Unit: ms. */
  durationMs?: number;
  /** The model that answered last. */
  model?: string;
  /** Its tokens, without subagents'. */
  usage?: TokenUsage;
  /** The prompt tokens of its last request, of all kinds: how full the context was. Unit: tokens. */
  contextTokens?: number;
  /** Its cost, without subagents' and without what was copied from another session. Unit: USD. */
  costUsd?: number;
  /** How costUsd was determined. */
  costSource?: CostSource;
  /** The prompt; absent for work before the first one. */
  prompt?: ViewPrompt;
  /** What followed, in order. */
  items: ViewItem[];
}

/** What a person or SDK caller asked. */
export interface ViewPrompt {
  /** The message's number. */
  n: number;
  /** The message's id. */
  id?: string;
  /** Markdown source. */
  text: string;
  /** What was left out of text. Unit: bytes. */
  omitted?: number;
  /** Its pictures and files. */
  attachments?: Attachment[];
}

/** A part of a turn; kind says which members it has. */
export interface ViewItem {
  /** What it is. */
  kind: ViewKind;
  /** The message's number; of calls, the first one's. */
  n: number;
  /** The message's id. */
  id?: string;
  /** The message's time. */
  at?: Date;
  /** text: the model that wrote it. */
  model?: string;
  /** note: the message's kind. */
  name?: string;
  /** text, thinking, note, error: Markdown source. */
  text?: string;
  /** What was left out of text or summary. Unit: bytes. */
  omitted?: number;
  /** The message's pictures and files. */
  attachments?: Attachment[];
  /** error: the provider's code or status, if the text has one. */
  code?: string;
  /** error: how many more of the same text followed at once; they are not shown. */
  retries?: number;
  /** calls: for example 6 tool calls. seam: what the agent kept of the messages before. */
  summary?: string;
  /** calls: neighbours without a text between them. */
  calls?: ViewCall[];
  /** seam: auto or manual, if it is recorded. */
  trigger?: string;
  /** seam: the context before it, as it was recorded or of the last request. Unit: tokens. */
  tokensBefore?: number;
  /** seam: the context after it, as it was recorded or of the first request. Unit: tokens. */
  tokensAfter?: number;
  /** seam: messages before it, since the seam before, that the model no longer sees as they were. */
  removed?: number;
  /** rewind: the branch that was left here. */
  branch?: string;
  /** rewind: the messages that only that branch has. */
  messages?: number;
}

/** A tool call and its result. */
export interface ViewCall {
  /** The number of the message that made it. */
  n: number;
  /** The number of the message with its result. */
  resultN?: number;
  /** The agent's id of the call. */
  id?: string;
  /** The tool's name. */
  tool: string;
  /** One line: the command, the file and the lines added and removed, the query. */
  summary?: string;
  /** How it ended. */
  outcome: ViewOutcome;
  /** When it was made. */
  at?: Date;
  /** Its duration, if recorded, else the time until its result. Unit: ms. */
  durationMs?: number;
  /** The command's exit status, if it is not 0. */
  exitCode?: number;
  /** What the model thought before it, where no text is between it and the call before. */
  thinking?: string;
  /** The arguments as a person reads them: the command, the patch, else JSON. Absent where edits have all of it. */
  input?: string;
  /** What was left out of input. Unit: bytes. */
  inputOmitted?: number;
  /** The edits of files, where the call has their texts. */
  edits?: ViewEdit[];
  /** What it printed or returned. */
  output?: ViewOutput;
  /** Pictures and files of its result. */
  attachments?: Attachment[];
  /** Who refused it, where that is recorded. */
  permission?: ViewPermission;
  /** The subagent that it started. */
  agent?: ViewAgent;
}

/** An edit of one file. */
export interface ViewEdit {
  /** The file, as the call names it. */
  path: string;
  /** What was done to it. */
  kind: ViewEditKind;
  /** move: its new name. */
  to?: string;
  /** Lines added. */
  added: number;
  /** Lines removed. */
  removed: number;
  /** The text is the whole file, whose past is not known. */
  whole?: boolean;
  /** What changed, with up to three lines around. */
  hunks: ViewHunk[];
  /** Lines left out of hunks. Unit: lines. */
  omitted?: number;
}

/** Neighbouring lines of an edit. */
export interface ViewHunk {
  /** The number of its first line before the edit; 0 when it is not known. */
  old: number;
  /** The number of its first line after the edit; 0 when it is not known. */
  new: number;
  /** The lines. */
  lines: ViewLine[];
}

/** A line of an edit. */
export interface ViewLine {
  /** A blank for a line that stays, + or -. */
  op: string;
  /** The line, without its end. */
  text: string;
}

/** The output of a call, without control sequences. */
export interface ViewOutput {
  /** Its text in pieces of one style. */
  spans: ViewSpan[];
  /** What was left out between its beginning and its end. Unit: bytes. */
  omitted?: number;
}

/** Text of one style. */
export interface ViewSpan {
  /** The text, with line breaks. */
  text: string;
  /** Bold. */
  bold?: boolean;
  /** Dim. */
  dim?: boolean;
  /** Italic. */
  italic?: boolean;
  /** Underlined. */
  underline?: boolean;
  /** Colours exchanged. */
  inverse?: boolean;
  /** The colour: black, red, green, yellow, blue, magenta, cyan, white, these with bright before them as in brightRed, or #rrggbb. */
  fg?: string;
  /** The background's colour. */
  bg?: string;
}

/** The answer to a request for permission. */
export interface ViewPermission {
  /** denied. */
  answer: string;
  /** What was said with it, in one line. */
  reason?: string;
}

/** A subagent's session. */
export interface ViewAgent {
  /** Its agent. */
  agent: Agent;
  /** Its native id. */
  sessionId: string;
  /** Its title. */
  title: string;
  /** Its answered prompts. */
  turns: number;
  /** Its messages. */
  messages: number;
  /** Its tool calls, without those of its own subagents. */
  calls: number;
  /** The tokens that it spent itself. */
  usage?: TokenUsage;
  /** The money that it spent itself. Unit: USD. */
  costUsd?: number;
  /** The time from its first record to its last. Unit: ms. */
  durationMs?: number;
  /** The subagents that it started itself. */
  agents?: number;
}

/** What happened in a session. */
export interface SessionStory {
  /** The session, as a list has it. */
  session: SessionSummary;
  /** What the whole session adds up to. */
  totals: ViewTotals;
  /** A step for each turn. */
  steps: StoryStep[];
  /** With redact: what was replaced, by rule; empty when nothing was. */
  redactions?: Redaction[];
}

/** A prompt and what came of it. */
export interface StoryStep {
  /** The turn's number, from 1. */
  turn: number;
  /** The number of its first message. */
  n: number;
  /** The time of its first message. */
  at?: Date;
  /** The prompt's first line, at most 200 bytes; empty for work before the first one. */
  prompt?: string;
  /** The files that changed, in the order of their first edit. */
  files?: StoryFile[];
  /** Its tests, commits and failed commands, in order; at most 100. */
  commands?: StoryCommand[];
  /** Commands that failed and then passed, here or in an earlier turn. */
  fixed?: StoryFix[];
  /** The commits that it made. */
  commits?: StoryCommit[];
  /** Its tool calls. */
  calls?: number;
  /** Those that failed or were denied. */
  failed?: number;
  /** Test commands that passed. */
  testsPassed?: number;
  /** Test commands that failed. */
  testsFailed?: number;
  /** Its cost, without subagents'. Unit: USD. */
  costUsd?: number;
  /** The time from its first message to its last. Unit: ms. */
  durationMs?: number;
}

/** A file that a step changed. */
export interface StoryFile {
  /** The file, as the calls name it; below the session's folder without that. */
  path: string;
  /** Lines added. */
  added: number;
  /** Lines removed. */
  removed: number;
}

/** A command that a step ran. */
export interface StoryCommand {
  /** Its first line, at most 200 bytes. */
  command: string;
  /** How it ended. */
  outcome: ViewOutcome;
  /** The number of the message that made the call. */
  n: number;
  /** It runs tests, a compiler or a linter. */
  test?: boolean;
}

/** A command that failed and then passed. */
export interface StoryFix {
  /** Its first line, at most 200 bytes. */
  command: string;
  /** The number of the message with its first failure since it passed last. */
  failedN: number;
  /** The number of the message with the call that passed. */
  passedN: number;
  /** When it failed. */
  failedAt?: Date;
  /** When it passed. */
  passedAt?: Date;
}

/** A commit that a step made. */
export interface StoryCommit {
  /** The short hash, as the output shows it. */
  hash?: string;
  /** Its first line. */
  message?: string;
  /** The number of the message that made the call. */
  n: number;
}

/** The bytes of an attachment. */
export interface AttachmentData {
  /** The MIME type: of pictures what their bytes say, else what the agent recorded. */
  mediaType?: string;
  /** The name that the agent recorded; never a path to read. */
  name?: string;
  /** The size of the attachment itself. Unit: bytes. */
  bytes: number;
  /** The bytes in base64. */
  data: string;
}

/** The edits that wrote lines. */
export interface FoundEdits {
  /** The edits, oldest first. */
  edits: FoundEdit[];
  /** An entry for each line of the request, in its order. */
  lines: FoundLine[];
}

/** Which edits wrote a line. */
export interface FoundLine {
  /** Indexes into edits, newest first, at most 100; empty when none wrote it. */
  edits: number[];
  /** exact: they wrote this line; reformatted: they wrote it with other white space, and none wrote it exactly. Absent without edits. */
  confidence?: string;
}

/** An edit of a file by a tool call. */
export interface FoundEdit {
  /** The agent of the session. */
  agent: Agent;
  /** The agent's own session id. An edit that several sessions repeat is that of the oldest one. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
  /** The file, as the session has it; relative paths begin in its working directory. */
  path: string;
  /** The time of the call. */
  time?: Date;
  /** The tool that was called. */
  tool: string;
  /** Whether the call wrote the whole file: it may have lines that somebody else wrote before. */
  whole?: boolean;
  /** The id of the call. */
  toolCallId?: string;
  /** The model that called it. */
  model?: string;
  /** Zero-based index of the message with the call; absent on a branch that is not the current one. */
  messageIndex?: number;
  /** The id of that message. */
  messageId?: string;
  /** The working directory then. */
  cwd?: string;
  /** The URL of the repository's remote then. */
  repository?: string;
  /** The branch of the repository then. */
  gitBranch?: string;
  /** The commit that was checked out then. */
  commit?: string;
  /** Whether the session is a subagent's. */
  isSubagent?: boolean;
  /** The native id of the session that started the subagent. */
  parentSessionId?: string;
}

/** The request for the versions, without fields. */
export interface VersionRequest {
}

/** The agent and the native session id to join. */
export interface ResolveUnifiedIDRequest {
  /** A known agent's name, for example claude. */
  agent: Agent;
  /** The agent's own session id; it may contain colons. */
  nativeSessionId: string;
}

/** The unified id to split. */
export interface ResolveNativeIDRequest {
  /** agent:nativeSessionId. */
  unifiedId: string;
}

/** The request for all agents, without fields. */
export interface AgentsRequest {
}

/** Filters, order and limit of a list of sessions. */
export interface ListRequest {
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Only sessions whose sessionId begins with this text. Other sessions are not read, so a longer copy with another id supersedes none of them. */
  idPrefix?: string | undefined;
  /** Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files. */
  since?: Date | string | number | undefined;
  /** Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity. */
  until?: Date | string | number | undefined;
  /** Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil. */
  activeSince?: Date | string | number | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | number | undefined;
  /** The time zone of bare dates, of groups by day and of times without a zone. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  cwd?: string | undefined;
  /** Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  under?: string | undefined;
  /** Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each. */
  origin?: string | undefined;
  /** Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part. */
  gitBranches?: string[] | undefined;
  /** Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part. */
  repositories?: string[] | undefined;
  /** Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part. */
  agentVersions?: string[] | undefined;
  /** Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory. */
  edited?: string | undefined;
  /** Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error. */
  failed?: boolean | undefined;
  /** The greatest number of sessions returned; 0 for all. Default: 100. */
  limit?: number | undefined;
  /** The sort key; date is the time of the last update. Default: date. */
  sort?: SortKey | undefined;
  /** The sort direction; ties are broken by unifiedId, ascending. Default: desc. */
  sortDirection?: SortDirection | undefined;
  /** Also list subagents' sessions. */
  subagents?: boolean | undefined;
  /** Also list sessions that a longer copy supersedes. */
  superseded?: boolean | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
}

/** A session, named by agent and sessionId, by unifiedId or by ref, and the optional parts to return. */
export interface GetRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** Show the branch that ends in this leaf id, one of those in branches. Default: the current branch. */
  branch?: string | undefined;
  /** Return the original text of the session's records in raw. */
  raw?: boolean | undefined;
  /** Also return each tool's output in toolCalls[].output. */
  toolOutput?: boolean | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
}

/** A session and the format of its text. */
export interface ExportRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT. Default: markdown. */
  format?: string | undefined;
  /** Show the branch that ends in this leaf id, one of the session's branches. Default: the current branch. */
  branch?: string | undefined;
  /** Return the original text of the session's records in raw. */
  raw?: boolean | undefined;
  /** Also return each tool's output in toolCalls[].output. */
  toolOutput?: boolean | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
  /** html: the reader, the script of the page. Clients fill it in from the file reader.js that they ship; without it, html is INVALID_EXPORT_FORMAT. */
  script?: string | undefined;
  /** html: the SHA-256 of script in base64, which the page's policy allows. */
  scriptHash?: string | undefined;
  /** html: instead of script, the file with the reader, relative to the page. */
  scriptUrl?: string | undefined;
}

/** What to search for, in which sessions, and how many to return. */
export interface SearchRequest {
  /** Words that must all occur in the session, ignoring case; "words in quotes" must occur together; -word must not occur. With regex, one expression. */
  text: string;
  /** Read text as a regular expression (RE2 syntax, linear time), which ignores case unless it contains (?-i). */
  regex?: boolean | undefined;
  /** Only this agent's sessions; an unknown agent finds nothing. Default: all agents. */
  agent?: Agent | undefined;
  /** Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files. */
  since?: Date | string | number | undefined;
  /** Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity. */
  until?: Date | string | number | undefined;
  /** Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil. */
  activeSince?: Date | string | number | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | number | undefined;
  /** The time zone of bare dates, of groups by day and of times without a zone. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  cwd?: string | undefined;
  /** Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  under?: string | undefined;
  /** Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each. */
  origin?: string | undefined;
  /** Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part. */
  gitBranches?: string[] | undefined;
  /** Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part. */
  repositories?: string[] | undefined;
  /** Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part. */
  agentVersions?: string[] | undefined;
  /** Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory. */
  edited?: string | undefined;
  /** Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error. */
  failed?: boolean | undefined;
  /** Search only messages of this role, and no titles. */
  role?: Role | undefined;
  /** Search only calls of this tool and their results, ignoring the case of its name; text may then be empty. */
  tool?: string | undefined;
  /** The greatest number of sessions returned; 0 for all. Default: 50. */
  limit?: number | undefined;
  /** Skip this many of the best sessions; the header's page returns the next one as nextOffset. Default: 0. */
  offset?: number | undefined;
  /** The sort key, greatest first; ties are broken by the last update, then by unifiedId. Default: relevance. */
  sort?: SearchSort | undefined;
  /** Also search subagents' sessions. */
  subagents?: boolean | undefined;
  /** Also search branches that were left; their hits have no messageIndex. */
  allBranches?: boolean | undefined;
  /** Also search the memory entries that agents keep in addition to sessions. */
  memories?: boolean | undefined;
  /** The greatest number of matching messages returned for a session; 0 means the default. Default: 3. */
  hits?: number | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** When no session has all of the words, return the best of those that have some, marked partial and ranked by how rare their words are; a diagnostic says how many sessions may have each word. The id of a session, or at least 8 characters of its beginning with a digit among them, finds that session first. */
  partial?: boolean | undefined;
  /** Search the redacted texts, as sessions.get shows them with redact: what is replaced is not found, and neither hits, counts nor order depend on it. Slower: every session that may have one of the words is read. */
  redact?: boolean | undefined;
}

/** The sessions whose spend is added up, and how it is grouped. */
export interface CostRequest {
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Only requests made at or after this time. A request without a time counts at the createdAt of its session. */
  since?: Date | string | number | undefined;
  /** Only requests made at or before this time; a bare date includes that day. */
  until?: Date | string | number | undefined;
  /** Only sessions created at or after this time. */
  createdSince?: Date | string | number | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  createdUntil?: Date | string | number | undefined;
  /** The time zone of bare dates, of groups by day and of times without a zone. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  cwd?: string | undefined;
  /** Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  under?: string | undefined;
  /** Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part. */
  gitBranches?: string[] | undefined;
  /** Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part. */
  repositories?: string[] | undefined;
  /** Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part. */
  agentVersions?: string[] | undefined;
  /** Only requests of this origin; - for those without one. A request that copies of several origins have counts for the first one in byte order. */
  origin?: string | undefined;
  /** Return breakdowns by this dimension; days are those of zone. Default: no groups. */
  groupBy?: GroupBy | undefined;
  /** Fail on any unreadable session instead of reporting a diagnostic. */
  strict?: boolean | undefined;
}

/** A time zone as a list of UTC offsets. The caller provides it, because the engine has no table of zones. */
export interface Zone {
  /** The zone's name for display, for example Europe/Berlin. */
  name?: string | undefined;
  /** The offsets from UTC in order, at most 10,000. The first has no at: it applies before all others. */
  changes: ZoneChange[];
}

/** An offset from UTC and the time from which it applies. */
export interface ZoneChange {
  /** The time from which it applies; required except for the first change, and later than in the one before. */
  at?: Date | string | number | undefined;
  /** The offset from UTC, negative to the west. At most 26 hours in either direction. Unit: seconds. */
  offsetSeconds: number;
}

/** A session, named by agent and sessionId, by unifiedId or by ref. */
export interface SessionRef {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
}

/** Two sessions to compare. */
export interface DiffRequest {
  /** The first session, the left side. */
  a: SessionRef;
  /** The second session, the right side. */
  b: SessionRef;
  /** Also return, word by word, how the content of modified messages changed. */
  textEdits?: boolean | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
}

/** Two sessions to compare, and the format of the text. */
export interface RenderDiffRequest {
  /** The first session, the left side. */
  a: SessionRef;
  /** The second session, the right side. */
  b: SessionRef;
  /** Also return, word by word, how the content of modified messages changed. */
  textEdits?: boolean | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** The format of the text. Default: unified. */
  format?: DiffFormat | undefined;
  /** The width of a side-by-side line; 0 means the default. Default: 120. Unit: columns. */
  width?: number | undefined;
  /** The number of unchanged messages shown around a difference; 0 means the default. Default: 3. Unit: messages. */
  context?: number | undefined;
}

/** The files to check, and which of them to list. */
export interface DoctorRequest {
  /** Only this agent's files. Default: all agents. */
  agent?: Agent | undefined;
  /** List only files with something skipped, unknown or unreadable; the summaries still count all files. */
  problems?: boolean | undefined;
}

/** A session and how to continue it. */
export interface CommandRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** Continue the session itself, or a copy of it. Default: resume. */
  action?: SessionAction | undefined;
  /** Run one turn with this prompt and without a terminal, instead of opening the agent. Default: interactive. */
  prompt?: string | undefined;
}

/** A request about the whole store, without fields. */
export interface StoreRequest {
}

/** A session of the store. */
export interface StoreName {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
}

/** A session of the store, now or at an earlier position. */
export interface StoreRead {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** A session of the store to change. */
export interface StoreChange {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The metadata of a new session. */
export interface RegisterRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The time at which the session began. Default: now. */
  createdAt?: Date | string | number | undefined;
  /** The agent that runs the session, for example claude. */
  adapter?: string | undefined;
  /** The model. */
  model?: string | undefined;
  /** The working directory. */
  cwd?: string | undefined;
  /** The time of the last update. Default: now. */
  updatedAt?: Date | string | number | undefined;
  /** The greatest number of messages that the session accepts; 0 for no limit. */
  messageLimit?: number | undefined;
  /** The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store. */
  extra?: Json | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** Metadata to set; omitted fields do not change. */
export interface UpdateRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The agent that runs the session, for example claude. */
  adapter?: string | undefined;
  /** The model. */
  model?: string | undefined;
  /** The working directory. */
  cwd?: string | undefined;
  /** The time of the last update. Default: now. */
  updatedAt?: Date | string | number | undefined;
  /** The greatest number of messages that the session accepts; 0 for no limit. */
  messageLimit?: number | undefined;
  /** The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store. */
  extra?: Json | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The messages to append. */
export interface RecordRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types. */
  messages: Json[];
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** Filters and limit of a list of sessions. */
export interface StoreListRequest {
  /** Only sessions of this agent. */
  adapter?: string | undefined;
  /** Only sessions of this working directory. */
  cwd?: string | undefined;
  /** Only sessions of this model. */
  model?: string | undefined;
  /** Only sessions of this origin; - for those without one. */
  origin?: string | undefined;
  /** Only sessions updated at or after this time. */
  since?: Date | string | number | undefined;
  /** The time zone of bare dates, of groups by day and of times without a zone. Default: UTC. */
  zone?: Zone | undefined;
  /** The greatest number of sessions returned. Default: all. */
  limit?: number | undefined;
}

/** The messages to return. */
export interface StoreMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The greatest number of messages returned. Default: all. */
  limit?: number | undefined;
  /** Skip this many of the matching messages. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Include messages that a revert or rollback hides. */
  includeHidden?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** The session to fork, and how. */
export interface StoreForkRequest {
  /** The session to fork. */
  sessionId: string;
  /** The id of the fork. Default: a new one. */
  newSessionId?: string | undefined;
  /** true keeps hidden messages hidden; false omits them. Default: true. */
  includeHidden?: boolean | undefined;
  /** An object that is merged into the copied extra. */
  extra?: Json | undefined;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The session to share. */
export interface ShareRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The id of the share. Default: a new one. */
  shareId?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The session and its new boundary. */
export interface RevertRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Show exactly this many of the first recorded messages; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden. */
  uuid?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The session to summarize and, optionally, the summary's text. */
export interface SummarizeRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The summary's text. Default: derived. */
  content?: string | undefined;
  /** Another name for content, which has precedence. */
  summary?: string | undefined;
  /** The summary's author. Default: heddle. */
  generatedBy?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** A session of the store, now or at an earlier position. */
export interface StoreExportRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
}

/** A snapshot to import, as JSON or compressed. */
export interface StoreImportRequest {
  /** The snapshot. */
  snapshot?: Json | undefined;
  /** Instead of snapshot: the snapshot compressed with zstd, in base64. UNSUPPORTED if the host cannot decompress it. */
  compressed?: string | undefined;
  /** The id of the session. Default: the snapshot's. */
  sessionId?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The events to return. */
export interface EventsRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Return events after this position: the next of the page before. Default: 0. */
  after?: number | undefined;
  /** The greatest number of events; a page of long events has fewer. Default: 256. */
  limit?: number | undefined;
}

/** The messages to return from the agent's files. */
export interface NativeMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The session's agent. Default: the stored session's, else all. */
  adapter?: string | undefined;
  /** The greatest number of messages returned. Default: all. */
  limit?: number | undefined;
  /** Skip this many of the matching messages. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Include messages that a revert or rollback hides. */
  includeHidden?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
}

/** A record that an agent printed. */
export interface NormalizeRequest {
  /** The record, an object. */
  message: Json;
}

/** The output of a process. */
export interface NormalizeTextRequest {
  /** The whole output: JSON Lines, JSON or server-sent events. */
  text: string;
}

/** A value to convert. */
export interface ParseRequest {
  /** The value as an agent writes it. */
  value: string;
}

/** The sessions to copy: one that is named, or all that match. */
export interface ImportRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** Copy every session that matches the filters, instead of one. */
  all?: boolean | undefined;
  /** Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files. */
  since?: Date | string | number | undefined;
  /** Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity. */
  until?: Date | string | number | undefined;
  /** Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil. */
  activeSince?: Date | string | number | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | number | undefined;
  /** The time zone of bare dates, of groups by day and of times without a zone. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory. */
  cwd?: string | undefined;
  /** Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  under?: string | undefined;
  /** The machine that the sessions come from: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -. Each origin has copies of its own. */
  origin?: string | undefined;
  /** Copy without secrets, home folders and e-mail addresses, which are replaced in all texts as in sessions.get. The agent's files do not change. A session that was copied without redact is copied anew, and what the copy showed is hidden but still stored. What was copied with redact is always copied so. */
  redact?: boolean | undefined;
  /** Copy also what was deleted from the store. */
  again?: boolean | undefined;
  /** Report what would be copied without copying it. */
  dryRun?: boolean | undefined;
}

/** A thread, now or at an earlier position. */
export interface ThreadRead {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** A thread to change. */
export interface ThreadChange {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The session and the properties of a new thread. */
export interface ThreadStartRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread's id. Default: a new one. */
  threadId?: string | undefined;
  /** The thread's name. Default: the thread's id. */
  name?: string | undefined;
  /** The thread's parent, for lineage only. For a fork, by default the source. */
  parentThreadId?: string | undefined;
  /** The caller's own metadata, an object. */
  metadata?: Json | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** Filters and limit of a list of threads. */
export interface ThreadsLoadedRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** false omits archived threads. Default: true. */
  includeArchived?: boolean | undefined;
  /** Only this thread. */
  threadId?: string | undefined;
  /** Only threads of this status. */
  status?: ThreadStatus | undefined;
  /** The greatest number of threads returned. Default: all. */
  limit?: number | undefined;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** The thread to return, and whether with its messages. */
export interface ThreadReadRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Also return its visible messages. */
  includeMessages?: boolean | undefined;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** The messages of a thread to return. */
export interface ThreadMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** The greatest number of messages returned. Default: all. */
  limit?: number | undefined;
  /** Skip this many of the matching messages. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Include messages that a revert or rollback hides. */
  includeHidden?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
  /** Read the session as it was at this position of its log. Default: now. */
  at?: number | undefined;
}

/** The messages to append. */
export interface ThreadRecordRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types. */
  messages: Json[];
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The thread to fork, and how. */
export interface ThreadForkRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread to fork. */
  threadId: string;
  /** The id of the fork. Default: a new one. */
  newThreadId?: string | undefined;
  /** The thread's name. Default: the thread's id. */
  name?: string | undefined;
  /** The thread's parent, for lineage only. For a fork, by default the source. */
  parentThreadId?: string | undefined;
  /** The caller's own metadata, an object. */
  metadata?: Json | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The thread and its new boundary. */
export interface ThreadRollbackRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Hide this many visible messages from the end and change nothing else. */
  count?: number | undefined;
  /** Show exactly this many of the first recorded messages; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden. */
  uuid?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The thread and its new boundary. */
export interface ThreadCompactRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread to roll back. Default: the active thread. */
  threadId?: string | undefined;
  /** Hide this many visible messages from the end and change nothing else. */
  count?: number | undefined;
  /** The boundary as an object with one of count, visibleMessageCount, messageId and uuid, instead of these members. */
  selector?: Json | undefined;
  /** Show exactly this many of the first recorded messages; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden. */
  uuid?: string | undefined;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** A thread and its new name. */
export interface ThreadRenameRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** The new name. */
  name: string;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** Members to merge into a thread's metadata. */
export interface ThreadMetadataRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** The members, an object; null removes a member. */
  metadata: Json;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** A thread and its new status. */
export interface ThreadStatusRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** The new status: active, paused or completed. */
  status: string;
  /** A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one. */
  requestId?: string | undefined;
  /** Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any. */
  expect?: number | undefined;
}

/** The sessions that are counted, and how many groups are returned. */
export interface StatsRequest {
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Only messages recorded at or after this time. A message without a time counts at the createdAt of its session. */
  since?: Date | string | number | undefined;
  /** Only messages recorded at or before this time; a bare date includes that day. */
  until?: Date | string | number | undefined;
  /** Only sessions created at or after this time. */
  createdSince?: Date | string | number | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  createdUntil?: Date | string | number | undefined;
  /** The time zone of bare dates, of times without a zone, and of hours and weekdays. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  cwd?: string | undefined;
  /** Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link. */
  under?: string | undefined;
  /** Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part. */
  gitBranches?: string[] | undefined;
  /** Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part. */
  repositories?: string[] | undefined;
  /** Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part. */
  agentVersions?: string[] | undefined;
  /** Only sessions of this origin; - for those without one. A session of several origins counts for the copy that a list shows. */
  origin?: string | undefined;
  /** The greatest number of tools, of models and of files returned, 0 for all; the others are added up. Default: 20. */
  limit?: number | undefined;
  /** Count the messages of all branches, not only those of the current one. */
  allBranches?: boolean | undefined;
  /** Fail on any unreadable session instead of reporting a diagnostic. */
  strict?: boolean | undefined;
}

/** A session, and how its tags change. A tag is text of 1 to 128 bytes without control characters and without blanks at its ends. */
export interface TagRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** The tags to add; a session has at most 100. */
  add?: string[] | undefined;
  /** The tags to remove; the session need not have them. */
  remove?: string[] | undefined;
}

/** The request for all tags, without fields. */
export interface TagsRequest {
}

/** A session, the turns to return, and how much of each text. */
export interface ViewRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** Show the branch that ends in this leaf id, one of those in branches. Default: the current branch. */
  branch?: string | undefined;
  /** Return the turns after this one; next of the page before. */
  after?: number | undefined;
  /** The greatest number of turns returned, 1 to 1000. A page ends earlier when it has 4 MiB of texts. Default: 50. */
  limit?: number | undefined;
  /** Return this turn alone; the first one is 1. */
  turn?: number | undefined;
  /** Return the turn that has the message of this number alone; the first message is 0. */
  at?: number | undefined;
  /** What a text, a prompt, a patch and the input of a call keep at most. Default: 262144. Unit: bytes. */
  maxText?: number | undefined;
  /** What the output of a call keeps at most: its beginning and its end. Default: 16384. Unit: bytes. */
  maxOutput?: number | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
}

/** A session whose story is returned. */
export interface StoryRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** Show the branch that ends in this leaf id, one of those in branches. Default: the current branch. */
  branch?: string | undefined;
  /** Fail with PARSE_ERROR on any unreadable record. */
  strict?: boolean | undefined;
  /** Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay. */
  redact?: boolean | undefined;
}

/** A session and the id of one of its attachments. */
export interface AttachmentRequest {
  /** The agent; required with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of agent and sessionId. */
  unifiedId?: string | undefined;
  /** The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant. */
  ref?: string | undefined;
  /** The attachment's id, from a message or a view; without it the request is INVALID_ARGUMENT. */
  id?: string | undefined;
  /** LIMIT_EXCEEDED when the attachment is larger. Default: 20971520. Unit: bytes. */
  maxBytes?: number | undefined;
  /** Refuse with UNSUPPORTED: pictures are not redacted, so that its bytes are returned without redact only. */
  redact?: boolean | undefined;
}

/** A file, and lines of it. */
export interface FindEditsRequest {
  /** The file, under each name that it had: an absolute path, or the last components of one, such as src/parser.go; 1 to 100. */
  paths: string[];
  /** The lines, without their ends, at most 100,000. */
  lines: string[];
  /** For each line the latest time at which it may have been written, in RFC 3339, empty for none: later edits, and edits without a time, are left out. */
  times?: string[] | undefined;
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Fail on any unreadable session instead of reporting a diagnostic. */
  strict?: boolean | undefined;
}

/** The operations' numbers in the wasm ABI. */
export const ops = {
  /** Returns the engine's version, the ABI's version and the date of the price table. */
  "version": 1,
  /** Joins an agent's name and a native session id into a unified id. Pure: it reads nothing, and the session need not exist. */
  "ids.resolveUnifiedId": 2,
  /** Splits a unified id at its first colon. Returns null when there is no colon or the agent is unknown. Pure. */
  "ids.resolveNativeId": 3,
  /** Lists every supported agent: whether it was found, in which mount, and how many sessions it has. */
  "agents.list": 4,
  /** Lists summaries of one agent's sessions, or of all agents' sessions when agent is omitted. The list is empty when nothing matches. When all agents are listed, an agent that fails is reported as a diagnostic. When limit leaves sessions out, the header's page says as atMost how many match at most; those that were not read are counted by their files' names. */
  "sessions.list": 5,
  /** Returns one session with its messages. The header's report says what was skipped while reading. */
  "sessions.get": 6,
  /** Returns one session as text: json (the session, canonical, indented by 2), jsonl (a header line, then a line for each message; with redact a last line with redactions), markdown or html (a page of one file: the session's view and the reader that shows it; without scripts, its markdown). */
  "sessions.export": 7,
  /** Finds sessions whose title and visible text match, best first, each with the places that match. The list is empty when nothing matches or the agent is unknown. The header's page reports the total number of matching sessions. */
  "sessions.search": 8,
  /** Adds up the tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the oldest session that contains it. since and until bound the time of each request, not the creation of the session as section 3.5 of the specification has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation. */
  "sessions.totalCost": 9,
  /** Compares two sessions message by message, by the longest common subsequence on role and content. The sessions may belong to different agents. */
  "sessions.diff": 10,
  /** Compares two sessions like sessions.diff and returns the result as text: unified, side by side or markdown. */
  "sessions.renderDiff": 11,
  /** Reads every session file and reports bytes, records, what was skipped and why, record types that this version does not know and format versions, with a summary for each agent. */
  "sessions.doctor": 12,
  /** Returns the agent's own command that continues a session or a copy of it. Nothing is run. */
  "sessions.command": 13,
  /** Creates a session. A session that exists does not change. */
  "store.register": 14,
  /** Merges metadata into that of a session. The session is created if it does not exist. */
  "store.update": 15,
  /** Appends messages to a session, all of them or none. The session is created if it does not exist; its model is updated from the messages. */
  "store.record": 16,
  /** Returns a session's metadata. */
  "store.get": 17,
  /** Lists the sessions of the store, last updated first, then by id. */
  "store.list": 18,
  /** Returns a session's messages in the order in which they were recorded. */
  "store.messages": 19,
  /** Counts the messages recorded in a session, including hidden ones; 0 for a session that does not exist. */
  "store.messageCount": 20,
  /** Counts the sessions of the store. */
  "store.sessionCount": 21,
  /** Deletes a session with its threads. A session that does not exist is ignored. Forks keep the messages that they show. */
  "store.delete": 22,
  /** Deletes all sessions and returns their number. */
  "store.clear": 23,
  /** Creates a session that begins with the messages and metadata of another session. The messages are referenced, not copied, for any number of them; an active share is not inherited. */
  "store.fork": 24,
  /** Creates a share of a session, replacing an active one. */
  "store.share": 25,
  /** Returns a session's share, active or revoked; null when the session was never shared. */
  "store.getShare": 26,
  /** Revokes the active share. Without an active share nothing changes. */
  "store.unshare": 27,
  /** Hides everything after a position, which exactly one of visibleMessageCount, messageId and uuid selects. Messages before it become visible again, and messages recorded later are visible; nothing is removed. */
  "store.revert": 28,
  /** Shows all messages of a session again. */
  "store.unrevert": 29,
  /** Stores a summary: the text given, else one that quotes the user's first message and the agent's latest output. */
  "store.summarize": 30,
  /** Returns the stored summary; null when the session has no summary. */
  "store.getSummary": 31,
  /** Returns a session as a snapshot of version 1, in canonical JSON: metadata, all messages including hidden ones, and threads. */
  "store.export": 32,
  /** Creates a session from a snapshot. An exported session is restored as it was, with fresh sequence numbers. Snapshots with snake_case names and times in milliseconds are accepted as well. */
  "store.import": 33,
  /** Returns a page of a session's log, in order. A page without events is the current end of the log. */
  "store.events": 34,
  /** Verifies the store: the file, every checksum and sequence number, that every session can be read, and that everything that forks share exists. Returns the defects found; the list is empty for a store without defects. */
  "store.check": 35,
  /** Reports the size of the store. */
  "store.stats": 36,
  /** Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes; positions before a deletion can no longer be read. */
  "store.compact": 37,
  /** Lists the sessions in the agents' own files, in the store's format; for an agent that keeps none, lists those of the store. */
  "store.nativeSessions": 38,
  /** Returns the messages of a session from the agent's own files, in the store's format; when the agent keeps none, returns those of the store. */
  "store.nativeMessages": 39,
  /** Converts one record that an agent prints to a message, without the records before it: camelCase names, the text of nested content as content, the category of an error. A record that is unknown, or is not a message of its own, becomes a message of type raw, with the original in raw. Pure. */
  "messages.normalize": 40,
  /** Converts an agent's stop reason to end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure. */
  "messages.parseStopReason": 41,
  /** Converts a permission mode, in either spelling, to default, accept_edits, bypass_permissions, plan or dont_ask; any other value is default. Pure. */
  "messages.parsePermissionMode": 42,
  /** Generates an id for a request. */
  "messages.makeRequestId": 43,
  /** Copies agents' sessions into the store, where they remain when the agent deletes its own. Only what is new is added, so importing twice changes nothing. */
  "sessions.import": 44,
  /** Creates a thread and makes it the active one. The session is created if it does not exist. */
  "threads.start": 45,
  /** Lists a session's threads, last updated first, then by id; the list is empty for a session that does not exist. */
  "threads.list": 46,
  /** Lists a session's threads with filters, and returns the active thread's id. */
  "threads.loaded": 47,
  /** Returns a thread's metadata. */
  "threads.get": 48,
  /** Returns a thread and, on request, the messages that it shows. */
  "threads.read": 49,
  /** Returns a thread's messages in the order in which they were recorded, each with the thread's id. */
  "threads.messages": 50,
  /** Appends messages to a thread, and thereby to its session, all of them or none. */
  "threads.record": 51,
  /** Sets a thread's status to active and makes it the session's active thread. */
  "threads.resume": 52,
  /** Creates a thread that begins with the messages that another thread shows. The session's own history and message count do not change. */
  "threads.fork": 53,
  /** Sets the boundary of what a thread shows, which exactly one member selects: everything before it is shown, including what earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and messages recorded later are visible. */
  "threads.rollback": 54,
  /** Rolls back a thread like threads.rollback: by default the active thread, and by default to nothing. */
  "threads.compact": 55,
  /** Archives a thread and deactivates it. */
  "threads.archive": 56,
  /** Sets an archived thread's status to active. */
  "threads.unarchive": 57,
  /** Sets a thread's name. */
  "threads.rename": 58,
  /** Merges members into a thread's metadata; null removes a member. */
  "threads.updateMetadata": 59,
  /** Sets a thread's status to active, paused or completed. The session's active thread does not change. */
  "threads.setStatus": 60,
  /** Deletes a thread. Its messages stay in the session's history, and its forks keep theirs. */
  "threads.delete": 61,
  /** Makes a thread the session's active one, replacing any other. An archived thread cannot be activated. */
  "threads.setActive": 62,
  /** Returns the id of a session's active thread; null when it has none. */
  "threads.active": 63,
  /** Deactivates a session's active thread. */
  "threads.clearActive": 64,
  /** Deactivates the thread if it is active. */
  "threads.unsubscribe": 65,
  /** Counts a session's threads; 0 for a session that does not exist. */
  "threads.count": 66,
  /** Deletes all threads of all sessions and returns their number. */
  "threads.clear": 67,
  /** Shows everything that rollbacks of a thread hid. What the session hides stays hidden. */
  "threads.unrollback": 68,
  /** Converts everything that a process printed to messages: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are merged, and a message that is printed twice counts once. Parts that cannot be read are reported with line and offset, and the rest is read. Pure. */
  "messages.normalizeText": 69,
  /** Counts what the matching sessions did: the tools that they called and how often these failed, the models that answered, the files that were edited, and the hours and weekdays of their messages. It counts what sessions show: messages of the current branch, without those that a fork or a longer copy repeats. What subagents did counts for the session that started them, except its messages and times. since and until bound the time of each message, as in sessions.totalCost. */
  "sessions.stats": 79,
  /** Adds tags to a session and removes tags from it. They are kept in the store; the agent's own files do not change. Tags of the run index and of recordings cannot be removed. The tags of a session that is gone can be removed. */
  "sessions.tag": 80,
  /** Lists all tags, in byte order: those of sessions.tag, of the run index and of recordings. */
  "sessions.tags": 81,
  /** Returns what a person reads of a session, as data: turns with their texts, tool calls in one line each, edits as hunks, outputs without control sequences, costs, and where messages were compacted, rewound or left out. The answer is a page of turns; totals and outline are of the whole session. Long texts are cut, and omitted says by how much. */
  "sessions.view": 82,
  /** Returns what happened in a session, step by step, as far as its records say: the prompts, the files that changed, the commands that failed and then passed, tests and commits. No model is asked. */
  "sessions.story": 83,
  /** Returns the bytes of a picture or file of a session, where the agent's own files have them. A file that a session only names is never read: that is UNSUPPORTED. */
  "attachments.get": 84,
  /** Finds the edits of sessions that wrote lines of a file: those whose call has exactly the line, newest first. Edits that failed or were refused wrote nothing; those of subagents and of branches that were left count. What a later edit of the file removed, before the time by which the line was written, was written by none before it. The engine reads sessions alone, not the file and no repository. */
  "edits.find": 85,
} as const;

/** An operation's name. */
export type OpName = keyof typeof ops;

/** The request and the result of every operation. */
export interface Operations {
  "version": { request: VersionRequest; result: Version };
  "ids.resolveUnifiedId": { request: ResolveUnifiedIDRequest; result: string };
  "ids.resolveNativeId": { request: ResolveNativeIDRequest; result: NativeID | null };
  "agents.list": { request: AgentsRequest; result: AgentInfo[] };
  "sessions.list": { request: ListRequest; result: SessionSummary[] };
  "sessions.get": { request: GetRequest; result: Session };
  "sessions.export": { request: ExportRequest; result: string };
  "sessions.search": { request: SearchRequest; result: SessionSummary[] };
  "sessions.totalCost": { request: CostRequest; result: CostSummary };
  "sessions.diff": { request: DiffRequest; result: SessionDiff };
  "sessions.renderDiff": { request: RenderDiffRequest; result: string };
  "sessions.doctor": { request: DoctorRequest; result: DoctorReport };
  "sessions.command": { request: CommandRequest; result: AgentCommand };
  "store.register": { request: RegisterRequest; result: StoredSession };
  "store.update": { request: UpdateRequest; result: StoredSession };
  "store.record": { request: RecordRequest; result: StoredSession };
  "store.get": { request: StoreRead; result: StoredSession };
  "store.list": { request: StoreListRequest; result: StoredSession[] };
  "store.messages": { request: StoreMessagesRequest; result: Json[] };
  "store.messageCount": { request: StoreName; result: number };
  "store.sessionCount": { request: StoreRequest; result: number };
  "store.delete": { request: StoreChange; result: null };
  "store.clear": { request: StoreRequest; result: number };
  "store.fork": { request: StoreForkRequest; result: StoredSession };
  "store.share": { request: ShareRequest; result: StoredShare };
  "store.getShare": { request: StoreRead; result: StoredShare | null };
  "store.unshare": { request: StoreChange; result: null };
  "store.revert": { request: RevertRequest; result: StoredSession };
  "store.unrevert": { request: StoreChange; result: StoredSession };
  "store.summarize": { request: SummarizeRequest; result: StoredSummary };
  "store.getSummary": { request: StoreRead; result: StoredSummary | null };
  "store.export": { request: StoreExportRequest; result: string };
  "store.import": { request: StoreImportRequest; result: StoredSession };
  "store.events": { request: EventsRequest; result: StoreEvents };
  "store.check": { request: StoreRequest; result: StoreProblem[] };
  "store.stats": { request: StoreRequest; result: StoreStats };
  "store.compact": { request: StoreRequest; result: StoreCompacted };
  "store.nativeSessions": { request: StoreListRequest; result: StoredSession[] };
  "store.nativeMessages": { request: NativeMessagesRequest; result: Json[] };
  "messages.normalize": { request: NormalizeRequest; result: Json };
  "messages.parseStopReason": { request: ParseRequest; result: string };
  "messages.parsePermissionMode": { request: ParseRequest; result: string };
  "messages.makeRequestId": { request: StoreRequest; result: string };
  "sessions.import": { request: ImportRequest; result: ImportReport };
  "threads.start": { request: ThreadStartRequest; result: StoredThread };
  "threads.list": { request: StoreRead; result: StoredThread[] };
  "threads.loaded": { request: ThreadsLoadedRequest; result: LoadedThreads };
  "threads.get": { request: ThreadRead; result: StoredThread };
  "threads.read": { request: ThreadReadRequest; result: ThreadContent };
  "threads.messages": { request: ThreadMessagesRequest; result: Json[] };
  "threads.record": { request: ThreadRecordRequest; result: StoredThread };
  "threads.resume": { request: ThreadChange; result: StoredThread };
  "threads.fork": { request: ThreadForkRequest; result: StoredThread };
  "threads.rollback": { request: ThreadRollbackRequest; result: StoredThread };
  "threads.compact": { request: ThreadCompactRequest; result: StoredThread };
  "threads.archive": { request: ThreadChange; result: StoredThread };
  "threads.unarchive": { request: ThreadChange; result: StoredThread };
  "threads.rename": { request: ThreadRenameRequest; result: StoredThread };
  "threads.updateMetadata": { request: ThreadMetadataRequest; result: StoredThread };
  "threads.setStatus": { request: ThreadStatusRequest; result: StoredThread };
  "threads.delete": { request: ThreadChange; result: null };
  "threads.setActive": { request: ThreadChange; result: null };
  "threads.active": { request: StoreRead; result: string | null };
  "threads.clearActive": { request: StoreChange; result: null };
  "threads.unsubscribe": { request: ThreadChange; result: ThreadUnsubscribed };
  "threads.count": { request: StoreName; result: number };
  "threads.clear": { request: StoreRequest; result: number };
  "threads.unrollback": { request: ThreadChange; result: StoredThread };
  "messages.normalizeText": { request: NormalizeTextRequest; result: Json[] };
  "sessions.stats": { request: StatsRequest; result: SessionStats };
  "sessions.tag": { request: TagRequest; result: SessionTags };
  "sessions.tags": { request: TagsRequest; result: TagCount[] };
  "sessions.view": { request: ViewRequest; result: SessionView };
  "sessions.story": { request: StoryRequest; result: SessionStory };
  "attachments.get": { request: AttachmentRequest; result: AttachmentData };
  "edits.find": { request: FindEditsRequest; result: FoundEdits };
}

/** The members of each operation's request. */
export const requestFields: { [N in OpName]: readonly string[] } = {
  "version": [],
  "ids.resolveUnifiedId": ["agent", "nativeSessionId"],
  "ids.resolveNativeId": ["unifiedId"],
  "agents.list": [],
  "sessions.list": ["agent", "idPrefix", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "under", "origin", "gitBranches", "repositories", "agentVersions", "edited", "failed", "limit", "sort", "sortDirection", "subagents", "superseded", "strict"],
  "sessions.get": ["agent", "sessionId", "unifiedId", "ref", "branch", "raw", "toolOutput", "strict", "redact"],
  "sessions.export": ["agent", "sessionId", "unifiedId", "ref", "format", "branch", "raw", "toolOutput", "strict", "redact", "script", "scriptHash", "scriptUrl"],
  "sessions.search": ["text", "regex", "agent", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "under", "origin", "gitBranches", "repositories", "agentVersions", "edited", "failed", "role", "tool", "limit", "offset", "sort", "subagents", "allBranches", "memories", "hits", "strict", "partial", "redact"],
  "sessions.totalCost": ["agent", "since", "until", "createdSince", "createdUntil", "zone", "model", "tags", "cwd", "under", "gitBranches", "repositories", "agentVersions", "origin", "groupBy", "strict"],
  "sessions.diff": ["a", "b", "textEdits", "strict"],
  "sessions.renderDiff": ["a", "b", "textEdits", "strict", "format", "width", "context"],
  "sessions.doctor": ["agent", "problems"],
  "sessions.command": ["agent", "sessionId", "unifiedId", "ref", "action", "prompt"],
  "store.register": ["sessionId", "createdAt", "adapter", "model", "cwd", "updatedAt", "messageLimit", "extra", "requestId", "expect"],
  "store.update": ["sessionId", "adapter", "model", "cwd", "updatedAt", "messageLimit", "extra", "requestId", "expect"],
  "store.record": ["sessionId", "messages", "requestId", "expect"],
  "store.get": ["sessionId", "at"],
  "store.list": ["adapter", "cwd", "model", "origin", "since", "zone", "limit"],
  "store.messages": ["sessionId", "limit", "offset", "types", "includeHidden", "redact", "at"],
  "store.messageCount": ["sessionId"],
  "store.sessionCount": [],
  "store.delete": ["sessionId", "requestId", "expect"],
  "store.clear": [],
  "store.fork": ["sessionId", "newSessionId", "includeHidden", "extra", "at", "requestId", "expect"],
  "store.share": ["sessionId", "shareId", "requestId", "expect"],
  "store.getShare": ["sessionId", "at"],
  "store.unshare": ["sessionId", "requestId", "expect"],
  "store.revert": ["sessionId", "visibleMessageCount", "messageId", "uuid", "requestId", "expect"],
  "store.unrevert": ["sessionId", "requestId", "expect"],
  "store.summarize": ["sessionId", "content", "summary", "generatedBy", "requestId", "expect"],
  "store.getSummary": ["sessionId", "at"],
  "store.export": ["sessionId", "at", "redact"],
  "store.import": ["snapshot", "compressed", "sessionId", "requestId", "expect"],
  "store.events": ["sessionId", "after", "limit"],
  "store.check": [],
  "store.stats": [],
  "store.compact": [],
  "store.nativeSessions": ["adapter", "cwd", "model", "origin", "since", "zone", "limit"],
  "store.nativeMessages": ["sessionId", "adapter", "limit", "offset", "types", "includeHidden", "redact"],
  "messages.normalize": ["message"],
  "messages.parseStopReason": ["value"],
  "messages.parsePermissionMode": ["value"],
  "messages.makeRequestId": [],
  "sessions.import": ["agent", "sessionId", "unifiedId", "ref", "all", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "under", "origin", "redact", "again", "dryRun"],
  "threads.start": ["sessionId", "threadId", "name", "parentThreadId", "metadata", "requestId", "expect"],
  "threads.list": ["sessionId", "at"],
  "threads.loaded": ["sessionId", "includeArchived", "threadId", "status", "limit", "at"],
  "threads.get": ["sessionId", "threadId", "at"],
  "threads.read": ["sessionId", "threadId", "includeMessages", "at"],
  "threads.messages": ["sessionId", "threadId", "limit", "offset", "types", "includeHidden", "redact", "at"],
  "threads.record": ["sessionId", "threadId", "messages", "requestId", "expect"],
  "threads.resume": ["sessionId", "threadId", "requestId", "expect"],
  "threads.fork": ["sessionId", "threadId", "newThreadId", "name", "parentThreadId", "metadata", "requestId", "expect"],
  "threads.rollback": ["sessionId", "threadId", "count", "visibleMessageCount", "messageId", "uuid", "requestId", "expect"],
  "threads.compact": ["sessionId", "threadId", "count", "selector", "visibleMessageCount", "messageId", "uuid", "requestId", "expect"],
  "threads.archive": ["sessionId", "threadId", "requestId", "expect"],
  "threads.unarchive": ["sessionId", "threadId", "requestId", "expect"],
  "threads.rename": ["sessionId", "threadId", "name", "requestId", "expect"],
  "threads.updateMetadata": ["sessionId", "threadId", "metadata", "requestId", "expect"],
  "threads.setStatus": ["sessionId", "threadId", "status", "requestId", "expect"],
  "threads.delete": ["sessionId", "threadId", "requestId", "expect"],
  "threads.setActive": ["sessionId", "threadId", "requestId", "expect"],
  "threads.active": ["sessionId", "at"],
  "threads.clearActive": ["sessionId", "requestId", "expect"],
  "threads.unsubscribe": ["sessionId", "threadId", "requestId", "expect"],
  "threads.count": ["sessionId"],
  "threads.clear": [],
  "threads.unrollback": ["sessionId", "threadId", "requestId", "expect"],
  "messages.normalizeText": ["text"],
  "sessions.stats": ["agent", "since", "until", "createdSince", "createdUntil", "zone", "model", "tags", "cwd", "under", "gitBranches", "repositories", "agentVersions", "origin", "limit", "allBranches", "strict"],
  "sessions.tag": ["agent", "sessionId", "unifiedId", "ref", "add", "remove"],
  "sessions.tags": [],
  "sessions.view": ["agent", "sessionId", "unifiedId", "ref", "branch", "after", "limit", "turn", "at", "maxText", "maxOutput", "strict", "redact"],
  "sessions.story": ["agent", "sessionId", "unifiedId", "ref", "branch", "strict", "redact"],
  "attachments.get": ["agent", "sessionId", "unifiedId", "ref", "id", "maxBytes", "redact"],
  "edits.find": ["paths", "lines", "times", "agent", "strict"],
};

/** The operations that may change the store. */
export const changingOps: ReadonlySet<string> = new Set<OpName>([
  "store.register",
  "store.update",
  "store.record",
  "store.delete",
  "store.clear",
  "store.fork",
  "store.share",
  "store.unshare",
  "store.revert",
  "store.unrevert",
  "store.summarize",
  "store.import",
  "store.compact",
  "sessions.import",
  "threads.start",
  "threads.record",
  "threads.resume",
  "threads.fork",
  "threads.rollback",
  "threads.compact",
  "threads.archive",
  "threads.unarchive",
  "threads.rename",
  "threads.updateMetadata",
  "threads.setStatus",
  "threads.delete",
  "threads.setActive",
  "threads.clearActive",
  "threads.unsubscribe",
  "threads.clear",
  "threads.unrollback",
  "sessions.tag",
]);

// Results as JSON.parse returns them: the same objects, with strings for times.
type Parsed = any;

function reviveSessionSummary(x: Parsed): SessionSummary {
  if (x.createdAt !== undefined) x.createdAt = new Date(x.createdAt);
  if (x.updatedAt !== undefined) x.updatedAt = new Date(x.updatedAt);
  return x;
}

function reviveSessionDiff(x: Parsed): SessionDiff {
  x.operations.forEach(reviveDiffOperation);
  return x;
}

function reviveDiffOperation(x: Parsed): DiffOperation {
  if (x.messageA !== undefined) reviveMessage(x.messageA);
  if (x.messageB !== undefined) reviveMessage(x.messageB);
  return x;
}

function reviveSession(x: Parsed): Session {
  if (x.createdAt !== undefined) x.createdAt = new Date(x.createdAt);
  if (x.updatedAt !== undefined) x.updatedAt = new Date(x.updatedAt);
  x.messages.forEach(reviveMessage);
  if (x.branches !== undefined) x.branches.forEach(reviveBranch);
  return x;
}

function reviveBranch(x: Parsed): Branch {
  if (x.updatedAt !== undefined) x.updatedAt = new Date(x.updatedAt);
  return x;
}

function reviveMessage(x: Parsed): Message {
  if (x.timestamp !== undefined) x.timestamp = new Date(x.timestamp);
  return x;
}

function reviveStoredSession(x: Parsed): StoredSession {
  if (x.createdAt !== undefined) x.createdAt = new Date(x.createdAt);
  if (x.updatedAt !== undefined) x.updatedAt = new Date(x.updatedAt);
  return x;
}

function reviveStoredShare(x: Parsed): StoredShare {
  if (x.createdAt !== undefined) x.createdAt = new Date(x.createdAt);
  if (x.revokedAt !== undefined) x.revokedAt = new Date(x.revokedAt);
  return x;
}

function reviveStoredSummary(x: Parsed): StoredSummary {
  if (x.generatedAt !== undefined) x.generatedAt = new Date(x.generatedAt);
  return x;
}

function reviveStoreEvents(x: Parsed): StoreEvents {
  x.events.forEach(reviveStoreEvent);
  return x;
}

function reviveStoreEvent(x: Parsed): StoreEvent {
  if (x.time !== undefined) x.time = new Date(x.time);
  return x;
}

function reviveStoredThread(x: Parsed): StoredThread {
  if (x.createdAt !== undefined) x.createdAt = new Date(x.createdAt);
  if (x.updatedAt !== undefined) x.updatedAt = new Date(x.updatedAt);
  if (x.archivedAt !== undefined) x.archivedAt = new Date(x.archivedAt);
  return x;
}

function reviveLoadedThreads(x: Parsed): LoadedThreads {
  x.threads.forEach(reviveStoredThread);
  return x;
}

function reviveThreadContent(x: Parsed): ThreadContent {
  reviveStoredThread(x.thread);
  return x;
}

function reviveSessionStats(x: Parsed): SessionStats {
  if (x.firstAt !== undefined) x.firstAt = new Date(x.firstAt);
  if (x.lastAt !== undefined) x.lastAt = new Date(x.lastAt);
  return x;
}

function reviveSessionView(x: Parsed): SessionView {
  reviveSessionSummary(x.session);
  if (x.branches !== undefined) x.branches.forEach(reviveViewBranch);
  x.outline.forEach(reviveViewOutline);
  x.turns.forEach(reviveViewTurn);
  return x;
}

function reviveViewBranch(x: Parsed): ViewBranch {
  if (x.at !== undefined) x.at = new Date(x.at);
  return x;
}

function reviveViewOutline(x: Parsed): ViewOutline {
  if (x.at !== undefined) x.at = new Date(x.at);
  return x;
}

function reviveViewTurn(x: Parsed): ViewTurn {
  if (x.at !== undefined) x.at = new Date(x.at);
  x.items.forEach(reviveViewItem);
  return x;
}

function reviveViewItem(x: Parsed): ViewItem {
  if (x.at !== undefined) x.at = new Date(x.at);
  if (x.calls !== undefined) x.calls.forEach(reviveViewCall);
  return x;
}

function reviveViewCall(x: Parsed): ViewCall {
  if (x.at !== undefined) x.at = new Date(x.at);
  return x;
}

function reviveSessionStory(x: Parsed): SessionStory {
  reviveSessionSummary(x.session);
  x.steps.forEach(reviveStoryStep);
  return x;
}

function reviveStoryStep(x: Parsed): StoryStep {
  if (x.at !== undefined) x.at = new Date(x.at);
  if (x.fixed !== undefined) x.fixed.forEach(reviveStoryFix);
  return x;
}

function reviveStoryFix(x: Parsed): StoryFix {
  if (x.failedAt !== undefined) x.failedAt = new Date(x.failedAt);
  if (x.passedAt !== undefined) x.passedAt = new Date(x.passedAt);
  return x;
}

function reviveFoundEdits(x: Parsed): FoundEdits {
  x.edits.forEach(reviveFoundEdit);
  return x;
}

function reviveFoundEdit(x: Parsed): FoundEdit {
  if (x.time !== undefined) x.time = new Date(x.time);
  return x;
}

/** Turns the body of an operation's response into its result. */
export const decoders: { [N in OpName]: (body: string) => Operations[N]["result"] } = {
  "version": (body) => JSON.parse(body),
  "ids.resolveUnifiedId": (body) => JSON.parse(body),
  "ids.resolveNativeId": (body) => JSON.parse(body),
  "agents.list": (body) => JSON.parse(body),
  "sessions.list": (body) => JSON.parse(body).map(reviveSessionSummary),
  "sessions.get": (body) => reviveSession(JSON.parse(body)),
  "sessions.export": (body) => body,
  "sessions.search": (body) => JSON.parse(body).map(reviveSessionSummary),
  "sessions.totalCost": (body) => JSON.parse(body),
  "sessions.diff": (body) => reviveSessionDiff(JSON.parse(body)),
  "sessions.renderDiff": (body) => body,
  "sessions.doctor": (body) => JSON.parse(body),
  "sessions.command": (body) => JSON.parse(body),
  "store.register": (body) => reviveStoredSession(JSON.parse(body)),
  "store.update": (body) => reviveStoredSession(JSON.parse(body)),
  "store.record": (body) => reviveStoredSession(JSON.parse(body)),
  "store.get": (body) => reviveStoredSession(JSON.parse(body)),
  "store.list": (body) => JSON.parse(body).map(reviveStoredSession),
  "store.messages": (body) => JSON.parse(body),
  "store.messageCount": (body) => JSON.parse(body),
  "store.sessionCount": (body) => JSON.parse(body),
  "store.delete": (body) => JSON.parse(body),
  "store.clear": (body) => JSON.parse(body),
  "store.fork": (body) => reviveStoredSession(JSON.parse(body)),
  "store.share": (body) => reviveStoredShare(JSON.parse(body)),
  "store.getShare": (body) => (body === "null" ? null : reviveStoredShare(JSON.parse(body))),
  "store.unshare": (body) => JSON.parse(body),
  "store.revert": (body) => reviveStoredSession(JSON.parse(body)),
  "store.unrevert": (body) => reviveStoredSession(JSON.parse(body)),
  "store.summarize": (body) => reviveStoredSummary(JSON.parse(body)),
  "store.getSummary": (body) => (body === "null" ? null : reviveStoredSummary(JSON.parse(body))),
  "store.export": (body) => body,
  "store.import": (body) => reviveStoredSession(JSON.parse(body)),
  "store.events": (body) => reviveStoreEvents(JSON.parse(body)),
  "store.check": (body) => JSON.parse(body),
  "store.stats": (body) => JSON.parse(body),
  "store.compact": (body) => JSON.parse(body),
  "store.nativeSessions": (body) => JSON.parse(body).map(reviveStoredSession),
  "store.nativeMessages": (body) => JSON.parse(body),
  "messages.normalize": (body) => JSON.parse(body),
  "messages.parseStopReason": (body) => JSON.parse(body),
  "messages.parsePermissionMode": (body) => JSON.parse(body),
  "messages.makeRequestId": (body) => JSON.parse(body),
  "sessions.import": (body) => JSON.parse(body),
  "threads.start": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.list": (body) => JSON.parse(body).map(reviveStoredThread),
  "threads.loaded": (body) => reviveLoadedThreads(JSON.parse(body)),
  "threads.get": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.read": (body) => reviveThreadContent(JSON.parse(body)),
  "threads.messages": (body) => JSON.parse(body),
  "threads.record": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.resume": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.fork": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.rollback": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.compact": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.archive": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.unarchive": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.rename": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.updateMetadata": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.setStatus": (body) => reviveStoredThread(JSON.parse(body)),
  "threads.delete": (body) => JSON.parse(body),
  "threads.setActive": (body) => JSON.parse(body),
  "threads.active": (body) => JSON.parse(body),
  "threads.clearActive": (body) => JSON.parse(body),
  "threads.unsubscribe": (body) => JSON.parse(body),
  "threads.count": (body) => JSON.parse(body),
  "threads.clear": (body) => JSON.parse(body),
  "threads.unrollback": (body) => reviveStoredThread(JSON.parse(body)),
  "messages.normalizeText": (body) => JSON.parse(body),
  "sessions.stats": (body) => reviveSessionStats(JSON.parse(body)),
  "sessions.tag": (body) => JSON.parse(body),
  "sessions.tags": (body) => JSON.parse(body),
  "sessions.view": (body) => reviveSessionView(JSON.parse(body)),
  "sessions.story": (body) => reviveSessionStory(JSON.parse(body)),
  "attachments.get": (body) => JSON.parse(body),
  "edits.find": (body) => reviveFoundEdits(JSON.parse(body)),
};
