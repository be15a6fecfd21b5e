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
 * Who speaks.
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
 * Where a figure in USD comes from.
 * - `recorded`: The agent wrote it down.
 * - `computed`: Tokens times the price table.
 * - `mixed`: Parts of several kinds; what is unpriced is listed.
 * - `unpriced`: No price is known.
 */
export type CostSource = "recorded" | "computed" | "mixed" | "unpriced";

/**
 * What a list is ordered by.
 * - `date`: updatedAt.
 * - `cost`: cost.totalUsd, unpriced last.
 * - `turns`: turnCount.
 */
export type SortKey = "date" | "cost" | "turns";

/**
 * Which end comes first.
 * - `asc`: Smallest first.
 * - `desc`: Greatest first.
 */
export type SortDirection = "asc" | "desc";

/**
 * What search results are ordered by.
 * - `relevance`: relevanceScore.
 * - `date`: updatedAt.
 * - `cost`: cost.totalUsd, unpriced last.
 */
export type SearchSort = "relevance" | "date" | "cost";

/**
 * A text that a search looks into.
 * - `title`: The session's title.
 * - `content`: A message's content.
 * - `thinking`: A message's thinking.
 * - `toolCall`: The input of a tool call.
 * - `toolResult`: A tool's output.
 */
export type HitField = "title" | "content" | "thinking" | "toolCall" | "toolResult";

/**
 * What spend is grouped by.
 * - `agent`: The agent.
 * - `model`: The model that answered.
 * - `day`: Day of the request, YYYY-MM-DD, in the zone that was asked for, else in UTC.
 * - `tag`: The caller's tags.
 * - `cwd`: The session's working directory.
 * - `session`: The session's unifiedId.
 */
export type GroupBy = "agent" | "model" | "day" | "tag" | "cwd" | "session";

/**
 * What a step of a comparison is.
 * - `addition`: Only in b.
 * - `removal`: Only in a.
 * - `modification`: In both, with different content.
 * - `unchanged`: In both, the same.
 */
export type DiffType = "addition" | "removal" | "modification" | "unchanged";

/**
 * What happens to a stretch of text.
 * - `equal`: It stays.
 * - `delete`: Only in a.
 * - `insert`: Only in b.
 */
export type TextEditType = "equal" | "delete" | "insert";

/**
 * How a comparison is shown.
 * - `unified`: One column, - and + before lines.
 * - `side-by-side`: Two columns.
 * - `markdown`: Headings and fenced diffs.
 */
export type DiffFormat = "unified" | "side-by-side" | "markdown";

/**
 * How to go on with a session.
 * - `resume`: In the session itself.
 * - `fork`: In a copy; the session stays as it is.
 */
export type SessionAction = "resume" | "fork";

/**
 * The status of a thread.
 * - `active`: It goes on.
 * - `paused`: It rests.
 * - `completed`: It has come to its end.
 * - `archived`: It is put away.
 */
export type ThreadStatus = "active" | "paused" | "completed" | "archived";

/**
 * The status of a share.
 * - `active`: It holds.
 * - `revoked`: It was taken back or replaced.
 */
export type ShareStatus = "active" | "revoked";

/**
 * What an import did with a session.
 * - `new`: It was not in the store.
 * - `updated`: Messages were added.
 * - `rewritten`: The agent changed its past: what differs is hidden, and what stands there now was added.
 * - `unchanged`: There was nothing to do.
 * - `failed`: It could not be read.
 */
export type ImportStatus = "new" | "updated" | "rewritten" | "unchanged" | "failed";

/** What is running. */
export interface Version {
  /** The engine's version. */
  version: string;
  /** The wasm ABI's version. */
  abi: number;
  /** The date of the built-in price table, YYYY-MM-DD. */
  priceTable: string;
}

/** The two halves of a unified id. */
export interface NativeID {
  /** The agent's name. */
  agent: Agent;
  /** Its own session id. */
  nativeSessionId: string;
}

/** One supported agent. */
export interface AgentInfo {
  /** The agent's name. */
  agent: Agent;
  /** Whether its base folder is there. */
  found: boolean;
  /** The mount that holds its files. */
  location?: string;
  /** Session files or rows found, without opening the files: subagents that the name does not tell and superseded copies are among them. */
  sessionCount: number;
}

/** A session without its messages. */
export interface SessionSummary {
  /** The owning agent. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
  /** Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points. */
  title: string;
  /** Time of the first record; absent when nothing tells. */
  createdAt?: Date;
  /** Time of the last record. */
  updatedAt?: Date;
  /** Prompts by a person or SDK caller that got an answer. */
  turnCount: number;
  /** Visible messages of all roles. */
  messageCount: number;
  /** The model with most answers, the latest on a tie. */
  model?: string;
  /** Spend of the session; absent when no usage is on disk. */
  cost?: CostRecord;
  /** Tags given by the caller that ran it. */
  tags: string[];
  /** Working directory at the start. */
  cwd?: string;
  /** Native id of the session it was forked from. */
  forkedFrom?: string;
  /** It is a subagent's session. */
  isSubagent?: boolean;
  /** Native id of the session that started this subagent or child. */
  parentSessionId?: string;
  /** Native id of the longer copy that replaced it. */
  supersededBy?: string;
  /** The agent keeps it in its archive. */
  archived?: boolean;
  /** Unified id of its copy in the store. */
  importedAs?: string;
  /** Of a copy in the store: unified id of the session it was imported from. */
  originalUnifiedId?: string;
  /** Of a copy in the store: the agent does not have the original any more. */
  originalGone?: boolean;
  /** local: forks and copies are known from this session's own marks only. */
  lineage: string;
  /** memory: a search result that is no session but a memory entry of the agent. */
  kind?: string;
  /** Search results: from 0 to 1, the best of a search being 1. */
  relevanceScore?: number;
  /** Search results: messages that match, the title being one. */
  hitCount?: number;
  /** Search results: the first matches, in order. */
  hits?: SearchHit[];
}

/** One place where a search matches. */
export interface SearchHit {
  /** Which text it is. */
  field: HitField;
  /** Zero-based index into the session's messages; absent for a title. */
  messageIndex?: number;
  /** Id of that message. */
  messageId?: string;
  /** Who speaks there. */
  role?: Role;
  /** The text around the first match, on one line. */
  snippet: string;
  /** What matches in the snippet. */
  ranges: MatchRange[];
}

