// The connection to `heddle live serve`: JSON-RPC 2.0, one message a line (docs/live-protocol.md).
import { spawn, type ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import { abortError } from "../engine/abort.js";
import { HeddleError } from "../wire/errors.js";
import type { Diagnostic } from "../wire/types.gen.js";
import { INSTALL_HINT } from "./program.js";
import { LIVE_PROTOCOL, type LiveClientCalls, type LiveClientNotices, type LiveServerCalls, type LiveServerNotices } from "./protocol.gen.js";
import { errorOf } from "./values.js";

const NEWLINE = 10;
const METHOD_NOT_FOUND = -32601;
const MAX_LINE = 128 * 1024 * 1024;
const START_MS = 60_000; // to answer the first request

const lineOf = (message: object): Buffer => Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");

type Notice = { [M in keyof LiveServerNotices]: { method: M; params: LiveServerNotices[M]["params"] } }[keyof LiveServerNotices];
type Ask = { [M in keyof LiveServerCalls]: { method: M; params: LiveServerCalls[M]["params"] } }[keyof LiveServerCalls];

/** What the program's messages are given to. */
export interface Listener {
  /** A notification; `bytes` is the length of its line. */
  notice(notice: Notice, bytes: number): void;
  /** A request. `signal` aborts when the answer is not needed any more. What it throws is the answer's error. */
  ask(ask: Ask, signal: AbortSignal): unknown;
  /** The program has ended; it is called once. */
  lost(error: HeddleError): void;
}

interface Message {
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: Partial<Diagnostic> };
}

interface Waiting {
  resolve: (result: never) => void;
  reject: (err: Error) => void;
}

/** A running program. */
export class Connection {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #listener: Listener;
  readonly #calls = new Map<number, Waiting>();
  readonly #asks = new Map<number | string, AbortController>();
  #pieces: Buffer[] = []; // of the line that is being received
  #nextId = 0;
  #held = false;
  #alive = true; // as processes begin
  #lost: HeddleError | undefined;

