/// <reference lib="esnext.disposable" preserve="true" />
import { splitEnvelope, type Envelope } from "./abi.js";
import { text, utf8 } from "./bytes.js";
import type { CallOptions } from "./call-options.js";
import { errorOf, HeddleError, type WireError } from "./errors.js";
import { commonPhrases, speak, type Phrases } from "./hints.js";
import { named, refOf, unifiedIdOf, withIds } from "./names.js";
import { callOptions, checkOptions, closest } from "./options.js";
import type { Messages } from "./messages.js";
import type { CallQueue } from "./queue.js";
import type {
  CommandOptions,
  ExportOptions,
  GetOptions,
  ImportOptions,
  ListOptions,
  Notes,
  Page,
  PageNotes,
  SearchOptions,
  SessionName,
  Sessions,
} from "./sessions.js";
import type { Store } from "./store.js";
import { messageReaderOf, storeOf, threadsOf, writes, type Ask } from "./stored.js";
import { Bell } from "./subscribe.js";
import { timed, type Clock, type InZone } from "./zone.js";
import type { Threads } from "./threads.js";
import {
  decoders,
  ops,
  requestFields,
  type Agent,
  type AgentCommand,
  type AgentInfo,
  type Diagnostic,
  type NativeID,
  type Operations,
  type OpName,
  type Report,
  type SearchRequest,
  type SessionRef,
  type SessionSummary,
  type Version,
} from "./types.gen.js";

/** What {@link Heddle.on} tells. */
export interface HeddleEvents {
  /** A result is partial, and why. */
  diagnostic: (diagnostic: Diagnostic, op: string) => void;
}

/** Unified ids, `agent:nativeSessionId`. Nothing is read. */
export interface Ids {
  /** Splits a unified id, or a summary's; null when it is none. */
  resolveNativeId(session: string | { readonly unifiedId: string }, options?: CallOptions): Promise<NativeID | null>;
  /** Joins an agent and its own session id. */
  resolveUnifiedId(agent: Agent, nativeSessionId: string, options?: CallOptions): Promise<string>;
}

/** The engine. Get one from `open`. Calls run in a worker, one after the other. */
export class Heddle {
  readonly #queue: CallQueue;
  readonly #clock: Clock;
  readonly #localPath: ((path: string) => string) | undefined;
  readonly #phrases: Phrases;
  readonly #listeners = new Set<HeddleEvents["diagnostic"]>();
  readonly #bell = new Bell();
  readonly #ask: Ask = Object.assign(
    async <N extends OpName>(op: N, request: object, options?: object, verbatim?: Verbatim) =>
      (await this.#run(op, withIds(op, request), options, verbatim)).result,
    {
      noted: async <N extends OpName>(op: N, request: object, options?: object) => this.#noted(op, withIds(op, request), options),
      file: (options?: CallOptions) => this.#storeFile(options),
    },
  );

  /** @internal Use `open`. `phrases` are the host's words for its powers; `localPath` turns a mount-relative path into this computer's. */
  constructor(queue: CallQueue, clock: Clock, phrases: Phrases, localPath?: (path: string) => string) {
    this.#queue = queue;
    this.#clock = clock;
    this.#phrases = { ...commonPhrases, ...phrases };
    this.#localPath = localPath;
  }

