// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
// The messages of `heddle live serve`, docs/live-protocol.md.
import type { Agent, Diagnostic, Json, LiveAgent, LiveAsk, LiveHealth, LivePermissionMode } from "../wire/types.gen.js";

/** The number of the protocol. */
export const LIVE_PROTOCOL = 1;

/** No members. */
export interface LiveNothing {
}

/** Who the client is. */
export interface LiveInitialize {
  /** The number of the protocol that the client speaks. */
  protocol: number;
  /** The client's name, such as heddle for JavaScript. */
  client: string;
  /** The client's version. */
  version: string;
  /** The process id of the host on this machine. When it ends, the program ends as if its input had ended. Left out: the host runs on another machine. */
  pid?: number | undefined;
}

/** How long stopping may take. */
export interface LiveShutdown {
  /** After this time the agents are killed. Default: 15,000. Unit: ms. */
  timeoutMs?: number | undefined;
}

/** A session. */
export interface LiveHandle {
  /** The session, by the handle that live.start named. */
  session: string;
}

/** A supervised session. */
export interface LiveName {
  /** The session's name. */
  name: string;
}

/** Which agent to run, and how. */
export interface LiveStart {
  /** A handle for the session, of the client's choice: 1 to 128 bytes without a slash that no running session has. */
  session: string;
  /** A name that no other running session of this program has. */
  name?: string | undefined;
  /** An agent that live.agents lists, acp: and a command line that speaks the Agent Client Protocol, or auto for the first of prefer that is installed. Default: auto. */
  agent?: Agent | undefined;
  /** The agents of auto, best first. Default: all tested ones. */
  prefer?: string[] | undefined;
  /** A UUID: the id of the stored session and, of an agent that lets its caller choose, of its own new session. Default: that of the stored session that names the resumed one, else a new one. */
  sessionId?: string | undefined;
  /** The agent's own id of the session to continue, or the name of a session, such as claude:ID, or heddle:ID for the one that was stored under this id. Default: a new session. */
  resume?: string | undefined;
  /** Resume the agent's newest session in cwd. */
  continue?: boolean | undefined;
  /** Tags of the stored session. */
  tags?: string[] | undefined;
  /** Whether messages are stored. Default: true. */
  record?: boolean | undefined;
  /** A home folder to read instead of this user's, whose store is the default one. Default: that of environment. */
  home?: string | undefined;
  /** The store's file, an absolute path, or its address; - for no store. Default: that of home. */
  store?: string | undefined;
  /** A file with the user's own prices, an absolute path. Default: the built-in ones. */
  prices?: string | undefined;
  /** The whole environment of the host, each NAME=value: agents inherit it, and it says where agents keep their files and where the store is. Default: that of this program. */
  environment?: string[] | undefined;
  /** Where running processes are registered; - for nowhere. Default: that of environment. */
  stateFolder?: string | undefined;
  /** The client decides about permissions: live.permission asks it. Otherwise each is denied at once, unless canAnswer is set. */
  permission?: boolean | undefined;
  /** Somebody who reads the events calls live.answer. */
  canAnswer?: boolean | undefined;
  /** The hooks that live.hook reports: sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission, diagnostic. */
  hooks?: string[] | undefined;
  /** The folder that attachments may be read from by path, absolute. */
  attachments?: string | undefined;
  /** The number of events that a subscription holds. Default: 4096. */
  queueEvents?: number | undefined;
  /** Continue a copy of that session. */
  fork?: boolean | undefined;
  /** The machine that the session comes from, for extra.origin of its recording: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -. */
  origin?: string | undefined;
  /** The working directory, absolute. Default: that of this program. */
  cwd?: string | undefined;
  /** The program to run instead. Default: the agent's command. */
  program?: string | undefined;
  /** Further arguments of the program. */
  args?: string[] | undefined;
  /** The model. Default: the agent's. */
  model?: string | undefined;
  /** The system prompt, instead of the agent's own. */
  systemPrompt?: string | undefined;
  /** What the agent may do without asking. Default: default. */
  permissionMode?: LivePermissionMode | undefined;
  /** Tools that need no permission. */
  allowedTools?: string[] | undefined;
  /** Tools that are refused. */
  disallowedTools?: string[] | undefined;
  /** The greatest number of the agent's steps in one query. */
  maxTurns?: number | undefined;
  /** The greatest amount to spend, a decimal number. Unit: USD. */
  maxBudgetUsd?: string | undefined;
  /** The greatest number of tokens for thinking in one request. Unit: tokens. */
  maxThinkingTokens?: number | undefined;
  /** How much the agent thinks, in its own words, such as low or high. */
  thinking?: string | undefined;
  /** A JSON schema that the answer must match. */
  outputSchema?: Json | undefined;
  /** The agent's own agent definition to run as. */
  subagent?: string | undefined;
  /** Further folders that the agent may use. */
  addDirs?: string[] | undefined;
  /** MCP servers by name, as the agent's configuration has them. */
  mcpServers?: Json | undefined;
  /** Further settings in the agent's own form. */
  settings?: Json | undefined;
  /** The agent does not keep the session in its own files. */
  noSessionPersistence?: boolean | undefined;
  /** The agent keeps what rewinding files needs. */
  fileCheckpointing?: boolean | undefined;
  /** Variables that the environment gets, each NAME=value. */
  env?: string[] | undefined;
  /** How long a query may take; waiting for a permission does not count. 0 for no limit. Default: 300,000. Unit: ms. */
  timeoutMs?: number | undefined;
  /** How long a query may go without text, thinking or a running tool. Default: no limit. Unit: ms. */
  idleTimeoutMs?: number | undefined;
  /** How long the agent may take to be ready. Default: 120,000. Unit: ms. */
  startTimeoutMs?: number | undefined;
  /** After this time without an answer a permission is denied. Default: 600,000. Unit: ms. */
  permissionTimeoutMs?: number | undefined;
  /** The greatest number of queries that wait for the one before. Default: 16. */
  maxQueued?: number | undefined;
}

