// The host of Node, made of node:fs and a SQLite library.
import { randomFillSync } from "node:crypto";
import { HeddleError } from "../wire/errors.js";
import { seededIds, tickingClock, type Fixed } from "../host/fixed.js";
import { STORE_PATH, type Host, type Watch } from "../host/types.js";
import { DriverSql } from "../host/sqlite/driver-sql.js";
import { uuidV7 } from "../host/uuid.js";
import { decompress } from "../host/zstd.js";
import { NodeFiles } from "../host/node/files.js";
import { mountsOf, type NodePlaces } from "../host/node/mounts.js";
import { PricedFiles } from "../host/node/priced-files.js";
import { StoreOverlay } from "../host/node/store-overlay.js";
import { sqliteDriver, type SqliteChoice } from "../host/node/sqlite.js";

/** What `open` grants. Plain data, because it is sent to the worker. */
export interface NodeGrant extends NodePlaces {
  sqlite: SqliteChoice;
  now: number | undefined;
  fixed: Fixed | undefined;
  /** Absolute path of the store's file. */
  store: string | undefined;
  /** The content of the price table. */
  prices: Uint8Array | undefined;
  /** The program's folder: better-sqlite3 is resolved from there as well. */
  from: string;
}

/** Makes the host of a grant. */
export function nodeHost(g: NodeGrant, watch: Watch): Host {
  const mounts = mountsOf(g);
  // The store's files stay hidden: closing a descriptor on one would drop SQLite's locks.
  if (g.store !== undefined) mounts.delete(STORE_PATH.slice(0, STORE_PATH.indexOf("/")));
  let sql: DriverSql | undefined;
  const files = new StoreOverlay(new NodeFiles(mounts), (path) => sql?.fileOf(path));
  const host: Host = {
    files: g.prices ? new PricedFiles(files, g.prices) : files,
    prices: g.prices !== undefined,
    zstd: decompress,
    now: g.fixed ? tickingClock(g.fixed) : g.now === undefined ? Date.now : () => g.now!,
    id: g.fixed ? seededIds(g.fixed) : uuidV7((into) => randomFillSync(into)),
  };
  const driver = sqliteDriver(g.sqlite, g.from);
  if (!driver) {
    if (g.store !== undefined) throw new HeddleError("UNSUPPORTED", "a store needs SQLite", { hint: "npm install better-sqlite3, or Node 22.16 or later" });
    return host;
  }
  const own = (sql = new DriverSql(files, driver, watch, new Map(g.store === undefined ? [] : [[STORE_PATH, g.store]])));
  host.sql = own;
  host.storeFile = () => own.copyStore(STORE_PATH);
  host.close = () => own.closeStores();
  return host;
}
