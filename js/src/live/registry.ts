// The registry of running agents: one file, readable by its user only, for each
// process, so that a later start can end those whose owner was killed. All
// drivers of Heddle use the same files.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { isAbsolute, join } from "node:path";
import { HeddleError } from "../wire/errors.js";
import type { LivePrivateFile } from "../wire/types.gen.js";
import { reapFiles, writeFiles, type WrittenFiles } from "./files.js";

/** What the registry keeps of a process: nothing of its environment or of the conversation. */
export interface RegistryEntry {
  pid: number;
  /** The start time, which together with the id identifies a process. */
  start: string;
  ownerPid: number;
  ownerStart: string;
  machine?: string;
  /** This start of the system. */
  boot?: string;
  /** The namespace in which ids of processes are valid. */
  namespace?: string;
  agent: string;
  sessionId: string;
  cwd: string;
  since: string;
}

/** What identifies an owner of processes and files. */
type Owner = Pick<RegistryEntry, "ownerPid" | "ownerStart" | "machine" | "boot" | "namespace">;

/** What the caller of `register` knows of a process. */
export type Registered = Pick<RegistryEntry, "agent" | "sessionId" | "cwd" | "since">;

const TERMINATE_MS = 3000;
const VANISH_MS = 3000;

/** The folder of the registry in this user's state folder; undefined without one. */
export function stateFolder(env: Record<string, string | undefined> = process.env): string | undefined {
  if (process.platform === "win32") return undefined; // Node cannot say when a process has started there
  const state = env["XDG_STATE_HOME"];
  if (state && isAbsolute(state)) return join(state, "heddle", "live");
  const home = env["HOME"];
  if (!home) return undefined;
  return process.platform === "darwin" ? join(home, "Library", "Application Support", "heddle", "live") : join(home, ".local", "state", "heddle", "live");
}

/** What the system says of a process that is more than a zombie. */
interface ProcessState {
  group: number;
  start: string;
}

/** Looks up a process; undefined when none runs. */
function processState(pid: number): ProcessState | undefined {
  return process.platform === "linux" ? linuxState(String(pid)) : psState(pid);
}

function linuxState(pid: string): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses, which can contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 1).trim().split(" ");
  if (fields.length < 20 || fields[0] === "Z" || fields[0] === "X") return undefined;
  return { group: Number(fields[2]), start: fields[19]! };
}

function psState(pid: number): ProcessState | undefined {
  try {
    const said = execFileSync("ps", ["-o", "stat=,pgid=,lstart=", "-p", String(pid)], { env: { PATH: process.env["PATH"], LC_ALL: "C" }, stdio: ["ignore", "pipe", "ignore"] });
    const [state, group, ...start] = said.toString().trim().split(/\s+/);
    if (state === undefined || state.startsWith("Z")) return undefined;
    return { group: Number(group), start: String(Date.parse(start.join(" ")) / 1000) };
  } catch {
    return undefined;
  }
}

/** Whether a process is the one that was registered. The other drivers know fractions of a second on macOS. */
const sameStart = (registered: string, now: string | undefined): boolean => now !== undefined && (process.platform === "linux" ? registered : registered.split(".")[0]) === now;

