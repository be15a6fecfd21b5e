import { HeddleError } from "../wire/errors.js";

/** Starts a coding agent, in Node: a page cannot start processes, so here it rejects with UNSUPPORTED. */
export function startAgent(_options?: object): Promise<never> {
  return Promise.reject(new HeddleError("UNSUPPORTED", "a page cannot start a coding agent", { op: "startAgent", hint: "call startAgent in Node" }));
}