/** The members of LiveStart that are options of callers as they are. */
export const liveStartOptions = ["name", "agent", "prefer", "sessionId", "resume", "continue", "tags", "record", "canAnswer", "queueEvents", "fork", "origin", "program", "args", "model", "systemPrompt", "permissionMode", "allowedTools", "disallowedTools", "maxTurns", "maxBudgetUsd", "maxThinkingTokens", "thinking", "outputSchema", "subagent", "addDirs", "mcpServers", "settings", "noSessionPersistence", "fileCheckpointing", "timeoutMs", "idleTimeoutMs", "startTimeoutMs", "permissionTimeoutMs", "maxQueued"] as const;

/** Which agent to keep running, and how: the members of LiveStart, name being required, and when to start it again. */
export interface LiveSupervise extends LiveStart {
  /** The time before the first restart, doubled with each further one. Default: 1,000. Unit: ms. */
  minDelayMs?: number | undefined;
  /** The longest time before a restart. A session that ran for so long begins at minDelayMs again. Default: 30,000. Unit: ms. */
  maxDelayMs?: number | undefined;
  /** The number of restarts in a row before the session is given up. Default: no limit. */
  maxRestarts?: number | undefined;
}

/** A prompt and its options. */
export interface LiveQuery {
  /** The session, by the handle that live.start named. */
  session: string;
  /** A UUID that no other query of the session has. The prompt has it as uuid. Default: a new one. */
  id?: string | undefined;
  /** The prompt. */
  text: string;
  /** Files that go with the prompt. */
  attachments?: LiveAttachment[] | undefined;
  /** The result has the messages of the turn. */
  messages?: boolean | undefined;
  /** raw: messages of the result have no member raw, where they have one. */
  omit?: string[] | undefined;
  /** The model from this query on. A query that is refused leaves it as it was. */
  model?: string | undefined;
  /** The permission mode from this query on. A query that is refused leaves it as it was. */
  permissionMode?: LivePermissionMode | undefined;
  /** How much the agent thinks, in its own words. */
  thinking?: string | undefined;
  /** A JSON schema that the answer must match; the capability query_output_schema. */
  outputSchema?: Json | undefined;
  /** UNSUPPORTED with every agent: an option of a session. */
  maxTurns?: number | undefined;
  /** UNSUPPORTED with every agent. Unit: tokens. */
  maxTokens?: number | undefined;
  /** UNSUPPORTED with every agent: an option of a session. Unit: USD. */
  maxBudgetUsd?: string | undefined;
  /** UNSUPPORTED with every agent: an option of a session. */
  systemPrompt?: string | undefined;
  /** UNSUPPORTED with every agent: an option of a session. */
  allowedTools?: string[] | undefined;
  /** UNSUPPORTED with every agent: an option of a session. */
  disallowedTools?: string[] | undefined;
  /** UNSUPPORTED with every agent: an option of a session. */
  subagent?: string | undefined;
  /** How long the query may take; waiting for a permission does not count. 0 for no limit. Default: the session's. Unit: ms. */
  timeoutMs?: number | undefined;
}

