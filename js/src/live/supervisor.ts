/// <reference lib="esnext.disposable" preserve="true" />
// Keeps named sessions running. The program decides when to start one again.
import { HeddleError } from "../wire/errors.js";
import { AgentSession } from "./session.js";
import { launch, requestOf, type Launched } from "./start.js";
import type { SignalOptions, StartAgentOptions } from "./types.js";

/** When a supervisor starts sessions again. Times are milliseconds. */
export interface SupervisorOptions {
  /** The time before the first restart, doubled with each further one. A session that ran for `maxDelayMs` begins here again. Default: 1,000. */
  minDelayMs?: number;
  /** Default: 30,000. */
  maxDelayMs?: number;
  /** The number of restarts in a row before a session is given up. Default: no limit. */
  maxRestarts?: number;
  /** Hears of each restart: why the session ended, and why it could not be started again, or undefined. */
  restarted?: (name: string, ended: HeddleError, failed: Error | undefined) => void;
}

/**
 * Keeps named sessions running: a session that fails is started again, with the
 * agent's session resumed. A session that is stopped stays stopped. Close it.
 *
 * ```js
 * const supervisor = new Supervisor();
 * await supervisor.start({ name: "reviewer", agent: "claude" });
 * const { text } = await (await supervisor.session("reviewer")).query("Review the last commit");
 * await supervisor.close();
 * ```
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children = new Map<string, Launched>();
  #closed = false;

  constructor(options: SupervisorOptions = {}) {
    this.#options = options;
  }

  /** The names of the sessions, sorted. */
  get names(): string[] {
    return [...this.#children.keys()].sort();
  }

  /** Starts a session, which needs a name, and keeps it running. The first start must succeed. */
  async start(options: StartAgentOptions & { name: string }): Promise<AgentSession> {
    const { name } = options;
    if (!name) throw new HeddleError("INVALID_ARGUMENT", "a supervised session needs a name", { hint: "set the option name" });
    if (this.#closed) throw new HeddleError("COMPLETE", "the supervisor is closed");
    const { minDelayMs, maxDelayMs, maxRestarts = Infinity, restarted } = this.#options;
    const about = { ...requestOf(options), minDelayMs, maxDelayMs, ...(maxRestarts !== Infinity && { maxRestarts }) };
    const child = await launch("live.supervise", about, options, (service, started, info, ended, failed) => {
      if (info) started.session = new AgentSession(service, info.session).keepInfo(info);
      restarted?.(name, ended, failed);
    });
    this.#children.set(name, child);
    return child.session;
  }

  /** Returns the running session of a name, and waits while it is started again. BAD_REF: no session has the name. A session that was given up rejects with why it ended. */
  async session(name: string, { signal }: SignalOptions = {}): Promise<AgentSession> {
    const { service } = this.#child(name);
    const info = await service.connection.call("live.supervised", { name }, signal);
    const session = service.sessions.get(info.session) as AgentSession | undefined;
    return (session ?? new AgentSession(service, info.session)).keepInfo(info);
  }

  /** Ends a session for good. BAD_REF: no session has the name. */
  async stop(name: string): Promise<void> {
    const child = this.#child(name);
    this.#children.delete(name);
    try {
      await child.service.connection.call("live.unsupervise", { name });
    } catch (err) {
      if (!child.service.connection.lost) throw err;
    } finally {
      child.release();
    }
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.names.map((name) => this.stop(name)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #child(name: string): Launched {
    const child = this.#children.get(name);
    if (child) return child;
    throw new HeddleError("BAD_REF", "no supervised agent has the name " + name);
  }
}
