// SQLite in WebAssembly. An image of the database is written straight into its
// memory and opened from there.
import { utf8 } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import type { Files, SqlDatabase, SqlValue, Watch } from "../types.js";
import { imageSize, writeImage } from "../sqlite/image.js";
import type { Bounds, Connection, Driver } from "../sqlite/driver.js";
import { isAuthorized } from "../sqlite/guard.js";
import { SqliteFailure } from "../sqlite/errors.js";
// Not imported on demand: Vite builds workers as one file unless it is configured otherwise.
import init, { type Sqlite3 } from "../../vendor/sqlite/index.mjs";
import { contentOf, isEmpty, type OpfsStore } from "./opfs.js";
import { installOpfsVfs, VFS_NAME } from "./opfs-vfs.js";

const OK = 0;
const ROW = 100;
const DONE = 101;
const INTEGER = 1;
const REAL = 2;
const TEXT = 3;
const BLOB = 4;
const TRANSIENT = -1;
const OPEN_READWRITE_CREATE = 0x02 | 0x04;
const OPEN_MEMORY = 0x80;
const DESERIALIZE_FREEONCLOSE_READONLY = 1 | 4;
const LIMIT_LENGTH = 0;
const LIMIT_ATTACHED = 7;
const MAX_VALUE_BYTES = 256 << 20;
const DENY = 1;
const DBCONFIG_DEFENSIVE = 1010;
const STEPS_PER_CHECK = 4000;

type C = Record<string, (...args: (number | bigint)[]) => number>;

/** Loads SQLite, without the file systems it would like to keep databases in. */
export async function loadSqlite(): Promise<Sqlite3> {
  const off = { kvvfs: true, opfs: true, "opfs-vfs": true, "opfs-sahpool": true, "opfs-wl": true };
  const silent = (): void => {};
  Object.assign(globalThis, { sqlite3ApiConfig: { disable: { vfs: off }, warn: silent, log: silent, debug: silent } });
  return init({ print: silent, printErr: silent });
}

/** A Driver over a loaded library. Without a store, one in memory lasts as long as its worker. */
export function wasmSqlite(sqlite3: Sqlite3, store?: OpfsStore): Driver {
  const memory = new Memory(sqlite3);
  if (store) installOpfsVfs(sqlite3, store);
  return {
    open(files, db, watch) {
      return new WasmConnection(sqlite3, memory, openImage(memory, files, db, watch), watch);
    },
    openStore(file, create, watch) {
      if (store && !create && isEmpty(store)) {
        throw new Fault("BAD_REF", "no such file", { hint: "the first write creates the store" });
      }
      return new WasmConnection(sqlite3, memory, store ? openDatabase(memory, file, 0, VFS_NAME) : openEmpty(memory), watch);
    },
    journal: "DELETE",
    interrupts: true,
    copyStore() {
      if (!store) throw new Fault("UNSUPPORTED", "a store in memory has no file");
      return contentOf(store.main);
    },
  };
}

/** SQLite's memory and functions. */
class Memory {
  readonly c: C;
  readonly #sqlite3: Sqlite3;
  /** Called by SQLite during statements; a result other than 0 interrupts. */
  readonly progress: number;
  interrupt: () => boolean = () => false;
  /** Called by SQLite while it compiles a statement, once for each action of the statement. */
  readonly authorizer: number;
  /** Whether the statement is the host's own. */
  own = true;

  constructor(sqlite3: Sqlite3) {
    this.#sqlite3 = sqlite3;
    this.c = sqlite3.wasm.exports as unknown as C;
    this.progress = sqlite3.wasm.installFunction("i(p)", () => (this.interrupt() ? 1 : 0));
    const text = (p: number): string => (p === 0 ? "" : sqlite3.wasm.cstrToJs(p));
    this.authorizer = sqlite3.wasm.installFunction("i(pipppp)", (_: number, action: number, first: number, second: number, __: number, trigger: number) =>
      this.own || isAuthorized(action, text(first), text(second), trigger !== 0) ? OK : DENY,
    );
  }

  /** The whole memory; it may move at the next call into SQLite. */
  get bytes(): Uint8Array {
    return this.#sqlite3.wasm.heap8u();
  }

  allocate(n: number): number {
    const p = this.c["sqlite3_malloc"]!(Math.max(n, 1)) >>> 0;
    if (p === 0) throw new SqliteFailure(7, "out of memory");
    return p;
  }

  /** Copies bytes into SQLite's memory, with a NUL after them. */
  store(bytes: Uint8Array): number {
    const p = this.allocate(bytes.length + 1);
    this.bytes.set(bytes, p);
    this.bytes[p + bytes.length] = 0;
    return p;
  }

