import { table } from "../built/places.mjs";
import { HeddleError } from "../wire/errors.js";
import type { Fixed } from "../host/fixed.js";
import type { Zone } from "../wire/types.gen.js";
import { Heddle } from "../api/heddle.js";
import { compile } from "../engine/module.js";
import { checkOptions, refuseAddress } from "../api/options.js";
import type { FromWorker, Spawn } from "../engine/protocol.js";
import { CallQueue } from "../engine/queue.js";
import type { WasmBytes, WasmModule } from "../engine/wasm-source.js";
import type { StoreGrant } from "../host/browser/opfs.js";
import { assetsFolder, notServed, startWorker } from "./assets.js";
import { homeEntries, mountEntries, type DirectorySource } from "../host/browser/source.js";
import { PRICES_PATH } from "../host/types.js";
import type { TreeEntry } from "../host/browser/tree.js";
import type { BrowserGrant } from "./host.js";

/** A store that starts with the content of a file. */
export interface StoreSource {
  /** Its name in this browser. Default: heddle. */
  name?: string;
  /** What `heddle.store.file()` returned, or a store's file from a disk that nothing has open. */
  file: Blob | BufferSource;
  /** Replaces a store of this name. Without it, an existing store is a CONFLICT. */
  replace?: boolean;
}

/** What an engine is granted: the folders named here, read-only, and a store of this page's origin. */
export interface OpenOptions {
  /** A home folder, or one or more of the agents' folders, such as `.claude`. */
  home?: DirectorySource | null | undefined;
  /**
   * Folders whose names do not identify the agent: `{ claude: picked }`. A key is the name of an
   * agent, for its base folder, or of another folder of an agent: `copilot-config`
   * (`~/.config/github-copilot`), `cursor-server` (`~/.cursor-server`), `cursor-user`
   * (`~/.config/Cursor/User`), `pi-sessions` (`PI_CODING_AGENT_SESSION_DIR`).
   */
  mounts?: Record<string, DirectorySource>;
  /** `false` leaves SQLite out: agents that keep a database answer UNSUPPORTED. */
  sqlite?: boolean;
  /**
   * Keeps a store, `heddle.store` and `heddle.threads`, in this browser for the
   * page's origin: `true`, a name of your own (letters, digits, `-`, `_`, `.`),
   * or a file to start with. It survives reloads. One tab opens it at a time:
   * `open` rejects with CONFLICT in a second one, and with UNSUPPORTED where the
   * browser has no origin-private file system, and for the address of a server.
   */
  store?: boolean | string | StoreSource;
  /**
   * Prices of your own: the content of a CSV file. They replace the built-in
   * ones of the models that it lists; docs/prices.md describes the format.
   */
  prices?: Blob | BufferSource | undefined;
  /**
   * Where the page serves a copy of this package's `dist`, such as `"heddle/"`:
   * needed with bundlers that do not follow `new URL("…", import.meta.url)`, such as esbuild.
   */
  assets?: string | URL;
  /** Stops the clock at these milliseconds since the epoch, for results that never change. */
  now?: number;
  /**
   * The time zone of dates and of groups of days, by its name, such as
   * `"Europe/Berlin"`. Left out: the system's.
   */
  zone?: string | Zone;
  /** @internal */
  fixed?: Fixed;
}

/** An engine over folders that were given to the page. */
export class BrowserHeddle extends Heddle {
  readonly #queue: CallQueue;
  readonly #options: OpenOptions;

  /** @internal Use `open`. */
  constructor(queue: CallQueue, options: OpenOptions) {
    super(queue, options, phrases);
    this.#queue = queue;
    this.#options = options;
  }

  /**
   * Lists the folders again, so that later calls see files that were added or
   * changed. A picked FileList never changes; pass the new one.
   */
  async refresh(sources: Pick<OpenOptions, "home" | "mounts"> = {}): Promise<void> {
    checkOptions("refresh", sources, ["home", "mounts"]);
    Object.assign(this.#options, sources);
    await this.#queue.grant(await grantOf(this.#options));
  }
}

const phrases = { "grant SQLite to the engine": "leave out the option sqlite: false, and serve dist/vendor/sqlite" };

const openOptions = ["home", "mounts", "sqlite", "store", "prices", "assets", "now", "zone", "fixed"];

/** Starts an engine from a compiled core.wasm or its bytes; `more` are options of the entry's own. */
export async function openWith(
  wasm: Promise<WasmBytes | WasmModule>,
  options: OpenOptions = {},
  more: string[] = [],
): Promise<BrowserHeddle> {
  checkOptions("open", options, [...openOptions, ...more]);
  const [module, grant] = await Promise.all([wasm.then(compile), grantOf(options)]);
  const queue = new CallQueue(spawnFrom(assetsFolder(options.assets)), module, grant, grant.store !== undefined);
  try {
    await queue.open();
    delete grant.store?.file; // a replacement worker opens the existing store
  } catch (err) {
    await queue.close();
    throw err;
  }
  return new BrowserHeddle(queue, grant.store ? { ...options, store: grant.store.name } : { ...options });
}

async function grantOf(options: OpenOptions): Promise<BrowserGrant> {
  const entries: TreeEntry[] = [];
  if (options.home) entries.push(...(await homeEntries(table, options.home)));
  for (const [mount, source] of Object.entries(options.mounts ?? {})) entries.push(...(await mountEntries(mount, source)));
  const prices = options.prices;
  if (prices !== undefined) entries.push({ path: PRICES_PATH, file: new File([prices], "prices.csv") });
  return { prices: prices !== undefined, entries, now: options.now, fixed: options.fixed, sqlite: options.sqlite ?? true, store: storeOf(options.store) };
}

function storeOf(store: OpenOptions["store"]): StoreGrant | undefined {
  if (store === undefined || store === false) return undefined;
  const { name = "heddle", file, replace }: Partial<StoreSource> = store === true ? {} : typeof store === "string" ? { name: store } : store;
  refuseAddress(name);
  if (!/^[\w-][\w.-]{0,99}$/.test(name)) {
    throw new HeddleError("INVALID_ARGUMENT", "not a store's name", { hint: "up to 100 letters, digits, -, _ and ." });
  }
  const grant: StoreGrant = { name };
  if (file !== undefined) grant.file = file instanceof Blob ? file : new Blob([file]);
  if (replace !== undefined) grant.replace = replace;
  return grant;
}

const spawnFrom = (assets: URL | undefined): Spawn => (events) => {
  let worker: Worker;
  try {
    worker = startWorker(assets);
  } catch (err) { // of another origin, or no URL
    queueMicrotask(() => events.error(notServed("worker.js", err)));
    return { post: () => {}, terminate: () => {}, hold: () => {} };
  }
  let loaded = false;
  worker.onmessage = (event: MessageEvent<FromWorker>) => {
    loaded = true;
    events.message(event.data);
  };
  worker.onmessageerror = () => events.error(new Error("a message could not be read"));
  worker.onerror = (event) => {
    if (loaded) events.error(new Error(event.message || "unknown error"));
    else events.error(notServed("worker.js", event.message || "there is no such file, or a policy forbids it"));
  };
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    hold: () => {},
  };
};
