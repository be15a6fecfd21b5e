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
}

/** One open database. Methods throw SqliteFailure for what SQLite refuses. */
export interface Connection {
  /** Runs one statement; only a statement that changes nothing gets rows. */
  rows(sql: string, args: SqlValue[]): Iterable<SqlValue[]>;
  close(): void;
}

// What narrows what a hostile file could make SQLite do; the last reads page 1.
const SETUP = [
  "PRAGMA temp_store=2",
  "PRAGMA trusted_schema=0",
  "PRAGMA cell_size_check=1",
  "PRAGMA query_only=1",
  "PRAGMA schema_version",
];

interface Handle {
  path: ByteString;
  connection: Connection;
}

/** Foreign databases, read-only, through one driver. */
export class ForeignSql implements Sql {
  readonly #files: Files;
  readonly #driver: Driver;
  readonly #watch: Watch;
  readonly #handles = new Map<bigint, Handle>();
  #last = 0n;

  constructor(files: Files, driver: Driver, watch: Watch) {
    this.#files = files;
    this.#driver = driver;
    this.#watch = watch;
  }

  open(db: SqlDatabase): bigint {
    if (db.writable) throw new Fault("PERMISSION_DENIED", "not a database of this engine's store", { path: db.path });
    if (this.#handles.size >= MAX_HANDLES) {
      throw new Fault("LIMIT_EXCEEDED", "more than 1,024 open databases", { path: db.path });
    }
    const connection = describing(db.path, () => this.#driver.open(this.#files, db, this.#watch));
    const handle = { path: db.path, connection };
    try {
      for (const pragma of SETUP) this.#read(handle, pragma, []);
    } catch (err) {
      connection.close();
      throw err;
    }
    this.#handles.set(++this.#last, handle);
    return this.#last;
  }

  query(handle: bigint, sql: string, args: SqlValue[]): SqlValue[][] {
    const h = this.#handles.get(handle);
    if (!h) throw new Fault("INVALID_ARGUMENT", "no such database handle");
    if (sql.length > MAX_SQL_BYTES || utf8(sql).length > MAX_SQL_BYTES) {
      throw new Fault("LIMIT_EXCEEDED", "statement is longer than 1 MiB", { path: h.path });
    }
    const { statements, parameters } = examine(sql);
    if (statements !== 1) throw new Fault("INVALID_ARGUMENT", "exactly one SQL statement is expected", { path: h.path });
    if (parameters !== args.length) {
      throw new Fault("INVALID_ARGUMENT", "statement and arguments differ in number", { path: h.path });
    }
    return this.#read(h, sql, args);
  }

  exec(handle: bigint, _batch: SqlStatement[]): void {
    const h = this.#handles.get(handle);
    if (!h) throw new Fault("INVALID_ARGUMENT", "no such database handle");
    throw new Fault("PERMISSION_DENIED", "database is read-only", { path: h.path });
  }

  close(handle: bigint): void {
    this.#handles.get(handle)?.connection.close();
    this.#handles.delete(handle);
  }

  release(): void {
    for (const h of this.#handles.values()) h.connection.close();
    this.#handles.clear();
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

function rowBytes(row: SqlValue[]): number {
  let bytes = ROW_BYTES + VALUE_BYTES * row.length;
  for (const v of row) if (v !== null && typeof v === "object") bytes += v.bytes.length;
  return bytes;
}

/** Runs something on a database; what SQLite refuses becomes a Fault with its path. */
function describing<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    throw err instanceof SqliteFailure ? describe(err, path) : err;
  }
}
