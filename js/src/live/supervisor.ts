/// <reference lib="esnext.disposable" preserve="true" />
// Keeps named sessions running.
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import type { AgentSession } from "./session.js";
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

type Start = (options: StartAgentOptions) => Promise<AgentSession>;

/** A session that is kept running. */
interface Child {
  name: string;
  options: StartAgentOptions;
  stopped: AbortController;
  /** The running session; between two runs a promise of the next one. */
  session: Promise<AgentSession>;
  running: AgentSession | undefined;
  /** Resolves when the session is not kept running any more. */
  done: Promise<void>;
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
  readonly #startAgent: Start;
  readonly #options: SupervisorOptions;
  readonly #children = new Map<string, Child>();
  #closed = false;

  constructor(startAgent: Start, options: SupervisorOptions) {
    this.#startAgent = startAgent;
    this.#options = options;
  }

  /** The names of the sessions, sorted. */
  get names(): string[] {
    return [...this.#children.keys()].sort();
  }

  /** Starts a session, which needs a name, and keeps it running. The first start must succeed. */
  async start(options: StartAgentOptions & { name: string }): Promise<AgentSession> {
    if (!options.name) throw new HeddleError("INVALID_ARGUMENT", "a supervised session needs a name", { hint: "set the option name" });
    if (this.#closed) throw new HeddleError("COMPLETE", "the supervisor is closed");
    const session = await this.#startAgent(options);
    const { signal: _, ...again } = options;
    const child: Child = { name: options.name, options: again, stopped: new AbortController(), session: Promise.resolve(session), running: session, done: Promise.resolve() };
    this.#children.set(child.name, child);
    child.done = this.#watch(child, session);
    return session;
  }

  /** Returns the running session of a name, and waits while it is started again. BAD_REF: no session has the name. A session that was given up rejects with why it ended. */
  async session(name: string, { signal }: SignalOptions = {}): Promise<AgentSession> {
    const { session } = this.#child(name);
    if (!signal) return session;
    if (signal.aborted) throw abortError(signal.reason);
    let onAbort = (): void => {};
    const aborted = new Promise<never>((_, reject) => (onAbort = () => reject(abortError(signal.reason))));
    signal.addEventListener("abort", onAbort, { once: true });
    return Promise.race([session, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
  }

  /** Ends a session for good. BAD_REF: no session has the name. */
  async stop(name: string): Promise<void> {
    const child = this.#child(name);
    this.#children.delete(name);
    child.stopped.abort();
    await child.running?.stop();
    await child.done;
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.names.map((name) => this.stop(name)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #child(name: string): Child {
    const child = this.#children.get(name);
    if (child) return child;
    throw new HeddleError("BAD_REF", "no supervised agent has the name " + name);
  }

  /** Starts a session again when it has failed, until it is stopped or given up. */
  async #watch(child: Child, first: AgentSession): Promise<void> {
    for (let session: AgentSession | undefined = first; session; ) {
      await session.ended;
      const { error } = session;
      child.running = undefined;
      if (!error || child.stopped.signal.aborted) break;
      child.options = resumeAfter(child.options, session);
      const next: Promise<AgentSession> = this.#restart(child, error);
      next.catch(() => {}); // whoever asks for the session gets it
      child.session = next;
      session = await next.catch(() => undefined);
      if (!session && !child.stopped.signal.aborted) return; // given up: `session` says why
      child.running = session;
      if (child.stopped.signal.aborted) await session?.stop();
    }
    if (this.#children.get(child.name) === child) this.#children.delete(child.name);
  }

  async #restart(child: Child, ended: HeddleError): Promise<AgentSession> {
    const { minDelayMs = 1000, maxDelayMs = 30_000, maxRestarts = Infinity, restarted } = this.#options;
    const { signal } = child.stopped;
    for (let [delay, restarts] = this.#backOff(child, minDelayMs, maxDelayMs); restarts < maxRestarts; restarts++) {
      await sleep(delay, signal);
      if (signal.aborted) break;
      delay = Math.min(2 * delay, maxDelayMs);
      this.#backOffs.set(child, { delay, restarts: restarts + 1, at: Date.now() });
      try {
        const session = await this.#startAgent({ ...child.options, signal });
        restarted?.(child.name, ended, undefined);
        return session;
      } catch (err) {
        if (signal.aborted) break;
        restarted?.(child.name, ended, err as Error);
        if (err instanceof HeddleError) ended = err;
      }
    }
    throw signal.aborted ? new HeddleError("COMPLETE", `the agent ${child.name} was stopped`) : ended;
  }

  readonly #backOffs = new WeakMap<Child, { delay: number; restarts: number; at: number }>();

  /** The delay of the next restart and the number of restarts in a row. */
  #backOff(child: Child, minDelayMs: number, maxDelayMs: number): [number, number] {
    const last = this.#backOffs.get(child);
    return !last || Date.now() - last.at >= maxDelayMs ? [minDelayMs, 0] : [last.delay, last.restarts];
  }
}

/** The options of the next run: it continues the session, if there is anything to continue. */
function resumeAfter(options: StartAgentOptions, session: AgentSession): StartAgentOptions {
  if (session.queries === 0 && (options.fork || (options.resume === undefined && !options.continue))) return options; // the agent keeps no session without a prompt
  return { ...options, agent: session.agent, resume: session.nativeSessionId, cwd: session.cwd, fork: false, continue: false };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