/** The members of LiveQuery that are options of callers as they are. */
export const liveQueryOptions = ["id", "model", "permissionMode", "thinking", "outputSchema", "maxTurns", "maxTokens", "maxBudgetUsd", "systemPrompt", "allowedTools", "disallowedTools", "subagent", "timeoutMs"] as const;

/** A file that goes with a prompt: data, text, or a path. At most 32 MiB. */
export interface LiveAttachment {
  /** Its name. Default: that of path. */
  name?: string | undefined;
  /** Such as image/png. Default: that of the name's ending. */
  mediaType?: string | undefined;
  /** The content in base64. */
  data?: string | undefined;
  /** The content of a text. */
  text?: string | undefined;
  /** A file below the folder attachments of live.start. */
  path?: string | undefined;
}

/** A text for a session. */
export interface LiveText {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The text. */
  text: string;
}

/** A query of a session. */
export interface LiveQueryId {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The id of the query. */
  query: string;
}

/** A model for a session. */
export interface LiveModel {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The model. */
  model: string;
}

/** A permission mode for a session. */
export interface LiveMode {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The mode. */
  mode: LivePermissionMode;
}

/** What to rewind files to. */
export interface LiveRewind {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The user message. */
  messageId: string;
  /** Only say what would change. */
  dryRun?: boolean | undefined;
}

/** An answer to a request for permission. */
export interface LiveDecision {
  /** Whether the tool may run. */
  allow: boolean;
  /** The explanation of a denial. */
  reason?: string | undefined;
  /** Replaces the tool's input, if the request has canUpdateInput. */
  updatedInput?: Json | undefined;
  /** Permission updates in the agent's form, or true for those that it suggests, if the request has canRemember. */
  rules?: Json | undefined;
  /** Ends the turn after a denial. */
  interrupt?: boolean | undefined;
}

/** An answer to a request for permission that an event named. */
export interface LiveAnswer {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The id of the request for permission. */
  ask: string;
  /** Whether the tool may run. */
  allow: boolean;
  /** The explanation of a denial. */
  reason?: string | undefined;
  /** Replaces the tool's input, if the request has canUpdateInput. */
  updatedInput?: Json | undefined;
  /** Permission updates in the agent's form, or true for those that it suggests, if the request has canRemember. */
  rules?: Json | undefined;
  /** Ends the turn after a denial. */
  interrupt?: boolean | undefined;
}

/** The events of a session from now on. */
export interface LiveSubscribe {
  /** The session, by the handle that live.start named. */
  session: string;
  /** A name for the subscription, of the client's choice: 1 to 128 bytes, that no other one of the connection has. */
  subscription: string;
  /** Only events of this query, which may be sent later, and diagnostics. The subscription ends with the query. Default: all events. */
  query?: string | undefined;
  /** The credit at the beginning, at most 67,108,864. Default: 1,048,576. Unit: bytes. */
  window?: number | undefined;
  /** What is not sent. raw: the member raw of messages; deltas: pieces of messages. */
  omit?: string[] | undefined;
}

/** A subscription. */
export interface LiveSubscription {
  /** The subscription's name. */
  subscription: string;
}

/** Credit for a subscription. */
export interface LiveCredit {
  /** The subscription's name. */
  subscription: string;
  /** What is added to the credit. Unit: bytes. */
  bytes: number;
}

