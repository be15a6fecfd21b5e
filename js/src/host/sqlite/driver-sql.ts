// SQL over interchangeable SQLite libraries. Handles, limits and errors are the
// same for all; a Driver only opens, steps and closes.
import type { ByteString } from "../../wire/bytes.js";
import { text as utf8Text, utf8 } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import type { Files, Sql, SqlDatabase, SqlStatement, SqlValue, Watch } from "../types.js";
import type { Bounds, Connection, Driver } from "./driver.js";
import { MustReadAsFile, REWRITE, StoreConnections, TIDIES } from "./store-connections.js";
import { describeFailure, SqliteFailure } from "./errors.js";
import { examineStatement, lowerAscii, notATable } from "./guard.js";

/** Bounds the values of one query, and so any single value. */
const MAX_RESULT_BYTES = 256 << 20;
/** Bounds the rows of one query. */
const MAX_ROWS = 1 << 20;
/** Bounds the virtual machine steps of one statement on a foreign database. */
const MAX_STEPS = 2 ** 28;
/** Bounds those of one on the store, where the check of the whole file is a single statement. */
const MAX_STORE_STEPS = 2 ** 32;
const MAX_HANDLES = 1024;
const MAX_VIEWS = 4096;
const MAX_SQL_BYTES = 1 << 20;
const ROW_BYTES = 24;
const VALUE_BYTES = 48; // counted for each value in addition to its content
const ROWS_PER_CHECK = 256;

// Restricts what a hostile file could make SQLite do; the last pragma reads page 1.
const FOREIGN_SETUP = [
  "PRAGMA temp_store=2",
  "PRAGMA trusted_schema=0",
  "PRAGMA cell_size_check=1",
  "PRAGMA query_only=1",
  "PRAGMA schema_version",
];

// Selects the names that are not real tables: a view may be an endless recursion,
// and a virtual table runs statements of its own.
const NOT_TABLES =
  "SELECT CAST(name AS BLOB) FROM sqlite_master WHERE lower(type) = 'view' " +
  "OR (lower(type) = 'table' AND coalesce(rootpage, 0) = 0) LIMIT 4097";
const noViews: ReadonlySet<string> = new Set();

interface Handle {
  path: ByteString;
  connection: Connection | undefined; // of a foreign database
  store: StoreConnections | undefined; // stays open after its handles are closed
  writable: boolean;
  views: ReadonlySet<string>; // names that may not be read
  bounds: Bounds;
}

/**
 * SQL through one driver: foreign databases, read-only, and the engine's own
 * ones, which a table maps from mount paths to files.
 */
export class DriverSql implements Sql {
  readonly #files: Files;
  readonly #driver: Driver;
  readonly #watch: Watch;
  readonly #stores: ReadonlyMap<ByteString, string>;
  readonly #limits: Bounds;
  readonly #open = new Map<ByteString, StoreConnections>();
  readonly #asFiles = new Set<ByteString>(); // stores that are read as files
  readonly #handles = new Map<bigint, Handle>();
  #last = 0n;

