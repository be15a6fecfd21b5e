// The worker of the browser: its host is made of files that were given to the
// page, and SQLite in WebAssembly.
import type { Host, Watch } from "../host.js";
import type { ToWorker } from "../protocol.js";
import { Service } from "../service.js";
import { DriverSql, type Driver } from "../sql.js";
import { uuidV7 } from "../uuid.js";
import { decompress } from "../zstd.js";
import { loadSqlite, wasmSqlite } from "./sqlite.js";
import { TreeFiles, type TreeEntry } from "./tree.js";

/** What `open` grants; Files cross to the worker as they are. */
export interface BrowserGrant {
  entries: TreeEntry[];
  now: number | undefined;
  sqlite: boolean;
}

// The parts of a worker's world that the page's types do not have.
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
interface WorkerScope {
  onmessage: ((event: { data: ToWorker }) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

let driver: Promise<Driver | undefined> | undefined; // loaded once per worker

async function makeHost(grant: unknown, watch: Watch): Promise<Host> {
  const g = grant as BrowserGrant;
  const reader = new FileReaderSync();
  const files = new TreeFiles(g.entries, (blob) => reader.readAsArrayBuffer(blob));
  const host: Host = {
    files,
    zstd: decompress,
    now: g.now === undefined ? Date.now : () => g.now!,
    id: uuidV7((into) => crypto.getRandomValues(into as Uint8Array<ArrayBuffer>)),
  };
  if (g.sqlite) driver ??= loadSqlite().then(wasmSqlite, () => undefined);
  const sqlite = g.sqlite ? await driver : undefined;
  if (sqlite) host.sql = new DriverSql(files, sqlite, watch);
  return host;
}

const scope = globalThis as unknown as WorkerScope;
const service = new Service(makeHost, (m, transfer) => scope.postMessage(m, transfer));
scope.onmessage = (event) => service.receive(event.data);