/** Where processes are registered. */
export interface LivePlace {
  /** The environment of the host, each NAME=value, which says where the user's state folder is. Default: that of this program. */
  environment?: string[] | undefined;
  /** The folder. Default: that of environment. */
  stateFolder?: string | undefined;
}

/** A request to cancel. */
export interface LiveCancelRequest {
  /** The id of the request, a string or a whole number. */
  id: Json;
}

/** What the program is. */
export interface LiveProgram {
  /** The number of the protocol that the program speaks. */
  protocol: number;
  /** The version of the program. */
  version: string;
  /** Its process id. */
  pid: number;
  /** The greatest length of a line, in both directions. Unit: bytes. */
  maxLine: number;
}

/** The state of a session. */
export interface LiveSessionInfo {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The session's name. */
  name?: string;
  /** The agent. */
  agent: Agent;
  /** The version of its program. */
  agentVersion?: string;
  /** The protocol: claude, codex, pi or acp. */
  engine?: string;
  /** What the agent can do, in byte order; empty after the end. */
  capabilities: string[];
  /** The working folder. */
  cwd: string;
  /** The session's state. */
  health: LiveHealth;
  /** The model. */
  model?: string;
  /** What the agent may do without asking. */
  permissionMode?: LivePermissionMode;
  /** The agent's own id of the session, for resume. */
  nativeSessionId?: string;
  /** The id of the stored session; absent when nothing is recorded. */
  sessionId?: string;
  /** Whether messages are being stored. */
  recording: boolean;
  /** The position of the stored session up to which it is written. */
  position: number;
  /** The running query. */
  query?: string;
  /** The number of queries that wait. */
  queued: number;
  /** The number of requests for permission that wait for an answer. */
  pendingPermissions: number;
  /** The number of prompts that were sent. */
  queries: number;
}

/** The end of a query. */
export interface LiveTurn {
  /** The whole message of type result; docs/messages.md describes it. */
  result: Json;
  /** The agent's final answer. Left out with messages when the line would be too long: they have it. */
  text?: string;
  /** On request: the whole messages of the turn, with the prompt and the result. */
  messages?: Json[];
  /** How many of the first messages are left out, because the line would be too long. The store has them. */
  dropped?: number;
}

/** The state of a session. */
export interface LiveSessionState {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The new state. */
  health: LiveHealth;
  /** The agent's own id of the session. */
  nativeSessionId?: string;
  /** The stored session; it changes with live.clear. Absent when nothing is recorded. */
  sessionId?: string;
  /** The model. */
  model?: string;
  /** The number of prompts that were sent. */
  queries: number;
  /** Whether messages are being stored. */
  recording: boolean;
  /** The position of the stored session up to which it is written. */
  position: number;
  /** Why the session failed. */
  error?: Diagnostic;
}

/** The end of a session. */
export interface LiveEnded {
  /** The session, by the handle that live.start named. */
  session: string;
  /** The last state. */
  info: LiveSessionInfo;
  /** Why the session failed; absent after live.stop. */
  error?: Diagnostic;
}

/** Something that happened in a session. */
export interface LiveEvent {
  /** The subscription. */
  subscription: string;
  /** event (a message), state, ask, cancel_ask or diagnostic. */
  kind: string;
  /** The query that it belongs to; absent for what the agent does by itself. */
  query?: string;
  /** Of event: the message, as docs/messages.md describes it. */
  message?: Json;
  /** Of event: the message is complete and is recorded; otherwise it is a piece of one. */
  whole?: boolean;
  /** Of state: the new state. */
  health?: LiveHealth;
  /** Of ask and cancel_ask: the request for permission. */
  id?: string;
  /** Of ask: what permission is requested for. */
  ask?: LiveAsk;
  /** Of diagnostic, and of state: why the session failed. */
  error?: Diagnostic;
}

/** The end of a subscription. */
export interface LiveEnd {
  /** The subscription. */
  subscription: string;
  /** LIMIT_EXCEEDED: the events were read too slowly, and the rest was dropped. Absent when the session or the query has ended. */
  error?: Diagnostic;
  /** With LIMIT_EXCEEDED: the position of the stored session after which it has what was dropped. */
  position?: number;
}