  constructor(
    files: Files,
    driver: Driver,
    watch: Watch,
    stores: ReadonlyMap<ByteString, string> = new Map(),
    limits: Bounds = { steps: MAX_STORE_STEPS, bytes: MAX_RESULT_BYTES },
  ) {
    this.#limits = limits;
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
    const steps = Math.min(this.#limits.steps, store === undefined ? MAX_STEPS : MAX_STORE_STEPS);
    const bounds = { ...this.#limits, steps };
    if (store !== undefined && (writable || !this.#asFiles.has(path))) {
      const own = describeFailures(path, () => this.#openOwn(path, store, writable));
      this.#handles.set(++this.#last, { path, connection: undefined, store: own, writable, views: noViews, bounds });
    } else {
      const foreign = describeFailures(path, () => this.#openForeign(db));
      this.#handles.set(++this.#last, { path, ...foreign, store: undefined, writable, bounds });
    }
    return this.#last;
  }

  /** The file of a store that is read like a foreign database, until `release`. */
  fileOf(path: ByteString): string | undefined {
    return this.#asFiles.has(path) ? this.#stores.get(path) : undefined;
  }

  #openForeign(db: SqlDatabase): { connection: Connection; views: ReadonlySet<string> } {
    if (this.#watch.endedBy?.(db.path)) {
      throw new Fault("LIMIT_EXCEEDED", "a statement on this database took too long, and its worker was ended", {
        hint: "open a new engine to try again",
      });
    }
    const connection = this.#driver.open(this.#files, db, this.#watch);
    try {
      for (const pragma of FOREIGN_SETUP) for (const _ of connection.rows(pragma, []));
      return { connection, views: viewsOf(connection) };
    } catch (err) {
      connection.close();
      throw err;
    }
  }

  #openOwn(path: ByteString, file: string, writable: boolean): StoreConnections {
    const known = this.#open.get(path);
    if (known) return known;
    try {
      const opened = new StoreConnections(this.#driver, file, writable, this.#watch);
      this.#open.set(path, opened);
      return opened;
    } catch (err) {
      if (!(err instanceof MustReadAsFile)) throw err;
      if (writable) throw err.reason;
      this.#asFiles.add(path);
      throw new Fault("UNSUPPORTED", "the store can only be read as a file: " + err.reason.message, { path });
    }
  }

  query(handle: bigint, sql: string, args: SqlValue[]): SqlValue[][] {
    const h = this.#handleOf(handle);
    return this.#watchStatement(h.path, () => this.#readRows(h, this.#checkStatement(h, sql, args, false), args));
  }

  exec(handle: bigint, batch: SqlStatement[]): void {
    const h = this.#handleOf(handle);
    const { path, store, writable } = h;
    if (!writable || !store) throw new Fault("PERMISSION_DENIED", "database is read-only", { path });
    const connection = describeFailures(path, () => store.writer());
    describeFailures(path, () => connection.run("BEGIN IMMEDIATE", []));
    try {
      for (const { sql, args } of batch) {
        this.#watch.check();
        const text = this.#checkStatement(h, sql, args, true);
        describeFailures(path, () => this.#watchStatement(path, () => connection.run(text, args, h.bounds)));
        if (!connection.inTransaction()) {
          throw new Fault("INVALID_ARGUMENT", "a batch must not end its own transaction", { path });
        }
      }
      describeFailures(path, () => connection.run("COMMIT", []));
    } catch (err) {
      if (connection.inTransaction()) connection.run("ROLLBACK", []);
      throw err;
    }
    if (!batch.some(({ sql }) => sql === TIDIES)) return;
    for (const command of REWRITE) describeFailures(path, () => store.writer().run(command, []));
  }

  close(handle: bigint): void {
    const h = this.#handles.get(handle);
    h?.connection?.close();
    this.#handles.delete(handle);
  }

  release(): void {
    for (const handle of [...this.#handles.keys()]) this.close(handle);
    this.#asFiles.clear();
  }

  /** The bytes of a store's file, complete without a journal. */
  copyStore(path: ByteString): Uint8Array {
    const file = this.#stores.get(path);
    if (file === undefined) {
      throw new Fault("PERMISSION_DENIED", "not a database of this engine's store", { path, hint: "grant the store to the engine" });
    }
    return describeFailures(path, () => {
      try {
        const store = this.#openOwn(path, file, false);
        return store.open((connection) => this.#driver.copyStore(file, connection));
      } catch (err) {
        if (this.fileOf(path) === undefined) throw err;
        return this.#driver.copyStore(file);
      }
    });
  }

  /** Closes the stores' connections. */
  closeStores(): void {
    for (const store of this.#open.values()) store.close();
    this.#open.clear();
  }

  #handleOf(handle: bigint): Handle {
    const h = this.#handles.get(handle);
    if (!h) throw new Fault("INVALID_ARGUMENT", "no such database handle");
    return h;
  }

  /** Reports the statement to the watch, if the library cannot be interrupted. */
  #watchStatement<T>(path: ByteString, run: () => T): T {
    if (this.#driver.interrupts || !this.#watch.statement) return run();
    this.#watch.statement(path);
    try {
      return run();
    } finally {
      this.#watch.statement(undefined);
    }
  }

  #readRows({ path, connection: foreign, store, bounds }: Handle, sql: string, args: SqlValue[]): SqlValue[][] {
    const connection = foreign ?? store!.reader();
    return describeFailures(path, () => {
      const rows: SqlValue[][] = [];
      let left = bounds.bytes;
      for (const row of connection.rows(sql, args, bounds)) {
        if (rows.length % ROWS_PER_CHECK === 0) this.#watch.check();
        left -= rowBytes(row);
        if (left < 0) throw new Fault("LIMIT_EXCEEDED", "query result is too large", { path, hint: "narrow the request" });
        if (rows.length === MAX_ROWS) {
          throw new Fault("LIMIT_EXCEEDED", "query result has more than 1,048,576 rows", { path, hint: "narrow the request" });
        }
        rows.push(row);
      }
      return rows;
    });
  }

  /** Checks a statement and returns the text to run. */
  #checkStatement({ path, views }: Handle, sql: string, args: SqlValue[], batch: boolean): string {
    if (sql.length > MAX_SQL_BYTES || utf8(sql).length > MAX_SQL_BYTES) {
      throw new Fault("LIMIT_EXCEEDED", "statement is longer than 1 MiB", { path });
    }
    return describeFailures(path, () => {
      const { text, parameters, readsSchema } = examineStatement(sql, { batch, views, interrupts: this.#driver.interrupts });
      if (parameters !== args.length) throw new Fault("INVALID_ARGUMENT", "statement and arguments differ in number");
      if (readsSchema) for (const arg of args) checkTable(views, arg);
      return text;
    });
  }
}

/** The names of a foreign database that may not be read. */
function viewsOf(connection: Connection): ReadonlySet<string> {
  const views = new Set<string>();
  for (const [name] of connection.rows(NOT_TABLES, [])) {
    if (views.size === MAX_VIEWS) throw new Fault("LIMIT_EXCEEDED", "database has more than 4,096 views");
    if (name !== null && typeof name === "object") views.add(lowerAscii(utf8Text(name.bytes)));
  }
  return views;
}

// To list the columns of a view, SQLite may have to run it.
function checkTable(views: ReadonlySet<string>, arg: SqlValue): void {
  if (arg === null || typeof arg !== "object") return;
  const name = lowerAscii(utf8Text(arg.bytes));
  if (views.has(name)) throw notATable(name);
}

function rowBytes(row: SqlValue[]): number {
  let bytes = ROW_BYTES + VALUE_BYTES * row.length;
  for (const v of row) if (v !== null && typeof v === "object") bytes += v.bytes.length;
  return bytes;
}

/** Calls `run`; errors become Faults with the database's path. */
function describeFailures<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    if (err instanceof SqliteFailure) throw describeFailure(err, path);
    if (err instanceof Fault && err.path === "") throw new Fault(err.code, err.message, { path, hint: err.hint });
    throw err;
  }
}
