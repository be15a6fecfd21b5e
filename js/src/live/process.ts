// Processes of agents. Each leads a process group of its own, which ends as a
// whole. Windows has no such groups: there the tree of processes is ended.
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { HeddleError } from "../wire/errors.js";
import type { LiveSignal, LiveSpawn } from "../wire/types.gen.js";
import { environmentOf, findProgram, type Variables } from "./environment.js";
import { killGroup, signalGroup, writePrivateFiles, type Registered, type Registry } from "./registry.js";
import type { Connection, ConnectionEnd, Transport } from "./transport.js";

const STDERR_BYTES = 64 * 1024;
const LINGER_MS = 500; // for pipes that others hold after the process has ended
const VERSION_MS = 15_000;
const VERSION_CHARS = 200;

const windows = process.platform === "win32";
const signals = { interrupt: "SIGINT", terminate: "SIGTERM", kill: "SIGKILL" } as const;

/** Starts processes of this system. */
export class ProcessTransport implements Transport {
  readonly #env: Variables;
  readonly #registry: Registry | undefined;
  readonly #about: Registered;

  constructor(env: Variables, registry: Registry | undefined, about: Registered) {
    this.#env = env;
    this.#registry = registry;
    this.#about = about;
  }

  start({ program, args, cwd, env: set, unset, install, files = [] }: LiveSpawn, output: (data: Uint8Array) => void): Connection {
    const env = environmentOf(this.#env, set, unset);
    const path = findProgram(program, cwd, env, install);
    const written = writePrivateFiles(this.#registry, files, args);
    try {
      return new AgentProcess(path, written.args, { cwd, env, output, registry: this.#registry, about: this.#about, removeFiles: written.remove });
    } catch (err) {
      written.remove();
      throw err;
    }
  }
}

interface ProcessOptions {
  cwd?: string;
  env: Record<string, string>;
  output: (data: Uint8Array) => void;
  registry?: Registry | undefined;
  about?: Registered;
  /** Removes what was written for the process. */
  removeFiles?: () => void;
}

// A program that exits with agents still running ends them: nobody else would
// before the next start.
const running = new Set<AgentProcess>();
const killRunning = (): void =>
  running.forEach((p) => {
    p.signal("kill");
    p.removeFiles();
  });

function holdRunning(p: AgentProcess, on: boolean): void {
  if (on && running.size === 0) process.on("exit", killRunning);
  if (on) running.add(p);
  else running.delete(p);
  if (!on && running.size === 0) process.off("exit", killRunning);
}

/** A running process. */
export class AgentProcess implements Connection {
  readonly ended: Promise<ConnectionEnd>;
  readonly removeFiles: () => void;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #stderr: Buffer[] = [];
  #stderrBytes = 0;
  #paused = false;
  #collected = false; // the id of the group may belong to another one

  constructor(path: string, args: readonly string[], { cwd, env, output, registry, about, removeFiles = () => {} }: ProcessOptions) {
    this.removeFiles = removeFiles;
    this.#child = spawn(path, args, { cwd, env, detached: !windows, stdio: "pipe", windowsHide: true });
    const { stdin, stdout, stderr, pid } = this.#child;
    stdin.on("error", () => {}); // the process has ended, which is reported otherwise
    stdout.on("error", () => {});
    stderr.on("error", () => {});
    stdout.on("data", (data: Buffer) => output(data));
    stderr.on("data", (data: Buffer) => this.#keepStderr(data));
    const unregister = registry && pid !== undefined && about ? registry.register(pid, about) : () => {};
    if (pid !== undefined) holdRunning(this, true);
    this.ended = this.#waitForEnd(path, unregister).finally(removeFiles);
  }

  write(data: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(data);
  }

  drained(): Promise<void> | undefined {
    const { stdin } = this.#child;
    if (!stdin.writableNeedDrain || stdin.destroyed) return undefined;
    return new Promise((resolve) => {
      const done = (): void => {
        stdin.off("drain", done);
        stdin.off("close", done);
        resolve();
      };
      stdin.on("drain", done);
      stdin.on("close", done);
    });
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  signal(signal: LiveSignal): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#collected) return;
    if (!windows) signalGroup(pid, signals[signal]);
    else if (signal === "kill") spawnSync("taskkill", ["/T", "/F", "/PID", String(pid)], { windowsHide: true, stdio: "ignore" });
  }

  pause(): void {
    this.#paused = true;
    this.#child.stdout.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#child.stdout.resume();
  }

  #keepStderr(data: Buffer): void {
    this.#stderr.push(data);
    this.#stderrBytes += data.length;
    if (this.#stderrBytes <= 2 * STDERR_BYTES) return;
    const tail = Buffer.from(Buffer.concat(this.#stderr).subarray(-STDERR_BYTES));
    this.#stderr.splice(0, this.#stderr.length, tail);
    this.#stderrBytes = tail.length;
  }

  async #waitForEnd(path: string, unregister: () => void): Promise<ConnectionEnd> {
    const child = this.#child;
    let closed = false;
    const close = new Promise<void>((resolve) => {
      child.once("close", () => {
        closed = true;
        resolve();
      });
    });
    const end = await new Promise<{ status: number } | { error: HeddleError }>((resolve) => {
      child.once("exit", (code, signal) => resolve({ status: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }));
      child.on("error", (err) => {
        if (child.pid === undefined) resolve({ error: new HeddleError("IO_ERROR", `the program ${path} cannot be started: ${err.message}`, { cause: err }) });
      });
    });
    if ("error" in end) {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      return { status: -1, stderr: "", gone: true, error: end.error };
    }
    await this.#linger(close, () => closed);
    const gone = windows || (await this.#endGroup());
    await this.#linger(close, () => closed);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    holdRunning(this, false);
    if (gone) unregister();
    return { status: end.status, stderr: Buffer.concat(this.#stderr).subarray(-STDERR_BYTES).toString(), gone };
  }

  /** Waits until both pipes are read to their end, or somebody else holds them for LINGER_MS. Time during which the session does not read is not counted. */
  async #linger(close: Promise<void>, closed: () => boolean): Promise<void> {
    const step = 20;
    for (let waited = 0; !closed() && waited < LINGER_MS; ) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([close, new Promise((resolve) => (timer = setTimeout(resolve, step)))]);
      clearTimeout(timer);
      if (!this.#paused) waited += step;
    }
  }

  // The process is collected. Its id cannot be given to another process while its
  // group has members, so when a process has it again, the group is empty.
  async #endGroup(): Promise<boolean> {
    this.#collected = true;
    const { pid } = this.#child;
    return pid === undefined || isRunning(pid) || killGroup(pid);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === "EPERM";
  }
}

const versions = new Map<string, string>();

/**
 * Returns the line that a program prints with --version, at most 200
 * characters; "" when it does not say. A program is asked once, until its file changes.
 */
export async function programVersion(path: string, env: Record<string, string>, signal?: AbortSignal): Promise<string> {
  const { mtimeMs, size } = statSync(path);
  const key = `${mtimeMs}:${size}:${path}`;
  const known = versions.get(key);
  if (known !== undefined) return known;
  let said = "";
  const child = new AgentProcess(path, ["--version"], { env, output: (data) => (said = (said + Buffer.from(data).toString()).slice(0, VERSION_CHARS)) });
  child.closeInput();
  const kill = (): void => child.signal("kill");
  const timer = setTimeout(kill, VERSION_MS);
  signal?.addEventListener("abort", kill);
  const end = await child.ended;
  clearTimeout(timer);
  signal?.removeEventListener("abort", kill);
  if (end.status !== 0) return "";
  const line = said.split("\n", 1)[0]!.trim();
  versions.set(key, line);
  return line;
}
