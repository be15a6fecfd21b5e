// From the options of startAgent to a running session.
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { abortError } from "../engine/abort.js";
import type { Heddle } from "../api/heddle.js";
import { checkOptions } from "../api/options.js";
import { HeddleError } from "../wire/errors.js";
import type { LiveAgent, LiveOpenRequest } from "../wire/types.gen.js";
import { Driver } from "./driver.js";
import { environmentOf, findProgram, type Variables } from "./environment.js";
import type { LiveModule } from "./machine.js";
import { Meter } from "./meter.js";
import { ProcessTransport, programVersion } from "./process.js";
import { Recorder, runOp, type Metadata } from "./recorder.js";
import { Registry, stateFolder, type RegistryEntry } from "./registry.js";
import { AgentSession } from "./session.js";
import { endedError } from "./subscription.js";
import type { AgentEvent, AgentHooks, StartAgentOptions } from "./types.js";

const AUTO = "auto";
const STORE = "heddle"; // the agent name of sessions of the store
const QUEUE_EVENTS = 4096;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Members of live.open that the options have as well. */
const passedOn = [
  "args", "origin", "model", "systemPrompt", "permissionMode", "allowedTools", "disallowedTools", "maxTurns", "maxBudgetUsd", "maxThinkingTokens", "thinking", "outputSchema",
  "subagent", "addDirs", "mcpServers", "settings", "noSessionPersistence", "fileCheckpointing", "timeoutMs", "idleTimeoutMs", "startTimeoutMs", "permissionTimeoutMs", "maxQueued",
] as const;

const ownOptions = [
  "agent", "prefer", "name", "heddle", "record", "sessionId", "tags", "resume", "continue", "fork", "cwd", "program", "env", "onPermission", "canAnswer", "hooks",
  "attachments", "queueEvents", "stateFolder", "transport", "clock", "newId", "signal",
];

const hookNames = ["sessionStart", "sessionEnd", "queryStart", "queryEnd", "toolUse", "permission", "diagnostic"];

const names = new Map<string, AgentSession | undefined>(); // running sessions; undefined for one that starts

/** Returns the running session of a name; BAD_REF without one. */
export function agentByName(name: string): AgentSession {
  const session = names.get(name);
  if (session) return session;
  throw new HeddleError("BAD_REF", "no running agent has the name " + name);
}

/** Starts an agent; `openHeddle` opens an engine of the session's own. */
export async function startWith(module: LiveModule, options: StartAgentOptions, openHeddle: () => Promise<Heddle>): Promise<AgentSession> {
  checkOptions("startAgent", options, [...ownOptions, ...passedOn]);
  checkOptions("hooks", options.hooks, hookNames);
  const { name, signal } = options;
  if (signal?.aborted) throw abortError(signal.reason);
  if (name !== undefined && names.has(name)) throw new HeddleError("CONFLICT", "another running agent has the name " + name);
  if (name !== undefined) names.set(name, undefined);
  const heddle = options.heddle ?? (await openHeddle());
  const release = async (): Promise<void> => {
    if (name !== undefined) names.delete(name);
    if (!options.heddle) await heddle.close();
  };
  try {
    const session = await begin(module, options, heddle, release);
    if (name !== undefined && session.health !== "stopped" && session.health !== "error") names.set(name, session);
    return session;
  } catch (err) {
    await release();
    throw err;
  }
}

async function begin(module: LiveModule, options: StartAgentOptions, heddle: Heddle, release: () => Promise<void>): Promise<AgentSession> {
  const { hooks = {}, signal, clock = Date.now, newId = randomUUID } = options;
  const plan = await new Plan(module, options, heddle, newId).complete();
  const { agent, cwd, sessionId } = plan;
  let driver: Driver;
  const recorder = new Recorder(options.record === false ? undefined : heddle, plan.storeId, newId, () => driver.work());
  let session: AgentSession | undefined;
  const callHook = hookCaller((error) => driver.report(error));
  driver = new Driver({
    module,
    transport: options.transport ?? (await localTransport(plan, options, clock)),
    recorder,
    meter: new Meter(heddle, agent, plan.resume),
    clock,
    newId,
    queueEvents: options.queueEvents ?? QUEUE_EVENTS,
    onPermission: options.onPermission,
    observe: (event) => observe(event, hooks, callHook),
    queryStarted: (query) => callHook(hooks.queryStart, query),
    queryEnded: (query, result, error) => callHook(hooks.queryEnd, query, result, error),
    identified: (nativeId) => recorder.setMetadata(metadataOf(plan, options, nativeId)),
  });
  const { onPermission, canAnswer = false } = options;
  const env = plan.variables();
  driver.open({ ...passOn(options), ...plan.request(), agent, cwd, sessionId, env, canAsk: canAnswer || onPermission !== undefined });
  const released = driver.ended.then(async () => {
    if (session) callHook(hooks.sessionEnd, await session.info(), session.error);
    await release();
  });
  const kill = (): void => driver.kill();
  signal?.addEventListener("abort", kill, { once: true });
  if (signal?.aborted) kill();
  const ready = await driver.ready;
  signal?.removeEventListener("abort", kill);
  if (ready && !signal?.aborted) {
    const stored = options.record === false ? undefined : plan.storeId;
    const { name, model, attachments } = options;
    session = new AgentSession({ driver, recorder, agent, name, cwd, model, sessionId: stored, attachments, newId, heddle, released });
    if (hooks.sessionStart) callHook(hooks.sessionStart, await session.info());
    return session;
  }
  await driver.ended;
  if (signal?.aborted) throw abortError(signal.reason);
  throw driver.failure ?? endedError();
}

