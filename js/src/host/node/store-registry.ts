// Checks a store's file before SQLite opens it, and registers the files that this
// process has open as stores.
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { utf8 } from "../../wire/bytes.js";
import { HeddleError } from "../../wire/errors.js";

const MAGIC = utf8("SQLite format 3\0");
const APPLICATION = 0x48646c65; // "Hdle", at byte 68
const HEADER_BYTES = 100;
const LEAST_BYTES = 512; // of the smallest page

// Shared by all copies of this module and all engines of the process.
const key = Symbol.for("heddle.stores");
const shared = globalThis as unknown as Record<symbol, Stats[] | undefined>;
const registered = (shared[key] ??= []);

/**
 * Registers a store's file and returns the function that unregisters it. Refuses
 * a file of another program, which opening as a store would change, and a
 * truncated file, which SQLite would treat as a new database, discarding its log.
 * A file that this process has open is not read again, because closing the
 * descriptor would drop SQLite's locks.
 */
export function registerStoreFile(file: string): () => void {
  const found = statIfThere(file);
  if (!found && (statIfThere(file + "-wal")?.size ?? 0) > 0) throw truncatedStore(file);
  if (!found) return () => {}; // the first write creates it and reports what prevents that
  if (!found.isFile()) throw new HeddleError("INVALID_ARGUMENT", "the store's path is not a file", { path: file });
  const log = statIfThere(file + "-wal")?.size ?? 0;
  if (!registered.some((other) => sameFile(other, found)) && isForeign(file, log)) {
    throw new HeddleError("PARSE_ERROR", "this file is not a store of Heddle; it was left as it is", {
      path: file,
      hint: "name a new file, or one that was made as a store",
    });
  }
  if (found.size < LEAST_BYTES && (found.size > 0 || log > 0)) {
    throw truncatedStore(file);
  }
  registered.push(found);
  return () => {
    const at = registered.indexOf(found);
    if (at >= 0) registered.splice(at, 1);
  };
}

function truncatedStore(file: string): HeddleError {
  return new HeddleError("PARSE_ERROR", "the store's main file was cut off or moved away", {
    path: file,
    hint: "put the file and its -wal back from a copy; nothing was changed",
  });
}

function statIfThere(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function sameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function isForeign(file: string, log: number): boolean {
  const head = new Uint8Array(HEADER_BYTES);
  let size, n;
  try {
    const fd = openSync(file, "r");
    try {
      size = fstatSync(fd).size;
      n = readSync(fd, head, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(fd);
    }
  } catch {
    return false; // SQLite reports the error
  }
  if (MAGIC.some((byte, i) => i < n && head[i] !== byte)) return true;
  if (n < HEADER_BYTES) return false; // cut off
  const view = new DataView(head.buffer);
  const id = view.getUint32(68);
  if (id === 0) {
    const page = view.getUint16(16); // a new store may have its other pages in the log
    return size > (page === 1 ? 65536 : page) && log === 0;
  }
  return id !== APPLICATION;
}
