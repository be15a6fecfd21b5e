// The entry of "heddle" in Node.
import { CORE_SHA256, LIVE_SHA256 } from "../built/core.mjs";
import type { Heddle } from "../api/heddle.js";
import { compile, LIVE_MEMORY_LIMIT_MIB } from "../engine/module.js";
import { LiveModule } from "../live/machine.js";
import type { AgentSession } from "../live/session.js";
import { startWith } from "../live/start.js";
import { Supervisor as AnySupervisor, type SupervisorOptions } from "../live/supervisor.js";
import type { StartAgentOptions } from "../live/types.js";
import type { LiveAgent } from "../wire/types.gen.js";
import { readBytes, readModule } from "./modules.js";
import { openWith, type OpenOptions } from "./open.js";

export * from "../api/public.js";
export * from "../live/public.js";
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

/** Lists the agents that `startAgent` can run, with what each can do. */
export async function listAgents(): Promise<LiveAgent[]> {
  return (await liveModule()).agents();
}

/** Keeps named sessions running: one that fails is started again, with the agent's session resumed. */
export class Supervisor extends AnySupervisor {
  constructor(options: SupervisorOptions = {}) {
    super(startAgent, options);
  }
}

let live: Promise<LiveModule> | undefined; // one instance per process

function liveModule(): Promise<LiveModule> {
  if (!live) {
    live = loadLive();
    live.catch(() => (live = undefined));
  }
  return live;
}

async function loadLive(): Promise<LiveModule> {
  return new LiveModule(await compile(await readModule("live.wasm", LIVE_SHA256), LIVE_MEMORY_LIMIT_MIB, "live.wasm"));
}

/** The core.wasm of `HEDDLE_WASM`, else the one in this package. */
async function loadCore(): Promise<WebAssembly.Module> {
  const other = process.env["HEDDLE_WASM"];
  return compile(other ? await readBytes("core.wasm", other) : await readModule("core.wasm", CORE_SHA256));
}