/** A restart of a supervised session. */
export interface LiveRestarted {
  /** The session's name. */
  name: string;
  /** The handle of the session that live.supervise named. */
  session: string;
  /** Why the session before has ended. */
  ended: Diagnostic;
  /** Why it could not be started again; absent when it was. */
  failed?: Diagnostic;
  /** The session that runs now. Its handle is that of live.supervise, a slash and the number of the run. */
  info?: LiveSessionInfo;
}

/** A request for permission. */
export interface LivePermission {
  /** The handle that live.start or live.supervise named. */
  session: string;
  /** Names the request for permission in its session. */
  id: string;
  /** The query that it belongs to; absent for what the agent does by itself. */
  query?: string;
  /** What permission is requested for. */
  ask: LiveAsk;
}

/** A point of a session. */
export interface LiveHookCall {
  /** The handle that live.start or live.supervise named. */
  session: string;
  /** sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission or diagnostic. */
  hook: string;
  /** Of sessionStart and sessionEnd: the session. */
  info?: LiveSessionInfo;
  /** The query that it belongs to; absent for what the agent does by itself. */
  query?: string;
  /** Of queryEnd: the result, if there is one. */
  result?: Json;
  /** Of toolUse: the call. */
  toolUse?: LiveToolUse;
  /** Of permission: the request for permission. */
  id?: string;
  /** Of permission: what permission is requested for. */
  ask?: LiveAsk;
  /** Of sessionEnd and queryEnd: why it failed. Of diagnostic: the defect. */
  error?: Diagnostic;
}

/** A call of a tool by the agent. */
export interface LiveToolUse {
  /** The call. */
  id: string;
  /** The tool. */
  name: string;
  /** Its input. */
  input: Json;
}

/** A registered process of a live session. */
export interface LiveProcess {
  /** The process, the leader of its group. */
  pid: number;
  /** The program that started it. */
  ownerPid: number;
  /** The agent. */
  agent: Agent;
  /** The session. */
  sessionId: string;
  /** Its working folder. */
  cwd: string;
  /** When it was started, RFC 3339. */
  since: string;
  /** Whether the process runs. */
  runs: boolean;
  /** Whether it runs and its owner does not. */
  orphan: boolean;
}

