// One of the engine's own databases: read through a connection that changes no
// byte of it; the first change opens the one that writes, and prepares the file.
import type { Fault } from "../../wire/fault.js";
import type { Watch } from "../types.js";
import type { Connection, Driver } from "./driver.js";
import { SqliteFailure } from "./errors.js";

/** How long a statement waits for another process's lock. */
const BUSY_MS = 5000;
const BUSY_RETRY_MS = 20;
const BUSY = 5;

const PATIENCE = ["PRAGMA busy_timeout=" + BUSY_MS, "PRAGMA temp_store=2"];

// Incremental vacuum lets a compacted store shrink. It takes effect in a new
// file only, and setting it writes to any.
const forChanges = (journal: string, fresh: boolean): string[] => [
  ...(fresh ? ["PRAGMA auto_vacuum=INCREMENTAL"] : []),
  "PRAGMA journal_mode=" + journal,
  "PRAGMA synchronous=FULL",
];

/**
 * A store whose medium is read-only or full: SQLite cannot keep what it needs
 * beside it, so it is read as a file. `reason` is why it cannot be changed.
 */
export class MustReadAsFile extends Error {
  constructor(readonly reason: Fault) {
    super(reason.message);
  }
}

/** An open store. */
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
      this.#prepare(this.#reader, driver.readStore ? [...PATIENCE, "PRAGMA query_only=1"] : PATIENCE);
    } catch (err) {
      this.#reader.close();
      throw err;
    }
  }

  /** The connection for queries: the one that writes, once there is one. */
  reader(): Connection {
    return this.#writer ?? this.#reader;
  }

  /** The connection for changes. */
  writer(): Connection {
    if (this.#writer) return this.#writer;
    const separate = this.#driver.readStore !== undefined;
    const writer = separate ? this.#driver.openStore(this.#file, false, this.#watch) : this.#reader;
    try {
      if (separate) this.#prepare(writer, PATIENCE);
      const [[pages] = []] = writer.rows("PRAGMA page_count", []);
      this.#prepare(writer, forChanges(this.#driver.journal, pages === 0n));
    } catch (err) {
      if (separate) writer.close();
      throw err;
    }
    return (this.#writer = writer);
  }

  /** Runs something that also needs to write elsewhere. */
  open<T>(run: (connection: Connection) => T): T {
    if (this.#writer || !this.#driver.readStore) return run(this.reader());
    this.#reader.run("PRAGMA query_only=0", []);
    try {
      return run(this.#reader);
    } finally {
      this.#reader.run("PRAGMA query_only=1", []);
    }
  }

  // The writer goes last: closing the last connection moves the -wal into the file.
  close(): void {
    this.#reader.close();
    if (this.#driver.readStore) this.#writer?.close();
  }

  #prepare(connection: Connection, pragmas: string[]): void {
    for (const pragma of pragmas) this.#patiently(() => connection.run(pragma, []));
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
}
