// SQL over interchangeable SQLite libraries: handles, limits and errors are
// here and the same for all, a Driver only opens, steps and closes.
import type { ByteString } from "./bytes.js";
import { utf8 } from "./bytes.js";
import { Fault } from "./fault.js";
import type { Files, Sql, SqlDatabase, SqlStatement, SqlValue, Watch } from "./host.js";
import { describe, SqliteFailure } from "./sqlite-errors.js";
import { examine } from "./sql-text.js";

/** Bounds the values of one query, and so any single value. */
const MAX_RESULT_BYTES = 256 << 20;
const MAX_HANDLES = 1024;
const MAX_SQL_BYTES = 1 << 20;
const ROW_BYTES = 24;
const VALUE_BYTES = 48; // what a value counts beside its content
const ROWS_PER_CHECK = 256;

/** One SQLite library. */
export interface Driver {
  /** Opens a foreign database for reading, or throws a Fault or SqliteFailure. */
  open(files: Files, db: SqlDatabase, watch: Watch): Connection;
  /** Opens one of the engine's own databases, creating it when `create` is set. */
  openStore(file: string, create: boolean): Connection;
  /** The journal of the engine's own databases. */
  readonly journal: "WAL" | "DELETE";
  /** The bytes of one of them, complete without a journal; no transaction is open. */
  copyStore(file: string, connection: Connection): Uint8Array;
  /** Waits, when another process could have a lock. */
  wait?(ms: number): void;
}

/** One open database. Methods throw SqliteFailure for what SQLite refuses. */
export interface Connection {
  /** Runs one statement; a statement that would change something is refused. */
  rows(sql: string, args: SqlValue[]): Iterable<SqlValue[]>;
  /** Runs one statement to its end and leaves its rows out. */
  run(sql: string, args: SqlValue[]): void;
  /** Whether a transaction is open. */
  inTransaction(): boolean;
  close(): void;
}

// What narrows what a hostile file could make SQLite do; the last reads page 1.
const FOREIGN_SETUP = [
  "PRAGMA temp_store=2",
  "PRAGMA trusted_schema=0",
  "PRAGMA cell_size_check=1",
  "PRAGMA query_only=1",
  "PRAGMA schema_version",
];

/** How long a statement waits for another process's lock. */
const BUSY_MS = 5000;
const BUSY_RETRY_MS = 20;
const BUSY = 5;

// Incremental vacuum takes effect in a new file only; it lets a compacted
// store shrink.
const storeSetup = (journal: string): string[] => [
  "PRAGMA busy_timeout=" + BUSY_MS,
  "PRAGMA temp_store=2",
  "PRAGMA auto_vacuum=INCREMENTAL",
  "PRAGMA journal_mode=" + journal,
  "PRAGMA synchronous=FULL",
];

interface Handle {
  path: ByteString;
  connection: Connection;
  writable: boolean;
  shared: boolean; // a store's connection outlives its handles
}

/**
 * SQL through one driver: foreign databases, read-only, and the engine's own
 * ones, which are named by a table of mount paths to files.
 */
export class DriverSql implements Sql {
  readonly #files: Files;
  readonly #driver: Driver;
  readonly #watch: Watch;
  readonly #stores: ReadonlyMap<ByteString, string>;
  readonly #storeConnections = new Map<ByteString, Connection>();
  readonly #handles = new Map<bigint, Handle>();
  #last = 0n;

  constructor(files: Files, driver: Driver, watch: Watch, stores: ReadonlyMap<ByteString, string> = new Map()) {
    this.#files = files;
    this.#driver = driver;
    this.#watch = watch;
    this.#stores = stores;
  }

