// The worker of the browser: its host is made of files that were given to the
// page, and SQLite in WebAssembly.
import { HeddleError } from "../wire/errors.js";
import { seededIds, tickingClock, type Fixed } from "../host/fixed.js";
import { STORE_PATH, type Host, type Watch } from "../host/types.js";
import type { ToWorker } from "../engine/protocol.js";
import { Service } from "../engine/service.js";
import type { Driver } from "../host/sqlite/driver.js";
import { DriverSql } from "../host/sqlite/driver-sql.js";
import { uuidV7 } from "../host/uuid.js";
import { decompress } from "../host/zstd.js";
import { openOpfs, type OpfsStore, type StoreGrant } from "../host/browser/opfs.js";
import { loadSqlite, wasmSqlite } from "../host/browser/sqlite.js";
import { TreeFiles, type TreeEntry } from "../host/browser/tree.js";

/** What `open` grants; Files cross to the worker as they are. */
export interface BrowserGrant {
  entries: TreeEntry[];
  /** Whether the entries have a price table. */
  prices: boolean;
  now: number | undefined;
  fixed: Fixed | undefined;
  sqlite: boolean;
  store: StoreGrant | undefined;
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
let opfsStore: Promise<OpfsStore> | undefined; // opened once per worker

async function makeHost(grant: unknown, watch: Watch): Promise<Host> {
  const g = grant as BrowserGrant;
  const reader = new FileReaderSync();
  const files = new TreeFiles(g.entries, (blob) => reader.readAsArrayBuffer(blob));
  const host: Host = {
    files,
    prices: g.prices,
    zstd: decompress,
    now: g.fixed ? tickingClock(g.fixed) : g.now === undefined ? Date.now : () => g.now!,
    id: g.fixed ? seededIds(g.fixed) : uuidV7((into) => crypto.getRandomValues(into as Uint8Array<ArrayBuffer>)),
  };
  const store = g.store && (await (opfsStore ??= openOpfs(g.store)));
  if (g.sqlite) {
    driver ??= loadSqlite().then(
      (sqlite3) => wasmSqlite(sqlite3, store),
      () => undefined,
    );
  }
  const sqlite = g.sqlite ? await driver : undefined;
  if (!sqlite) {
    if (store) throw new HeddleError("UNSUPPORTED", "a store needs SQLite", { hint: "leave out sqlite: false, and serve dist/vendor/sqlite" });
    return host;
  }
  const sql = new DriverSql(files, sqlite, watch, new Map(store ? [[STORE_PATH, "heddle.db"]] : []));
  host.sql = sql;
  host.storeFile = () => sql.copyStore(STORE_PATH);
  host.close = (last) => {
    sql.closeStores();
    if (last) store?.close();
  };
  return host;
}

const scope = globalThis as unknown as WorkerScope;
const service = new Service(makeHost, (m, transfer) => scope.postMessage(m, transfer));
scope.onmessage = (event) => service.receive(event.data);
