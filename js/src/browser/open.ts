import { table } from "../built/places.mjs";
import { Heddle } from "../heddle.js";
import { compile } from "../module.js";
import type { FromWorker, Spawn } from "../protocol.js";
import { CallQueue } from "../queue.js";
import type { WasmBytes, WasmModule } from "../wasm-source.js";
import { homeEntries, mountEntries, type DirectorySource } from "./source.js";
import type { TreeEntry } from "./tree.js";
import type { BrowserGrant } from "./worker.js";

/** What an engine is granted: nothing but the folders named here, read-only. */
export interface OpenOptions {
  /** A home folder, or one or more of the agents' folders, such as `.claude`. */
  home?: DirectorySource;
  /** Mount name to folder, for folders whose names do not tell: `{ claude: picked }`. */
  mounts?: Record<string, DirectorySource>;
  /** `false` leaves SQLite out: agents that keep a database answer UNSUPPORTED. */
  sqlite?: boolean;
  /** Stops the clock at these milliseconds since the epoch, for results that never change. */
  now?: number;
}

/** An engine over folders that were given to the page. */
export class BrowserHeddle extends Heddle {
  readonly #queue: CallQueue;
  readonly #options: OpenOptions;

  /** @internal Use `open`. */
  constructor(queue: CallQueue, options: OpenOptions) {
    super(queue);
    this.#queue = queue;
    this.#options = options;
  }

  /**
   * Lists the folders again: files that came or changed since then are seen by
   * the calls that follow. A picked FileList never changes; give the new one.
   */
  async refresh(sources: Pick<OpenOptions, "home" | "mounts"> = {}): Promise<void> {
    Object.assign(this.#options, sources);
    await this.#queue.grant(await grantOf(this.#options));
  }
}

/** Starts an engine from a compiled core.wasm or its bytes. */
export async function openWith(
  wasm: Promise<WasmBytes | WasmModule>,
  options: OpenOptions = {},
): Promise<BrowserHeddle> {
  const [module, grant] = await Promise.all([wasm.then(compile), grantOf(options)]);
  const queue = new CallQueue(spawn, module, grant);
  try {
    await queue.open();
  } catch (err) {
    queue.close();
    throw err;
  }
  return new BrowserHeddle(queue, { ...options });
}

async function grantOf(options: OpenOptions): Promise<BrowserGrant> {
  const entries: TreeEntry[] = [];
  if (options.home) entries.push(...(await homeEntries(table, options.home)));
  for (const [mount, source] of Object.entries(options.mounts ?? {})) entries.push(...(await mountEntries(mount, source)));
  return { entries, now: options.now, sqlite: options.sqlite ?? true };
}

const spawn: Spawn = (events) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "heddle" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => events.message(event.data);
  worker.onmessageerror = () => events.error(new Error("a message could not be read"));
  worker.onerror = (event) => events.error(new Error(event.message || "worker.js cannot be loaded"));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    hold: () => {},
  };
};
