/// <reference lib="esnext.disposable" preserve="true" />
import { splitEnvelope, type Envelope } from "./abi.js";
import { text, utf8 } from "./bytes.js";
import type { CallOptions } from "./call-options.js";
import { errorOf, HeddleError, type WireError } from "./errors.js";
import type { CallQueue } from "./queue.js";
import {
  decoders,
  ops,
  type AgentInfo,
  type Diagnostic,
  type ExportRequest,
  type GetRequest,
  type ListRequest,
  type NativeID,
  type Operations,
  type OpName,
  type Report,
  type Session,
  type SessionSummary,
  type Version,
} from "./types.gen.js";

/**
 * What accompanies a result: why it is partial, and what reading met. The
 * members are not enumerable, so the result itself stays plain data.
 */
export interface Notes {
  /** Empty when the result is complete. */
  readonly diagnostics: readonly Diagnostic[];
  /** What reading a session's files met; only with `sessions.get`. */
  readonly report: Report | undefined;
}

/** Filters, order and bounds of a list. */
export type ListOptions = Omit<ListRequest, "agent"> & CallOptions;

/** What to fill in a session. */
export type GetOptions = Omit<GetRequest, "agent" | "sessionId" | "unifiedId"> & CallOptions;

/** Format of an export, and what to fill. */
export type ExportOptions = Omit<ExportRequest, "agent" | "sessionId" | "unifiedId"> & CallOptions;

/** What {@link Heddle.on} tells. */
export interface HeddleEvents {
  /** A result is partial, and why. */
  diagnostic: (diagnostic: Diagnostic, op: string) => void;
}

/** Sessions of coding agents on this disk. */
export interface Sessions {
  /**
   * Summaries of one agent's sessions, or of all agents'.
   *
   * ```js
   * const recent = await heddle.sessions.list("claude", { limit: 20 });
   * for (const s of recent) console.log(s.updatedAt, s.title);
   * if (recent.diagnostics.length > 0) console.warn("some could not be read");
   * ```
   */
  list(agent: string, options?: ListOptions): Promise<SessionSummary[] & Notes>;
  list(options?: ListOptions): Promise<SessionSummary[] & Notes>;
  /**
   * One session with its messages.
   *
   * ```js
   * const session = await heddle.sessions.get("claude:4f1c…");
   * for (const m of session.messages) console.log(m.role, m.content);
   * ```
   */
  get(agent: string, sessionId: string, options?: GetOptions): Promise<Session & Notes>;
  get(unifiedId: string, options?: GetOptions): Promise<Session & Notes>;
  /**
   * One session as markdown (the default), json or jsonl text.
   *
   * ```js
   * await writeFile("session.md", await heddle.sessions.export("claude", id));
   * ```
   */
  export(agent: string, sessionId: string, options?: ExportOptions): Promise<string>;
  export(unifiedId: string, options?: ExportOptions): Promise<string>;
}

/** Unified ids, `agent:nativeSessionId`. Nothing is read. */
export interface Ids {
  /** Splits a unified id; null when it is none. */
  resolveNativeId(unifiedId: string, options?: CallOptions): Promise<NativeID | null>;
  /** Joins an agent and its own session id. */
  resolveUnifiedId(agent: string, nativeSessionId: string, options?: CallOptions): Promise<string>;
}

/** The engine. Get one from `open`. Calls run in a worker, one after the other. */
export class Heddle {
  readonly #queue: CallQueue;
  readonly #listeners = new Set<HeddleEvents["diagnostic"]>();

  /** @internal Use `open`. */
  constructor(queue: CallQueue) {
    this.#queue = queue;
  }

