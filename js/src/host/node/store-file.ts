// The store's file as Node's SQLite libraries need it.
import { accessSync, closeSync, constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { readlinkSync, realpathSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { utf8 } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import type { SqlValue } from "../types.js";
import { MustReadAsFile } from "../sqlite/store-connections.js";
import type { Bounds, Connection } from "../sqlite/driver.js";
import { SqliteFailure } from "../sqlite/errors.js";

/** Makes sure that opening a store's file does what was asked: only a writable open creates it. */
export function prepareStore(file: string, create: boolean): void {
  if (!create) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
    throw new Fault("BAD_REF", "no such file", { hint: "a store is made by the first thing that is written to it" });
  }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite would make a file that everybody can read; one that is there is not touched.
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
    if ((err as { code?: string }).code !== "EEXIST") throw err; // else another process was faster
  }
}

/**
 * The file that a link names, which need not exist: SQLite makes it, with the
 * mode of any other file. The names are not normalized, since a folder in front
 * of ".." may be a link as well.
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
  return file; // a loop: opening it says so
}

/** Bytes that a -wal and a -shm need to come into being. */
const LEAST_ROOM = 128 << 10;
const LACKS_ROOM = [8, 10, 13, 14]; // READONLY, IOERR, FULL, CANTOPEN
const TOUCH = "SELECT count(*) FROM sqlite_master"; // reads the first page, and with it the log

/**
 * Opens a store so that reading changes no byte of the file or its -wal.
 * In WAL mode SQLite reads through a -wal and a -shm, and makes them when they
 * are missing. Where both are there, a read-only connection neither writes to
 * the -wal nor moves it into the file. Where there is no -wal, or an empty one,
 * a read-write connection makes the two, and removes them when it is the last.
 * Where they cannot be made, the store is read as a file.
 */
export function readStore(file: string, create: boolean, connect: (file: string, readonly: boolean) => Connection): Connection {
  if (!existsSync(file)) refuseCut(file);
  prepareStore(file, create);
  const real = realpathSync.native(file); // SQLite keeps the -wal beside the file itself
  refuseCut(real);
  const log = bytesOf(real + "-wal");
  let readonly = true;
  if (log === undefined || !existsSync(real + "-shm")) {
    const reason = mayNotMake(real);
    if (reason) throw new MustReadAsFile(reason);
    readonly = (log ?? 0) > 0;
  }
  let connection: Connection | undefined;
  try {
    connection = connect(real, readonly);
    touch(connection);
    return readonly ? connection : new Gentle(connection, real, connect);
  } catch (err) {
    connection?.close();
    if (!(err instanceof SqliteFailure) || !LACKS_ROOM.includes(err.result & 0xff)) throw err;
    throw new MustReadAsFile(mayNotMake(real) ?? new Fault("IO_ERROR", err.message));
  }
}

/** Opens a store for changes. */
export function writeStore(file: string, create: boolean, connect: (file: string, readonly: boolean) => Connection): Connection {
  if (!existsSync(file)) refuseCut(file);
  prepareStore(file, create);
  const real = realpathSync.native(file);
  const reason = mayNotMake(real);
  if (reason) throw reason;
  refuseCut(real);
  return connect(real, false);
}

/** The size of the smallest page, which every database has. */
const LEAST_BYTES = 512;

/** Refuses what SQLite would take for a new database, throwing away the log beside it. */
function refuseCut(file: string): void {
  const size = bytesOf(file) ?? 0;
  if (size >= LEAST_BYTES || (size === 0 && (bytesOf(file + "-wal") ?? 0) === 0)) return;
  throw new Fault("PARSE_ERROR", "the store's main file was cut off or moved away", { hint: "put the file and its -wal back from a copy; nothing was changed" });
}

function touch(connection: Connection): void {
  for (const _ of connection.rows(TOUCH, []));
}

/** Why SQLite could not make a -wal and a -shm beside a file, or not write to it. It makes nothing. */
export function mayNotMake(file: string): Fault | undefined {
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
    return undefined; // only seen by trying
  }
  return undefined;
}

function bytesOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

/**
 * A read-write connection that only reads. Closing the last one would move
 * what others left in the -wal into the file, unless another one is open.
 */
class Gentle implements Connection {
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
    const other = (bytesOf(this.#file + "-wal") ?? 0) > 0 ? this.#beside() : undefined;
    this.#inner.close();
    other?.close();
  }

  #beside(): Connection | undefined {
    try {
      refuseCut(this.#file);
      const other = this.#connect(this.#file, true);
      touch(other);
      return other;
    } catch {
      return undefined;
    }
  }
}

/**
 * The bytes of a store as one file without a journal. The file cannot simply
 * be read: its newest pages may be in the write-ahead log, and closing a
 * second descriptor would drop SQLite's locks.
 */
export function copyStore(connection: Connection): Uint8Array {
  return inPrivate((folder) => {
    const copy = join(folder, "heddle.db");
    connection.run("VACUUM INTO ?", [{ text: true, bytes: utf8(copy) }]);
    return new Uint8Array(readFileSync(copy));
  });
}

/** The same of a store that is read as a file, through a copy of what lies there. */
export function copyFiles(file: string, connect: (file: string, readonly: boolean) => Connection): Uint8Array {
  return inPrivate((folder) => {
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

/** Runs something with a folder that only this user can read, and that is gone afterwards. */
function inPrivate<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "heddle-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Holds this thread up. */
export function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