  free(p: number): void {
    this.c["sqlite3_free"]!(p);
  }

  /** Runs a function that stores a pointer at the address it gets; returns both results. */
  pointer(run: (out: number) => number): [result: number, pointer: number] {
    const out = this.allocate(4);
    try {
      this.bytes.fill(0, out, out + 4);
      const result = run(out);
      return [result, new DataView(this.bytes.buffer).getUint32(out, true)];
    } finally {
      this.free(out);
    }
  }

  failure(db: number, result: number): SqliteFailure {
    const words = db === 0 ? this.c["sqlite3_errstr"]!(result) : this.c["sqlite3_errmsg"]!(db);
    return new SqliteFailure(result, this.#sqlite3.wasm.cstrToJs(words));
  }
}

/** Opens a database in memory; returns its address. */
const openEmpty = (memory: Memory): number => openDatabase(memory, ":memory:", OPEN_MEMORY);

/** Opens a database, creating it when it does not exist; returns its address. */
function openDatabase(memory: Memory, file: string, flags: number, vfs?: string): number {
  const { c } = memory;
  const name = memory.store(utf8(file));
  const vfsName = vfs === undefined ? 0 : memory.store(utf8(vfs));
  try {
    const [result, db] = memory.pointer((out) => c["sqlite3_open_v2"]!(name, out, OPEN_READWRITE_CREATE | flags, vfsName));
    if (result !== OK) throw closeFailed(memory, db, result);
    c["sqlite3_extended_result_codes"]!(db, 1);
    return db;
  } finally {
    memory.free(name);
    if (vfsName !== 0) memory.free(vfsName);
  }
}

/** Opens a database in memory that holds the image; returns its address. */
function openImage(memory: Memory, files: Files, db: SqlDatabase, watch: Watch): number {
  const size = imageSize(files, db);
  if (size === 0) return openEmpty(memory);
  const image = memory.allocate(size);
  try {
    memory.bytes.fill(0, image, image + size);
    writeImage(files, db, size, (bytes, offset) => memory.bytes.set(bytes, image + offset), watch);
    checkEncoding(db, memory.bytes.subarray(image, image + size));
  } catch (err) {
    memory.free(image);
    throw err;
  }
  const handle = openEmpty(memory);
  const main = memory.store(utf8("main"));
  const n = BigInt(size);
  const result = memory.c["sqlite3_deserialize"]!(handle, main, image, n, n, DESERIALIZE_FREEONCLOSE_READONLY);
  memory.free(main);
  if (result !== OK) throw closeFailed(memory, handle, result); // SQLite has freed the image
  return handle;
}

// This build of SQLite has no UTF-16 and would call such a database malformed.
function checkEncoding({ path }: SqlDatabase, image: Uint8Array): void {
  const database = image.length >= 100 && image[0] === 0x53 && image[15] === 0; // "SQLite format 3\0"
  const encoding = image[59]!; // 1 is UTF-8, 2 and 3 are UTF-16
  if (!database || (encoding !== 2 && encoding !== 3)) return;
  throw new Fault("UNSUPPORTED", "database keeps its text as UTF-16", { path, hint: "read it in Node" });
}

function closeFailed(memory: Memory, db: number, result: number): SqliteFailure {
  const failure = memory.failure(db, result);
  memory.c["sqlite3_close_v2"]!(db);
  return failure;
}

class WasmConnection implements Connection {
  readonly #memory: Memory;
  readonly #c: C;
  readonly #watch: Watch;
  #db: number;
  #steps = 0; // of the running statement
  #over: Fault | undefined; // what interrupted the running statement

  constructor(sqlite3: Sqlite3, memory: Memory, db: number, watch: Watch) {
    this.#memory = memory;
    this.#c = memory.c;
    this.#db = db;
    this.#watch = watch;
    this.#c["sqlite3_limit"]!(db, LIMIT_ATTACHED, 0);
    this.#c["sqlite3_limit"]!(db, LIMIT_LENGTH, MAX_VALUE_BYTES);
    this.#c["sqlite3_set_authorizer"]!(db, memory.authorizer, 0);
    sqlite3.capi.sqlite3_db_config(db, DBCONFIG_DEFENSIVE, 1, 0);
    this.#c["sqlite3_progress_handler"]!(db, STEPS_PER_CHECK, memory.progress, 0);
  }

