// The names of sessions and threads: an id, or an object that has one.
import { HeddleError } from "../wire/errors.js";
import type { Agent, SessionRef } from "../wire/types.gen.js";
import type { StoreMessage } from "./messages.js";

/** A session by its unified id, or anything that names one: `{ agent, sessionId }`, a summary, a session; or as a person
 * names it, `{ ref: "last" }`, `{ ref: "claude:2163" }`, which the operation looks for. */
export type SessionName = string | { readonly agent: Agent; readonly sessionId: string } | { readonly unifiedId: string } | { readonly ref: string };

/** A session of the store by its id, or anything that has it: a stored session, or a summary of the agent `heddle`. */
export type StoredName = string | { readonly sessionId: string; readonly agent?: Agent };

/** A thread by its id, or itself. */
export type ThreadName = string | { readonly threadId: string };

const STORE = "heddle"; // the store's name as an agent

/** The members of a request that name a session, and the options, from the arguments `agent, id`, `agent:id` or a session. */
export function sessionArguments<O extends object>(op: string, name: SessionName, sessionId: string | O | undefined, options: O | undefined): [SessionRef, O | undefined] {
  if (typeof name !== "string") return [refOf(op, name), sessionId as O | undefined];
  return typeof sessionId === "string" ? [{ agent: name, sessionId }, options] : [{ unifiedId: name }, sessionId];
}

/** The members of a request that name a session. */
export function refOf(op: string, name: SessionName): SessionRef {
  if (typeof name === "string") return { unifiedId: name };
  const { agent, sessionId, unifiedId, ref } = isObject(name) ? (name as SessionRef) : {};
  if (typeof ref === "string") return { ref };
  if (typeof sessionId === "string" && typeof agent === "string") return { agent, sessionId };
  if (typeof unifiedId === "string") return { unifiedId };
  throw missingName(op, name, "a session");
}

/** A unified id, or that of an object. */
export function unifiedIdOf(op: string, name: string | { readonly unifiedId: string }): string {
  const unifiedId = isObject(name) ? name.unifiedId : name;
  if (typeof unifiedId !== "string") throw missingName(op, unifiedId, "a session");
  return unifiedId;
}

/** A request to the store in which `sessionId` and `threadId` are ids, where the caller may have given objects. */
export function withIds(op: string, request: object): object {
  if (!/^(store|threads)\./.test(op)) return request;
  const { sessionId, threadId } = request as { sessionId?: StoredName; threadId?: ThreadName };
  const ids: { sessionId?: string; threadId?: string } = {};
  if ("sessionId" in request) ids.sessionId = storedId(op, sessionId!);
  if ("threadId" in request) ids.threadId = threadIdOf(op, threadId!);
  return { ...request, ...ids };
}

function storedId(op: string, name: StoredName): string {
  if (typeof name === "string") return name;
  const { agent, sessionId } = isObject(name) ? (name as SessionRef) : {};
  if (typeof sessionId !== "string") throw missingName(op, name, "a session");
  if (agent === undefined || agent === STORE) return sessionId;
  throw new HeddleError("INVALID_ARGUMENT", `this is a session of ${agent}, and not one of the store`, { op, hint: "sessions.import copies it into the store" });
}

function threadIdOf(op: string, name: ThreadName): string {
  if (typeof name === "string") return name;
  if (isObject(name) && typeof name.threadId === "string") return name.threadId;
  throw missingName(op, name, "a thread");
}

/** One message or several, as a list. */
export const messageList = (messages: StoreMessage | readonly StoreMessage[]): readonly StoreMessage[] =>
  Array.isArray(messages) ? messages : [messages as StoreMessage];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function missingName(op: string, value: unknown, what: string): HeddleError {
  const why = value === undefined ? `${what} is not named: undefined was given` : `not the name of ${what}`;
  return new HeddleError("INVALID_ARGUMENT", why, { op, hint: `give an id, or ${what} as a list returned it` });
}