/** The processes of this system, after the end of those that a killed owner left. */
async function localTransport(plan: Plan, { stateFolder: folder, env }: StartAgentOptions, clock: () => number): Promise<ProcessTransport> {
  const registry = registryOf(folder);
  await registry?.reap().catch(() => {}); // those of others
  const about = { agent: plan.agent, sessionId: plan.sessionId, cwd: plan.cwd, since: new Date(clock()).toISOString() };
  return new ProcessTransport(inherited(env), registry, about);
}

function registryOf(folder: string | false | undefined): Registry | undefined {
  if (folder === false) return undefined;
  const place = folder ?? stateFolder();
  return place === undefined ? undefined : new Registry(place);
}

/** A registered process of a live session. */
export interface RegisteredAgent extends RegistryEntry {
  /** Whether the process runs. */
  runs: boolean;
  /** Whether it runs and the program that started it does not. */
  orphan: boolean;
}

/** Lists the processes of live sessions on this machine, of all programs of this user. */
export function agentProcesses(folder?: string): RegisteredAgent[] {
  return (registryOf(folder)?.list() ?? []).map(({ file: _, ...entry }) => entry);
}

/** Ends the processes of live sessions whose program was killed, and returns them. `startAgent` does it too. */
export async function reapAgents(folder?: string): Promise<RegistryEntry[]> {
  return (await registryOf(folder)?.reap()) ?? [];
}

/** The environment of this program without what the options remove. */
function inherited(env: StartAgentOptions["env"] = {}): Variables {
  const out: Variables = { ...process.env };
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete out[name];
  return out;
}