  *rows(sql: string, args: SqlValue[], bounds?: Bounds): Iterable<SqlValue[]> {
    const c = this.#c;
    const stmt = this.#prepare(sql, bounds);
    try {
      if (c["sqlite3_stmt_readonly"]!(stmt) === 0) {
        throw new Fault("INVALID_ARGUMENT", "Query runs statements that change nothing");
      }
      args.forEach((v, i) => this.#check(this.#bind(stmt, i + 1, v)));
      const columns = c["sqlite3_column_count"]!(stmt);
      while (this.#step(stmt, bounds)) yield this.#row(stmt, columns, bounds);
    } finally {
      c["sqlite3_finalize"]!(stmt);
    }
  }

  run(sql: string, args: SqlValue[], bounds?: Bounds): void {
    const stmt = this.#prepare(sql, bounds);
    if (bounds === undefined) this.#c["sqlite3_limit"]!(this.#db, LIMIT_ATTACHED, 1); // VACUUM attaches its copy
    try {
      args.forEach((v, i) => this.#check(this.#bind(stmt, i + 1, v)));
      while (this.#step(stmt, bounds));
    } finally {
      this.#c["sqlite3_limit"]!(this.#db, LIMIT_ATTACHED, 0);
      this.#c["sqlite3_finalize"]!(stmt);
    }
  }

  inTransaction(): boolean {
    return this.#c["sqlite3_get_autocommit"]!(this.#db) === 0;
  }

  close(): void {
    if (this.#db !== 0) this.#c["sqlite3_close_v2"]!(this.#db);
    this.#db = 0;
  }

  #check(result: number): void {
    if (result !== OK) throw this.#memory.failure(this.#db, result);
  }

  #prepare(sql: string, bounds: Bounds | undefined): number {
    const text = this.#memory.store(utf8(sql));
    this.#steps = 0;
    this.#memory.own = bounds === undefined;
    try {
      const [result, stmt] = this.#memory.pointer((out) => this.#c["sqlite3_prepare_v2"]!(this.#db, text, -1, out, 0));
      this.#check(result);
      return stmt;
    } finally {
      this.#memory.own = true;
      this.#memory.free(text);
    }
  }

  /** The statement's current row. The size of a value is checked before it is copied. */
  #row(stmt: number, columns: number, bounds: Bounds | undefined): SqlValue[] {
    let left = bounds?.bytes ?? Infinity;
    return Array.from({ length: columns }, (_, i) => {
      const v = this.#column(stmt, i, left);
      if (v !== null && typeof v === "object") left -= v.bytes.length;
      return v;
    });
  }

  /** Advances to the next row; false at the end. */
  #step(stmt: number, bounds: Bounds | undefined): boolean {
    this.#over = undefined;
    this.#memory.own = bounds === undefined; // SQLite may compile it again
    this.#memory.interrupt = () => {
      try {
        this.#watch.check();
        this.#steps += STEPS_PER_CHECK;
        if (bounds && this.#steps > bounds.steps) throw new Fault("LIMIT_EXCEEDED", `a statement took more than ${bounds.steps} steps`);
        return false;
      } catch (err) {
        this.#over = Fault.from(err);
        return true;
      }
    };
    const result = this.#c["sqlite3_step"]!(stmt);
    this.#memory.own = true;
    if (result === ROW || result === DONE) return result === ROW;
    throw this.#over ?? this.#memory.failure(this.#db, result);
  }

  #bind(stmt: number, i: number, v: SqlValue): number {
    if (v === null) return this.#c["sqlite3_bind_null"]!(stmt, i);
    if (typeof v === "bigint") return this.#c["sqlite3_bind_int64"]!(stmt, i, v);
    if (typeof v === "number") return this.#c["sqlite3_bind_double"]!(stmt, i, v);
    const p = this.#memory.store(v.bytes);
    try {
      const bind = v.text ? "sqlite3_bind_text" : "sqlite3_bind_blob";
      return this.#c[bind]!(stmt, i, p, v.bytes.length, TRANSIENT);
    } finally {
      this.#memory.free(p);
    }
  }

  #column(stmt: number, i: number, left: number): SqlValue {
    const c = this.#c;
    const kind = c["sqlite3_column_type"]!(stmt, i);
    if (kind === INTEGER) return BigInt.asIntN(64, c["sqlite3_column_int64"]!(stmt, i) as unknown as bigint);
    if (kind === REAL) return c["sqlite3_column_double"]!(stmt, i);
    if (kind !== TEXT && kind !== BLOB) return null;
    const p = c[kind === TEXT ? "sqlite3_column_text" : "sqlite3_column_blob"]!(stmt, i) >>> 0;
    const n = c["sqlite3_column_bytes"]!(stmt, i);
    if (n > left) throw new Fault("LIMIT_EXCEEDED", "query result is too large", { hint: "narrow the request" });
    if (p === 0 && n > 0) throw new SqliteFailure(7, "out of memory");
    return { text: kind === TEXT, bytes: this.#memory.bytes.slice(p, p + n) };
  }
}
