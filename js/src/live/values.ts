// From the values of the protocol to those that a program has.
import { commonPhrases, hintText, livePhrases } from "../api/hints.js";
import { HeddleError } from "../wire/errors.js";
import type { Diagnostic, ErrorCode } from "../wire/types.gen.js";
import type { LiveDecision, LiveEvent, LivePermission, LiveSessionInfo } from "./protocol.gen.js";
import type { AgentEvent, AgentSessionInfo, PermissionDecision, PermissionRequest } from "./types.js";

/** The error that the program reports. */
export function errorOf({ code = "INTERNAL", message, ...details }: Partial<Diagnostic>, said?: string): HeddleError {
  if (details.hint !== undefined) details.hint = hintText(details.hint, { ...commonPhrases, ...livePhrases });
  return new HeddleError(code as ErrorCode, message ?? said ?? code, details);
}

/** What the program says of a session, without how it knows it. */
export function infoOf({ session: _, queries: __, ...info }: LiveSessionInfo): AgentSessionInfo {
  return info;
}

/** A decision as the program takes it. */
export function decisionOf(decision: PermissionDecision | boolean): LiveDecision {
  if (typeof decision === "boolean") return { allow: decision };
  if (typeof decision?.allow === "boolean") return decision;
  throw new HeddleError("INVALID_ARGUMENT", "an answer to a request for permission is true, false or has the member allow");
}

/** A request for permission as a program gets it. */
export function requestOf(id: string, query: string | undefined, ask: LivePermission["ask"]): PermissionRequest {
  return { ...ask, id, ...(query !== undefined && { query }) };
}

/** An event of a subscription. */
export function eventOf(e: LiveEvent): AgentEvent {
  const query = e.query === undefined ? {} : { query: e.query };
  switch (e.kind) {
    case "event":
      return { kind: "event", ...query, message: e.message as never, whole: e.whole === true };
    case "ask":
      return { kind: "ask", ...query, ask: requestOf(e.id!, e.query, e.ask!) };
    case "cancel_ask":
      return { kind: "cancel_ask", id: e.id! };
    case "state":
      return { kind: "state", health: e.health!, ...(e.error && { error: errorOf(e.error) }) };
  }
  return { kind: "diagnostic", error: errorOf(e.error ?? {}) };
}

/** The members of an object that are there, of these names. */
export function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined && from[name] !== null).map((name) => [name, from[name]])) as Partial<Pick<T, K>>;
}
