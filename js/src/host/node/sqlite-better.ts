// The driver for better-sqlite3. The library opens databases from memory, so a
// foreign database is read into an image and no file appears beside it.
import { exactText } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import type { SqlValue } from "../types.js";
import { readImage } from "../sqlite/image.js";
import type { Connection, Driver } from "../sqlite/driver.js";
import { Prepared } from "./prepared.js";
import { copyClosedStore, copyStore, readStore, sleepSync, writeStore } from "./store-file.js";
import { resultOf, SqliteFailure } from "../sqlite/errors.js";

/** The part of better-sqlite3 that is used. */
export interface BetterSqlite3 {
  new (source: Buffer | string, options?: { readonly?: boolean }): Database;
}

interface Database {
  readonly inTransaction: boolean;
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): void;
}

interface Statement {
  readonly readonly: boolean;
  readonly reader: boolean;
  safeIntegers(on: boolean): Statement;
  raw(on: boolean): Statement;
  iterate(...args: unknown[]): Iterable<unknown[]>;
  run(...args: unknown[]): unknown;
}

const nothing = Buffer.alloc(0);

/** A Driver for better-sqlite3. Throws when the library cannot be loaded. */
export function betterSqlite(Database: BetterSqlite3): Driver {
  new Database(":memory:").close(); // its binary may be for another Node
  const connect = (file: string, readonly: boolean): BetterConnection => new BetterConnection(catchFailures(() => new Database(file, { readonly })));
  return {
    open(files, db, watch) {
      const image = readImage(files, db, watch);
      const source = image.length === 0 ? ":memory:" : Buffer.from(image.buffer, 0, image.length);
      return new BetterConnection(catchFailures(() => new Database(source)));
    },
    openStore: (file, create) => writeStore(file, create, connect),
    readStore: (file, create) => readStore(file, create, connect),
    journal: "WAL",
    interrupts: false,
    copyStore: (file, connection) => (connection ? copyStore(connection) : copyClosedStore(file, connect)),
    wait: sleepSync,
  };
}

class BetterConnection implements Connection {
  readonly #db: Database;
  readonly #changes: Prepared<Statement>;

  constructor(db: Database) {
    this.#db = db;
    this.#changes = new Prepared((sql) => db.prepare(sql));
  }

  *rows(sql: string, args: SqlValue[]): Iterable<SqlValue[]> {
    const stmt = catchFailures(() => this.#db.prepare(sql));
    if (!stmt.readonly) throw new Fault("INVALID_ARGUMENT", "Query runs statements that change nothing");
    const bound = args.map(toNative);
    if (!stmt.reader) {
      catchFailures(() => stmt.run(...bound));
      return;
    }
    const rows = catchFailures(() => stmt.safeIntegers(true).raw(true).iterate(...bound)[Symbol.iterator]());
    try {
      for (;;) {
        const next = catchFailures(() => rows.next());
        if (next.done) return;
        yield next.value.map(fromNative);
      }
    } finally {
      rows.return?.();
    }
  }

  run(sql: string, args: SqlValue[]): void {
    const bound = args.map(toNative);
    catchFailures(() => {
      if (args.length === 0) return void this.#db.exec(sql); // run() executes one step, and some pragmas need several
      const stmt = this.#changes.get(sql);
      if (stmt.reader) for (const _ of stmt.iterate(...bound));
      else stmt.run(...bound);
    });
  }

  inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  close(): void {
    this.#db.close();
  }
}

/** Calls the library and turns its errors into SqliteFailures. */
function catchFailures<T>(run: () => T): T {
  try {
    return run();
  } catch (err) {
    const { code, message } = err as { code?: unknown; message: string };
    if (typeof code !== "string" || !code.includes("SQLITE_")) throw err;
    throw new SqliteFailure(resultOf(code), message);
  }
}

/** A value as a JavaScript SQLite library binds it. */
export function toNative(v: SqlValue): null | bigint | number | string | Uint8Array {
  if (v === null || typeof v !== "object") return v;
  if (!v.text) return Buffer.from(v.bytes);
  const text = exactText(v.bytes);
  if (text === undefined) throw new Fault("UNSUPPORTED", "this SQLite library binds text that is UTF-8 only");
  return text;
}

/** A column's value as such a library returns it, integers as bigints. */
export function fromNative(v: unknown): SqlValue {
  if (v === null || v === undefined) return null;
  if (typeof v === "bigint" || typeof v === "number") return v;
  if (typeof v === "string") return { text: true, bytes: v === "" ? nothing : Buffer.from(v, "utf8") };
  return { text: false, bytes: v as Uint8Array };
}
