// The store's file as Node's SQLite libraries need it.
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { utf8 } from "../bytes.js";
import { Fault } from "../fault.js";
import type { Connection } from "../sql.js";

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

/**
 * The bytes of a store as one file without a journal. The file cannot simply
 * be read: its newest pages may be in the write-ahead log, and closing a
 * second descriptor would drop SQLite's locks.
 */
export function copyStore(connection: Connection): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "heddle-"));
  try {
    const copy = join(folder, "heddle.db");
    connection.run("VACUUM INTO ?", [{ text: true, bytes: utf8(copy) }]);
    return new Uint8Array(readFileSync(copy));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Holds this thread up. */
export function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
