// The public types of live sessions.
import type { StoreMessage } from "../api/messages.js";
import type { Heddle } from "../api/heddle.js";
import type { HeddleError } from "../wire/errors.js";
import type { Agent, Json, LiveAsk, LiveHealth, TokenUsage } from "../wire/types.gen.js";
import type { LiveDecision, LiveQuery, liveQueryOptions, LiveSessionInfo, LiveStart, LiveToolUse } from "./protocol.gen.js";

/** A request for permission. */
export interface PermissionRequest extends LiveAsk {
  /** Names the request in the session. */
  id: string;
  /** The query that the agent works on; undefined when it works by itself. */
  query?: string;
}

/** The answer to a request for permission; `true` and `false` are short for one with `allow` only. */
export type PermissionDecision = LiveDecision;

/**
 * Decides about a request for permission. `signal` aborts when the answer is no
 * longer needed. An exception denies with its message.
 */
export type PermissionHandler = (request: PermissionRequest, context: { signal: AbortSignal }) => PermissionDecision | boolean | Promise<PermissionDecision | boolean>;

/** Something that happened in a session. */
export type AgentEvent =
  /** A message as docs/messages.md describes it. Without `whole` it is a piece of one, with `delta: true`; the whole message follows. */
  | { kind: "event"; query?: string; message: StoreMessage; whole: boolean }
  | { kind: "state"; health: LiveHealth; error?: HeddleError }
  | { kind: "ask"; query?: string; ask: PermissionRequest }
  /** The request needs no answer any more. */
  | { kind: "cancel_ask"; id: string }
  /** A defect that ends nothing. */
  | { kind: "diagnostic"; error: HeddleError };

/** The events of a session from a call on, in a bounded queue. */
export interface AgentEvents extends AsyncIterableIterator<AgentEvent, undefined> {
  /**
   * Waits for the next event. TIMEOUT: none came within `timeoutMs`; a later one
   * is not lost. COMPLETE: the session has ended. LIMIT_EXCEEDED: the events
   * were read too slowly.
   */
  receive(options?: ReceiveOptions): Promise<AgentEvent>;
}

/** Bounds a wait for an event. */
export interface ReceiveOptions extends SignalOptions {
  /** How long to wait at most, in milliseconds. Left out: without a limit. */
  timeoutMs?: number | undefined;
}

/** Callbacks at points of a session. They cannot change or delay anything; what they throw becomes a diagnostic. */
export interface AgentHooks {
  sessionStart?: (info: AgentSessionInfo) => unknown;
  sessionEnd?: (info: AgentSessionInfo, error: HeddleError | undefined) => unknown;
  queryStart?: (query: string) => unknown;
  queryEnd?: (query: string, result: StoreMessage | undefined, error: HeddleError | undefined) => unknown;
  toolUse?: (query: string | undefined, call: LiveToolUse) => unknown;
  permission?: (request: PermissionRequest) => unknown;
  diagnostic?: (error: HeddleError) => unknown;
}

/** The state of a session. */
export type AgentSessionInfo = Omit<LiveSessionInfo, "session" | "queries">;

/** Bounds a call. */
export interface SignalOptions {
  /** Cancels the call: it rejects with an AbortError, or with the TimeoutError of `AbortSignal.timeout`. */
  signal?: AbortSignal | undefined;
}

/** A file that goes with a prompt: its content, or the path of a file below the option `attachments` of `startAgent`. */
export interface PromptFile {
  name?: string | undefined;
  /** Such as image/png. Left out: by the ending of the name. */
  mediaType?: string | undefined;
  data?: Uint8Array | string | undefined;
  path?: string | undefined;
}

/** The options of a query. Times are milliseconds. */
export interface QueryOptions extends Pick<LiveQuery, (typeof liveQueryOptions)[number]>, SignalOptions {
  attachments?: readonly PromptFile[] | undefined;
}

/** The end of a query. */
export interface AgentResult {
  /** The id of the query. */
  query: string;
  /** The agent's final answer. */
  text: string;
  /** Whether the turn failed; `errorType` says how, such as timeout. */
  isError: boolean;
  errorType?: string;
  /** Why it failed. */
  reason?: string;
  interrupted: boolean;
  /** How the turn ended. */
  endedBy: "answer" | "max_tokens" | "max_turns" | "refusal" | "interrupted" | "timeout" | "error";
  subtype?: string;
  /** Why the last answer stopped, in the agent's word, and what that means. */
  stopReason?: string;
  stopReasonAtom: string;
  /** The tokens and cost of this turn; undefined when they are unknown. */
  usage?: TokenUsage;
  costUsd?: number;
  /** Where they are from: what the agent said, or its own record of the session. */
  usageSource?: "protocol" | "record";
  /** Where the cost is from: what the agent says, or tokens times the prices of the price table. */
  costSource?: "recorded" | "computed" | "mixed";
  durationMs?: number;
  /** How often the model was asked. */
  numTurns?: number;
  /** The model that answered. */
  model?: string;
  /** The calls of tools that were denied. */
  permissionDenials: { toolName: string; toolUseId?: string; toolInput?: Json }[];
  /** The agent's own id of the session, and what the option `resume` takes to continue it. */
  sessionId: string;
  resume: string;
  /** The whole message of type result. */
  raw: StoreMessage;
  /** All whole messages of the turn, with the prompt and the result. */
  messages: StoreMessage[];
  /** How many of the first messages are left out because all of them have over 128 MiB; the store has them. */
  dropped?: number;
}

type Passed = Omit<LiveStart, "session" | "agent" | "home" | "store" | "prices" | "environment" | "permission" | "hooks" | "env" | "stateFolder">;

/** Which agent to run, and how. Times are milliseconds. */
export interface StartAgentOptions extends Passed, SignalOptions {
  /** The agent, `acp:` and a command line that speaks the Agent Client Protocol, or `"auto"` for the first of `prefer` that is installed. Left out: auto. */
  agent?: Agent | undefined;
  /** Variables that the inherited environment gets; undefined removes one. */
  env?: Record<string, string | undefined> | undefined;
  /** The engine whose home, store and prices the session uses. Left out: this user's. */
  heddle?: Heddle | undefined;
  /** Decides about requests for permission. Left out: each is denied at once. */
  onPermission?: PermissionHandler | undefined;
  hooks?: AgentHooks | undefined;
  /** Where running processes are registered. Left out: this user's state folder; `false` for nowhere. */
  stateFolder?: string | false | undefined;
  /** The program `heddle` that runs the session. Left out: the variable HEDDLE_PROGRAM, the package heddle-cli, or the PATH. */
  heddleProgram?: string | undefined;
}
