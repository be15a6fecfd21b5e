// The driver for node:sqlite. The library opens only files, so an image is
// written to a private folder, which is removed before the first row is read.
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../wire/fault.js";
import type { Files, SqlDatabase, SqlValue, Watch } from "../types.js";
import { imageSize, writeImage } from "../sqlite/image.js";
import type { Bounds, Connection, Driver } from "../sqlite/driver.js";
import { isAuthorized } from "../sqlite/guard.js";
import { SqliteFailure } from "../sqlite/errors.js";
import { BUSY_TIMEOUT } from "../sqlite/store-connections.js";
import { Prepared } from "./prepared.js";
import { copyClosedStore, copyStore, readStore, sleepSync, writeStore } from "./store-file.js";
import { fromNative, toNative } from "./sqlite-better.js";

/** The part of node:sqlite that is used. */
export interface NodeSqlite {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DatabaseSync;
  StatementSync: { prototype: object };
}

interface DatabaseSync {
  readonly isTransaction: boolean;
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
  /** Since Node 24.10. */
  setAuthorizer?(authorize: (action: number, first: string | null, second: string | null, schema: string | null, trigger: string | null) => number): void;
  /** Since Node 24.12. */
  enableDefensive?(on: boolean): void;
  /** Since Node 26. */
  readonly limits?: { length: number };
}

interface StatementSync {
  setReadBigInts(on: boolean): void;
  setReturnArrays(on: boolean): void;
  iterate(...args: unknown[]): Iterator<unknown[]>;
  run(...args: unknown[]): unknown;
}

const READONLY = 8;
const DENY = 1;
const MAX_VALUE_BYTES = 256 << 20;
const UNLINKS_OPEN_FILES = process.platform !== "win32";

/** A Driver for node:sqlite; undefined when the library is too old to return every column. */
export function nodeSqlite(library: NodeSqlite): Driver | undefined {
  if (!("setReturnArrays" in library.StatementSync.prototype)) return undefined;
  const connect = (file: string, readOnly: boolean): NodeConnection => {
    const connection = new NodeConnection(catchFailures(() => new library.DatabaseSync(file, { readOnly })), "");
    connection.run(BUSY_TIMEOUT, []); // this library's connections do not wait for others by default
    return connection;
  };
  return {
    open(files, db, watch) {
      const size = imageSize(files, db);
      if (size === 0) return new NodeConnection(new library.DatabaseSync(":memory:"), "");
      const folder = mkdtempSync(join(tmpdir(), "heddle-"));
      try {
        const file = join(folder, "image.db");
        writeFile(file, files, db, size, watch);
        const open = catchFailures(() => new library.DatabaseSync(file, { readOnly: true }));
        return new NodeConnection(open, folder);
      } catch (err) {
        removeFolder(folder);
        throw err instanceof Fault || err instanceof SqliteFailure ? err : noRoom(err, db);
      }
    },
    openStore: (file, create) => writeStore(file, create, connect),
    readStore: (file, create) => readStore(file, create, connect),
    journal: "WAL",
    interrupts: false,
    copyStore: (file, connection) => (connection ? copyStore(connection) : copyClosedStore(file, connect)),
    wait: sleepSync,
  };
}

function writeFile(file: string, files: Files, db: SqlDatabase, size: number, watch: Watch): void {
  const fd = openSync(file, "wx", 0o600);
  try {
    ftruncateSync(fd, size);
    writeImage(files, db, size, (bytes, offset) => writeAll(fd, bytes, offset), watch);
  } finally {
    closeSync(fd);
  }
}

function writeAll(fd: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
}

function noRoom(err: unknown, db: SqlDatabase): Fault {
  return new Fault("IO_ERROR", "no room for a copy of the database: " + (err as Error).message, {
    path: db.path,
    hint: "make room in the temporary folder, or install better-sqlite3, which needs none",
  });
}

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

class NodeConnection implements Connection {
  readonly #db: DatabaseSync;
  readonly #changes: Prepared<StatementSync>;
  #folder: string;
  #own = true; // the statement is the host's, not a guest's

  constructor(db: DatabaseSync, folder: string) {
    this.#db = db;
    if (db.limits) db.limits.length = MAX_VALUE_BYTES;
    db.enableDefensive?.(true);
    db.setAuthorizer?.((action, first, second, _, trigger) =>
      this.#own || isAuthorized(action, first ?? "", second ?? "", trigger !== null) ? 0 : DENY,
    );
    this.#changes = new Prepared((sql) => {
      const stmt = db.prepare(sql);
      stmt.setReadBigInts(true); // newer Node throws when the last inserted row's id is beyond 2^53
      return stmt;
    });
    this.#folder = folder;
    if (UNLINKS_OPEN_FILES) this.#removeFolder();
  }

  *rows(sql: string, args: SqlValue[], bounds?: Bounds): Iterable<SqlValue[]> {
    const bound = args.map(toNative);
    const rows = this.#compiling(bounds, () => {
      const stmt = this.#db.prepare(sql);
      stmt.setReadBigInts(true);
      stmt.setReturnArrays(true);
      return stmt.iterate(...bound);
    });
    try {
      for (;;) {
        const next = refusingChanges(() => this.#compiling(bounds, () => rows.next())); // SQLite may compile it again
        if (next.done) return;
        yield next.value.map(fromNative);
      }
    } finally {
      rows.return?.();
    }
  }

  run(sql: string, args: SqlValue[], bounds?: Bounds): void {
    const bound = args.map(toNative);
    this.#compiling(bounds, () => {
      if (args.length === 0) this.#db.exec(sql); // run() executes one step, and some pragmas need several
      else this.#changes.get(sql).run(...bound);
    });
  }

  #compiling<T>(bounds: Bounds | undefined, run: () => T): T {
    this.#own = bounds === undefined;
    try {
      return catchFailures(run);
    } finally {
      this.#own = true;
    }
  }

  inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  close(): void {
    this.#db.close();
    this.#removeFolder();
  }

  #removeFolder(): void {
    if (this.#folder !== "") removeFolder(this.#folder);
    this.#folder = "";
  }
}

/** Calls the library and turns its errors into SqliteFailures. */
function catchFailures<T>(run: () => T): T {
  try {
    return run();
  } catch (err) {
    const { errcode, message } = err as { errcode?: unknown; message: string };
    if (typeof errcode !== "number") throw err;
    throw new SqliteFailure(errcode, message);
  }
}

// query_only lets SQLite itself refuse what would change a foreign database.
function refusingChanges<T>(run: () => T): T {
  try {
    return run();
  } catch (err) {
    if (!(err instanceof SqliteFailure) || (err.result & 0xff) !== READONLY) throw err;
    throw new Fault("INVALID_ARGUMENT", "Query runs statements that change nothing");
  }
}