function passOn(options: StartAgentOptions): Partial<LiveOpenRequest> {
  return Object.fromEntries(passedOn.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

/** What live.open gets, once what the options leave open is known. */
class Plan {
  agent: string;
  cwd: string;
  resume: string | undefined;
  sessionId = "";
  storeId: string;
  #version: string | undefined;
  readonly #module: LiveModule;
  readonly #options: StartAgentOptions;
  readonly #heddle: Heddle;
  readonly #newId: () => string;

  constructor(module: LiveModule, options: StartAgentOptions, heddle: Heddle, newId: () => string) {
    [this.#module, this.#options, this.#heddle, this.#newId] = [module, options, heddle, newId];
    this.agent = options.agent ?? AUTO;
    this.cwd = resolve(options.cwd ?? ".");
    this.resume = options.resume;
    this.storeId = options.sessionId ?? "";
  }

  async complete(): Promise<this> {
    const { fork, record, sessionId, transport } = this.#options;
    if (sessionId !== undefined && !UUID.test(sessionId)) throw new HeddleError("INVALID_ARGUMENT", `the id of a session must be a UUID, not "${sessionId}"`);
    await this.#readResume();
    const agents = this.#module.agents();
    if (this.agent === AUTO) this.#selectAgent(agents);
    if (this.#options.continue) await this.#findNewest();
    if (!transport && !statSync(this.cwd, { throwIfNoEntry: false })?.isDirectory()) {
      throw new HeddleError("INVALID_ARGUMENT", `the working folder ${this.cwd} does not exist`);
    }
    if (record !== false && this.storeId === "" && this.resume !== undefined && !fork) this.storeId = await this.#findStored();
    this.sessionId = this.resume === undefined && UUID.test(this.storeId) ? this.storeId : this.#newId();
    this.storeId ||= this.sessionId;
    if (!transport) await this.#askVersion(agents.find((a) => a.agent === this.agent));
    return this;
  }

  request(): Partial<LiveOpenRequest> {
    const { fork, program } = this.#options;
    return { ...(this.resume !== undefined && { resume: this.resume }), ...(fork && { fork }), ...(program !== undefined && { program }), ...(this.#version && { programVersion: this.#version }) };
  }

  /** The variables to set, each NAME=value. */
  variables(): string[] {
    return Object.entries(this.#options.env ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  }

  #environment(): Record<string, string> {
    return environmentOf(inherited(this.#options.env), this.variables(), []);
  }

  /** Replaces the name of a session to resume by the agent's own id of it. */
  async #readResume(): Promise<void> {
    const name = this.resume;
    if (name === undefined) return;
    if (this.#options.continue) throw new HeddleError("INVALID_ARGUMENT", "continue and resume exclude each other");
    const at = name.indexOf(":");
    if (at < 0) return;
    let native = { agent: name.slice(0, at), sessionId: name.slice(at + 1) };
    if (native.agent === STORE) {
      if (this.storeId === "" && !this.#options.fork) this.storeId = native.sessionId;
      native = await this.#readStored(native.sessionId);
    }
    if (this.agent === AUTO) this.agent = native.agent;
    if (this.agent !== native.agent) throw new HeddleError("INVALID_ARGUMENT", `the session ${name} is not one of ${this.agent}`);
    this.resume = native.sessionId;
  }

  /** Returns the agent's own session that a stored one names. */
  async #readStored(sessionId: string): Promise<Metadata["extra"]["native"]> {
    const { extra } = await runOp<{ extra?: Partial<Metadata["extra"]> }>(this.#heddle, "store.get", { sessionId });
    if (extra?.native?.sessionId) return extra.native;
    throw new HeddleError("SESSION_NOT_FOUND", `the stored session ${sessionId} names no session of an agent`, { hint: "resume the agent's own session by its id" });
  }

  /** Returns the id of the stored session that names the resumed one, from the origin or without one; "" when none does. */
  async #findStored(): Promise<string> {
    try {
      const list = await runOp<{ sessionId: string; extra?: Partial<Metadata["extra"]> }[]>(this.#heddle, "store.list", { adapter: this.agent });
      const named = list.filter(({ extra }) => extra?.native?.agent === this.agent && extra.native.sessionId === this.resume);
      const { origin } = this.#options;
      const own = named.find(({ extra }) => !origin || extra?.origin === origin) ?? named.find(({ extra }) => !extra?.origin);
      return own?.sessionId ?? "";
    } catch {
      return ""; // recording will say why
    }
  }

  /** Resumes the agent's newest session in the folder, in its own folder. The list shows a recording in place of one that the agent has lost. */
  async #findNewest(): Promise<void> {
    type Listed = { agent: string; sessionId: string; cwd?: string; originalUnifiedId?: string; originalGone?: boolean };
    const list = await runOp<Listed[]>(this.#heddle, "sessions.list", { agent: this.agent, cwd: this.cwd, limit: 50 });
    const prefix = this.agent + ":";
    for (const found of list) {
      const kept = found.agent === this.agent || (!found.originalGone && found.originalUnifiedId?.startsWith(prefix));
      if (!kept) continue;
      this.resume = found.agent === this.agent ? found.sessionId : found.originalUnifiedId!.slice(prefix.length);
      this.cwd = found.cwd ?? this.cwd;
      return;
    }
    throw new HeddleError("SESSION_NOT_FOUND", `${this.agent} has no session in ${this.cwd}`, { hint: "start one without continue" });
  }

  #selectAgent(agents: readonly LiveAgent[]): void {
    const prefer = this.#options.prefer ?? agents.filter((a) => a.tested).map((a) => a.agent);
    const env = this.#environment();
    const installed = prefer.find((name) => {
      const row = agents.find((a) => a.agent === name);
      return row && isInstalled(row.program, this.cwd, env);
    });
    if (installed === undefined) {
      throw new HeddleError("UNSUPPORTED", "none of these agents is installed: " + prefer.join(", "), { hint: "listAgents() lists the agents and how to get them" });
    }
    this.agent = installed;
  }

  /** Asks the program for its version, if there is one that is too old. */
  async #askVersion(row: LiveAgent | undefined): Promise<void> {
    if (!row?.minVersion) return;
    const env = this.#environment();
    const path = findProgram(this.#options.program ?? row.program, this.cwd, env, row.install);
    this.#version = await programVersion(path, env, this.#options.signal);
    if (this.#options.signal?.aborted) throw abortError(this.#options.signal.reason);
  }
}

function isInstalled(program: string, cwd: string, env: Record<string, string>): boolean {
  try {
    findProgram(program, cwd, env);
    return true;
  } catch {
    return false;
  }
}

/** What the stored session says of itself; extra.native names the agent's own one. */
function metadataOf({ agent, cwd }: Plan, { model, origin, tags = [] }: StartAgentOptions, sessionId: string): Metadata {
  return { adapter: agent, cwd, model, extra: { native: { agent, sessionId }, ...(tags.length > 0 && { tags }), ...(origin && { origin }) } };
}

type CallHook = <A extends unknown[]>(hook: ((...args: A) => unknown) | undefined, ...args: A) => void;

/** Calls hooks after the current work; what they throw is reported. */
function hookCaller(report: (error: HeddleError) => void): CallHook {
  return (hook, ...args) => {
    if (!hook) return;
    Promise.resolve()
      .then(() => hook(...args))
      .catch((cause: unknown) => report(new HeddleError("INTERNAL", "a hook failed: " + (cause instanceof Error ? cause.message : String(cause)), { cause })));
  };
}

function observe(event: AgentEvent, hooks: AgentHooks, callHook: CallHook): void {
  if (event.kind === "ask") callHook(hooks.permission, event.ask);
  else if (event.kind === "diagnostic") callHook(hooks.diagnostic && quiet(hooks.diagnostic), event.error);
  else if (event.kind === "event" && event.whole && event.message.type === "tool_use") callHook(hooks.toolUse, event.query, event.message);
}

/** A hook whose failures are dropped: to report them would call it again. */
function quiet<A extends unknown[]>(hook: (...args: A) => unknown): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await hook(...args);
    } catch {
      // see above
    }
  };
}
