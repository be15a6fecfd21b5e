// The entry of "heddle" in Node.
import { CORE_SHA256 } from "../built/core.mjs";
import type { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import type { AgentSession } from "../live/session.js";
import { startWith } from "../live/start.js";
import { Supervisor as AnySupervisor, type SupervisorOptions } from "../live/supervisor.js";
import type { StartAgentOptions } from "../live/types.js";
import { liveModule } from "./live.js";
import { readBytes, readModule } from "./modules.js";
import { openWith, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export * from "../live/public.js";
export { listAgents } from "./live.js";
export type { OpenOptions, SqliteChoice } from "./open.js";

let core: Promise<WebAssembly.Module> | undefined; // compiled once per process

/**
 * Starts an engine over the sessions of this user, or of another home.
 *
 * ```js
 * import { open } from "heddle";
 * const heddle = await open();
 * for (const s of await heddle.sessions.list({ limit: 10 })) console.log(s.unifiedId, s.title);
 * await heddle.close();
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<Heddle> {
  core ??= loadCore();
  core.catch(() => (core = undefined));
  return openWith(await core, options);
}

/**
 * Starts a coding agent and resolves when it is ready. Every whole message of
 * the session is in the store while it runs. Aborting the signal before that ends
 * the process by force; later the signal does not matter. Processes that a killed
 * program left are ended first.
 *
 * UNSUPPORTED: the program is missing or too old, or the agent cannot do what an
 * option asks for. SESSION_NOT_FOUND: there is no session to continue, or the
 * agent refused to resume it. CONFLICT: another session has the name.
 *
 * ```js
 * const agent = await startAgent({ agent: "claude", cwd: "/work/app" });
 * for await (const m of agent.stream("Where is the parser?")) console.log(m.type, m.content);
 * const { text, usage } = await agent.query("Fix it");
 * await agent.stop();
 * ```
 */
export async function startAgent(options: StartAgentOptions = {}): Promise<AgentSession> {
  return startWith(await liveModule(), options, () => open({ store: options.record !== false }));
}

/** Keeps named sessions running: one that fails is started again, with the agent's session resumed. */
export class Supervisor extends AnySupervisor {
  constructor(options: SupervisorOptions = {}) {
    super(startAgent, options);
  }
}

/** The core.wasm of `HEDDLE_WASM`, else the one in this package. */
async function loadCore(): Promise<WebAssembly.Module> {
  const other = process.env["HEDDLE_WASM"];
  return compile(other ? await readBytes("core.wasm", other) : await readModule("core.wasm", CORE_SHA256));
}