function machineState(): { machine: string; boot: string; namespace: string } {
  const machine = hostname();
  if (process.platform === "linux") return { machine, boot: textOrNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")), namespace: textOrNothing(() => readlinkSync("/proc/self/ns/pid")) };
  const boot = textOrNothing(() => /sec = (\d+)/.exec(execFileSync("sysctl", ["-n", "kern.boottime"], { stdio: ["ignore", "pipe", "ignore"] }).toString())?.[1] ?? "");
  return { machine, boot, namespace: "" };
}

function textOrNothing(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}

const ownEntry = (): Required<Owner> => ({ ownerPid: process.pid, ownerStart: processState(process.pid)?.start ?? "", ...machineState() });

const sameBoot = (a = "", b = ""): boolean => a.split(".")[0] === b.split(".")[0];

/** Whether an owner runs; undefined when that cannot be known here: it belongs to another machine or namespace. */
function isOwned(owner: Owner, here: Required<Owner>): boolean | undefined {
  const booted = sameBoot(owner.boot, here.boot);
  if (owner.machine !== here.machine || (booted && (owner.namespace ?? "") !== here.namespace)) return undefined;
  return booted && sameStart(owner.ownerStart, processState(owner.ownerPid)?.start);
}

/** Writes private files of a process, in the registry's folder if there is one. */
export function writePrivateFiles(registry: Registry | undefined, files: readonly LivePrivateFile[], args: readonly string[]): WrittenFiles {
  return files.length === 0 ? writeFiles(undefined, {}, files, args) : writeFiles(registry?.folder, ownEntry(), files, args);
}

/** A folder with the files of running processes. */
export class Registry {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Writes the file of a process that has just been started and returns the
   * function that removes it. A failure only means that nobody ends the process
   * if this one is killed.
   */
  register(pid: number, about: Registered): () => void {
    const start = processState(pid)?.start;
    if (start === undefined) return () => {};
    const entry: RegistryEntry = { pid, start, ...ownEntry(), ...about };
    const file = join(this.folder, `${pid}-${start.replace(/[^0-9A-Za-z]/g, "-")}.json`);
    const draft = join(this.folder, `new-${process.pid}-${pid}`);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, JSON.stringify(entry), { mode: 0o600 });
      renameSync(draft, file);
    } catch {
      rmSync(draft, { force: true });
      return () => {};
    }
    return () => rmSync(file, { force: true });
  }

  /** Lists the registered processes of this machine and namespace, each with its file and whether it and its owner run. */
  list(): (RegistryEntry & { file: string; runs: boolean; orphan: boolean })[] {
    let names: string[];
    try {
      names = readdirSync(this.folder).filter((name) => name.endsWith(".json"));
    } catch {
      return [];
    }
    const here = ownEntry();
    return names.flatMap((name) => {
      const file = join(this.folder, name);
      const entry = readEntry(file);
      const owned = entry && isOwned(entry, here);
      if (!entry || owned === undefined) return [];
      const runs = sameBoot(entry.boot, here.boot) && sameStart(entry.start, processState(entry.pid)?.start);
      return [{ ...entry, file, runs, orphan: runs && !owned }];
    });
  }

  /**
   * Ends the processes whose owner has ended: their whole groups, first
   * politely. A process is ended only if both its id and its start time are those
   * registered. Then the private files of owners that have ended are removed.
   * Returns what was ended.
   */
  async reap(): Promise<RegistryEntry[]> {
    const ended: RegistryEntry[] = [];
    const left: number[] = [];
    await Promise.all(
      this.list().map(async ({ file, runs, orphan, ...entry }) => {
        if (runs && !orphan) return;
        if (runs && !(await endLeftover(entry))) return void left.push(entry.pid);
        rmSync(file, { force: true });
        if (runs) ended.push(entry);
      }),
    );
    const here = ownEntry();
    reapFiles<Owner>(this.folder, (owner) => isOwned(owner, here) === false);
    if (left.length > 0) throw new HeddleError("IO_ERROR", "these processes do not end: " + left.join(", "), { hint: "end them by hand" });
    return ended;
  }
}

function readEntry(file: string): RegistryEntry | undefined {
  try {
    const entry = JSON.parse(readFileSync(file, "utf8")) as RegistryEntry;
    return entry.pid > 1 && entry.start ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the group that a process leads, and reports whether it is gone. */
async function endLeftover({ pid, start }: RegistryEntry): Promise<boolean> {
  const state = processState(pid);
  if (state?.group !== pid || !sameStart(start, state.start)) return true;
  signalGroup(pid, "SIGTERM");
  const end = Date.now() + TERMINATE_MS;
  while (Date.now() < end) {
    if (!(await groupRuns(pid))) return true;
    await pause(20);
  }
  return killGroup(pid);
}

/** Sends a signal to a process group; one that has ended is ignored. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // ESRCH: it has ended
  }
}

/** Kills a process group and waits until no process of it runs; reports whether that came true. */
export async function killGroup(group: number): Promise<boolean> {
  const end = Date.now() + VANISH_MS;
  for (let wait = 1; await groupRuns(group); wait = Math.min(2 * wait, 50)) {
    if (Date.now() > end) return false;
    signalGroup(group, "SIGKILL");
    await pause(wait);
  }
  return true;
}

/** Whether a process of a group runs. A process that has ended and that nobody has waited for does not. */
async function groupRuns(group: number): Promise<boolean> {
  try {
    process.kill(-group, 0);
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  if (process.platform !== "linux") return true;
  for (const name of await readdir("/proc")) {
    if (/^[0-9]/.test(name) && linuxState(name)?.group === group) return true;
  }
  return false;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