/** A stretch of a snippet. */
export interface MatchRange {
  /** Where it begins. Unit: code points. */
  start: number;
  /** Where it ends, exclusive. Unit: code points. */
  end: number;
}

/** Spend of many sessions. */
export interface CostSummary {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD. */
  totalUsd?: number;
  /** Where totalUsd comes from. */
  source: CostSource;
  /** Sessions that matched; with since or until, those of them that made a request in between. Subagents and superseded copies are not counted. */
  sessionCount: number;
  /** Runs of the sessions that matched in the run index of agent-mux; with since or until, those that began in between. */
  runCount: number;
  /** Date of the price table. */
  priceTable: string;
  /** Tokens that no price is known for, by model; part of the token figures, not of totalUsd. */
  unpriced?: ModelTokens[];
  /** Money in the agents' own running totals that no request on disk explains (titles, compactions); not part of totalUsd. It has no time: absent with since or until. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend that the matching sessions repeat from other sessions; not part of the figures beside it. */
  inherited?: Spend;
  /** The part of the figures beside it that subagents spent. */
  subagents?: Spend;
  /** One group for each key, when groupBy is set; the key is empty where nothing tells. A session with several tags is in several groups. */
  breakdowns?: Record<string, CostBreakdown>;
}

/** Spend of one group. */
export interface CostBreakdown {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD. */
  totalUsd?: number;
  /** Where totalUsd comes from. */
  source: CostSource;
  /** The group: agent, model, day of the request in the zone that was asked for, tag, working directory or unifiedId. */
  key: string;
  /** Sessions in this group; of a model or day, those with spend in it. With since or until, those that made a request in between. */
  sessionCount: number;
  /** Their runs in the run index. */
  runCount?: number;
  /** Tokens that no price is known for, by model. */
  unpriced?: ModelTokens[];
  /** Money in the agents' own running totals that no request on disk explains; not part of totalUsd. Absent in groups by day. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend repeated from other sessions; not part of the figures beside it. */
  inherited?: Spend;
  /** The part that subagents spent. */
  subagents?: Spend;
}

/** Tokens of one model. */
export interface ModelTokens {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** The model; empty when the agent does not say. */
  model: string;
}

/** What two sessions share and where they differ. */
export interface SessionDiff {
  /** The first session. */
  a: DiffSide;
  /** The second session. */
  b: DiffSide;
  /** In order: every message of a and of b stands in exactly one. */
  operations: DiffOperation[];
  /** How many of each. */
  stats: DiffStats;
}

