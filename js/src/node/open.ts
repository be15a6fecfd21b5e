import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { HeddleError } from "../errors.js";
import { Heddle } from "../heddle.js";
import { compile } from "../module.js";
import type { FromWorker, Spawn } from "../protocol.js";
import { CallQueue } from "../queue.js";
import type { WasmBytes, WasmModule } from "../wasm-source.js";
import { localPath } from "./mounts.js";
import type { SqliteChoice } from "./sqlite.js";
import type { NodeGrant } from "./worker.js";

export type { SqliteChoice } from "./sqlite.js";

/** What an engine is granted. Everything is read-only. */
export interface OpenOptions {
  /**
   * The only folder looked at, as if it were the user's home; environment
   * overrides count for nothing. Left out: this user's home, with every
   * agent's own overrides (`CLAUDE_CONFIG_DIR`, `CODEX_HOME`, …).
   */
  home?: string;
  /** Mount name to folder, instead of the table of places: `{ claude: "/backup/.claude" }`. */
  mounts?: Record<string, string>;
  /** Environment variables; left out: `process.env`. */
  env?: Record<string, string | undefined>;
  /**
   * The SQLite library for agents that keep a database: `node:sqlite` (Node
   * 22.16 and later), else `better-sqlite3` when it is installed. Without one
   * those agents answer UNSUPPORTED and all others work.
   */
  sqlite?: SqliteChoice;
  /** Stops the clock at these milliseconds since the epoch, for results that never change. */
  now?: number;
}

/** Starts an engine from a compiled core.wasm or its bytes. */
export async function openWith(wasm: WasmBytes | WasmModule, options: OpenOptions = {}): Promise<Heddle> {
  const grant: NodeGrant = {
    home: options.home === undefined ? undefined : folder(options.home),
    mounts: options.mounts && Object.fromEntries(Object.entries(options.mounts).map(([name, path]) => [name, folder(path)])),
    env: { ...(options.env ?? process.env) },
    sqlite: options.sqlite ?? "auto",
    now: options.now,
    from: join(process.cwd(), "package.json"),
  };
  const queue = new CallQueue(spawn, await compile(wasm), grant);
  const heddle = new Heddle(queue, (path) => localPath(grant, path));
  try {
    await queue.open();
  } catch (err) {
    queue.close();
    throw err;
  }
  return heddle;
}

function folder(path: string): string {
  if (typeof path !== "string" || path === "") throw new HeddleError("INVALID_ARGUMENT", "a folder's path is empty");
  return resolve(path);
}

// Flags of the program (loaders, --test) are no business of the worker.
const spawn: Spawn = (events) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { execArgv: [], name: "heddle" });
  worker.on("message", (m: FromWorker) => events.message(m));
  worker.on("error", (err) => events.error(err instanceof Error ? err : new Error(String(err))));
  worker.on("messageerror", (err) => events.error(err));
  worker.on("exit", (code) => events.error(new Error("exit status " + code)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as never),
    terminate: () => void worker.terminate(),
    hold: (on) => (on ? worker.ref() : worker.unref()),
  };
};
