// Creates, checks, opens and copies the store's file for Node's SQLite libraries.
import { accessSync, closeSync, constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { lstatSync, readlinkSync, realpathSync, statfsSync, statSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { utf8 } from "../../wire/bytes.js";
import { HeddleError } from "../../wire/errors.js";
import { Fault } from "../../wire/fault.js";
import type { SqlValue } from "../types.js";
import { MustReadAsFile } from "../sqlite/store-connections.js";
import type { Bounds, Connection } from "../sqlite/driver.js";
import { SqliteFailure } from "../sqlite/errors.js";

/**
 * Throws when a store can never be kept in a file: the file is a folder, or it
 * does not exist and cannot be created. Nothing is created and no file is opened.
 * A file that exists is accepted even if it cannot be written to: it can be read.
 */
export function checkStore(file: string): void {
  const found = statOf(file, file);
  if (found?.isFile()) return;
  if (found) {
    const folder = found.isDirectory();
    throw storeError(file, folder ? "is a folder" : "is not a regular file", folder ? "name a file, such as " + join(file, "heddle.db") : "name another file");
  }
  const target = linkTarget(file);
  let folder = dirname(file);
  if (target !== file) {
    // The target is created, the folders above it are not.
    const above = realFolder(target.slice(0, target.length - target.split(/[\\/]/).at(-1)!.length));
    if (above === undefined) throw storeError(file, "cannot be created: it is a link into a missing folder");
    folder = above;
  }
  for (let above = statOf(folder, file); !above?.isDirectory(); above = statOf(folder, file)) {
    if (above) throw storeError(file, `cannot be created: ${folder} is a file`);
    if (isLink(folder)) throw storeError(file, `cannot be created: ${folder} is a link to a missing folder`);
    if (folder === dirname(folder)) throw storeError(file, `cannot be created: ${folder} does not exist`);
    folder = dirname(folder);
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new HeddleError("PERMISSION_DENIED", `the store ${file} cannot be created: the folder ${folder} cannot be written to`, {
      hint: "check the permissions of the folder, or name a file in another one",
    });
  }
}

function storeError(file: string, reason: string, hint = "name a file in a folder that exists"): HeddleError {
  return new HeddleError("INVALID_ARGUMENT", `the store ${file} ${reason}`, { hint });
}

/** The stat of a path; undefined when it, or a folder above it, does not exist. Errors name the store's file. */
function statOf(path: string, file: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (err) {
    const { code = "unknown" } = err as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const denied = code === "EACCES" || code === "EPERM";
    throw new HeddleError(denied ? "PERMISSION_DENIED" : "IO_ERROR", `the store ${file} cannot be reached: ${code}`, {
      hint: "check the permissions of the folders above the file, or name another file",
    });
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

/** Creates the store's file when `create` is set, and otherwise fails when it is missing. */
export function prepareStore(file: string, create: boolean): void {
  if (!create) {
    if (statOf(file, file)?.isFile()) return;
    throw new Fault("BAD_REF", "no such file", { hint: "the first write creates the store" });
  }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite would create a file that everybody can read. An existing one is not changed.
    if (!existsSync(file)) makeFile(file);
  } catch (err) {
    const { code = "unknown" } = err as { code?: string };
    const denied = code === "EACCES" || code === "EPERM" || code === "EROFS";
    throw new Fault(denied ? "PERMISSION_DENIED" : "IO_ERROR", "the store's file cannot be made: " + code, {
      hint: "check the permissions of the folders above the store's file, or name another one",
    });
  }
}

function makeFile(file: string): void {
  try {
    closeSync(openSync(linkTarget(file), "wx", 0o600));
  } catch (err) {
    if ((err as { code?: string }).code !== "EEXIST") throw err; // otherwise another process created it
  }
}

/**
 * The target of a link, which need not exist: SQLite would create it with the
 * default mode. The names are not normalized, since a folder before ".." may be
 * a link as well.
 */
function linkTarget(file: string): string {
  for (let links = 0; links < 40; links++) {
    let link: string;
    try {
      link = readlinkSync(file);
    } catch {
      return file;
    }
    file = isAbsolute(link) ? link : file.slice(0, file.length - file.split(/[\\/]/).at(-1)!.length) + link;
  }
  return file; // a loop: opening it reports the error
}

/** Free bytes that a new -wal and -shm need. */
const LEAST_ROOM = 128 << 10;
const CANNOT_CREATE_WAL = [8, 10, 13, 14]; // READONLY, IOERR, FULL, CANTOPEN
const TOUCH = "SELECT count(*) FROM sqlite_master"; // reads the first page, and with it the log

/**
 * Opens a store so that reading changes no byte of the file or its -wal.
 * In WAL mode SQLite reads through a -wal and a -shm, and creates them when they
 * are missing. If both exist, a read-only connection neither writes to the -wal
 * nor checkpoints it. If the -wal is missing or empty, a read-write connection
 * creates both, and removes them when it is the last. If they cannot be created,
 * the store is read as a file.
 */
export function readStore(file: string, create: boolean, connect: (file: string, readonly: boolean) => Connection): Connection {
  if (!existsSync(file)) refuseTruncated(file);
  prepareStore(file, create);
  const real = realpathSync.native(file); // SQLite keeps the -wal beside the file itself
  refuseTruncated(real);
  const log = sizeOf(real + "-wal");
  let readonly = true;
  if (log === undefined || !existsSync(real + "-shm")) {
    const reason = whyNotWritable(real);
    if (reason) throw new MustReadAsFile(reason);
    readonly = (log ?? 0) > 0;
  }
  let connection: Connection | undefined;
  try {
    connection = connect(real, readonly);
    readFirstPage(connection);
    return readonly ? connection : new ReadingConnection(connection, real, connect);
  } catch (err) {
    connection?.close();
    if (!(err instanceof SqliteFailure) || !CANNOT_CREATE_WAL.includes(err.result & 0xff)) throw err;
    throw new MustReadAsFile(whyNotWritable(real) ?? new Fault("IO_ERROR", err.message));
  }
}

/** Opens a store for changes. */
export function writeStore(file: string, create: boolean, connect: (file: string, readonly: boolean) => Connection): Connection {
  if (!existsSync(file)) refuseTruncated(file);
  prepareStore(file, create);
  const real = realpathSync.native(file);
  const reason = whyNotWritable(real);
  if (reason) throw reason;
  refuseTruncated(real);
  return connect(real, false);
}

/** The size of the smallest page, which every database has. */
const LEAST_BYTES = 512;

/** Refuses a truncated file: SQLite would treat it as a new database and discard its log. */
function refuseTruncated(file: string): void {
  const size = sizeOf(file) ?? 0;
  if (size >= LEAST_BYTES || (size === 0 && (sizeOf(file + "-wal") ?? 0) === 0)) return;
  throw new Fault("PARSE_ERROR", "the store's main file was cut off or moved away", { hint: "put the file and its -wal back from a copy; nothing was changed" });
}

function readFirstPage(connection: Connection): void {
  for (const _ of connection.rows(TOUCH, []));
}

/** Why SQLite could not write to a file or create its -wal and -shm; undefined when it can. Nothing is created. */
export function whyNotWritable(file: string): Fault | undefined {
  const folder = dirname(file);
  try {
    for (const path of [file, folder]) accessSync(path, constants.W_OK);
  } catch {
    return new Fault("PERMISSION_DENIED", "the store cannot be written to", { hint: "check the permissions of the file and of its folder" });
  }
  try {
    const { bavail, bsize, blocks, files, ffree } = statfsSync(folder);
    if ((blocks > 0 && bavail * bsize < LEAST_ROOM) || (files > 0 && ffree === 0)) return new Fault("IO_ERROR", "the disk is full");
  } catch {
    return undefined; // only a write can show it
  }
  return undefined;
}

function sizeOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

/**
 * A read-write connection that only reads. Closing the last connection would
 * checkpoint what others left in the -wal, unless another one is open.
 */
class ReadingConnection implements Connection {
  readonly #inner: Connection;
  readonly #file: string;
  readonly #connect: (file: string, readonly: boolean) => Connection;

  constructor(inner: Connection, file: string, connect: (file: string, readonly: boolean) => Connection) {
    this.#inner = inner;
    this.#file = file;
    this.#connect = connect;
  }

  rows(sql: string, args: SqlValue[], bounds?: Bounds): Iterable<SqlValue[]> {
    return this.#inner.rows(sql, args, bounds);
  }

  run(sql: string, args: SqlValue[], bounds?: Bounds): void {
    this.#inner.run(sql, args, bounds);
  }

  inTransaction(): boolean {
    return this.#inner.inTransaction();
  }

  close(): void {
    const other = (sizeOf(this.#file + "-wal") ?? 0) > 0 ? this.#secondConnection() : undefined;
    this.#inner.close();
    other?.close();
  }

  #secondConnection(): Connection | undefined {
    try {
      refuseTruncated(this.#file);
      const other = this.#connect(this.#file, true);
      readFirstPage(other);
      return other;
    } catch {
      return undefined;
    }
  }
}

/**
 * The bytes of an open store as one file without a journal. The file is not read
 * directly: its newest pages may be in the write-ahead log, and closing a second
 * descriptor would drop SQLite's locks.
 */
export function copyStore(connection: Connection): Uint8Array {
  return inPrivateFolder((folder) => {
    const copy = join(folder, "heddle.db");
    connection.run("VACUUM INTO ?", [{ text: true, bytes: utf8(copy) }]);
    return new Uint8Array(readFileSync(copy));
  });
}

/** The same for a store that cannot be opened in place: its files are copied and the copy is opened. */
export function copyClosedStore(file: string, connect: (file: string, readonly: boolean) => Connection): Uint8Array {
  return inPrivateFolder((folder) => {
    const real = realpathSync.native(file);
    const there = join(folder, "there.db");
    for (const beside of ["", "-wal"]) if (existsSync(real + beside)) copyFileSync(real + beside, there + beside);
    const connection = connect(there, false);
    try {
      return copyStore(connection);
    } finally {
      connection.close();
    }
  });
}

/** Calls `run` with a folder that only this user can read, and removes it afterwards. */
function inPrivateFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "heddle-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Blocks this thread. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