/** The requests of the client. */
export interface LiveClientCalls {
  /** Opens the connection. It must be the first request. UNSUPPORTED: the program speaks another protocol. */
  "initialize": { params: LiveInitialize; result: LiveProgram };
  /** Stops all sessions, and ends when no process of an agent is left and everything is stored. No session can be started from then on. The end of the input does the same. */
  "shutdown": { params: LiveShutdown; result: null };
  /** Lists the agents that live sessions can run, with what each can do. */
  "live.agents": { params: LiveNothing; result: LiveAgent[] };
  /** Starts an agent, and ends when it is ready. Cancelling the request kills the process. Each member is what holds at the time of the request; the program keeps none of them for later starts. */
  "live.start": { params: LiveStart; result: LiveSessionInfo };
  /** Starts an agent, which needs a name, and keeps it running: a session that fails is started again, with the agent's session resumed. The first start must succeed. Each further run is a session of its own; live.restarted names it. */
  "live.supervise": { params: LiveSupervise; result: LiveSessionInfo };
  /** Returns the running session of a name, and waits while it is started again. The error of a session that was given up is that of its last start. */
  "live.supervised": { params: LiveName; result: LiveSessionInfo };
  /** Stops the session of a name for good. Cancelling the request kills the process. */
  "live.unsupervise": { params: LiveName; result: null };
  /** Sends a prompt, and ends with the result of its turn. A turn that failed, was interrupted or timed out has a result too. One turn runs at a time; a query waits for those before it. Cancelling the request interrupts the turn. */
  "live.query": { params: LiveQuery; result: LiveTurn };
  /** Sends text to the running turn. CONFLICT: no turn runs. */
  "live.steer": { params: LiveText; result: null };
  /** Asks the agent to end the running turn, which then ends with its result. Without a running turn nothing happens. */
  "live.interrupt": { params: LiveHandle; result: null };
  /** Interrupts a query that runs, or drops one that waits. */
  "live.cancel": { params: LiveQueryId; result: null };
  /** Answers a request for permission that an event named. BAD_REF: it needs no answer any more. */
  "live.answer": { params: LiveAnswer; result: null };
  /** Changes the model. */
  "live.setModel": { params: LiveModel; result: null };
  /** Changes what the agent may do without asking. */
  "live.setPermissionMode": { params: LiveMode; result: null };
  /** Begins a new conversation in the same process. What was said stays in the store. */
  "live.clear": { params: LiveHandle; result: null };
  /** Returns the messages of the session: the stored ones, or the agent's own records when nothing is recorded. */
  "live.conversation": { params: LiveHandle; result: Json[] };
  /** Returns the state of the session. */
  "live.info": { params: LiveHandle; result: LiveSessionInfo };
  /** Returns what the agent can do, in byte order, as far as it has announced it. */
  "live.capabilities": { params: LiveHandle; result: string[] };
  /** Returns the agent's report of its MCP servers, in its own form. */
  "live.mcpStatus": { params: LiveHandle; result: Json };
  /** Returns what the agent said of itself when it started, in its own form. */
  "live.serverInfo": { params: LiveHandle; result: Json };
  /** Restores files to their state before a user message. The result is in the agent's own form. */
  "live.rewindFiles": { params: LiveRewind; result: Json };
  /** Ends the session: the protocol's own way, then the end of its input, after 2 s a signal to terminate, after 3 s more a kill. It ends when no process is left and everything is stored. Cancelling the request kills the process at once. */
  "live.stop": { params: LiveHandle; result: null };
  /** Begins to send the events of a session, as live.event, as far as there is credit. CONFLICT: the subscription's name is taken. */
  "live.subscribe": { params: LiveSubscribe; result: null };
  /** Ends a subscription. Nothing of it is sent after the response. An unknown one is ignored. */
  "live.unsubscribe": { params: LiveSubscription; result: null };
  /** Lists the registered processes of live sessions, of all programs of this user. */
  "live.processes": { params: LivePlace; result: LiveProcess[] };
  /** Ends the processes of live sessions whose program was killed, and returns them. live.start does it too. */
  "live.reap": { params: LivePlace; result: LiveProcess[] };
}

/** The notifications of the client. */
export interface LiveClientNotices {
  /** Gives a subscription more credit: the client has consumed so many bytes of its events. */
  "live.credit": { params: LiveCredit };
  /** Cancels a request of the client, which then ends soon: with its result if it came in time, else with TIMEOUT. An unknown or ended one is ignored. */
  "$/cancelRequest": { params: LiveCancelRequest };
}

/** The requests of the program. */
export interface LiveServerCalls {
  /** Asks whether a tool may run. An error denies with its message. Without a response within permissionTimeoutMs of the start it is denied, and the request is cancelled. */
  "live.permission": { params: LivePermission; result: LiveDecision };
  /** Reports a point of a session, one at a time for each session, in order. The result is ignored. Without a response within 10 s the program continues, and the request is cancelled. When 1024 of a session wait, further ones are dropped and reported as a diagnostic. */
  "live.hook": { params: LiveHookCall; result: Json };
}

/** The notifications of the program. */
export interface LiveServerNotices {
  /** An event of a subscription. The bytes of its line are taken from the subscription's credit. */
  "live.event": { params: LiveEvent };
  /** The end of a subscription, after its last event. */
  "live.end": { params: LiveEnd };
  /** The state of a session, whenever it has changed. When the client reads slowly only the newest is sent. */
  "live.state": { params: LiveSessionState };
  /** The end of a session, after the responses to its requests: no process of it is left, and everything is stored. Its handle may be used again. */
  "live.ended": { params: LiveEnded };
  /** A supervised session was started again, or could not be. */
  "live.restarted": { params: LiveRestarted };
  /** A request of the program is moot: the response is not needed any more, but may still be sent. */
  "$/cancelRequest": { params: LiveCancelRequest };
}
