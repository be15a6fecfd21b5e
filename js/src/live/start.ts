// From the options of startAgent to a running session.
import { resolve } from "node:path";
import { checkOptions } from "../api/options.js";
import type { Heddle } from "../api/heddle.js";
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import type { LiveAgent } from "../wire/types.gen.js";
import { liveAgents } from "./agents.gen.js";
import { liveStartOptions, type LiveProcess, type LiveStart, type LiveSupervise } from "./protocol.gen.js";
import { acquireService, findSession, type Restarted, type Service, type Started } from "./service.js";
import { AgentSession } from "./session.js";
import type { StartAgentOptions } from "./types.js";
import { pick } from "./values.js";

const ownOptions = ["cwd", "env", "heddle", "onPermission", "hooks", "attachments", "stateFolder", "heddleProgram", "signal"];
const hookNames = ["sessionStart", "sessionEnd", "queryStart", "queryEnd", "toolUse", "permission", "diagnostic"];

/** What an engine has for sessions: its home, store and prices; `open` of Node keeps it. */
export interface LivePlaces {
  home?: string | undefined;
  /** An absolute path, or - for no store. */
  store: string;
  prices?: string | undefined;
  env?: Record<string, string | undefined> | undefined;
}

const places = new WeakMap<Heddle, () => LivePlaces>();

/** Keeps the places for sessions that use the engine. */
export function keepPlaces(heddle: Heddle, of: () => LivePlaces): void {
  places.set(heddle, of);
}

/** Returns the running session of a name; BAD_REF without one. */
export function agentByName(name: string): AgentSession {
  const session = findSession(name) as AgentSession | undefined;
  if (session) return session;
  throw new HeddleError("BAD_REF", "no running agent has the name " + name);
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
  const { signal } = options;
  if (signal?.aborted) throw abortError(signal.reason);
  const about = requestOf(options);
  const { session, release } = await launch("live.start", about, options);
  void session.ended.then(release);
  return session;
}

/** A session that was started; `release` ends its use of the program. */
export interface Launched {
  service: Service;
  session: AgentSession;
  release: () => void;
}

/** Starts a session by the program, supervised or not. */
export async function launch(method: "live.start" | "live.supervise", about: object, options: StartAgentOptions, restarted?: (service: Service, started: Started, ...args: Parameters<Restarted>) => void): Promise<Launched> {
  const service = await acquireService(options.heddleProgram);
  const handle = service.newId("s");
  const session = new AgentSession(service, handle);
  const started: Started = { options, session };
  if (restarted) started.restarted = (...args) => restarted(service, started, ...args);
  service.started.set(handle, started);
  const release = (): void => {
    service.started.delete(handle);
    service.release();
  };
  try {
    session.keepInfo(await service.connection.call(method, { ...about, session: handle } as LiveSupervise, options.signal));
  } catch (err) {
    service.sessions.delete(handle);
    release();
    throw err;
  }
  return { service, session, release };
}

/** What the request says that starts an agent, supervised or not. */
export function requestOf(options: StartAgentOptions): Omit<LiveStart, "session"> {
  checkOptions("startAgent", options, [...ownOptions, ...liveStartOptions]);
  checkOptions("hooks", options.hooks, hookNames);
  const { attachments, cwd = ".", env = {}, heddle, hooks = {}, onPermission, stateFolder } = options;
  const { env: granted = {}, ...place } = (heddle && places.get(heddle)?.()) ?? {};
  const inherited: Record<string, string | undefined> = { ...process.env, ...granted };
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete inherited[name];
  return {
    ...pick(options, liveStartOptions),
    cwd: resolve(cwd),
    ...place,
    environment: variablesOf(inherited),
    env: variablesOf(env),
    permission: onPermission !== undefined,
    hooks: hookNames.filter((name) => hooks[name as keyof typeof hooks]),
    ...(attachments !== undefined && { attachments: resolve(attachments) }),
    ...stateOf(stateFolder),
  };
}

/** Lists the processes of live sessions on this machine, of all programs of this user. */
export function agentProcesses(folder?: string, options: { heddleProgram?: string } = {}): Promise<LiveProcess[]> {
  return askOnce("live.processes", folder, options.heddleProgram);
}

/** Ends the processes of live sessions whose program was killed, and returns them. `startAgent` does it too. */
export function reapAgents(folder?: string, options: { heddleProgram?: string } = {}): Promise<LiveProcess[]> {
  return askOnce("live.reap", folder, options.heddleProgram);
}

async function askOnce(method: "live.processes" | "live.reap", folder: string | undefined, program: string | undefined): Promise<LiveProcess[]> {
  const service = await acquireService(program);
  try {
    return await service.connection.call(method, { environment: variablesOf(process.env), ...stateOf(folder) });
  } finally {
    service.release();
  }
}

const stateOf = (folder: string | false | undefined): { stateFolder?: string } => (folder === undefined ? {} : { stateFolder: folder === false ? "-" : resolve(folder) });

function variablesOf(env: Record<string, string | undefined>): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

/** Lists the agents that `startAgent` can run, with what each can do. */
export async function listAgents(): Promise<LiveAgent[]> {
  return structuredClone(liveAgents) as LiveAgent[];
}
