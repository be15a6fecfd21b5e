// The program that runs this process's live sessions. All sessions share it: the
// first starts it, and it is closed some seconds after the last.
import { VERSION } from "../built/core.mjs";
import { HeddleError } from "../wire/errors.js";
import { Connection, UnknownMethod, type Listener } from "./connection.js";
import { callHook, decide, reportDiagnostic } from "./callbacks.js";
import { findProgram } from "./program.js";
import type { LiveEvent, LiveSessionInfo, LiveSessionState } from "./protocol.gen.js";
import type { AgentEvent, StartAgentOptions } from "./types.js";
import { errorOf } from "./values.js";

const IDLE_MS = 3000;

/** A session, as messages about it are given to it. */
export interface RunningSession {
  readonly handle: string;
  readonly name: string | undefined;
  readonly isRunning: boolean;
  keepState(state: LiveSessionState): void;
  keepEnd(info: LiveSessionInfo | undefined, error: HeddleError | undefined): void;
}

/** A subscription, as messages about it are given to it. */
interface OpenSubscription {
  readonly session: RunningSession;
  put(event: LiveEvent | AgentEvent, bytes?: number): void;
  finishAt(error?: Error, position?: number): void;
}

/** Is called with a further run of a supervised session, or with why it could not be started. */
export type Restarted = (info: LiveSessionInfo | undefined, ended: HeddleError, failed: HeddleError | undefined) => void;

/** What a start is made of: a session, or a supervised one with all its runs. */
export interface Started {
  options: StartAgentOptions;
  /** The session that runs, or ran last. */
  session: RunningSession;
  restarted?: Restarted;
}

const services = new Map<string, Promise<Service>>(); // by the program's path
const running = new Set<Service>();

/** Finds the program, starts it unless it runs, and holds it until `release`. */
export async function acquireService(program: string | undefined): Promise<Service> {
  const path = findProgram(program);
  for (;;) {
    let service = services.get(path);
    if (!service) {
      service = Service.start(path);
      services.set(path, service);
      service.catch(() => services.delete(path));
    }
    const ready = await service;
    if (ready.hold()) return ready;
  }
}

/** The running session of a name. */
export function findSession(name: string): RunningSession | undefined {
  for (const service of running) {
    const session = [...service.sessions.values()].findLast((s) => s.name === name && s.isRunning);
    if (session) return session;
  }
  return undefined;
}

/** A running program and what it runs. */
export class Service implements Listener {
  connection!: Connection;
  /** By their handles; a further run of a supervised session has its own. */
  readonly sessions = new Map<string, RunningSession>();
  readonly subscriptions = new Map<string, OpenSubscription>();
  /** By the handle that live.start or live.supervise named. */
  readonly started = new Map<string, Started>();
  readonly #path: string;
  #users = 0;
  #lastId = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  private constructor(path: string) {
    this.#path = path;
  }

  static async start(path: string): Promise<Service> {
    const service = new Service(path);
    service.connection = await Connection.open(path, VERSION, service);
    running.add(service);
    return service;
  }

  /** Counts a user, who calls `release`; false when the program has ended. */
  hold(): boolean {
    if (this.connection.lost) return false;
    clearTimeout(this.#idle);
    if (this.#users++ === 0) this.connection.hold(true);
    return true;
  }

  release(): void {
    if (--this.#users > 0) return;
    this.connection.hold(false);
    this.#closeLater();
  }

  /** Closes the program, once the events of ended sessions are read too. */
  #closeLater(): void {
    this.#idle = setTimeout(() => {
      if (this.subscriptions.size > 0) return this.#closeLater();
      this.#forget();
      this.connection.close();
    }, IDLE_MS);
    this.#idle.unref();
  }

  /** A handle or a name that this connection has not used. */
  newId(kind: string): string {
    return kind + ++this.#lastId;
  }

  notice({ method, params }: Parameters<Listener["notice"]>[0], bytes: number): void {
    switch (method) {
      case "live.event":
        return this.subscriptions.get(params.subscription)?.put(params, bytes);
      case "live.end":
        return this.subscriptions.get(params.subscription)?.finishAt(params.error && errorOf(params.error), params.position);
      case "live.state":
        return this.sessions.get(params.session)?.keepState(params);
      case "live.ended":
        return this.#ended(params.session, (session) => session.keepEnd(params.info, params.error && errorOf(params.error)));
      case "live.restarted":
        return this.started.get(params.session)?.restarted?.(params.info, errorOf(params.ended), params.failed && errorOf(params.failed));
    }
  }

  ask(ask: Parameters<Listener["ask"]>[0], signal: AbortSignal): unknown {
    const started = this.started.get(ask.params?.session);
    switch (ask.method) {
      case "live.permission":
        return decide(started?.options.onPermission, ask.params, signal);
      case "live.hook":
        return started && callHook(started.options.hooks ?? {}, ask.params, (error) => this.#report(started, error));
    }
    throw new UnknownMethod("there is no method " + (ask as { method: string }).method);
  }

  lost(error: HeddleError): void {
    this.#forget();
    clearTimeout(this.#idle);
    for (const handle of [...this.sessions.keys()]) this.#ended(handle, (session) => session.keepEnd(undefined, error));
    for (const subscription of [...this.subscriptions.values()]) subscription.finishAt(error);
    for (const { restarted } of [...this.started.values()]) restarted?.(undefined, error, error);
  }

  #ended(handle: string, keep: (session: RunningSession) => void): void {
    const session = this.sessions.get(handle);
    this.sessions.delete(handle);
    if (session) keep(session);
  }

  #report(started: Started, error: HeddleError): void {
    reportDiagnostic(started.options.hooks, error);
    for (const subscription of this.subscriptions.values()) {
      if (subscription.session === started.session) subscription.put({ kind: "diagnostic", error });
    }
  }

  /** The next start begins another program. */
  #forget(): void {
    services.delete(this.#path);
    running.delete(this);
  }
}
