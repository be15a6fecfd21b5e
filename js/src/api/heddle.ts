/// <reference lib="esnext.disposable" preserve="true" />
import { splitEnvelope, type Envelope } from "../engine/abi.js";
import type { CallOptions } from "../engine/call-options.js";
import type { CallQueue } from "../engine/queue.js";
import { text } from "../wire/bytes.js";
import { errorOf, HeddleError, type WireError } from "../wire/errors.js";
import {
  changingOps,
  decoders,
  ops,
  requestFields,
  type AgentCommand,
  type AgentInfo,
  type Diagnostic,
  type DoctorReport,
  type Operations,
  type OpName,
  type Report,
  type Version,
} from "../wire/types.gen.js";
import type { Ask, Verbatim } from "./ask.js";
import { attachmentsOf, editsOf, idsOf, messagesOf, threadsOf, type Attachments, type Edits, type Ids, type Messages, type Threads } from "./client.gen.js";
import { commonPhrases, translateHints, type Phrases } from "./hints.js";
import { withIds } from "./names.js";
import type { Notes, Page } from "./notes.js";
import { callOptions, checkOptions, closestName } from "./options.js";
import { checkBounds, requestBytes, withVerbatim } from "./request.js";
import { sessionsOf, type Sessions } from "./sessions.js";
import { storeOf, type Store } from "./store.js";
import { Bell } from "./subscribe.js";
import { resolveTimes, type Clock } from "./zone.js";

/** The events of {@link Heddle.on}. */
export interface HeddleEvents {
  /** Why a result is incomplete. */
  diagnostic: (diagnostic: Diagnostic, op: string) => void;
}

/** The engine, which `open` returns. Calls run in a worker, one after the other. */
export class Heddle {
  readonly #queue: CallQueue;
  readonly #clock: Clock;
  readonly #localPath: ((path: string) => string) | undefined;
  readonly #phrases: Phrases;
  readonly #listeners = new Set<HeddleEvents["diagnostic"]>();
  readonly #bell = new Bell();

  /** Sessions of coding agents on this disk. */
  readonly sessions: Sessions;

  /** Pictures and files of sessions. */
  readonly attachments: Attachments;
  readonly edits: Edits;

  /** Durable sessions of your own; granted by the option `store` of `open`. */
  readonly store: Store;

  /** The threads of the store's sessions. */
  readonly threads: Threads;

  /** Reads what agents print; needs no store. */
  readonly messages: Messages;

  /** Unified ids. */
  readonly ids: Ids;

  /** @internal Use `open`. `phrases` are the host's words for its powers; `localPath` turns a mount-relative path into this computer's. */
  constructor(queue: CallQueue, clock: Clock, phrases: Phrases, localPath?: (path: string) => string) {
    this.#queue = queue;
    this.#clock = clock;
    this.#phrases = { ...commonPhrases, ...phrases };
    this.#localPath = localPath;
    const ask = this.#ask();
    this.sessions = sessionsOf(ask, clock);
    this.attachments = attachmentsOf(ask);
    this.edits = editsOf(ask);
    this.store = storeOf(ask, this.#bell);
    this.threads = threadsOf(ask);
    this.messages = messagesOf(ask);
    this.ids = idsOf(ask);
  }

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
   * response, which are the same in every host. An error of the operation is a
   * member of the header; the promise rejects only when the call could not run.
   */
  async call(op: OpName | number, request: Uint8Array | string | object = {}, options?: CallOptions): Promise<Envelope> {
    const number = typeof op === "number" ? op : ops[op];
    if (number === undefined) {
      const meant = closestName(op as string, Object.keys(ops));
      const question = meant === undefined ? "" : `: did you mean '${meant}'?`;
      throw new HeddleError("UNSUPPORTED", `unknown operation '${op}'${question}`, { op: String(op), hint: "the operations are " + Object.keys(ops).join(", ") });
    }
    checkOptions(String(op), options, callOptions);
    const name = typeof op === "string" ? op : (opNames.get(op) ?? "op " + op);
    const response = await this.#queue.call(number, name, requestBytes(name, request), options);
    if (changingOps.has(name)) this.#bell.ring();
    const envelope = splitEnvelope(response);
    if (!envelope) throw new HeddleError("INTERNAL", "the engine's answer is not a response", { op: name });
    return envelope;
  }

  /** Calls `listener` with every diagnostic; returns the function that stops it. */
  on<E extends keyof HeddleEvents>(event: E, listener: HeddleEvents[E]): () => void {
    if (event !== "diagnostic") throw new HeddleError("INVALID_ARGUMENT", "unknown event " + String(event));
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Closes the store and stops the worker. Unfinished calls reject. */
  async close(): Promise<void> {
    await this.#queue.close();
    this.#bell.ring();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ask(): Ask {
    const ask = async <N extends OpName>(op: N, request: object, options?: object, verbatim?: Verbatim) =>
      (await this.#run(op, withIds(op, request), options, verbatim)).result;
    return Object.assign(ask, {
      noted: async <N extends OpName>(op: N, request: object, options?: object) => this.#noted(op, withIds(op, request), options),
      file: (options?: CallOptions) => this.#storeFile(options),
    });
  }

  /** Rewrites hints and paths inside a result for this program and this computer. */
  #localize(op: OpName, result: unknown): void {
    if (op === "sessions.doctor") translateHints((result as DoctorReport).files.map((file) => file.error), this.#phrases);
    if (op !== "sessions.command" || !this.#localPath) return;
    const command = result as AgentCommand;
    if (!command.paths) return;
    for (const i of command.paths) command.argv[i] = this.#localPath(command.argv[i]!);
    delete command.paths;
  }

  async #storeFile(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("store.file", options, callOptions);
    const envelope = splitEnvelope(await this.#queue.storeFile(options));
    const { error } = JSON.parse(text(envelope!.header)) as { error?: WireError };
    translateHints([error], this.#phrases);
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
    const asked = resolveTimes(op, fields, this.#clock);
    const { header, body } = await this.call(op, verbatim ? withVerbatim(asked, verbatim) : asked, bounds);
    const notes = JSON.parse(text(header)) as { diagnostics?: Diagnostic[]; error?: WireError; report?: Report; page?: Page };
    const diagnostics = notes.diagnostics ?? [];
    translateHints([...diagnostics, notes.error], this.#phrases);
    for (const d of diagnostics) this.#listeners.forEach((listener) => listener(d, op));
    if (notes.error) throw errorOf(notes.error);
    const result = decoders[op](text(body));
    this.#localize(op, result);
    return { result, notes: { diagnostics, report: notes.report, page: notes.page } };
  }
}

const opNames = new Map<number, string>(Object.entries(ops).map(([name, number]) => [number, name]));
