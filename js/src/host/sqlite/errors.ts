import type { ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import type { ErrorCode } from "../../wire/types.gen.js";

/** An error of SQLite: its extended result code and its message. */
export class SqliteFailure extends Error {
  constructor(
    readonly result: number,
    message: string,
  ) {
    super(message);
  }
}

// Primary result codes, in order from 1, with the names of their extended ones, in order as well.
const names: [primary: string, ...extended: string[]][] = [
  ["ERROR", "MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
  ["INTERNAL"],
  ["PERM"],
  ["ABORT", "", "ROLLBACK"],
  ["BUSY", "RECOVERY", "SNAPSHOT", "TIMEOUT"],
  ["LOCKED", "SHAREDCACHE", "VTAB"],
  ["NOMEM"],
  ["READONLY", "RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
  ["INTERRUPT"],
  ["IOERR", "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT"],
  ["CORRUPT", "VTAB", "SEQUENCE", "INDEX"],
  ["NOTFOUND"],
  ["FULL"],
  ["CANTOPEN", "NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
  ["PROTOCOL"],
  ["EMPTY"],
  ["SCHEMA"],
  ["TOOBIG"],
  ["CONSTRAINT"],
  ["MISMATCH"],
  ["MISUSE"],
  ["NOLFS"],
  ["AUTH", "USER"],
  ["FORMAT"],
  ["RANGE"],
  ["NOTADB"],
];

/** The number of a result code's name, such as SQLITE_CORRUPT_INDEX; 0 when it is unknown. */
export function resultOf(name: string): number {
  for (const [i, [primary, ...extended]] of names.entries()) {
    if (name === "SQLITE_" + primary) return i + 1;
    if (!name.startsWith("SQLITE_" + primary + "_")) continue;
    return i + 1 + ((extended.indexOf(name.slice(primary.length + 8)) + 1) << 8);
  }
  return 0;
}

const kinds: [code: ErrorCode, hint: string, primaries: string][] = [
  ["PARSE_ERROR", "", "NOTADB CORRUPT ERROR FORMAT SCHEMA MISMATCH EMPTY"],
  ["CONFLICT", "another process is writing to this database: try again", "BUSY LOCKED PROTOCOL"],
  ["CONFLICT", "", "CONSTRAINT"],
  ["LIMIT_EXCEEDED", "", "TOOBIG NOMEM NOLFS"],
  ["PERMISSION_DENIED", "", "READONLY PERM AUTH"],
  ["INVALID_ARGUMENT", "", "RANGE MISUSE"],
  ["TIMEOUT", "", "INTERRUPT"],
  ["IO_ERROR", "the disk is full", "FULL"],
];

/** Turns an error of SQLite into the Fault for the caller. */
export function describeFailure(failure: SqliteFailure, path: ByteString): Fault {
  const primary = names[(failure.result & 0xff) - 1]?.[0] ?? "";
  const kind = kinds.find(([, , primaries]) => primaries.split(" ").includes(primary));
  const [code, hint] = kind ?? (["IO_ERROR", ""] as const);
  return new Fault(code, `${failure.message} (SQLite ${failure.result})`, { path, hint });
}
