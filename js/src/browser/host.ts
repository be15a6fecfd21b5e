// The host of a browser's worker, made of files that were given to the page, and
// SQLite in WebAssembly.
import { HeddleError } from "../wire/errors.js";
import { seededIds, tickingClock, type Fixed } from "../host/fixed.js";
import { STORE_PATH, type Host, type Watch } from "../host/types.js";
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

// The page's types do not have what only workers have.
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

let driver: Promise<Driver | undefined> | undefined; // loaded once per worker
let opfsStore: Promise<OpfsStore> | undefined; // opened once per worker

/** Makes the host of a grant. */
export async function browserHost(g: BrowserGrant, watch: Watch): Promise<Host> {
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
