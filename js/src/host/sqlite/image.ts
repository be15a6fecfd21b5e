// The image of a foreign database: the bytes of the main file, with the newest
// committed pages of its write-ahead log in place of the old ones. It is read
// through Files, so only granted paths are reachable and no file is created
// beside the source.
import { byteStringOf, type ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import { EntryKind, type Files, type SqlDatabase, type Watch } from "../types.js";

/** The largest image that is built. */
export const MAX_IMAGE_BYTES = 1 << 30;

const PIECE_BYTES = 1 << 20;
const JOURNAL_MODE_OFFSETS = [18, 19]; // 1 in both means no write-ahead log

/** Receives the bytes of an image. */
export type Sink = (bytes: Uint8Array, offset: number) => void;

/** Checks a database against its file, and returns the image's size in bytes. */
export function imageSize(files: Files, db: SqlDatabase): number {
  const { kind, size } = files.stat(db.path);
  if (kind === EntryKind.link) throw faultAt("PERMISSION_DENIED", "symbolic link leaves its mount", db.path);
  if (kind !== EntryKind.file) throw faultAt("BAD_REF", "not a regular file", db.path);
  const bytes = db.overlay.length === 0 ? size : overlaidSize(db);
  if (bytes > MAX_IMAGE_BYTES) {
    throw new Fault("LIMIT_EXCEEDED", "database is larger than 1 GiB", {
      path: db.path,
      hint: "the native engine reads databases of any size",
    });
  }
  return bytes;
}

function overlaidSize({ path, pageSize, pages, overlay }: SqlDatabase): number {
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0 || pages < 1) {
    throw faultAt("INVALID_ARGUMENT", "overlay without a page size or page count", path);
  }
  const sorted = overlay.every((f, i) => f.page > (overlay[i - 1]?.page ?? 0));
  if (!sorted) throw faultAt("INVALID_ARGUMENT", "overlay is not in page order", path);
  return pages * pageSize;
}

/** Writes the image, in any order, to a sink that starts as `size` zeros. */
export function writeImage(files: Files, db: SqlDatabase, size: number, sink: Sink, watch: Watch): void {
  const buffer = new Uint8Array(Math.min(Math.max(size, 1), PIECE_BYTES));
  for (let at = 0; at < size; ) {
    watch.check();
    const n = files.readAt(db.path, buffer.subarray(0, Math.min(size - at, buffer.length)), at);
    if (n === 0) break; // an image may be larger than its main file
    sink(buffer.subarray(0, n), at);
    at += n;
  }
  const wal = db.path + byteStringOf("-wal");
  for (const { page, offset } of db.overlay) {
    if (page > db.pages) break;
    watch.check();
    const into = buffer.subarray(0, db.pageSize);
    if (files.readAt(wal, into, offset) < db.pageSize) {
      throw faultAt("IO_ERROR", "write-ahead log became shorter while it was read", wal);
    }
    sink(into, (page - 1) * db.pageSize);
  }
  for (const at of JOURNAL_MODE_OFFSETS) if (at < size) sink(Uint8Array.of(1), at);
}

/** The image in memory. */
export function readImage(files: Files, db: SqlDatabase, watch: Watch): Uint8Array {
  const size = imageSize(files, db);
  const image = new Uint8Array(size);
  writeImage(files, db, size, (bytes, offset) => image.set(bytes, offset), watch);
  return image;
}

const faultAt = (code: Fault["code"], message: string, path: ByteString): Fault => new Fault(code, message, { path });
