import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { HeddleError } from "../wire/errors.js";
import { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import { checkOptions, refuseAddress } from "../api/options.js";
import type { FromWorker, Spawn } from "../engine/protocol.js";
import { CallQueue } from "../engine/queue.js";
import type { WasmBytes, WasmModule } from "../engine/wasm-source.js";
import type { Fixed } from "../host/fixed.js";
import type { Zone } from "../wire/types.gen.js";
import type { Clock } from "../api/zone.js";
import { table } from "../built/places.mjs";
import { storePlace } from "../host/places.js";
import { registerStoreFile } from "../host/node/store-registry.js";
import { isFolder, localPath } from "../host/node/mounts.js";
import { keepPlaces, type LivePlaces } from "../live/start.js";
import { checkStore } from "../host/node/store-file.js";
import type { SqliteChoice } from "../host/node/sqlite.js";
import type { NodeGrant } from "./host.js";
import { packageFile } from "./package-files.js";

export type { SqliteChoice } from "../host/node/sqlite.js";

/** What an engine is granted. Everything but the store is read-only. */
export interface OpenOptions {
  /**
   * The only folder that is read, as if it were the user's home; environment
   * overrides are ignored. Left out: this user's home, with every
   * agent's own overrides (`CLAUDE_CONFIG_DIR`, `CODEX_HOME`, …).
   */
  home?: string | undefined;
  /**
   * The only folders that are read, instead of `home`: `{ claude: "/backup/.claude" }`.
   * A key is the name of an agent, for its base folder, or of another folder of an agent:
   * `copilot-config` (`~/.config/github-copilot`), `cursor-server` (`~/.cursor-server`),
   * `cursor-user` (`~/.config/Cursor/User`), `pi-sessions` (`PI_CODING_AGENT_SESSION_DIR`).
   */
  mounts?: Record<string, string>;
  /** Environment variables; left out: `process.env`. */
  env?: Record<string, string | undefined>;
  /**
   * The SQLite library for agents that keep a database: `node:sqlite` (Node
   * 22.16 and later), else `better-sqlite3` when it is installed. Without one
   * those agents answer UNSUPPORTED and all others work.
   */
  sqlite?: SqliteChoice;
  /**
   * The file of the store, `heddle.store` and `heddle.threads`; `true` is this
   * user's: `heddle/heddle.db` in `$XDG_DATA_HOME` or `~/.local/share`, in
   * `~/Library/Application Support`, in `%APPDATA%`; below `home` when that is
   * given. The first write creates the file and missing folders above it; a path
   * where it cannot be created is an error of `open`, with `true` of the first
   * write. Left out, there is no store: writes fail with PERMISSION_DENIED, reads
   * find nothing. Any number of engines and
   * processes may use one file. Needs a SQLite library. An address, such as
   * nats://host/team, is UNSUPPORTED.
   */
  store?: string | boolean | undefined;
  /**
   * Prices of your own: the path of a CSV file, or its content. They replace the
   * built-in ones of the models that it lists; docs/prices.md describes the
   * format. `open` reads the file once.
   */
  prices?: string | Uint8Array | undefined;
  /**
   * The folder of a copy of this package's `dist`, for a program that a bundler made
   * one file of. Left out: `dist` itself, or the one of the package that the program would import.
   */
  assets?: string;
  /** Stops the clock at these milliseconds since the epoch, for results that never change. */
  now?: number;
  /**
   * The time zone of dates and of groups of days, by its name, such as
   * `"Europe/Berlin"`. Left out: the system's.
   */
  zone?: string | Zone;
  /** @internal */
  fixed?: Fixed;
  /** @internal */
  statementMs?: number;
}

const phrases = { "grant SQLite to the engine": "npm install better-sqlite3, or use Node 22.16 or later" };

const openOptions = ["assets", "home", "mounts", "env", "sqlite", "store", "prices", "now", "zone", "fixed", "statementMs"];

/** Starts an engine from a compiled core.wasm or its bytes; `more` are options of the entry's own. */
export async function openWith(wasm: WasmBytes | WasmModule, options: OpenOptions = {}, more: string[] = []): Promise<Heddle> {
  checkOptions("open", options, [...openOptions, ...more]);
  const grant: NodeGrant = {
    home: options.home === undefined ? undefined : homeFolder(options.home),
    mounts: options.mounts && Object.fromEntries(Object.entries(options.mounts).map(([name, path]) => [name, folder(path)])),
    env: { ...(options.env ?? process.env) },
    sqlite: options.sqlite ?? "auto",
    now: options.now,
    fixed: options.fixed,
    store: storeOf(options),
    prices: options.prices === undefined ? undefined : priceTable(options.prices),
    from: join(process.cwd(), "package.json"),
  };
  const module = await compile(wasm);
  const release = grant.store === undefined ? () => {} : registerStoreFile(grant.store);
  const queue = new CallQueue(spawnFrom(packageFile(WORKER, options.assets)), module, grant, grant.store !== undefined, options.statementMs);
  const heddle = new NodeHeddle(queue, options, (path) => localPath(grant, path), release);
  keepPlaces(heddle, () => livePlaces(options, grant));
  try {
    await queue.open();
  } catch (err) {
    await heddle.close();
    throw err;
  }
  return heddle;
}

/** An engine that unregisters its store's file when it is closed. */
class NodeHeddle extends Heddle {
  readonly #release: () => void;

  constructor(queue: CallQueue, clock: Clock, local: (path: string) => string, release: () => void) {
    super(queue, clock, phrases, local);
    this.#release = release;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#release();
  }
}

/** The places of live sessions that use the engine. */
function livePlaces({ env, home, prices }: OpenOptions, { store }: NodeGrant): LivePlaces {
  if (prices instanceof Uint8Array) throw new HeddleError("UNSUPPORTED", "live sessions need prices in a file", { hint: "name the file: open({ prices: PATH })" });
  return { home: home && resolve(home), store: store ?? "-", prices: prices && resolve(prices), env };
}

/** The store's file. */
function storeOf({ store, home, env = process.env }: OpenOptions): string | undefined {
  if (store === undefined || store === false) return undefined;
  if (store !== true) {
    if (typeof store !== "string" || store === "") throw new HeddleError("INVALID_ARGUMENT", "the store's path is empty");
    refuseAddress(store);
    const file = resolve(store);
    checkStore(file);
    return file;
  }
  try {
    return storePlace(table, { os: process.platform, env: (name) => env[name], home: home && resolve(home) });
  } catch (err) {
    throw new HeddleError("INVALID_ARGUMENT", "cannot find the folder of the store: " + (err as Error).message, {
      hint: "name its file: open({ store: FILE })",
    });
  }
}

/** The content of a price table. */
function priceTable(prices: string | Uint8Array): Uint8Array {
  if (prices instanceof Uint8Array) return prices;
  if (typeof prices !== "string" || prices === "") throw new HeddleError("INVALID_ARGUMENT", "the option prices is neither the path of a file nor its content", { op: "open" });
  const file = resolve(prices);
  try {
    return readFileSync(file);
  } catch (err) {
    const { code = "unknown" } = err as { code?: string };
    throw new HeddleError("INVALID_ARGUMENT", `the price table ${file} cannot be read: ${code}`, {
      op: "open",
      hint: "the option prices names a file with prices; left out, the built-in prices are used",
    });
  }
}

// Only the home must exist: an agent that was never used has no folder.
function homeFolder(path: string): string {
  const home = folder(path);
  if (isFolder(home)) return home;
  throw new HeddleError("BAD_REF", "no such folder: " + home, { op: "open", hint: "the option home names an existing folder" });
}

function folder(path: string): string {
  if (typeof path !== "string" || path === "") throw new HeddleError("INVALID_ARGUMENT", "a folder's path is empty");
  return resolve(path);
}

const WORKER = "node/worker.js";
const WORKER_YOUNG_MB = 16; // for new objects: nearly all data of the worker is outside its heap

// The worker does not inherit the program's flags (loaders, --test).
const spawnFrom = (file: string): Spawn => (events) => {
  const worker = new Worker(file, { execArgv: [], name: "heddle", resourceLimits: { maxYoungGenerationSizeMb: WORKER_YOUNG_MB } });
  worker.on("message", (m: FromWorker) => events.message(m));
  worker.on("error", (err) => events.error(err instanceof Error ? err : new Error(String(err))));
  worker.on("messageerror", (err) => events.error(err));
  worker.on("exit", (code) => events.error(new Error("exit status " + code)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as never),
    terminate: () => worker.terminate(),
    hold: (on) => (on ? worker.ref() : worker.unref()),
  };
};
