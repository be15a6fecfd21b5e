// What DriverSql needs of a SQLite library. Each library has one Driver.
import type { Files, SqlDatabase, SqlValue, Watch } from "../types.js";

/** One SQLite library. */
export interface Driver {
  /** Opens a foreign database for reading, or throws a Fault or SqliteFailure. */
  open(files: Files, db: SqlDatabase, watch: Watch): Connection;
  /** Opens one of the engine's own databases, creating it when `create` is set. */
  openStore(file: string, create: boolean, watch: Watch): Connection;
  /**
   * Opens one so that reading changes no byte of it; `create` as above. Without
   * this, one connection serves for both. Throws MustReadAsFile where that needs room
   * beside the file that there is none of.
   */
  readStore?(file: string, create: boolean): Connection;
  /** Whether it asks the watch, and counts steps, while a statement runs, and bounds single values. */
  readonly interrupts: boolean;
  /** The journal of the engine's own databases. */
  readonly journal: "WAL" | "DELETE";
  /** The bytes of one of them, complete without a journal; no transaction is open. */
  copyStore(file: string, connection?: Connection): Uint8Array;
  /** Waits, when another process could have a lock. */
  wait?(ms: number): void;
}

/** What a guest's statement may use; the host's own statements have no bounds. */
export interface Bounds {
  /** Virtual machine steps. */
  steps: number;
  /** Bytes of all its rows. */
  bytes: number;
}

/** One open database. Methods throw SqliteFailure for what SQLite refuses. */
export interface Connection {
  /** Runs one statement; a statement that would change something is refused. */
  rows(sql: string, args: SqlValue[], bounds?: Bounds): Iterable<SqlValue[]>;
  /** Runs one statement to its end and leaves its rows out. */
  run(sql: string, args: SqlValue[], bounds?: Bounds): void;
  /** Whether a transaction is open. */
  inTransaction(): boolean;
  close(): void;
}
