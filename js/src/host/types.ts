// The interfaces through which the core reaches the outside (core/host in the
// Go sources). Node and the browser each implement Files and Sql. Everything is
// synchronous, because a guest cannot wait.
import type { ByteString } from "../wire/bytes.js";

/** The kind of a directory entry. Only files and folders are opened. */
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
  /** Closes everything that the call opened. */
  release(): void;
}

/** NULL, INTEGER, REAL, or the bytes of a TEXT or BLOB. */
export type SqlValue = null | bigint | number | { text: boolean; bytes: Uint8Array };

/** One statement of a batch. */
export interface SqlStatement {
  sql: string;
  args: SqlValue[];
}

/** The database to open: a file, or a file with newer pages from its write-ahead log. */
export interface SqlDatabase {
  path: ByteString;
  writable: boolean;
  pageSize: number;
  pages: number;
  /** In ascending page order: the offset in the -wal file of a page's newest content. */
  overlay: { page: number; offset: number }[];
}

/** Statements on SQLite databases. */
export interface Sql {
  open(db: SqlDatabase): bigint;
  query(handle: bigint, sql: string, args: SqlValue[]): SqlValue[][];
  exec(handle: bigint, batch: SqlStatement[]): void;
  close(handle: bigint): void;
  /** Closes everything that the call opened. */
  release(): void;
}

/** The powers granted to one engine. An absent member is not granted. */
export interface Host {
  files?: Files;
  sql?: Sql;
  zstd?: (src: Uint8Array, max: number) => Uint8Array;
  now?: () => number;
  id?: () => Uint8Array;
  /** Whether `files` has a price table at `PRICES_PATH`. */
  prices?: boolean;
  /** The bytes of the store's file; not for the guest. */
  storeFile?: () => Uint8Array;
  /** Closes the store's connections; `last` when no other host follows. */
  close?: (last: boolean) => void;
}

/** Mount path of the store's file. */
export const STORE_PATH: ByteString = "store/heddle.db";

/** Mount path of the price table. */
export const PRICES_PATH: ByteString = "prices/prices.csv";

/** Bounds and watches one call. */
export interface Watch {
  /** Throws TIMEOUT once the deadline has passed or the call is cancelled. */
  check(): void;
  /** Work units done of units known (0 = unknown). */
  progress(done: number, total: number): void;
  /** Reports the start of a statement that cannot be interrupted, or with undefined its end. */
  statement?(path: ByteString | undefined): void;
  /** Whether a worker was terminated because of a statement on this database. */
  endedBy?(path: ByteString): boolean;
}