  readonly sessions: Sessions = {
    list: (agent?: string | ListOptions, options?: ListOptions) => {
      const [name, rest] = typeof agent === "string" ? [agent, options] : [undefined, agent];
      return this.#noted("sessions.list", name === undefined ? {} : { agent: name }, rest);
    },
    get: (id: string, sessionId?: string | GetOptions, options?: GetOptions) =>
      this.#noted("sessions.get", ...named(id, sessionId, options)),
    export: async (id: string, sessionId?: string | ExportOptions, options?: ExportOptions) =>
      (await this.#run("sessions.export", ...named(id, sessionId, options))).result,
  };

  readonly ids: Ids = {
    resolveNativeId: async (unifiedId, options) => (await this.#run("ids.resolveNativeId", { unifiedId }, options)).result,
    resolveUnifiedId: async (agent, nativeSessionId, options) =>
      (await this.#run("ids.resolveUnifiedId", { agent, nativeSessionId }, options)).result,
  };

  /** Every supported agent: whether sessions of it were found, and how many. */
  agents(options?: CallOptions): Promise<AgentInfo[] & Notes> {
    return this.#noted("agents.list", {}, options);
  }

  /** The engine's version, the ABI's version and the date of the price table. */
  async version(options?: CallOptions): Promise<Version> {
    return (await this.#run("version", {}, options)).result;
  }

  /**
   * Runs an operation on the bytes of its request and returns the bytes of its
   * response, exactly as every other host does. An error is a member of the
   * header here and never rejects, unless the call could not be run.
   */
  async call(op: OpName | number, request: Uint8Array | string | object = {}, options?: CallOptions): Promise<Envelope> {
    const number = typeof op === "number" ? op : ops[op];
    if (number === undefined) {
      throw new HeddleError("UNSUPPORTED", "unknown operation", { op: String(op), hint: "the operation table is docs/operations.md" });
    }
    const name = typeof op === "string" ? op : (opNames.get(op) ?? "op " + op);
    const response = await this.#queue.call(number, name, requestBytes(request), options);
    const envelope = splitEnvelope(response);
    if (!envelope) throw new HeddleError("INTERNAL", "the engine's answer is not a response", { op: name });
    return envelope;
  }

  /** Tells `listener` of every diagnostic; returns the function that stops it. */
  on<E extends keyof HeddleEvents>(event: E, listener: HeddleEvents[E]): () => void {
    if (event !== "diagnostic") throw new HeddleError("INVALID_ARGUMENT", "unknown event " + String(event));
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the worker. Calls that have not ended reject. */
  async close(): Promise<void> {
    this.#queue.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #noted<N extends OpName>(op: N, request: object, options?: object): Promise<Operations[N]["result"] & Notes> {
    const { result, notes } = await this.#run(op, request, options);
    const hidden = { enumerable: false, configurable: true, writable: true };
    return Object.defineProperties(result as object, {
      diagnostics: { value: notes.diagnostics, ...hidden },
      report: { value: notes.report, ...hidden },
    }) as Operations[N]["result"] & Notes;
  }

  async #run<N extends OpName>(op: N, request: object, options: object = {}): Promise<{ result: Operations[N]["result"]; notes: Notes }> {
    const { signal, timeout, onProgress, ...fields } = options as CallOptions;
    const bounds: CallOptions = {};
    if (signal !== undefined) bounds.signal = signal;
    if (timeout !== undefined) bounds.timeout = timeout;
    if (onProgress !== undefined) bounds.onProgress = onProgress;
    checkDates(op, fields);
    const { header, body } = await this.call(op, { ...fields, ...request }, bounds);
    const notes = JSON.parse(text(header)) as { diagnostics?: Diagnostic[]; error?: WireError; report?: Report };
    const diagnostics = notes.diagnostics ?? [];
    for (const d of diagnostics) this.#listeners.forEach((listener) => listener(d, op));
    if (notes.error) throw errorOf(notes.error);
    return { result: decoders[op](text(body)), notes: { diagnostics, report: notes.report } };
  }
}

const opNames = new Map<number, string>(Object.entries(ops).map(([name, number]) => [number, name]));

function requestBytes(request: Uint8Array | string | object): Uint8Array {
  if (request instanceof Uint8Array) return request;
  return utf8(typeof request === "string" ? request : JSON.stringify(request));
}

// JSON would turn an invalid Date into null, which means: no bound at all.
function checkDates(op: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      throw new HeddleError("INVALID_ARGUMENT", name + " is an invalid Date", { op });
    }
  }
}

/** The request of a session named `agent, id` or `agent:id`, and the options. */
function named<O extends object>(id: string, sessionId: string | O | undefined, options: O | undefined): [object, O | undefined] {
  return typeof sessionId === "string" ? [{ agent: id, sessionId }, options] : [{ unifiedId: id }, sessionId];
}
