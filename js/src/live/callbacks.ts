// Calls what a program gave startAgent: the handler of permissions and hooks.
import { HeddleError } from "../wire/errors.js";
import type { LiveDecision, LiveHookCall, LivePermission } from "./protocol.gen.js";
import type { AgentHooks, PermissionHandler } from "./types.js";
import { decisionOf, errorOf, infoOf, requestOf } from "./values.js";

/** The decision of the handler; without one the tool is denied. */
export async function decide(handler: PermissionHandler | undefined, { id, query, ask }: LivePermission, signal: AbortSignal): Promise<LiveDecision> {
  if (!handler) throw new HeddleError("PERMISSION_DENIED", "nobody is there to give permission");
  return decisionOf(await handler(requestOf(id, query, ask), { signal }));
}

/** Calls the hook; what it throws, at once or later, goes to `report`. */
export function callHook(hooks: AgentHooks, call: LiveHookCall, report: (error: HeddleError) => void): void {
  if (call.hook === "diagnostic") return reportDiagnostic(hooks, errorOf(call.error ?? {}));
  const error = call.error && errorOf(call.error);
  const { query = "" } = call;
  const calls: Record<string, () => unknown> = {
    sessionStart: () => hooks.sessionStart?.(infoOf(call.info!)),
    sessionEnd: () => hooks.sessionEnd?.(infoOf(call.info!), error),
    queryStart: () => hooks.queryStart?.(query),
    queryEnd: () => hooks.queryEnd?.(query, call.result as never, error),
    toolUse: () => hooks.toolUse?.(call.query, call.toolUse!),
    permission: () => hooks.permission?.(requestOf(call.id!, call.query, call.ask!)),
  };
  Promise.resolve()
    .then(() => calls[call.hook]?.())
    .catch((cause: unknown) => report(new HeddleError("INTERNAL", "a hook failed: " + (cause instanceof Error ? cause.message : String(cause)), { cause })));
}

/** Calls the hook `diagnostic`; its own failures are dropped, because to report them would call it again. */
export function reportDiagnostic(hooks: AgentHooks | undefined, error: HeddleError): void {
  Promise.resolve()
    .then(() => hooks?.diagnostic?.(error))
    .catch(() => {});
}
