/// <reference lib="esnext.disposable" preserve="true" />
// What a program has of a live session.
import { randomUUID } from "node:crypto";
import { checkOptions } from "../api/options.js";
import { abortError } from "../engine/abort.js";
import type { StoreMessage } from "../api/messages.js";
import { finalTextOf } from "../api/text.js";
import { HeddleError } from "../wire/errors.js";
import type { Json, LiveHealth, LivePermissionMode } from "../wire/types.gen.js";
import { liveQueryOptions, type LiveAttachment, type LiveClientCalls, type LiveQuery, type LiveSessionInfo, type LiveSessionState, type LiveTurn } from "./protocol.gen.js";
import type { Service } from "./service.js";
import { Subscription } from "./subscription.js";
import type { AgentEvents, AgentResult, AgentSessionInfo, PermissionDecision, PromptFile, QueryOptions, SignalOptions } from "./types.js";
import { decisionOf, errorOf, infoOf, pick } from "./values.js";

const queryOptions = ["attachments", "signal", ...liveQueryOptions];
const signalOptions = ["signal"];

/** The calls that name a session. */
type SessionCall = { [M in keyof LiveClientCalls]: LiveClientCalls[M]["params"] extends { session: string } ? M : never }[keyof LiveClientCalls];

/**
 * A running coding agent, which `startAgent` returns. It keeps the program
 * running until `stop`.
 */
export class AgentSession {
  readonly #service: Service;
  #info: LiveSessionInfo;
  #error: HeddleError | undefined;
  #isRunning = true;
  #release!: () => void;

  /** @internal How the program knows the session. */
  readonly handle: string;

  /** Resolves when the session has ended: no process of it is left, and everything is stored. */
  readonly ended: Promise<void>;

