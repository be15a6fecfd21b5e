// The files of the mounts, and a price table that is served from memory.
import type { ByteString } from "../../wire/bytes.js";
import { EntryKind, PRICES_PATH, type DirEntry, type Files } from "../types.js";

/** Adds a price table to other files. */
export class PricedFiles implements Files {
  readonly #inner: Files;
  readonly #table: Uint8Array;

  constructor(inner: Files, table: Uint8Array) {
    this.#inner = inner;
    this.#table = table;
  }

  stat(path: ByteString): DirEntry {
    if (path !== PRICES_PATH) return this.#inner.stat(path);
    return { kind: EntryKind.file, size: this.#table.length, modTime: 0, name: "prices.csv" };
  }

  list(path: ByteString): DirEntry[] {
    return this.#inner.list(path);
  }

  readAt(path: ByteString, into: Uint8Array, offset: number): number {
    if (path !== PRICES_PATH) return this.#inner.readAt(path, into, offset);
    const piece = this.#table.subarray(offset, offset + into.length);
    into.set(piece);
    return piece.length;
  }

  release(): void {
    this.#inner.release();
  }
}
