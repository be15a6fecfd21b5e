// The files of the mounts, and those of a store that can only be read as a file.
// The files of any other store stay hidden, because closing a descriptor on one
// would drop SQLite's locks.
import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import type { ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import { EntryKind, type DirEntry, type Files } from "../types.js";

/** The suffixes of the files that hold a store's content. */
const BESIDES = ["", "-wal", "-journal"];

/** Adds a store's files to those of the mounts while `fileOf` returns its file. */
export class StoreOverlay implements Files {
  readonly #inner: Files;
  readonly #fileOf: (path: ByteString) => string | undefined;
  readonly #open = new Map<ByteString, number>();

  constructor(inner: Files, fileOf: (path: ByteString) => string | undefined) {
    this.#inner = inner;
    this.#fileOf = fileOf;
  }

  stat(path: ByteString): DirEntry {
    const file = this.#storeFileAt(path);
    if (file === undefined) return this.#inner.stat(path);
    return describeErrors(path, () => {
      const stat = statSync(file);
      const name = path.slice(path.lastIndexOf("/") + 1);
      return { kind: stat.isFile() ? EntryKind.file : EntryKind.other, size: stat.isFile() ? stat.size : 0, modTime: Math.floor(stat.mtimeMs), name };
    });
  }

  list(path: ByteString): DirEntry[] {
    return this.#inner.list(path);
  }

  readAt(path: ByteString, into: Uint8Array, offset: number): number {
    const file = this.#storeFileAt(path);
    if (file === undefined) return this.#inner.readAt(path, into, offset);
    return describeErrors(path, () => {
      let fd = this.#open.get(path);
      if (fd === undefined) this.#open.set(path, (fd = openSync(file, "r")));
      let done = 0;
      for (let n = 1; n > 0 && done < into.length; done += n) n = readSync(fd, into, done, into.length - done, offset + done);
      return done;
    });
  }

  release(): void {
    for (const fd of this.#open.values()) closeSync(fd);
    this.#open.clear();
    this.#inner.release();
  }

  /** The file of a path that belongs to such a store. */
  #storeFileAt(path: ByteString): string | undefined {
    for (const beside of BESIDES) {
      if (!path.endsWith(beside)) continue;
      const file = this.#fileOf(path.slice(0, path.length - beside.length));
      if (file !== undefined) return realpathSync.native(file) + beside;
    }
    return undefined;
  }
}

function describeErrors<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    const { code = "unknown" } = err as { code?: string };
    if (code === "ENOENT") throw new Fault("BAD_REF", "no such file", { path });
    const denied = code === "EACCES" || code === "EPERM";
    throw new Fault(denied ? "PERMISSION_DENIED" : "IO_ERROR", "cannot be read: " + code, { path });
  }
}
