// Messages of the store: what they hold, and what reads agents' own words.
import type { CallOptions } from "./call-options.js";
import type { Json } from "./types.gen.js";

/** What a message is. `result` and `error` end a stream of events; `raw` keeps what is unknown as it came. */
export type StoreMessageType =
  | "text"
  | "assistant"
  | "tool_use"
  | "tool_result"
  | "system"
  | "result"
  | "error"
  | "user"
  | "control_request"
  | "control_response"
  | "stream_event"
  | "rate_limit_event"
  | "tool_progress"
  | "tool_use_summary"
  | "thinking"
  | "auth_status"
  | "prompt_suggestion"
  | "raw";

/** Why an agent stopped. */
export type StopReason = "end_turn" | "max_tokens" | "stop_sequence" | "refusal" | "tool_use_stop" | "unknown_stop";

/** Which actions an agent may take without asking. */
export type PermissionMode = "default" | "accept_edits" | "bypass_permissions" | "plan" | "dont_ask";

/** What went wrong, of a message of type `error`. */
export type ErrorCategory = "rate_limit" | "subscription_exhausted" | "context_exceeded" | "auth_expired" | "server_error" | "unknown";

/**
 * A message of the store. Only `type` is needed; members that are not named
 * here are kept as well. They are JSON: a Date is kept as its text, undefined
 * as nothing, and numbers are exact up to 2^53.
 */
export interface StoreMessage {
  type: StoreMessageType | (string & {});
  /** Identifies the message for `revert` and `rollback`. */
  uuid?: string;
  /** The agent's or API's id of the message; identifies it as well. */
  messageId?: string;
  sessionId?: string;
  /** The thread it belongs to, as the store tags it. */
  threadId?: string;
  /** Its text. */
  content?: Json;
  contentBlocks?: Json[];
  /** Milliseconds since the epoch, or a text. */
  timestamp?: number | string;
  /** The session's model follows it. */
  model?: string;
  toolName?: string;
  toolInput?: Json;
  toolUseId?: string;
  parentToolUseId?: string | null;
  /** What the agent printed. */
  raw?: Json;
  usage?: Json;
  durationMs?: number;
  durationApiMs?: number;
  numTurns?: number;
  totalCostUsd?: number;
  stopReason?: string | null;
  stopReasonAtom?: StopReason;
  category?: ErrorCategory;
  /** Seconds after which to try again. */
  retryAfter?: number;
  errorType?: string;
  errorInfo?: Json;
  [member: string]: Json | undefined;
}

/** Reads agents' own words. Nothing is read from disk, and no store is needed. */
export interface Messages {
  /**
   * Makes a message of one record that an agent printed, without what came
   * before it: camelCase names, the text of nested content as `content`, the
   * category of an error. What is unknown becomes `raw`, whole.
   */
  normalize(message: object, options?: CallOptions): Promise<StoreMessage>;
  /**
   * Makes messages of all that a process printed (JSON Lines, JSON or
   * server-sent events). Deltas are folded, what is printed twice counts once,
   * and lines that are no records are diagnostics.
   *
   * ```js
   * await heddle.store.record(id, await heddle.messages.normalizeText(stdout));
   * ```
   */
  normalizeText(text: string, options?: CallOptions): Promise<StoreMessage[]>;
  /** Reads why an agent stopped; anything unknown is `unknown_stop`. */
  parseStopReason(value: string, options?: CallOptions): Promise<StopReason>;
  /** Reads a permission mode in either spelling; anything unknown is `default`. */
  parsePermissionMode(value: string, options?: CallOptions): Promise<PermissionMode>;
  /** Draws a UUID for the option `requestId`, which makes a change happen once. */
  makeRequestId(options?: CallOptions): Promise<string>;
}
