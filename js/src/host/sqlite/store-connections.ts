// The connections to one of the engine's own databases. Reads use a connection
// that changes no byte of the file. The first change opens the connection that
// writes, and prepares the file.
import type { Fault } from "../../wire/fault.js";
import type { Watch } from "../types.js";
import type { Connection, Driver } from "./driver.js";
import { SqliteFailure } from "./errors.js";

/** How long a statement waits for another process's lock. */
const BUSY_MS = 5000;
const BUSY_RETRY_MS = 20;
const BUSY = 5;

/** Makes a connection wait for other processes' locks. */
export const BUSY_TIMEOUT = "PRAGMA busy_timeout=" + BUSY_MS;

const PATIENCE = [BUSY_TIMEOUT, "PRAGMA temp_store=2"];

// Incremental vacuum lets a compacted store shrink. The setting works only in a
// new file, but writes to any.
const forChanges = (journal: string, fresh: boolean): string[] => [
  ...(fresh ? ["PRAGMA auto_vacuum=INCREMENTAL"] : []),
  "PRAGMA journal_mode=" + journal,
  "PRAGMA synchronous=FULL",
  "PRAGMA secure_delete=1",
];

/**
 * The statement after whose batch no file of the store has a byte of what was deleted: programs without
 * secure_delete left it on the pages, and the log has the pages before.
 */
export const TIDIES = "PRAGMA incremental_vacuum";
export const REWRITE = ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"];

/**
 * Thrown for a store on a read-only or full medium: SQLite cannot create the -wal
 * and -shm, so the store is read as a file. `reason` is why it cannot be changed.
 */
export class MustReadAsFile extends Error {
  constructor(readonly reason: Fault) {
    super(reason.message);
  }
}

/** The reading and the writing connection to a store. */
export class StoreConnections {
  readonly #driver: Driver;
  readonly #file: string;
  readonly #watch: Watch;
  readonly #reader: Connection;
  #writer: Connection | undefined;

  constructor(driver: Driver, file: string, create: boolean, watch: Watch) {
    this.#driver = driver;
    this.#file = file;
    this.#watch = watch;
    this.#reader = driver.readStore ? driver.readStore(file, create) : driver.openStore(file, create, watch);
    try {
      this.#runPragmas(this.#reader, driver.readStore ? [...PATIENCE, "PRAGMA query_only=1"] : PATIENCE);
    } catch (err) {
      this.#reader.close();
      throw err;
    }
  }

  /** The connection for queries: the writer, once it is open. */
  reader(): Connection {
    return this.#writer ?? this.#reader;
  }

  /** The connection for changes. */
  writer(): Connection {
    if (this.#writer) return this.#writer;
    const separate = this.#driver.readStore !== undefined;
    const writer = separate ? this.#driver.openStore(this.#file, false, this.#watch) : this.#reader;
    try {
      if (separate) this.#runPragmas(writer, PATIENCE);
      const [[pages] = []] = writer.rows("PRAGMA page_count", []);
      this.#runPragmas(writer, forChanges(this.#driver.journal, pages === 0n));
    } catch (err) {
      if (separate) writer.close();
      throw err;
    }
    return (this.#writer = writer);
  }

  /** Calls `run` with a connection that may write to other files. */
  open<T>(run: (connection: Connection) => T): T {
    if (this.#writer || !this.#driver.readStore) return run(this.reader());
    this.#reader.run("PRAGMA query_only=0", []);
    try {
      return run(this.#reader);
    } finally {
      this.#reader.run("PRAGMA query_only=1", []);
    }
  }

  // The writer is closed last: closing the last connection checkpoints the -wal.
  close(): void {
    this.#reader.close();
    if (this.#driver.readStore) this.#writer?.close();
  }

  #runPragmas(connection: Connection, pragmas: string[]): void {
    for (const pragma of pragmas) this.#retryWhileBusy(() => connection.run(pragma, []));
  }

  // SQLite's busy timeout does not apply while another process changes a new
  // file's journal mode.
  #retryWhileBusy(run: () => void): void {
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
}