  private constructor(child: ChildProcess, listener: Listener) {
    this.#child = child;
    this.#listener = listener;
    this.#input = child.stdin!;
    this.#input.on("error", () => {}); // the program has ended, as its output shows
    child.stdout!.on("data", (data: Buffer) => this.#receive(data));
    child.on("error", (err) => {
      const failed = child.pid === undefined && new HeddleError("UNSUPPORTED", `the program ${child.spawnfile} cannot be started: ${err.message}`, { hint: INSTALL_HINT });
      this.#lose(failed || endOf(err.message));
    });
    child.on("close", (code, signal) => this.#lose(endOf(signal ? "signal " + signal : "status " + code)));
  }

  /** Starts the program and introduces this one. UNSUPPORTED: it cannot be started, or is of another version. TIMEOUT: it does not answer. */
  static async open(path: string, version: string, listener: Listener): Promise<Connection> {
    // A group of its own from its first moment: Ctrl-C reaches this program alone, which decides.
    const child = spawn(path, ["live", "serve"], { stdio: ["pipe", "pipe", "inherit"], detached: process.platform !== "win32", windowsHide: true });
    const connection = new Connection(child, listener);
    const limit = setTimeout(() => connection.#lose(new HeddleError("TIMEOUT", `the program ${path} does not answer`, { hint: INSTALL_HINT })), START_MS);
    try {
      const program = await connection.call("initialize", { protocol: LIVE_PROTOCOL, client: "heddle for JavaScript", version, pid: process.pid });
      if (program.version === version) return connection;
      throw new HeddleError("UNSUPPORTED", `the program ${path} is heddle ${program.version}, and this package is ${version}`);
    } catch (err) {
      connection.close();
      if (!(err instanceof HeddleError) || err.code !== "UNSUPPORTED" || connection.lost) throw err;
      throw new HeddleError("UNSUPPORTED", err.message, { hint: `${INSTALL_HINT}@${version}` });
    } finally {
      clearTimeout(limit);
    }
  }

  /** Why the program has ended; undefined while it runs. */
  get lost(): HeddleError | undefined {
    return this.#lost;
  }

  /**
   * Sends a request and resolves with its result. Aborting the signal cancels the
   * request; it rejects when the program has done so, with the signal's error.
   */
  call<M extends keyof LiveClientCalls>(method: M, params: LiveClientCalls[M]["params"], signal?: AbortSignal): Promise<LiveClientCalls[M]["result"]> {
    if (signal?.aborted) return Promise.reject(abortError(signal.reason));
    if (this.#lost) return Promise.reject(this.#lost);
    const id = ++this.#nextId;
    const line = lineOf({ id, method, params });
    if (line.length > MAX_LINE) return Promise.reject(new HeddleError("LIMIT_EXCEEDED", "the request is longer than 128 MiB"));
    const answer = new Promise<LiveClientCalls[M]["result"]>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    this.#keepAlive();
    this.#input.write(line);
    if (!signal) return answer;
    const cancel = (): void => this.notify("$/cancelRequest", { id });
    signal.addEventListener("abort", cancel, { once: true });
    return answer
      .catch((err: unknown) => {
        throw signal.aborted ? abortError(signal.reason) : err;
      })
      .finally(() => signal.removeEventListener("abort", cancel));
  }

  /** Sends a notification. */
  notify<M extends keyof LiveClientNotices>(method: M, params: LiveClientNotices[M]["params"]): void {
    if (!this.#lost) this.#send({ method, params });
  }

  /** Says whether this program must not end by itself while the connection is open; it never does while a request runs. */
  hold(on: boolean): void {
    this.#held = on;
    this.#keepAlive();
  }

  /** Closes the program's input, which ends it and its sessions. */
  close(): void {
    this.#input.end();
  }

  #keepAlive(): void {
    const on = this.#held || this.#calls.size > 0;
    if (on === this.#alive) return;
    this.#alive = on;
    const streams = [this.#child.stdin, this.#child.stdout] as unknown as (Pick<ChildProcess, "ref" | "unref"> | null)[];
    for (const part of [this.#child, ...streams]) on ? part?.ref() : part?.unref();
  }

  #send(message: object): void {
    this.#input.write(lineOf(message));
  }

  #receive(data: Buffer): void {
    let begin = 0;
    for (let end; (end = data.indexOf(NEWLINE, begin)) >= 0; begin = end + 1) {
      this.#pieces.push(data.subarray(begin, end));
      const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
      this.#pieces = [];
      if (line.length > 0) this.#handle(line);
    }
    if (begin < data.length) this.#pieces.push(data.subarray(begin));
  }

  #handle(line: Buffer): void {
    let message: Message;
    try {
      message = JSON.parse(line.toString()) as Message;
    } catch {
      return this.#lose(endOf("its output is not JSON: " + line.subarray(0, 80).toString()));
    }
    const { id, method, params } = message;
    if (method === undefined) return this.#answered(message);
    if (id !== undefined && id !== null) return void this.#answer(id, { method, params } as Ask);
    if (method === "$/cancelRequest") return this.#asks.get((params as { id: number }).id)?.abort();
    this.#listener.notice({ method, params } as Notice, line.length);
  }

  #answered({ id, result, error }: Message): void {
    const call = this.#calls.get(id as number);
    if (!call) return;
    this.#calls.delete(id as number);
    this.#keepAlive();
    if (error) call.reject(errorOf(error.data ?? {}, error.message));
    else call.resolve(result as never);
  }

  async #answer(id: number | string, ask: Ask): Promise<void> {
    const controller = new AbortController();
    this.#asks.set(id, controller);
    try {
      const result = await this.#listener.ask(ask, controller.signal);
      this.#send({ id, result: result ?? null });
    } catch (err) {
      const unknown = err instanceof UnknownMethod;
      this.#send({ id, error: { code: unknown ? METHOD_NOT_FOUND : -32000, message: err instanceof Error ? err.message : String(err) } });
    } finally {
      this.#asks.delete(id);
    }
  }

  #lose(lost: HeddleError): void {
    if (this.#lost) return;
    this.#lost = lost;
    this.#child.kill();
    for (const call of this.#calls.values()) call.reject(lost);
    this.#calls.clear();
    for (const controller of this.#asks.values()) controller.abort();
    this.#listener.lost(lost);
  }
}

const endOf = (why: string): HeddleError =>
  new HeddleError("INTERNAL", "heddle live serve has ended: " + why, { hint: "startAgent starts it again; resume the session: startAgent({ resume: ID })" });

/** Is thrown by a listener that does not know a request. */
export class UnknownMethod extends Error {}
