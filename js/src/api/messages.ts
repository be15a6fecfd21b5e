// The messages of the store.
import type { Json, ThreadContent } from "../wire/types.gen.js";

/** The type of a message. `result` and `error` end a subscription; `raw` holds an unknown record unchanged. */
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

/** Which actions an agent may perform without asking. */
export type PermissionMode = "default" | "accept_edits" | "bypass_permissions" | "plan" | "dont_ask";

/** What went wrong, of a message of type `error`. */
export type ErrorCategory = "rate_limit" | "subscription_exhausted" | "context_exceeded" | "auth_expired" | "server_error" | "unknown";

/**
 * A message of the store. Only `type` is required; members that are not listed
 * here are kept as well. They are JSON: a Date becomes its text, undefined is
 * left out, and numbers are exact up to 2^53.
 */
export interface StoreMessage {
  type: StoreMessageType | (string & {});
  /** Identifies the message for `revert` and `rollback`. */
  uuid?: string;
  /** The agent's or API's id of the message; `revert` and `rollback` accept it as well. */
  messageId?: string;
  sessionId?: string;
  /** The thread it belongs to, as the store tags it. */
  threadId?: string;
  /** Its text. */
  content?: Json;
  contentBlocks?: Json[];
  /** Milliseconds since the epoch, or a text. */
  timestamp?: number | string;
  /** The session's model becomes this one. */
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

/** A thread with its messages. */
export type ThreadWithMessages = Omit<ThreadContent, "messages"> & { messages?: StoreMessage[] };