  readonly sessions: Sessions = {
    list: (agent?: string | ListOptions, options?: ListOptions) => {
      const [name, rest] = typeof agent === "string" ? [agent, options] : [undefined, agent ?? options];
      return this.#noted("sessions.list", name === undefined ? {} : { agent: name }, rest);
    },
    get: async (id: SessionName, sessionId?: string | GetOptions, options?: GetOptions) =>
      this.#noted("sessions.get", ...named("sessions.get", id, sessionId, options)),
    export: async (id: SessionName, sessionId?: string | ExportOptions, options?: ExportOptions) =>
      (await this.#run("sessions.export", ...named("sessions.export", id, sessionId, options))).result,
    search: (what: string | InZone<SearchRequest>, options?: SearchOptions) => this.#search(what, options),
    searchAll: (what: string | InZone<SearchRequest>, options?: SearchOptions) => this.#searchAll(what, options),
    totalCost: (options) => this.#noted("sessions.totalCost", {}, options),
    diff: async (a, b, options) => this.#noted("sessions.diff", pair("sessions.diff", a, b), options),
    renderDiff: async (a, b, options) => (await this.#run("sessions.renderDiff", pair("sessions.renderDiff", a, b), options)).result,
    doctor: async (options) => {
      const report = await this.#noted("sessions.doctor", {}, options);
      speak(report.files.map((file) => file.error), this.#phrases);
      return report;
    },
    command: async (id: SessionName, sessionId?: string | CommandOptions, options?: CommandOptions) =>
      this.#local(await this.#noted("sessions.command", ...named("sessions.command", id, sessionId, options))),
    import: async (id: SessionName | ImportOptions, sessionId?: string | ImportOptions, options?: ImportOptions) =>
      isImportOptions(id) ? this.#noted("sessions.import", {}, id) : this.#noted("sessions.import", ...named("sessions.import", id, sessionId, options)),
  };

  /** Durable sessions of your own; granted by the option `store` of `open`. */
  readonly store: Store = storeOf(this.#ask, this.#bell);

  /** The threads of the store's sessions. */
  readonly threads: Threads = threadsOf(this.#ask);

  /** Reads agents' own words; needs no store. */
  readonly messages: Messages = messageReaderOf(this.#ask);

  readonly ids: Ids = {
    resolveNativeId: async (session, options) => (await this.#run("ids.resolveNativeId", { unifiedId: unifiedIdOf(session) }, options)).result,
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
      const meant = closest(op as string, Object.keys(ops));
      const question = meant === undefined ? "" : `: did you mean '${meant}'?`;
      throw new HeddleError("UNSUPPORTED", `unknown operation '${op}'${question}`, { op: String(op), hint: "the operations are " + Object.keys(ops).join(", ") });
    }
    checkOptions(String(op), options, callOptions);
    const name = typeof op === "string" ? op : (opNames.get(op) ?? "op " + op);
    const response = await this.#queue.call(number, name, requestBytes(name, request), options);
    if (writes(name)) this.#bell.ring();
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

  /** Closes the store and stops the worker. Calls that have not ended reject. */
  async close(): Promise<void> {
    await this.#queue.close();
    this.#bell.ring();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #search(what: string | InZone<SearchRequest>, options?: object): Promise<SessionSummary[] & PageNotes> {
    const request = typeof what === "string" ? { text: what } : what;
    return (await this.#noted("sessions.search", request, options)) as SessionSummary[] & PageNotes;
  }

  #searchAll(what: string | InZone<SearchRequest>, options: SearchOptions = {}): AsyncGenerator<SessionSummary[] & PageNotes, void, undefined> {
    checkOptions("sessions.search", options, [...requestFields["sessions.search"], ...callOptions]);
    return this.#pages(what, options);
  }

  async *#pages(what: string | InZone<SearchRequest>, options: SearchOptions): AsyncGenerator<SessionSummary[] & PageNotes, void, undefined> {
    const whole = typeof what === "string" ? { ...options, text: what } : { ...options, ...what };
    const request = timed("sessions.search", whole, this.#clock) as typeof whole; // now is the same for all pages
    for (let next: Page | undefined; ; ) {
      const found = await this.#search(next ? { ...request, offset: next.nextOffset! } : request);
      next = found.page;
      yield found;
      if (next.nextOffset === undefined) return;
    }
  }

  /** Replaces the mount-relative paths of a command by this computer's own. */
  #local(command: AgentCommand & Notes): AgentCommand & Notes {
    if (!this.#localPath || !command.paths) return command;
    for (const i of command.paths) command.argv[i] = this.#localPath(command.argv[i]!);
    delete command.paths;
    return command;
  }

  async #storeFile(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("store.file", options, callOptions);
    const envelope = splitEnvelope(await this.#queue.storeFile(options));
    const { error } = JSON.parse(text(envelope!.header)) as { error?: WireError };
    speak([error], this.#phrases);
    if (error) throw errorOf(error);
    return envelope!.body as Uint8Array<ArrayBuffer>;
  }

  async #noted<N extends OpName>(op: N, request: object, options?: object): Promise<Operations[N]["result"] & Notes> {
    const { result, notes } = await this.#run(op, request, options);
    const hidden = { enumerable: false, configurable: true, writable: true };
    return Object.defineProperties(result as object, {
      diagnostics: { value: notes.diagnostics, ...hidden },
      report: { value: notes.report, ...hidden },
      page: { value: notes.page, ...hidden },
    }) as Operations[N]["result"] & Notes;
  }

  async #run<N extends OpName>(
    op: N,
    request: object,
    options: object = {},
    verbatim?: Verbatim,
  ): Promise<{ result: Operations[N]["result"]; notes: Notes }> {
    const known = [...requestFields[op], ...callOptions];
    checkOptions(op, options, known);
    checkOptions(op, request, known);
    const { signal, timeout, onProgress, ...fields } = { ...options, ...request } as CallOptions;
    const bounds: CallOptions = {};
    if (signal !== undefined) bounds.signal = signal;
    if (timeout !== undefined) bounds.timeout = timeout;
    if (onProgress !== undefined) bounds.onProgress = onProgress;
    checkBounds(op, fields);
    const asked = timed(op, fields, this.#clock);
    const { header, body } = await this.call(op, verbatim ? withVerbatim(asked, verbatim) : asked, bounds);
    const notes = JSON.parse(text(header)) as { diagnostics?: Diagnostic[]; error?: WireError; report?: Report; page?: Page };
    const diagnostics = notes.diagnostics ?? [];
    speak([...diagnostics, notes.error], this.#phrases);
    for (const d of diagnostics) this.#listeners.forEach((listener) => listener(d, op));
    if (notes.error) throw errorOf(notes.error);
    return { result: decoders[op](text(body)), notes: { diagnostics, report: notes.report, page: notes.page } };
  }
}

/** Members of a request that are JSON text already. */
type Verbatim = { [member: string]: string };

function withVerbatim(fields: object, verbatim: Verbatim): string {
  const members = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = members.map(([name, value]) => JSON.stringify(name) + ":" + JSON.stringify(value));
  for (const [name, json] of Object.entries(verbatim)) texts.push(JSON.stringify(name) + ":" + json);
  return "{" + texts.join(",") + "}";
}

const opNames = new Map<number, string>(Object.entries(ops).map(([name, number]) => [number, name]));

function requestBytes(op: string, request: Uint8Array | string | object): Uint8Array {
  if (request instanceof Uint8Array) return request;
  if (typeof request === "string") return utf8(request);
  try {
    return utf8(JSON.stringify(request));
  } catch (cause) {
    throw new HeddleError("INVALID_ARGUMENT", "the request cannot be written as JSON", { op, cause });
  }
}

// JSON would turn an invalid Date and NaN into null, which means: no bound at all.
function checkBounds(op: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      throw new HeddleError("INVALID_ARGUMENT", name + " is an invalid Date", { op });
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new HeddleError("INVALID_ARGUMENT", name + " is " + value, { op });
    }
  }
}

const pair = (op: string, a: SessionName, b: SessionName): { a: SessionRef; b: SessionRef } => ({ a: refOf(op, a), b: refOf(op, b) });

// Summaries and sessions name one session; options have `all`, or filters.
const isImportOptions = (x: SessionName | ImportOptions): x is ImportOptions =>
  typeof x === "object" && x !== null && !("unifiedId" in x) && !("sessionId" in x);