  open(db: SqlDatabase): bigint {
    const { path, writable } = db;
    const store = this.#stores.get(path);
    if (writable && store === undefined) {
      throw new Fault("PERMISSION_DENIED", "not a database of this engine's store", { path });
    }
    if (this.#handles.size >= MAX_HANDLES) throw new Fault("LIMIT_EXCEEDED", "more than 1,024 open databases", { path });
    const connection = describing(path, () => (store === undefined ? this.#foreign(db) : this.#store(path, store, writable)));
    this.#handles.set(++this.#last, { path, connection, writable, shared: store !== undefined });
    return this.#last;
  }

  #foreign(db: SqlDatabase): Connection {
    const connection = this.#driver.open(this.#files, db, this.#watch);
    try {
      for (const pragma of FOREIGN_SETUP) for (const _ of connection.rows(pragma, []));
    } catch (err) {
      connection.close();
      throw err;
    }
    return connection;
  }

  #store(path: ByteString, file: string, create: boolean): Connection {
    const known = this.#storeConnections.get(path);
    if (known) return known;
    const connection = this.#driver.openStore(file, create);
    try {
      for (const pragma of storeSetup(this.#driver.journal)) this.#patiently(() => connection.run(pragma, []));
    } catch (err) {
      connection.close();
      throw err;
    }
    this.#storeConnections.set(path, connection);
    return connection;
  }

  // SQLite itself does not wait where two processes change a new file's mode.
  #patiently(run: () => void): void {
    for (const end = Date.now() + BUSY_MS; ; ) {
      try {
        return run();
      } catch (err) {
        const busy = err instanceof SqliteFailure && (err.result & 0xff) === BUSY;
        if (!busy || !this.#driver.wait || Date.now() >= end) throw err;
        this.#watch.check();
        this.#driver.wait(BUSY_RETRY_MS);
      }
    }
  }

  query(handle: bigint, sql: string, args: SqlValue[]): SqlValue[][] {
    const h = this.#handle(handle);
    checkStatement(h.path, sql, args);
    return this.#read(h, sql, args);
  }

  exec(handle: bigint, batch: SqlStatement[]): void {
    const { path, connection, writable } = this.#handle(handle);
    if (!writable) throw new Fault("PERMISSION_DENIED", "database is read-only", { path });
    describing(path, () => connection.run("BEGIN IMMEDIATE", []));
    try {
      for (const { sql, args } of batch) {
        this.#watch.check();
        checkStatement(path, sql, args);
        describing(path, () => connection.run(sql, args));
        if (!connection.inTransaction()) {
          throw new Fault("INVALID_ARGUMENT", "a batch must not end its own transaction", { path });
        }
      }
      describing(path, () => connection.run("COMMIT", []));
    } catch (err) {
      if (connection.inTransaction()) connection.run("ROLLBACK", []);
      throw err;
    }
  }

  close(handle: bigint): void {
    const h = this.#handles.get(handle);
    if (h && !h.shared) h.connection.close();
    this.#handles.delete(handle);
  }

  release(): void {
    for (const handle of [...this.#handles.keys()]) this.close(handle);
  }

  /** The bytes of a store's file, complete without a journal. */
  copyStore(path: ByteString): Uint8Array {
    const file = this.#stores.get(path);
    if (file === undefined) {
      throw new Fault("PERMISSION_DENIED", "not a database of this engine's store", { path, hint: "open with the option store" });
    }
    return describing(path, () => this.#driver.copyStore(file, this.#store(path, file, false)));
  }

  /** Closes the stores' connections. */
  closeStores(): void {
    for (const connection of this.#storeConnections.values()) connection.close();
    this.#storeConnections.clear();
  }

  #handle(handle: bigint): Handle {
    const h = this.#handles.get(handle);
    if (!h) throw new Fault("INVALID_ARGUMENT", "no such database handle");
    return h;
  }

  #read({ path, connection }: Handle, sql: string, args: SqlValue[]): SqlValue[][] {
    return describing(path, () => {
      const rows: SqlValue[][] = [];
      let left = MAX_RESULT_BYTES;
      for (const row of connection.rows(sql, args)) {
        if (rows.length % ROWS_PER_CHECK === 0) this.#watch.check();
        left -= rowBytes(row);
        if (left < 0) throw new Fault("LIMIT_EXCEEDED", "query result is too large", { path, hint: "narrow the request" });
        rows.push(row);
      }
      return rows;
    });
  }
}

function checkStatement(path: ByteString, sql: string, args: SqlValue[]): void {
  if (sql.length > MAX_SQL_BYTES || utf8(sql).length > MAX_SQL_BYTES) {
    throw new Fault("LIMIT_EXCEEDED", "statement is longer than 1 MiB", { path });
  }
  const { statements, parameters } = examine(sql);
  if (statements !== 1) throw new Fault("INVALID_ARGUMENT", "exactly one SQL statement is expected", { path });
  if (parameters !== args.length) {
    throw new Fault("INVALID_ARGUMENT", "statement and arguments differ in number", { path });
  }
}

function rowBytes(row: SqlValue[]): number {
  let bytes = ROW_BYTES + VALUE_BYTES * row.length;
  for (const v of row) if (v !== null && typeof v === "object") bytes += v.bytes.length;
  return bytes;
}

/** Runs something on a database; what goes wrong becomes a Fault with its path. */
function describing<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    if (err instanceof SqliteFailure) throw describe(err, path);
    if (err instanceof Fault && err.path === "") throw new Fault(err.code, err.message, { path, hint: err.hint });
    throw err;
  }
}