  /** @internal Use `startAgent`. */
  constructor(service: Service, handle: string) {
    [this.#service, this.handle] = [service, handle];
    this.#info = { session: handle, agent: "", capabilities: [], cwd: "", health: "connecting", recording: false, position: 0, queued: 0, pendingPermissions: 0, queries: 0 };
    this.ended = new Promise((resolve) => (this.#release = resolve));
    service.sessions.set(handle, this);
  }

  /** The agent that runs. */
  get agent(): string {
    return this.#info.agent;
  }

  /** The name that it was started with. */
  get name(): string | undefined {
    return this.#info.name;
  }

  /** The id of the stored session; undefined when nothing is recorded. */
  get sessionId(): string | undefined {
    return this.#info.sessionId;
  }

  /** The agent's own id of the session, for `resume`. */
  get nativeSessionId(): string {
    return this.#info.nativeSessionId ?? "";
  }

  /** The state of the session. */
  get health(): LiveHealth {
    return this.#info.health;
  }

  /** Why the session failed; undefined while it runs and after `stop`. */
  get error(): HeddleError | undefined {
    return this.#error;
  }

  /** How many prompts were sent. */
  get queries(): number {
    return this.#info.queries;
  }

  /** @internal */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** @internal */
  keepInfo(info: LiveSessionInfo): this {
    if (this.#isRunning) this.#info = info;
    return this;
  }

  /** @internal */
  keepState({ error, ...state }: LiveSessionState): void {
    Object.assign(this.#info, state);
    if (error) this.#error = errorOf(error);
  }

  /** @internal The session has ended; without a last state the program has. */
  keepEnd(info: LiveSessionInfo | undefined, error: HeddleError | undefined): void {
    const { query: _, ...last } = this.#info;
    this.#info = info ?? { ...last, health: "error", capabilities: [], queued: 0, pendingPermissions: 0 };
    this.#error = error;
    this.#isRunning = false;
    this.#release();
  }

  /**
   * Sends a prompt and waits for the end of its turn. A turn that failed, was
   * interrupted or timed out has a result too, with `isError`. One turn runs at a
   * time: a query waits for those before it; CONFLICT: too many wait. Aborting
   * the signal interrupts the turn.
   */
  async query(prompt: string, options: QueryOptions = {}): Promise<AgentResult> {
    const request = requestOf("query", this.handle, prompt, options);
    try {
      return resultOf(await this.#service.connection.call("live.query", { ...request, messages: true }, options.signal));
    } catch (err) {
      return resultOf(this.#brokenTurn(err, request.id, options.signal));
    }
  }

  /**
   * Sends a prompt and yields the messages of its turn, up to its result. Pieces
   * of text and thinking have `delta: true`; the whole message follows. Leaving
   * the loop early interrupts the turn. LIMIT_EXCEEDED: the loop is too slow, and
   * messages were dropped; the turn continues, and the store has all of it.
   */
  async *stream(prompt: string, options: QueryOptions = {}): AsyncGenerator<StoreMessage, void, undefined> {
    const request = requestOf("stream", this.handle, prompt, options);
    const { signal } = options;
    const events = new Subscription(this.#service, this, request.id, signal);
    const turn = this.#service.connection.call("live.query", request, signal);
    turn.catch(() => {}); // awaited below, unless the loop ends before
    let leave = true;
    try {
      for await (const event of events) if (event.kind === "event") yield event.message;
      leave = false;
      await turn;
    } catch (err) {
      leave &&= !(err instanceof HeddleError);
      if (!(err instanceof HeddleError) || err.code === "LIMIT_EXCEEDED") throw err;
      yield this.#brokenTurn(err, request.id, signal).result as unknown as StoreMessage;
    } finally {
      await events.return();
      if (leave) this.cancel(request.id).catch(() => {}); // it has ended
    }
  }

  /**
   * Yields the events from the call on, of all queries and of what the agent does
   * by itself, until the session ends. LIMIT_EXCEEDED: they were read too slowly.
   */
  events(options: SignalOptions = {}): AgentEvents {
    checkOptions("events", options, signalOptions);
    return new Subscription(this.#service, this, undefined, options.signal);
  }

  /** Sends text to the running turn. CONFLICT: no turn runs. UNSUPPORTED: the agent cannot be steered. */
  async steer(text: string, options?: SignalOptions): Promise<void> {
    await this.#do("steer", "live.steer", { text }, options);
  }

  /** Asks the agent to end the running turn, which then ends with its result. A turn that does not end is ended with the process. */
  async interrupt(options?: SignalOptions): Promise<void> {
    await this.#do("interrupt", "live.interrupt", {}, options);
  }

  /** Interrupts a query that runs, or drops one that waits. */
  async cancel(query: string, options?: SignalOptions): Promise<void> {
    await this.#do("cancel", "live.cancel", { query }, options);
  }

  /** Answers a request for permission of the events. BAD_REF: it needs no answer any more. */
  async answer(ask: string, decision: PermissionDecision | boolean, options?: SignalOptions): Promise<void> {
    await this.#do("answer", "live.answer", { ask, ...decisionOf(decision) }, options);
  }

  /** Changes the model. */
  async setModel(model: string, options?: SignalOptions): Promise<void> {
    await this.#do("setModel", "live.setModel", { model }, options);
  }

  /** Changes what the agent may do without asking. */
  async setPermissionMode(mode: LivePermissionMode, options?: SignalOptions): Promise<void> {
    await this.#do("setPermissionMode", "live.setPermissionMode", { mode }, options);
  }

  /** Begins a new conversation in the same process, and a stored session of its own: `extra.previous` names the one before. */
  async clear(options?: SignalOptions): Promise<void> {
    await this.#do("clear", "live.clear", {}, options);
  }

  /** Returns the messages of the session: the stored ones, or the agent's own records when nothing is recorded. */
  async conversation(options?: SignalOptions): Promise<StoreMessage[]> {
    return (await this.#do("conversation", "live.conversation", {}, options)) as unknown as StoreMessage[];
  }

  /** Returns the agent's report of its MCP servers, in its own form. */
  mcpStatus(options?: SignalOptions): Promise<Json> {
    return this.#do("mcpStatus", "live.mcpStatus", {}, options);
  }

  /** Returns what the agent said of itself when it started, in its own form. */
  serverInfo(options?: SignalOptions): Promise<Json> {
    return this.#do("serverInfo", "live.serverInfo", {}, options);
  }

  /** Restores files to their state before a user message; `dryRun` only reports what would change. */
  async rewindFiles(messageId: string, options: SignalOptions & { dryRun?: boolean } = {}): Promise<Json> {
    checkOptions("rewindFiles", options, ["dryRun", ...signalOptions]);
    const { dryRun, signal } = options;
    return this.#do("rewindFiles", "live.rewindFiles", { messageId, ...(dryRun !== undefined && { dryRun }) }, { signal });
  }

  /** Returns the state of the session. It works after the end too, without capabilities. */
  async info(options?: SignalOptions): Promise<AgentSessionInfo> {
    if (this.#isRunning) {
      try {
        this.keepInfo(await this.#do("info", "live.info", {}, options));
      } catch (err) {
        if (!(err instanceof HeddleError) || err.code !== "COMPLETE") throw err;
      }
    }
    return infoOf(this.#info);
  }

  /** Returns what the agent can do, in byte order, as far as it has announced it. */
  async capabilities(options?: SignalOptions): Promise<string[]> {
    return (await this.info(options)).capabilities;
  }

  /**
   * Ends the session: the protocol's own way, then the end of its input, after 2 s
   * a signal to its process group, after 3 s more its end by force. Aborting the
   * signal ends it by force at once.
   */
  async stop(options?: SignalOptions): Promise<void> {
    checkOptions("stop", options, signalOptions);
    const signal = options?.signal;
    const force = new AbortController();
    const onAbort = (): void => force.abort();
    this.#service.connection.call("live.stop", { session: this.handle }, force.signal).catch(() => {}); // `ended` resolves at the end
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    await this.ended;
    signal?.removeEventListener("abort", onAbort);
    if (signal?.aborted) throw abortError(signal.reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #do<M extends SessionCall>(name: string, method: M, params: Omit<LiveClientCalls[M]["params"], "session">, options: SignalOptions | undefined): Promise<LiveClientCalls[M]["result"]> {
    checkOptions(name, options, signalOptions);
    return this.#service.connection.call(method, { session: this.handle, ...params } as LiveClientCalls[M]["params"], options?.signal);
  }

  /** The end of a turn whose program has ended; any other error is thrown. */
  #brokenTurn(err: unknown, query: string, signal: AbortSignal | undefined): LiveTurn {
    const { lost } = this.#service.connection;
    if (!lost || signal?.aborted || !(err instanceof HeddleError) || err.code !== "INTERNAL") throw err;
    const { agent, nativeSessionId: sessionId } = this;
    const name = { sessionId, resume: agent.startsWith("acp:") ? sessionId : `${agent}:${sessionId}` };
    const result = { type: "result", queryId: query, isError: true, endedBy: "error", errorType: "INTERNAL", reason: lost.message, content: lost.message, permissionDenials: [], stopReasonAtom: "unknown_stop", ...name };
    return { text: "", result: result as unknown as Json, messages: [] };
  }
}

function requestOf(name: string, session: string, text: string, options: QueryOptions): LiveQuery & { id: string } {
  checkOptions(name, options, queryOptions);
  if (typeof text !== "string") throw new HeddleError("INVALID_ARGUMENT", "a prompt is a text", { op: name });
  const { id = randomUUID(), attachments } = options;
  return { session, text, ...pick(options, liveQueryOptions), id, ...(attachments && { attachments: attachments.map(attachmentOf) }) };
}

function attachmentOf({ data, ...file }: PromptFile): LiveAttachment {
  if (data === undefined) return file;
  if (typeof data === "string") return { ...file, text: data };
  return { ...file, data: Buffer.from(data.buffer, data.byteOffset, data.length).toString("base64") };
}

function resultOf({ result, text, messages = [], dropped }: LiveTurn): AgentResult {
  const m = result as unknown as Omit<AgentResult, "query" | "text" | "raw" | "messages"> & { queryId: string };
  return {
    query: m.queryId,
    text: text || finalTextOf(messages as unknown as StoreMessage[]),
    isError: m.isError === true,
    interrupted: m.interrupted === true,
    endedBy: m.endedBy,
    stopReasonAtom: m.stopReasonAtom,
    permissionDenials: m.permissionDenials,
    sessionId: m.sessionId,
    resume: m.resume,
    ...pick(m, ["errorType", "reason", "subtype", "stopReason", "costUsd", "costSource", "usageSource", "durationMs", "numTurns", "model"]),
    ...(m.usageSource !== undefined && pick(m, ["usage"])),
    ...(dropped !== undefined && { dropped }),
    raw: result as unknown as StoreMessage,
    messages: messages as unknown as StoreMessage[],
  };
}
