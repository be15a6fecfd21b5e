// A store's file, looked at before SQLite gets hold of it.
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { utf8 } from "../../wire/bytes.js";
import { HeddleError } from "../../wire/errors.js";

const MAGIC = utf8("SQLite format 3\0");
const APPLICATION = 0x48646c65; // "Hdle", at byte 68
const HEADER_BYTES = 100;
const LEAST_BYTES = 512; // of the smallest page

// The files that this process has open as stores, over all copies of this
// module and all engines.
const key = Symbol.for("heddle.stores");
const shared = globalThis as unknown as Record<symbol, Stats[] | undefined>;
const held = (shared[key] ??= []);

/**
 * Refuses a file of some other program, which opening as a store would already
 * change, and what SQLite would take for a new database, throwing away the log
 * beside it. A file that this process has open is not read again: closing it
 * would take SQLite's locks on it away. Returns how to say that it is closed.
 */
export function registerStoreFile(file: string): () => void {
  const found = stat(file);
  if (!found && (stat(file + "-wal")?.size ?? 0) > 0) throw cut(file);
  if (!found) return () => {}; // made by the first write, which says what is in the way
  if (!found.isFile()) throw new HeddleError("INVALID_ARGUMENT", "the store's path is not a file", { path: file });
  const log = stat(file + "-wal")?.size ?? 0;
  if (!held.some((other) => same(other, found)) && foreign(file, log)) {
    throw new HeddleError("PARSE_ERROR", "this file is not a store of Heddle; it was left as it is", {
      path: file,
      hint: "name a new file, or one that was made as a store",
    });
  }
  if (found.size < LEAST_BYTES && (found.size > 0 || log > 0)) {
    throw cut(file);
  }
  held.push(found);
  return () => {
    const at = held.indexOf(found);
    if (at >= 0) held.splice(at, 1);
  };
}

function cut(file: string): HeddleError {
  return new HeddleError("PARSE_ERROR", "the store's main file was cut off or moved away", {
    path: file,
    hint: "put the file and its -wal back from a copy; nothing was changed",
  });
}

function stat(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function same(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function foreign(file: string, log: number): boolean {
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
    return false; // for SQLite to say
  }
  if (MAGIC.some((byte, i) => i < n && head[i] !== byte)) return true;
  if (n < HEADER_BYTES) return false; // cut off
  const view = new DataView(head.buffer);
  const id = view.getUint32(68);
  if (id === 0) {
    const page = view.getUint16(16); // a store that was just made may have the rest in its log
    return size > (page === 1 ? 65536 : page) && log === 0;
  }
  return id !== APPLICATION;
}
