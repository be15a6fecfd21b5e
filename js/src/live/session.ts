/// <reference lib="esnext.disposable" preserve="true" />
// What a program has of a live session.
import { abortError } from "../engine/abort.js";
import { checkOptions } from "../api/options.js";
import type { Heddle } from "../api/heddle.js";
import type { StoreMessage } from "../api/messages.js";
import { HeddleError } from "../wire/errors.js";
import type { Json, LiveHealth, LivePermissionMode } from "../wire/types.gen.js";
import { encodeAttachment } from "./attachment.js";
import type { Command, Driver } from "./driver.js";
import type { Recorder } from "./recorder.js";
import { finalTextOf } from "../api/text.js";
import type { AgentEvents, AgentResult, AgentSessionInfo, PermissionDecision, QueryOptions, SignalOptions } from "./types.js";

/** Options of a query that the machine decides about by the agent. */
const sessionOptions = ["outputSchema", "maxTurns", "maxTokens", "maxBudgetUsd", "systemPrompt", "allowedTools", "disallowedTools", "subagent"] as const;
const queryOptions = ["id", "attachments", "model", "permissionMode", "thinking", "timeoutMs", "signal", ...sessionOptions];
const signalOptions = ["signal"];

/** What a session is made of. */
export interface SessionParts {
  driver: Driver;
  recorder: Recorder;
  agent: string;
  name: string | undefined;
  cwd: string;
  model: string | undefined;
  sessionId: string | undefined;
  attachments: string | undefined;
  newId: () => string;
  /** The engine that reads the conversation. */
  heddle: Heddle | undefined;
  /** Resolves when the session has ended and nothing of it is left. */
  released: Promise<void>;
}

/**
 * A running coding agent, which `startAgent` returns. It keeps the program
 * running until `stop`.
 */
export class AgentSession {
  readonly #parts: SessionParts;
  readonly #driver: Driver;

