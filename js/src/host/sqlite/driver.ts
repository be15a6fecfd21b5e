// What DriverSql needs of a SQLite library. Each library has one Driver.
import type { Files, SqlDatabase, SqlValue, Watch } from "../types.js";

/** One SQLite library. */
export interface Driver {
  /** Opens a foreign database for reading, or throws a Fault or SqliteFailure. */
  open(files: Files, db: SqlDatabase, watch: Watch): Connection;
  /** Opens one of the engine's own databases, creating it when `create` is set. */
  openStore(file: string, create: boolean, watch: Watch): Connection;
  /**
   * Opens one so that reading changes no byte of it; `create` as above. A driver
   * without it uses one connection for both. Throws MustReadAsFile when SQLite
   * cannot create the files that it needs beside the database.
   */
  readStore?(file: string, create: boolean): Connection;
  /** Whether a running statement checks the watch and counts its steps, and single values are bounded. */
  readonly interrupts: boolean;
  /** The journal of the engine's own databases. */
  readonly journal: "WAL" | "DELETE";
  /** The bytes of one of them, complete without a journal; no transaction is open. */
  copyStore(file: string, connection?: Connection): Uint8Array;
  /** Blocks the thread; absent where no other process can hold a lock. */
  wait?(ms: number): void;
}

/** The limits of a guest's statement. The host's own statements have none. */
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
  /** Runs one statement to its end and discards its rows. */
  run(sql: string, args: SqlValue[], bounds?: Bounds): void;
  /** Whether a transaction is open. */
  inTransaction(): boolean;
  close(): void;
}