/** One of the two sessions. */
export interface DiffSide {
  /** The owning agent. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
}

/** One step from a to b. */
export interface DiffOperation {
  /** What happens. */
  type: DiffType;
  /** Zero-based index in a; absent for additions. */
  indexA?: number;
  /** Zero-based index in b; absent for removals. */
  indexB?: number;
  /** The message of a; absent for additions. */
  messageA?: Message;
  /** The message of b; absent for removals. */
  messageB?: Message;
  /** On request, of modifications: how the content changed. */
  textEdits?: TextEdit[];
}

/** One step from a content to another. */
export interface TextEdit {
  /** What happens to the text. */
  type: TextEditType;
  /** The words, with the space around them. */
  text: string;
}

/** Counts of the operations. */
export interface DiffStats {
  /** Messages only in a. */
  removals: number;
  /** Messages only in b. */
  additions: number;
  /** Messages of one role in the same place with different content. */
  modifications: number;
  /** Messages that are the same in both. */
  unchanged: number;
}

/** What reading all session files met. */
export interface DoctorReport {
  /** One summary for each agent looked over. */
  agents: AgentHealth[];
  /** One report for each session file or row, in order of agent and path. */
  files: FileHealth[];
}

/** How well an agent's files could be read. */
export interface AgentHealth {
  /** The agent. */
  agent: Agent;
  /** Whether its base folder is there. */
  found: boolean;
  /** Session files or rows read. */
  files: number;
  /** Bytes read. Unit: bytes. */
  bytes: number;
  /** Records understood or kept as unknown. */
  records: number;
  /** Records of context that nobody typed. */
  injected?: number;
  /** Stretches that could not be read as they stand. */
  skippedCount: number;
  /** Files of which nothing could be read. */
  unreadable: number;
  /** Records of types this version does not know, by type. */
  unknownTypes?: Record<string, number>;
  /** Files by the version of the agent that wrote them. */
  formatVersions?: Record<string, number>;
}

/** What reading one session met. */
export interface FileHealth {
  /** The agent. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** Mount-relative path of its main file. */
  path: string;
  /** What was read and skipped. */
  report?: Report;
  /** Why nothing could be read. */
  error?: Diagnostic;
}

/** A command line of an agent. */
export interface AgentCommand {
  /** The agent. */
  agent: Agent;
  /** The session it goes on with. */
  sessionId: string;
  /** What the command does. */
  action: SessionAction;
  /** Program and arguments, each as it is, not quoted for a shell. */
  argv: string[];
  /** Indexes of the arguments that are mount-relative paths: the host replaces them by its own. */
  paths?: number[];
  /** Where to run it: the session's working directory. */
  cwd?: string;
}

/** A session with its messages. */
export interface Session {
  /** The owning agent. */
  agent: Agent;
  /** The agent's own session id. */
  sessionId: string;
  /** agent:sessionId. */
  unifiedId: string;
  /** Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points. */
  title: string;
  /** Time of the first record; absent when nothing tells. */
  createdAt?: Date;
  /** Time of the last record. */
  updatedAt?: Date;
  /** Prompts by a person or SDK caller that got an answer. */
  turnCount: number;
  /** Visible messages of all roles. */
  messageCount: number;
  /** The model with most answers, the latest on a tie. */
  model?: string;
  /** Spend of the session; absent when no usage is on disk. */
  cost?: CostRecord;
  /** Tags given by the caller that ran it. */
  tags: string[];
  /** Working directory at the start. */
  cwd?: string;
  /** Native id of the session it was forked from. */
  forkedFrom?: string;
  /** It is a subagent's session. */
  isSubagent?: boolean;
  /** Native id of the session that started this subagent or child. */
  parentSessionId?: string;
  /** Native id of the longer copy that replaced it. */
  supersededBy?: string;
  /** The agent keeps it in its archive. */
  archived?: boolean;
  /** Unified id of its copy in the store. */
  importedAs?: string;
  /** Of a copy in the store: unified id of the session it was imported from. */
  originalUnifiedId?: string;
  /** Of a copy in the store: the agent does not have the original any more. */
  originalGone?: boolean;
  /** local: forks and copies are known from this session's own marks only. */
  lineage: string;
  /** The visible messages of the chosen branch, in order. */
  messages: Message[];
  /** Other branches, newest leaf first. */
  branches?: Branch[];
  /** On request: the original text of the session's records as one string. */
  raw?: Json;
}

/** A branch that the current one does not show. */
export interface Branch {
  /** Id of its last message; pass it as branch. */
  leafId: string;
  /** Id of the last record it shares with the current branch. */
  forkId?: string;
  /** Messages that only this branch has. */
  messageCount: number;
  /** Time of its last message. */
  updatedAt?: Date;
}

/** One API message, one prompt, or one tool result. */
export interface Message {
  /** The agent's id of the record (of the first, when several were merged). */
  id?: string;
  /** Id of the record it follows, where the format is a tree. */
  parentId?: string;
  /** Where it was first recorded, when a fork or copy repeats it. */
  origin?: Origin;
  /** Who speaks. */
  role: Role;
  /** The message type of the agent SDK. */
  type: MessageType;
  /** What a special message is: compaction, api_error, interrupted, subagent_result, shell, model_switch, notice. */
  kind?: string;
  /** Text; blocks are joined by a blank line. Empty for tool results and tool-only messages. */
  content: string;
  /** When it was recorded. */
  timestamp?: Date;
  /** Calls this message makes. */
  toolCalls?: ToolCall[];
  /** Set when role is tool. */
  toolResult?: ToolResult;
  /** Images and files; their bytes stay on disk. */
  attachments?: Attachment[];
  /** Tokens of this API message. */
  tokenUsage?: TokenUsage;
  /** Money of this API message. */
  cost?: CostRecord;
  /** Thinking or reasoning text. */
  thinking?: string;
  /** The model that answered. */
  model?: string;
}

/** The first record of a message that is repeated here. */
export interface Origin {
  /** Native id of that session. */
  sessionId: string;
  /** Zero-based place of the message among those repeated from it. */
  index: number;
}

/** A call of a tool. */
export interface ToolCall {
  /** The agent's id of the call. */
  toolCallId: string;
  /** The tool. */
  toolName: string;
  /** Its arguments; a string where the agent stored text. */
  input: Json;
  /** On request: the result's output. */
  output?: Json;
  /** How long it ran, if recorded. Unit: ms. */
  durationMs?: number;
}

/** What a tool returned. */
export interface ToolResult {
  /** The call it answers. */
  toolCallId: string;
  /** The tool; empty when the call is not on disk. */
  toolName: string;
  /** Text as a string; a list of blocks when there is more than text. */
  output: Json;
  /** The tool failed or was refused. */
  isError?: boolean;
  /** A command's exit status when it was not 0. */
  exitCode?: number;
}

/** An image or file that belongs to a message. */
export interface Attachment {
  /** MIME type. */
  mediaType?: string;
  /** File name or address. */
  name?: string;
  /** Size of the stored (base64) text. Unit: bytes. */
  bytes?: number;
}

/** Tokens of one API message. */
export interface TokenUsage {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
}

/** Tokens and money of a session or message. */
export interface CostRecord {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD. */
  totalUsd?: number;
  /** Where totalUsd comes from. */
  source: CostSource;
  /** Date of the price table, when any part was computed. */
  priceTable?: string;
  /** Models whose tokens are counted but not priced. */
  unpricedModels?: string[];
  /** Money in the agent's own running total that no request on disk explains (titles, compactions); not part of totalUsd. Absent when there is none, or when nothing tells. Unit: USD. */
  notItemisedUsd?: number;
  /** Spend of records copied from another session; not part of the figures beside it. */
  inherited?: Spend;
  /** The part of the figures beside it that subagents spent. */
  subagents?: Spend;
}

/** Tokens and money of a part. */
export interface Spend {
  /** Prompt tokens, without those read from or written to a cache. Unit: tokens. */
  inputTokens: number;
  /** Answer tokens, thinking included. Unit: tokens. */
  outputTokens: number;
  /** The part of outputTokens that was thinking, where the agent says it. Unit: tokens. */
  thinkingTokens: number;
  /** Prompt tokens read from a cache. Unit: tokens. */
  cachedTokens: number;
  /** Prompt tokens written to a cache, all lifetimes. Unit: tokens. */
  cacheWriteTokens: number;
  /** The part of cacheWriteTokens kept for an hour. Unit: tokens. */
  cacheWrite1hTokens?: number;
  /** Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD. */
  totalUsd?: number;
  /** Where totalUsd comes from. */
  source: CostSource;
}

/** Why a result is partial. */
export interface Diagnostic {
  /** A stable error code. */
  code: string;
  /** The agent concerned. */
  agent?: Agent;
  /** Mount-relative path. */
  path?: string;
  /** 1-based line. */
  line?: number;
  /** Byte offset from the start of the file. Unit: bytes. */
  offset?: number;
  /** What happened. */
  message: string;
  /** What to do next. */
  hint?: string;
}

/** What reading a session's files met. */
export interface Report {
  /** Bytes read. Unit: bytes. */
  bytes: number;
  /** Records understood or kept as unknown. */
  records: number;
  /** Records of context that nobody typed: reminders, environment blocks, system prompts. */
  injected?: number;
  /** What could not be read as it stands, in file order; the first 100. */
  skipped?: SkippedRecord[];
  /** How many there are in all. */
  skippedCount?: number;
  /** Records of types this version does not know, by type. */
  unknownTypes?: Record<string, number>;
  /** The newest version of the agent that wrote it, or the format's name. */
  formatVersion?: string;
  /** Times without a zone were read as UTC. */
  naiveTimes?: boolean;
}

/** A stretch of a file that could not be read. */
export interface SkippedRecord {
  /** Mount-relative path. */
  path: string;
  /** 1-based line. */
  line?: number;
  /** Byte offset from the start of the file. Unit: bytes. */
  offset: number;
  /** truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; the last three are still read. */
  reason: string;
}

/** A session's metadata in the store. */
export interface StoredSession {
  /** Its id. */
  sessionId: string;
  /** The agent that runs it. */
  adapter?: string;
  /** The model, as last set or as its messages say. */
  model?: string;
  /** The working directory. */
  cwd?: string;
  /** When it began. */
  createdAt?: Date;
  /** When it last changed. */
  updatedAt?: Date;
  /** Recorded messages, hidden ones too. */
  messageCount: number;
  /** The greatest number of messages, when it has one of its own. */
  messageLimit?: number;
  /** The caller's members, and the store's own: fork, share, summary, view. */
  extra?: Json;
  /** Sequence number of the last event: what expect and at speak of; absent of a session that the store does not keep. */
  position?: number;
}

/** The state of a session's share. */
export interface StoredShare {
  /** Its id. */
  shareId: string;
  /** The session. */
  sessionId: string;
  /** When it was made. */
  createdAt?: Date;
  /** Whether it holds. */
  status: ShareStatus;
  /** When it was revoked. */
  revokedAt?: Date;
}

/** A stored summary of a session. */
export interface StoredSummary {
  /** The session. */
  sessionId: string;
  /** The text. */
  content: string;
  /** When it was made. */
  generatedAt?: Date;
  /** Messages recorded when it was made. */
  messageCount: number;
  /** Who made it. */
  generatedBy: string;
}

/** A page of a session's log. */
export interface StoreEvents {
  /** In order. */
  events: StoreEvent[];
  /** Ask for what is after this position next time. */
  next: number;
  /** The stream has come to an end for now: the last event is a result or an error, or deletes the session. */
  complete: boolean;
}

/** One entry of a session's log. */
export interface StoreEvent {
  /** Its position. */
  seq: number;
  /** Its UUID. */
  id: string;
  /** When it was recorded. */
  time?: Date;
  /** What happened; core/internal/store/FORMAT.md lists the kinds. */
  kind: string;
  /** What belongs to it; absent when the kind says it all. */
  payload?: Json;
}

/** A defect that a check found. */
export interface StoreProblem {
  /** The session; absent when it concerns the file as a whole. */
  sessionId?: string;
  /** The event, when known. */
  position?: number;
  /** What is wrong. */
  message: string;
}

/** How large a store is. */
export interface StoreStats {
  /** Sessions. */
  sessions: number;
  /** Deleted sessions whose log is still there. */
  deleted: number;
  /** Messages of the sessions; those that forks share count in each. */
  messages: number;
  /** Threads. */
  threads: number;
  /** Active shares. */
  shares: number;
  /** Events of all logs, freed ones too. */
  events: number;
  /** Size of the file; 0 when unknown. Unit: bytes. */
  bytes: number;
}

/** What a compaction did. */
export interface StoreCompacted {
  /** Deleted sessions of which something was freed. */
  sessions: number;
  /** Payload freed. Unit: bytes. */
  bytes: number;
}

/** A thread's metadata. */
export interface StoredThread {
  /** Its id. */
  threadId: string;
  /** Its session. */
  sessionId: string;
  /** Its name. */
  name: string;
  /** Its status. */
  status: ThreadStatus;
  /** The thread it comes from. */
  parentThreadId?: string;
  /** When it began. */
  createdAt?: Date;
  /** When it last changed. */
  updatedAt?: Date;
  /** When it was archived. */
  archivedAt?: Date;
  /** Whether it is archived. */
  archived: boolean;
  /** Whether it is the session's active thread. */
  active: boolean;
  /** Its messages, hidden ones too. */
  messageCount: number;
  /** Its messages that are shown. */
  visibleMessageCount: number;
  /** The caller's object. */
  metadata?: Json;
}

/** A session's threads with what is active. */
export interface LoadedThreads {
  /** The latest update first, then by id. */
  threads: StoredThread[];
  /** The active one. */
  activeThreadId?: string;
  /** How many threads are listed. */
  count: number;
}

/** A thread that is not the active one. */
export interface ThreadUnsubscribed {
  /** The thread. */
  threadId: string;
  /** true. */
  unsubscribed: boolean;
}

/** A thread with its messages. */
export interface ThreadContent {
  /** The thread. */
  thread: StoredThread;
  /** What it shows, when asked for. */
  messages?: Json[];
}

/** What an import did. */
export interface ImportReport {
  /** Each session looked at, in the order of the list. */
  sessions: ImportedSession[];
  /** Sessions that are new in the store. */
  imported: number;
  /** Sessions that grew or changed. */
  updated: number;
  /** Sessions that were there already, whole. */
  unchanged: number;
  /** Sessions that could not be read; the diagnostics say why. */
  failed: number;
}

/** What an import did with a session. */
export interface ImportedSession {
  /** The agent's session. */
  unifiedId: string;
  /** Its id in the store. */
  storeId: string;
  /** What happened. */
  status: ImportStatus;
  /** Its visible messages. */
  messages: number;
  /** Messages that were added now. */
  added: number;
}

/** Asks for the versions; no fields. */
export interface VersionRequest {
}

/** What to join. */
export interface ResolveUnifiedIDRequest {
  /** A known agent's name, for example claude. */
  agent: Agent;
  /** The agent's own session id; may hold colons. */
  nativeSessionId: string;
}

/** What to split. */
export interface ResolveNativeIDRequest {
  /** agent:nativeSessionId. */
  unifiedId: string;
}

/** Asks for all agents; no fields. */
export interface AgentsRequest {
}

/** Filters, order and bounds of a list. */
export interface ListRequest {
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Only sessions created at or after this time. */
  since?: Date | string | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  until?: Date | string | undefined;
  /** Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil. */
  activeSince?: Date | string | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | undefined;
  /** The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, compared exactly but for a trailing slash. */
  cwd?: string | undefined;
  /** At most this many; 0: all. Default: 100. */
  limit?: number | undefined;
  /** date is the time of the last update. Default: date. */
  sort?: SortKey | undefined;
  /** Ties are broken by unifiedId, ascending. Default: desc. */
  sortDirection?: SortDirection | undefined;
  /** Also list subagents' sessions. */
  subagents?: boolean | undefined;
  /** Also list sessions that a longer copy supersedes. */
  superseded?: boolean | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
}

/** Names a session, by agent and sessionId or by unifiedId, and what to fill. */
export interface GetRequest {
  /** The agent; needed with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of the two. */
  unifiedId?: string | undefined;
  /** Show the branch that ends in this leaf id (see branches). Default: the current branch. */
  branch?: string | undefined;
  /** Fill raw with the original text of the session's records. */
  raw?: boolean | undefined;
  /** Also fill toolCalls[].output from the results. */
  toolOutput?: boolean | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
}

/** Names a session and a format. */
export interface ExportRequest {
  /** The agent; needed with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of the two. */
  unifiedId?: string | undefined;
  /** json, jsonl or markdown; another one is INVALID_EXPORT_FORMAT. Default: markdown. */
  format?: string | undefined;
  /** Show the branch that ends in this leaf id. Default: the current branch. */
  branch?: string | undefined;
  /** Fill raw. */
  raw?: boolean | undefined;
  /** Also fill toolCalls[].output. */
  toolOutput?: boolean | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
}

/** What to look for, where, and how many. */
export interface SearchRequest {
  /** Words that must all occur somewhere in the session, in any case; "words in quotes" occur together; -word must not occur. With regex: one expression. */
  text: string;
  /** The text is a regular expression (RE2 syntax, linear time), matched in any case unless it says (?-i). */
  regex?: boolean | undefined;
  /** Only this agent's sessions; an unknown one finds nothing. Default: all agents. */
  agent?: Agent | undefined;
  /** Only sessions created at or after this time. */
  since?: Date | string | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  until?: Date | string | undefined;
  /** Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil. */
  activeSince?: Date | string | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | undefined;
  /** The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, compared exactly but for a trailing slash. */
  cwd?: string | undefined;
  /** Only text of messages of this role counts; titles do not. */
  role?: Role | undefined;
  /** Only calls of this tool and their results count, its name in any case; text may then be empty. */
  tool?: string | undefined;
  /** At most this many; 0: all. Default: 50. */
  limit?: number | undefined;
  /** Skip this many of the best: the page header's nextOffset. Default: 0. */
  offset?: number | undefined;
  /** Greatest first; ties are broken by the last update, then by unifiedId. Default: relevance. */
  sort?: SearchSort | undefined;
  /** Also search subagents' sessions. */
  subagents?: boolean | undefined;
  /** Also search the memory entries that an agent keeps beside its sessions. */
  memories?: boolean | undefined;
  /** At most this many matching messages are shown of a session; 0 means the default. Default: 3. */
  hits?: number | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
}

/** Which sessions' spend to add up, and how to group it. */
export interface CostRequest {
  /** Only this agent's sessions. Default: all agents. */
  agent?: Agent | undefined;
  /** Only requests made at or after this time. A request without a time counts at its session's createdAt. */
  since?: Date | string | undefined;
  /** Only requests made at or before this time; a bare date includes that day. */
  until?: Date | string | undefined;
  /** Only sessions created at or after this time. */
  createdSince?: Date | string | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  createdUntil?: Date | string | undefined;
  /** The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory, compared exactly but for a trailing slash. */
  cwd?: string | undefined;
  /** Fill breakdowns by this dimension; days are those of zone. Default: no groups. */
  groupBy?: GroupBy | undefined;
  /** Any unreadable session is an error instead of a diagnostic. */
  strict?: boolean | undefined;
}

/** The clock of a place: which instants are a day there. The caller knows it, the engine has no table of zones. */
export interface Zone {
  /** What the place is called, for people: Europe/Berlin. */
  name?: string | undefined;
  /** The offsets from UTC in order, at most 10,000. The first has no at: it holds before all others. */
  changes: ZoneChange[];
}

/** An offset from UTC, and from when on it holds. */
export interface ZoneChange {
  /** When it begins to hold; required but of the first, and later than the one before. */
  at?: Date | string | undefined;
  /** By how much the clock is ahead of UTC; negative west of it. At most 26 hours either way. Unit: seconds. */
  offsetSeconds: number;
}

/** Names a session, by agent and sessionId or by unifiedId. */
export interface SessionRef {
  /** The agent; needed with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of the two. */
  unifiedId?: string | undefined;
}

/** Two sessions to compare. */
export interface DiffRequest {
  /** The first session, the left side. */
  a: SessionRef;
  /** The second session, the right side. */
  b: SessionRef;
  /** Also say, word by word, how the content of a modified message changed. */
  textEdits?: boolean | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
}

/** Two sessions to compare, and how to show it. */
export interface RenderDiffRequest {
  /** The first session, the left side. */
  a: SessionRef;
  /** The second session, the right side. */
  b: SessionRef;
  /** Also say, word by word, how the content of a modified message changed. */
  textEdits?: boolean | undefined;
  /** Any unreadable record is PARSE_ERROR. */
  strict?: boolean | undefined;
  /** How the text looks. Default: unified. */
  format?: DiffFormat | undefined;
  /** Width of a line in side-by-side; 0 means the default. Default: 120. Unit: columns. */
  width?: number | undefined;
  /** Unchanged messages shown around a difference; 0 means the default. Default: 3. Unit: messages. */
  context?: number | undefined;
}

/** What to look over. */
export interface DoctorRequest {
  /** Only this agent's files. Default: all agents. */
  agent?: Agent | undefined;
  /** List only files in which something was skipped, unknown or unreadable; the summaries still count all. */
  problems?: boolean | undefined;
}

/** Names a session and what to do with it. */
export interface CommandRequest {
  /** The agent; needed with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of the two. */
  unifiedId?: string | undefined;
  /** Go on with it, or with a copy of it. Default: resume. */
  action?: SessionAction | undefined;
  /** Run one turn with this prompt without a terminal, instead of opening the agent. Default: interactive. */
  prompt?: string | undefined;
}

/** Asks about the store as a whole; no fields. */
export interface StoreRequest {
}

/** Names a session of the store. */
export interface StoreName {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
}

/** Names a session of the store, now or in the past. */
export interface StoreRead {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** Names a session of the store to change. */
export interface StoreChange {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** A new session's metadata. */
export interface RegisterRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** When it began. Default: now. */
  createdAt?: Date | string | undefined;
  /** The agent that runs it, for example claude. */
  adapter?: string | undefined;
  /** The model. */
  model?: string | undefined;
  /** The working directory. */
  cwd?: string | undefined;
  /** Time of the last update. Default: now. */
  updatedAt?: Date | string | undefined;
  /** The greatest number of messages; 0: any. */
  messageLimit?: number | undefined;
  /** An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's. */
  extra?: Json | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Metadata to set; what is left out stays. */
export interface UpdateRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The agent that runs it, for example claude. */
  adapter?: string | undefined;
  /** The model. */
  model?: string | undefined;
  /** The working directory. */
  cwd?: string | undefined;
  /** Time of the last update. Default: now. */
  updatedAt?: Date | string | undefined;
  /** The greatest number of messages; 0: any. */
  messageLimit?: number | undefined;
  /** An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's. */
  extra?: Json | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Messages to append. */
export interface RecordRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Objects with a type, kept as they are in canonical form; docs/messages.md lists the types. */
  messages: Json[];
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Which sessions to list. */
export interface StoreListRequest {
  /** Only this agent's. */
  adapter?: string | undefined;
  /** Only those of this working directory. */
  cwd?: string | undefined;
  /** Only those of this model. */
  model?: string | undefined;
  /** Only those updated at this time or later. */
  since?: Date | string | undefined;
  /** The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC. */
  zone?: Zone | undefined;
  /** At most this many. Default: all. */
  limit?: number | undefined;
}

/** Which messages to read. */
export interface StoreMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** At most this many. Default: all. */
  limit?: number | undefined;
  /** Skip this many of what would be returned. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Also what a revert or rollback hides. */
  includeHidden?: boolean | undefined;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** What to fork, and how. */
export interface StoreForkRequest {
  /** The session to fork. */
  sessionId: string;
  /** Id of the fork. Default: a new one. */
  newSessionId?: string | undefined;
  /** true keeps hidden messages, hidden; false leaves them out. Default: true. */
  includeHidden?: boolean | undefined;
  /** An object laid over the copied extra. */
  extra?: Json | undefined;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** What to share. */
export interface ShareRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Id of the share. Default: a new one. */
  shareId?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Where to revert to. */
export interface RevertRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Show exactly the first recorded messages, so many of them; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden now. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden now. */
  uuid?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** What to summarize, and with what. */
export interface SummarizeRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The summary's text. Default: derived. */
  content?: string | undefined;
  /** Another name of content, which goes first. */
  summary?: string | undefined;
  /** Who made it. Default: heddle. */
  generatedBy?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** A snapshot, as JSON or compressed. */
export interface StoreImportRequest {
  /** The snapshot. */
  snapshot?: Json | undefined;
  /** Instead: the snapshot compressed with zstd, in base64. UNSUPPORTED where the host does not decompress. */
  compressed?: string | undefined;
  /** Id of the session. Default: the snapshot's. */
  sessionId?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Which events to read. */
export interface EventsRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The position behind which to begin: the page's next. Default: 0. */
  after?: number | undefined;
  /** At most this many; a page of long events has fewer. Default: 256. */
  limit?: number | undefined;
}

/** Which messages to read from the agent. */
export interface NativeMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The agent that keeps it. Default: the stored session's, else all. */
  adapter?: string | undefined;
  /** At most this many. Default: all. */
  limit?: number | undefined;
  /** Skip this many of what would be returned. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Also what a revert or rollback hides. */
  includeHidden?: boolean | undefined;
}

/** What an agent printed. */
export interface NormalizeRequest {
  /** The wire message, an object. */
  message: Json;
}

/** What a process printed. */
export interface NormalizeTextRequest {
  /** All of it: JSON Lines, JSON or server-sent events. */
  text: string;
}

/** What to read. */
export interface ParseRequest {
  /** As an agent writes it. */
  value: string;
}

/** Which sessions to copy: one that is named, or all that match. */
export interface ImportRequest {
  /** The agent; needed with sessionId. */
  agent?: Agent | undefined;
  /** The agent's own session id. */
  sessionId?: string | undefined;
  /** agent:sessionId, instead of the two. */
  unifiedId?: string | undefined;
  /** Copy every session that matches the filters, instead of one. */
  all?: boolean | undefined;
  /** Only sessions created at or after this time. */
  since?: Date | string | undefined;
  /** Only sessions created at or before this time; a bare date includes that day. */
  until?: Date | string | undefined;
  /** Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil. */
  activeSince?: Date | string | undefined;
  /** Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day. */
  activeUntil?: Date | string | undefined;
  /** The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC. */
  zone?: Zone | undefined;
  /** Only sessions in which this model answered. */
  model?: string | undefined;
  /** Only sessions with any of these tags. */
  tags?: string[] | undefined;
  /** Only sessions that ran in this working directory. */
  cwd?: string | undefined;
  /** Say what would be copied, and copy nothing. */
  dryRun?: boolean | undefined;
}

/** Names a thread, now or in the past. */
export interface ThreadRead {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** Names a thread to change. */
export interface ThreadChange {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** A new thread. */
export interface ThreadStartRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** Its id. Default: a new one. */
  threadId?: string | undefined;
  /** Its name. Default: the thread's id. */
  name?: string | undefined;
  /** The thread it comes from; lineage only. Of a fork, by default the source. */
  parentThreadId?: string | undefined;
  /** An object of the caller's. */
  metadata?: Json | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Which threads to list. */
export interface ThreadsLoadedRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** false leaves archived ones out. Default: true. */
  includeArchived?: boolean | undefined;
  /** Only this one. */
  threadId?: string | undefined;
  /** Only those of this status. */
  status?: ThreadStatus | undefined;
  /** At most this many. Default: all. */
  limit?: number | undefined;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** Which thread to read. */
export interface ThreadReadRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Also its visible messages. */
  includeMessages?: boolean | undefined;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** Which messages of a thread to read. */
export interface ThreadMessagesRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** At most this many. Default: all. */
  limit?: number | undefined;
  /** Skip this many of what would be returned. */
  offset?: number | undefined;
  /** Only messages of these types. Default: all. */
  types?: string[] | undefined;
  /** Also what a revert or rollback hides. */
  includeHidden?: boolean | undefined;
  /** Read the past: the session's position to read at. Default: now. */
  at?: number | undefined;
}

/** Messages to append. */
export interface ThreadRecordRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Objects with a type, kept as they are in canonical form; docs/messages.md lists the types. */
  messages: Json[];
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Which thread to fork, and how. */
export interface ThreadForkRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread to fork. */
  threadId: string;
  /** Id of the fork. Default: a new one. */
  newThreadId?: string | undefined;
  /** Its name. Default: the thread's id. */
  name?: string | undefined;
  /** The thread it comes from; lineage only. Of a fork, by default the source. */
  parentThreadId?: string | undefined;
  /** An object of the caller's. */
  metadata?: Json | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Where to roll back to. */
export interface ThreadRollbackRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** Hide this many visible messages from the end, and change nothing else. */
  count?: number | undefined;
  /** Show exactly the first recorded messages, so many of them; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden now. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden now. */
  uuid?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Where to roll back to. */
export interface ThreadCompactRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. Default: the active one. */
  threadId?: string | undefined;
  /** Hide this many visible messages from the end, and change nothing else. */
  count?: number | undefined;
  /** Show exactly the first recorded messages, so many of them; all when there are fewer. */
  visibleMessageCount?: number | undefined;
  /** Show everything up to the last message with this id, which may be hidden now. */
  messageId?: string | undefined;
  /** Show everything up to the last message with this uuid, which may be hidden now. */
  uuid?: string | undefined;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** A new name. */
export interface ThreadRenameRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** The name. */
  name: string;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** Members to lay over the metadata. */
export interface ThreadMetadataRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** An object; null removes a member. */
  metadata: Json;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** A new status. */
export interface ThreadStatusRequest {
  /** The session, at most 1,024 bytes of UTF-8. */
  sessionId: string;
  /** The thread. */
  threadId: string;
  /** active, paused or completed. */
  status: string;
  /** A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one. */
  requestId?: string | undefined;
  /** The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any. */
  expect?: number | undefined;
}

/** The operations' numbers in the wasm ABI. */
export const ops = {
  /** The engine's version, the ABI's version and the date of the price table. */
  "version": 1,
  /** Joins an agent and its native session id into a unified id. Pure: nothing is read, the session need not exist. */
  "ids.resolveUnifiedId": 2,
  /** Splits a unified id at its first colon. Null when there is no colon or the agent is unknown. Pure. */
  "ids.resolveNativeId": 3,
  /** Every supported agent: whether sessions of it were found, in which mount, and how many. */
  "agents.list": 4,
  /** Summaries of one agent's sessions, or of all agents' when agent is left out. Nothing found is an empty list. An agent that fails in an all-agents call is a diagnostic. */
  "sessions.list": 5,
  /** One session with its messages. The header's report says what was skipped while reading. */
  "sessions.get": 6,
  /** One session as text: json (the session, canonical, indented by 2), jsonl (a header line, then one message a line) or markdown. */
  "sessions.export": 7,
  /** Sessions whose title and visible text match, best first, each with where it matches. An unknown agent is an empty list, and so is no match. The header's page says how many matches there are in all. */
  "sessions.search": 8,
  /** Tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first. Its since and until bound the time of each request, not the session's creation as the specification's 3.5 has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation. */
  "sessions.totalCost": 9,
  /** What two sessions share and where they differ, message by message: a longest common subsequence on role and content. They may belong to different agents. */
  "sessions.diff": 10,
  /** The same comparison as text: unified, side by side or markdown. */
  "sessions.renderDiff": 11,
  /** What reading every session file met: bytes, records, what was skipped and why, types this version does not know, format versions; and a summary by agent. */
  "sessions.doctor": 12,
  /** The agent's own command that goes on with a session, or goes on with a copy of it. Nothing is run. */
  "sessions.command": 13,
  /** Makes a session. When it exists already nothing changes. */
  "store.register": 14,
  /** Lays metadata over a session's; a session that does not exist is made. */
  "store.update": 15,
  /** Appends messages to a session, all of them or none. A session that does not exist is made; its model follows the messages. */
  "store.record": 16,
  /** A session's metadata. */
  "store.get": 17,
  /** Sessions of the store, the latest update first, then by id. */
  "store.list": 18,
  /** A session's messages in the order in which they were recorded. */
  "store.messages": 19,
  /** How many messages were recorded, hidden ones too; 0 for a session that does not exist. */
  "store.messageCount": 20,
  /** How many sessions there are. */
  "store.sessionCount": 21,
  /** Removes a session with its threads. One that does not exist is nothing to do. What forks show stays. */
  "store.delete": 22,
  /** Removes all sessions and says how many there were. */
  "store.clear": 23,
  /** Makes a session that begins with another one's messages and metadata. They are named, not copied, whatever their number; an active share is not inherited. */
  "store.fork": 24,
  /** Makes a share of a session, in place of an active one. */
  "store.share": 25,
  /** A session's share, active or revoked; null when there never was one. */
  "store.getShare": 26,
  /** Revokes the active share; when there is none nothing changes. */
  "store.unshare": 27,
  /** Sets the boundary of what a session shows, which one member names: everything before it is shown, whatever was hidden, and everything after it is hidden. Nothing is removed, and what is recorded afterwards is visible. */
  "store.revert": 28,
  /** Shows everything again. */
  "store.unrevert": 29,
  /** Stores a summary: the one given, else one that quotes the user's first message and the agent's latest output. */
  "store.summarize": 30,
  /** The stored summary; null when there is none. */
  "store.getSummary": 31,
  /** A session as a snapshot of version 1, canonical JSON: metadata, all messages, hidden ones too, and threads. */
  "store.export": 32,
  /** Makes a session of a snapshot; what an export gave comes back as it was, with fresh sequence numbers. Also reads snapshots with snake_case names and times in milliseconds. */
  "store.import": 33,
  /** A page of a session's log, in order. A page without events is the end of the log as it stands. */
  "store.events": 34,
  /** Verifies everything that can be verified: the file, every checksum and sequence, that every session can be read, and that what forks share is there. Nothing found is an empty list. */
  "store.check": 35,
  /** How large the store is. */
  "store.stats": 36,
  /** Frees what deleted sessions left behind, unless a fork shows it. Nothing visible changes; positions before a deletion can no longer be read. */
  "store.compact": 37,
  /** Sessions as the agent itself keeps them, in the store's form; where the agent keeps none, the store's. */
  "store.nativeSessions": 38,
  /** The messages of a session as its agent keeps them, in the store's form; where it keeps none, the store's. */
  "store.nativeMessages": 39,
  /** Makes a message of one record that an agent prints, without what came before it: camelCase names, the text of nested content as content, the category of an error. What is no message of its own and what is not understood become raw, with the original in raw. Pure. */
  "messages.normalize": 40,
  /** Reads why an agent stopped, as agents write it: end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure. */
  "messages.parseStopReason": 41,
  /** Reads a permission mode in either spelling: default, accept_edits, bypass_permissions, plan or dont_ask; anything else is default. Pure. */
  "messages.parsePermissionMode": 42,
  /** Draws an id for a request. */
  "messages.makeRequestId": 43,
  /** Copies agents' sessions into the store, where they outlive the agent's own clean-up. Only what is new is added: a second time nothing changes. */
  "sessions.import": 44,
  /** Makes a thread and makes it the active one. A session that does not exist is made. */
  "threads.start": 45,
  /** A session's threads, the latest update first, then by id; none for a session that does not exist. */
  "threads.list": 46,
  /** A session's threads, filtered, with what is active. */
  "threads.loaded": 47,
  /** A thread's metadata. */
  "threads.get": 48,
  /** A thread and, when asked for, the messages it shows. */
  "threads.read": 49,
  /** A thread's messages in the order in which they were recorded, each with the thread's id. */
  "threads.messages": 50,
  /** Appends messages to a thread and so to its session, all of them or none. */
  "threads.record": 51,
  /** Gives a thread the status active and makes it the session's active thread. */
  "threads.resume": 52,
  /** Makes a thread that begins with the messages another one shows. The session's own history and count stay as they are. */
  "threads.fork": 53,
  /** Sets the boundary of what a thread shows, which one member names: everything before it is shown, whatever earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and what is recorded afterwards is visible. */
  "threads.rollback": 54,
  /** A rollback of the active thread, when no thread is named, and to nothing, when no boundary is. */
  "threads.compact": 55,
  /** Archives a thread; it is the active one no longer. */
  "threads.archive": 56,
  /** Gives an archived thread the status active. */
  "threads.unarchive": 57,
  /** Sets a thread's name. */
  "threads.rename": 58,
  /** Lays members over a thread's metadata; null removes one. */
  "threads.updateMetadata": 59,
  /** Makes a thread active, paused or completed, in name only: which one is the session's active thread does not change. */
  "threads.setStatus": 60,
  /** Removes a thread. Its messages stay in the session's history, and its forks keep theirs. */
  "threads.delete": 61,
  /** Makes a thread the session's active one, in place of any other. An archived thread cannot be. */
  "threads.setActive": 62,
  /** The id of a session's active thread; null when it has none. */
  "threads.active": 63,
  /** Leaves a session without an active thread. */
  "threads.clearActive": 64,
  /** Takes a thread's place as the active one away, if it has it. */
  "threads.unsubscribe": 65,
  /** How many threads a session has; 0 when it does not exist. */
  "threads.count": 66,
  /** Removes all threads of all sessions and says how many there were. */
  "threads.clear": 67,
  /** Shows everything that rollbacks of a thread have hidden. What the session hides stays hidden. */
  "threads.unrollback": 68,
  /** Makes messages of all that a process printed: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are folded, and what is printed twice counts once. What cannot be read is noted with line and offset, and the rest is read. Pure. */
  "messages.normalizeText": 69,
} as const;

/** An operation's name. */
export type OpName = keyof typeof ops;

/** What every operation takes and gives. */
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
  "store.export": { request: StoreRead; result: string };
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
}

/** The members of each operation's request. */
export const requestFields: { [N in OpName]: readonly string[] } = {
  "version": [],
  "ids.resolveUnifiedId": ["agent", "nativeSessionId"],
  "ids.resolveNativeId": ["unifiedId"],
  "agents.list": [],
  "sessions.list": ["agent", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "limit", "sort", "sortDirection", "subagents", "superseded", "strict"],
  "sessions.get": ["agent", "sessionId", "unifiedId", "branch", "raw", "toolOutput", "strict"],
  "sessions.export": ["agent", "sessionId", "unifiedId", "format", "branch", "raw", "toolOutput", "strict"],
  "sessions.search": ["text", "regex", "agent", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "role", "tool", "limit", "offset", "sort", "subagents", "memories", "hits", "strict"],
  "sessions.totalCost": ["agent", "since", "until", "createdSince", "createdUntil", "zone", "model", "tags", "cwd", "groupBy", "strict"],
  "sessions.diff": ["a", "b", "textEdits", "strict"],
  "sessions.renderDiff": ["a", "b", "textEdits", "strict", "format", "width", "context"],
  "sessions.doctor": ["agent", "problems"],
  "sessions.command": ["agent", "sessionId", "unifiedId", "action", "prompt"],
  "store.register": ["sessionId", "createdAt", "adapter", "model", "cwd", "updatedAt", "messageLimit", "extra", "requestId", "expect"],
  "store.update": ["sessionId", "adapter", "model", "cwd", "updatedAt", "messageLimit", "extra", "requestId", "expect"],
  "store.record": ["sessionId", "messages", "requestId", "expect"],
  "store.get": ["sessionId", "at"],
  "store.list": ["adapter", "cwd", "model", "since", "zone", "limit"],
  "store.messages": ["sessionId", "limit", "offset", "types", "includeHidden", "at"],
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
  "store.export": ["sessionId", "at"],
  "store.import": ["snapshot", "compressed", "sessionId", "requestId", "expect"],
  "store.events": ["sessionId", "after", "limit"],
  "store.check": [],
  "store.stats": [],
  "store.compact": [],
  "store.nativeSessions": ["adapter", "cwd", "model", "since", "zone", "limit"],
  "store.nativeMessages": ["sessionId", "adapter", "limit", "offset", "types", "includeHidden"],
  "messages.normalize": ["message"],
  "messages.parseStopReason": ["value"],
  "messages.parsePermissionMode": ["value"],
  "messages.makeRequestId": [],
  "sessions.import": ["agent", "sessionId", "unifiedId", "all", "since", "until", "activeSince", "activeUntil", "zone", "model", "tags", "cwd", "dryRun"],
  "threads.start": ["sessionId", "threadId", "name", "parentThreadId", "metadata", "requestId", "expect"],
  "threads.list": ["sessionId", "at"],
  "threads.loaded": ["sessionId", "includeArchived", "threadId", "status", "limit", "at"],
  "threads.get": ["sessionId", "threadId", "at"],
  "threads.read": ["sessionId", "threadId", "includeMessages", "at"],
  "threads.messages": ["sessionId", "threadId", "limit", "offset", "types", "includeHidden", "at"],
  "threads.record": ["sessionId", "threadId", "messages", "requestId", "expect"],
  "threads.resume": ["sessionId", "threadId", "requestId", "expect"],
  "threads.fork": ["sessionId", "threadId", "newThreadId", "name", "parentThreadId", "metadata", "requestId", "expect"],
  "threads.rollback": ["sessionId", "threadId", "count", "visibleMessageCount", "messageId", "uuid", "requestId", "expect"],
  "threads.compact": ["sessionId", "threadId", "count", "visibleMessageCount", "messageId", "uuid", "requestId", "expect"],
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
]);

// Results as JSON.parse gives them: the same objects with texts for times.
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
};