  /** @internal Use `startAgent`. */
  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#driver = parts.driver;
  }

  /** The agent that runs. */
  get agent(): string {
    return this.#parts.agent;
  }

  /** The name that it was started with. */
  get name(): string | undefined {
    return this.#parts.name;
  }

  /** The id of the stored session; undefined when nothing is recorded. */
  get sessionId(): string | undefined {
    return this.#parts.sessionId;
  }

  /** The agent's own id of the session, for `resume`. */
  get nativeSessionId(): string {
    return this.#driver.nativeId ?? "";
  }

  /** The state of the session. */
  get health(): LiveHealth {
    return this.#driver.health;
  }

  /** Why the session failed; undefined while it runs and after `stop`. */
  get error(): HeddleError | undefined {
    return this.#driver.failure;
  }

  /** Resolves when the session has ended: no process of it is left, and everything is stored. */
  get ended(): Promise<void> {
    return this.#parts.released;
  }

  /** How many prompts were sent. */
  get queries(): number {
    return this.#driver.queries;
  }

  /**
   * Sends a prompt and waits for the end of its turn. A turn that failed, was
   * interrupted or timed out has a result too, with `isError`. One turn runs at a
   * time: a query waits for those before it; CONFLICT: too many wait. Aborting
   * the signal interrupts the turn.
   */
  async query(prompt: string, options: QueryOptions = {}): Promise<AgentResult> {
    const command = this.#command("query", prompt, options);
    const attached = this.#attach(command, options);
    if (attached) await attached;
    const { messages, drop } = this.#driver.collect(command.id);
    try {
      const raw = (await this.#driver.send(command, options.signal)) as unknown as StoreMessage;
      this.#keepModel(options);
      return resultOf(raw, messages);
    } finally {
      drop();
    }
  }

  /**
   * Sends a prompt and yields the messages of its turn, up to its result. Pieces
   * of text and thinking have `delta: true`; the whole message follows. Leaving
   * the loop early interrupts the turn. LIMIT_EXCEEDED: the loop is too slow, and
   * messages were dropped; the turn continues, and the store has all of it.
   */
  async *stream(prompt: string, options: QueryOptions = {}): AsyncGenerator<StoreMessage, void, undefined> {
    const command = this.#command("stream", prompt, options);
    const attached = this.#attach(command, options);
    if (attached) await attached;
    const events = this.#driver.subscribe(command.id, options.signal);
    const reply = this.#driver.send(command, options.signal);
    reply.catch(() => {}); // awaited below, unless the loop ends before
    let leave = true;
    try {
      for await (const event of events) if (event.kind === "event") yield event.message;
      leave = false;
      await reply;
      this.#keepModel(options);
    } catch (err) {
      leave &&= !(err instanceof HeddleError);
      throw err;
    } finally {
      await events.return();
      if (leave) this.#driver.interruptLater(command.id);
    }
  }

  /**
   * Yields the events from the call on, of all queries and of what the agent does
   * by itself, until the session ends. LIMIT_EXCEEDED: they were read too slowly.
   */
  events(options: SignalOptions = {}): AgentEvents {
    checkOptions("events", options, signalOptions);
    return this.#driver.subscribe(undefined, options.signal);
  }

  /** Sends text to the running turn. CONFLICT: no turn runs. UNSUPPORTED: the agent cannot be steered. */
  async steer(text: string, options?: SignalOptions): Promise<void> {
    await this.#do("steer", { kind: "steer", text }, options);
  }

  /** Asks the agent to end the running turn, which then ends with its result. A turn that does not end is ended with the process. */
  async interrupt(options?: SignalOptions): Promise<void> {
    await this.#do("interrupt", { kind: "interrupt" }, options);
  }

  /** Interrupts a query that runs, or drops one that waits. */
  async cancel(query: string, options?: SignalOptions): Promise<void> {
    await this.#do("cancel", { kind: "interrupt", query }, options);
  }

  /** Answers a request for permission of the events. BAD_REF: it needs no answer any more. */
  async answer(ask: string, decision: PermissionDecision | boolean, options?: SignalOptions): Promise<void> {
    checkOptions("answer", options, signalOptions);
    await this.#driver.answer(ask, decision, options?.signal);
  }

  /** Changes the model. */
  async setModel(model: string, options?: SignalOptions): Promise<void> {
    await this.#do("setModel", { kind: "set_model", model }, options);
    this.#parts.model = model;
  }

  /** Changes what the agent may do without asking. */
  async setPermissionMode(mode: LivePermissionMode, options?: SignalOptions): Promise<void> {
    await this.#do("setPermissionMode", { kind: "set_permission_mode", mode }, options);
  }

  /** Begins a new conversation in the same process. What was said stays in the store. */
  async clear(options?: SignalOptions): Promise<void> {
    await this.#do("clear", { kind: "clear" }, options);
  }

  /** Returns the messages of the session: the stored ones, or the agent's own records when nothing is recorded. */
  async conversation(options?: SignalOptions): Promise<StoreMessage[]> {
    checkOptions("conversation", options, signalOptions);
    const { heddle, sessionId, recorder, agent } = this.#parts;
    if (!heddle) throw new HeddleError("UNSUPPORTED", "there is no engine to read the conversation with", { hint: "set the option heddle of startAgent" });
    await recorder.settle();
    if (sessionId !== undefined) return heddle.store.messages(sessionId, options);
    return (await heddle.store.nativeMessages(this.nativeSessionId, { ...options, adapter: agent })) as StoreMessage[];
  }

  /** Returns the agent's report of its MCP servers, in its own form. */
  mcpStatus(options?: SignalOptions): Promise<Json> {
    return this.#do("mcpStatus", { kind: "mcp_status" }, options);
  }

  /** Returns what the agent said of itself when it started, in its own form. */
  serverInfo(options?: SignalOptions): Promise<Json> {
    return this.#do("serverInfo", { kind: "server_info" }, options);
  }

  /** Restores files to their state before a user message; `dryRun` only reports what would change. */
  async rewindFiles(messageId: string, options: SignalOptions & { dryRun?: boolean } = {}): Promise<Json> {
    checkOptions("rewindFiles", options, ["dryRun", ...signalOptions]);
    return this.#driver.send({ kind: "rewind_files", messageId, dryRun: options.dryRun }, options.signal);
  }

  /** Returns the state of the session. It works after the end too, without capabilities. */
  async info(options?: SignalOptions): Promise<AgentSessionInfo> {
    const { agent, name, cwd, model, sessionId, recorder } = this.#parts;
    const known = {
      agent,
      cwd,
      health: this.health,
      ...(name !== undefined && { name }),
      ...(model !== undefined && { model }),
      ...(sessionId !== undefined && { sessionId }),
      ...(this.#driver.nativeId !== undefined && { nativeSessionId: this.#driver.nativeId }),
      recording: sessionId !== undefined && recorder.failure === undefined,
      position: recorder.position,
    };
    try {
      const { sessionId: _, ...live } = (await this.#do("info", { kind: "info" }, options)) as unknown as AgentSessionInfo;
      return { ...known, ...live };
    } catch (err) {
      if (!(err instanceof HeddleError) || err.code !== "COMPLETE") throw err;
      return { ...known, capabilities: [], pendingPermissions: 0, queued: 0 };
    }
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
    const kill = (): void => this.#driver.kill();
    this.#driver.send({ kind: "stop" }).catch(() => {}); // it has ended
    if (signal?.aborted) kill();
    signal?.addEventListener("abort", kill, { once: true });
    await this.ended;
    signal?.removeEventListener("abort", kill);
    if (signal?.aborted) throw abortError(signal.reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** @internal What the supervisor needs to start the session again. */
  get cwd(): string {
    return this.#parts.cwd;
  }

  async #do(name: string, command: Command, options: SignalOptions | undefined): Promise<Json> {
    checkOptions(name, options, signalOptions);
    return this.#driver.send(command, options?.signal);
  }

  #command(name: string, text: string, options: QueryOptions): Command & { id: string } {
    checkOptions(name, options, queryOptions);
    if (typeof text !== "string") throw new HeddleError("INVALID_ARGUMENT", "a prompt is a text", { op: name });
    const { id = this.#parts.newId(), model, permissionMode: mode, thinking, timeoutMs } = options;
    return { kind: "query", id, text, model, mode, thinking, timeoutMs, ...pick(options, sessionOptions) };
  }

  /** Reads the attachments of a query; undefined without any, so that such a query is sent at once. */
  #attach(command: Command, { attachments = [] }: QueryOptions): Promise<void> | undefined {
    if (attachments.length === 0) return undefined;
    return (async () => {
      command.attachments = await Promise.all(attachments.map((a) => encodeAttachment(a, this.#parts.attachments)));
    })();
  }

  /** Notes the model of a query that was not refused. */
  #keepModel({ model }: QueryOptions): void {
    if (model !== undefined) this.#parts.model = model;
  }
}

function resultOf(raw: StoreMessage, messages: StoreMessage[]): AgentResult {
  const m = raw as unknown as Omit<AgentResult, "query" | "text" | "raw" | "messages"> & { queryId: string };
  return {
    query: m.queryId,
    text: finalTextOf(messages),
    isError: m.isError === true,
    interrupted: m.interrupted === true,
    ...pick(m, ["errorType", "subtype", "stopReason", "costUsd", "usageSource", "durationMs", "numTurns"]),
    ...(m.usageSource !== undefined && pick(m, ["usage"])),
    raw,
    messages,
  };
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined && from[name] !== null).map((name) => [name, from[name]])) as Partial<Pick<T, K>>;
}
