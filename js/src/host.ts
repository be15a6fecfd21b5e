// What the core asks of the outside (core/host in the Go sources), and the one
// function that answers a guest's host call. Node and the browser each bring
// their own Files and Sql; everything is synchronous, because a guest cannot
// wait.
import { Call, Power, Reader, Writer } from "./abi.js";
import type { ByteString } from "./bytes.js";
import { Fault } from "./fault.js";

/** What a directory entry is; only files and folders are opened. */
export const EntryKind = { other: 0, file: 1, dir: 2, link: 3 } as const;

/** One directory entry. */
export interface DirEntry {
  kind: 0 | 1 | 2 | 3;
  /** Bytes; 0 for folders. */
  size: number;
  /** Milliseconds since the epoch, floored. */
  modTime: number;
  name: ByteString;
}

/** Read-only access to named mounts; paths are `mount/rel/path`. */
export interface Files {
  stat(path: ByteString): DirEntry;
  /** A folder's entries in byte order of their names. */
  list(path: ByteString): DirEntry[];
  /** Fills `into` from byte `offset`; fewer bytes only at the end of the file. */
  readAt(path: ByteString, into: Uint8Array, offset: number): number;
  /** Closes what the call opened. */
  release(): void;
}

/** NULL, INTEGER, REAL, or the bytes of a TEXT or BLOB. */
export type SqlValue = null | bigint | number | { text: boolean; bytes: Uint8Array };

/** One statement of a batch. */
export interface SqlStatement {
  sql: string;
  args: SqlValue[];
}

/** What to open: a file, or a file with newer pages from its write-ahead log. */
export interface SqlDatabase {
  path: ByteString;
  writable: boolean;
  pageSize: number;
  pages: number;
  /** In ascending page order: where in the -wal file a page's newest content stands. */
  overlay: { page: number; offset: number }[];
}

/** Statements on SQLite databases. */
export interface Sql {
  open(db: SqlDatabase): bigint;
  query(handle: bigint, sql: string, args: SqlValue[]): SqlValue[][];
  exec(handle: bigint, batch: SqlStatement[]): void;
  close(handle: bigint): void;
  /** Closes what the call opened. */
  release(): void;
}

/** The powers granted to one engine; what is absent was not granted. */
export interface Host {
  files?: Files;
  sql?: Sql;
  zstd?: (src: Uint8Array, max: number) => Uint8Array;
  now?: () => number;
  id?: () => Uint8Array;
  /** The bytes of the store's file; not for the guest. */
  storeFile?: () => Uint8Array;
  /** Closes what outlives single calls; `last` when no host comes after it. */
  close?: (last: boolean) => void;
}

/** Mount path of the store's file. */
export const STORE_PATH: ByteString = "store/heddle.db";

/** Bounds and watches one call. */
export interface Watch {
  /** Throws TIMEOUT once the deadline or a cancel has passed. */
  check(): void;
  /** Work units done of units known (0 = unknown). */
  progress(done: number, total: number): void;
  /** A statement begins on a database, or none runs any more: it cannot be ended from inside. */
  statement?(path: ByteString | undefined): void;
  /** Whether a worker was ended because of a statement on this database. */
  endedBy?(path: ByteString): boolean;
}

/** The bits that `Call.powers` answers. */
export function powers(host: Host): number {
  return (
    (host.files ? Power.files : 0) |
    (host.sql ? Power.sql : 0) |
    (host.zstd ? Power.zstd : 0) |
    (host.now ? Power.clock : 0) |
    (host.id ? Power.entropy : 0) |
    Power.poll
  );
}

/** Answers one host call: decodes the request, asks the host, encodes the result. */
export function serve(host: Host, call: number, request: Uint8Array): Uint8Array {
  const r = new Reader(request);
  switch (call) {
    case Call.powers: {
      const w = new Writer(4);
      w.u32(powers(host));
      return w.bytes;
    }
    case Call.stat:
    case Call.list:
      return serveFiles(granted(host.files, "files"), call, r);
    case Call.sqlOpen:
    case Call.sqlQuery:
    case Call.sqlExec:
    case Call.sqlClose:
      return serveSql(granted(host.sql, "SQLite"), call, r);
    case Call.zstd: {
      const decompress = granted(host.zstd, "zstd decompressor");
      const max = r.int();
      return decompress(r.blob(), max);
    }
    case Call.now: {
      const w = new Writer(8);
      w.i64(BigInt(Math.floor(granted(host.now, "clock")())));
      return w.bytes;
    }
    case Call.id:
      return granted(host.id, "entropy")();
  }
  throw new Fault("UNSUPPORTED", "unknown host call");
}

function granted<T>(power: T | undefined, what: string): T {
  if (power === undefined) throw new Fault("UNSUPPORTED", "the host grants no " + what);
  return power;
}

function serveFiles(files: Files, call: number, r: Reader): Uint8Array {
  const path = r.path();
  const w = new Writer();
  if (call === Call.stat) {
    w.entry(files.stat(path));
    return w.bytes;
  }
  const entries = files.list(path);
  w.u32(entries.length);
  for (const e of entries) w.entry(e);
  return w.bytes;
}

function serveSql(sql: Sql, call: number, r: Reader): Uint8Array {
  const w = new Writer();
  if (call === Call.sqlOpen) {
    w.i64(sql.open(r.database()));
    return w.bytes;
  }
  const handle = r.i64();
  if (call === Call.sqlQuery) {
    const query = r.sql();
    const rows = sql.query(handle, query, r.values());
    w.u32(rows.length);
    for (const row of rows) w.values(row);
  } else if (call === Call.sqlExec) {
    sql.exec(
      handle,
      Array.from({ length: r.count(8) }, () => r.statement()),
    );
  } else {
    sql.close(handle);
  }
  return w.bytes;
}
