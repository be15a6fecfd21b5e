// Resolving a path inside a folder without ever leaving it. Links are followed
// by hand, one name at a time: a target that is absolute or climbs above the
// folder is refused, wherever it would lead.
import { lstatSync, readlinkSync, type BigIntStats } from "node:fs";
import { byteString, type ByteString } from "../../wire/bytes.js";
import { Errno, LeavesMount } from "./errno.js";

const MAX_LINKS = 8;
const WINDOWS = process.platform === "win32";

/** A ByteString as Node's file functions take it. */
export const nativePath = (path: ByteString): Buffer => Buffer.from(path, "latin1");

/** Describes a path without following it. */
export function lstat(path: ByteString): BigIntStats {
  const stat = lstatSync(nativePath(path), { bigint: true, throwIfNoEntry: false }); // its own error costs more than the look
  if (!stat) throw new Errno("ENOENT");
  return stat;
}

/** Where a path really is, with no link in it below the base, and what is there. */
export interface Resolved {
  path: ByteString;
  stat: BigIntStats;
}

/** Resolves `rel` below the folder `base`; the last name is followed when asked. */
export function walk(base: ByteString, rel: ByteString, followLast: boolean): Resolved {
  const names = rel === "" ? [] : rel.split("/");
  let links = 0;
  let mustBeFolder = false;
  let at: Resolved = { path: base, stat: lstat(join(base, ".")) };
  for (let i = 0; i < names.length; ) {
    if (names[i] === "..") {
      if (i === 0) throw new LeavesMount();
      names.splice(i - 1, 2);
      i--;
      const path = join(base, ...names.slice(0, i));
      at = { path, stat: lstat(join(path, ".")) };
      continue;
    }
    const last = i === names.length - 1;
    const path = join(at.path, names[i]!);
    const stat = lstat(path);
    if (stat.isSymbolicLink() && (!last || followLast)) {
      if (++links > MAX_LINKS) throw new Errno("ELOOP");
      const target = readTarget(path);
      if (last && target.endsWith("/")) mustBeFolder = true;
      names.splice(i, 1, ...target.split("/").filter((name) => name !== "" && name !== "."));
      continue;
    }
    if (!stat.isDirectory() && (!last || mustBeFolder)) throw new Errno("ENOTDIR");
    at = { path, stat };
    i++;
  }
  return at;
}

function readTarget(path: ByteString): ByteString {
  let target = byteString(readlinkSync(nativePath(path), { encoding: "buffer" }));
  if (WINDOWS) target = target.replaceAll("\\", "/");
  if (target.startsWith("/") || (WINDOWS && /^[A-Za-z]:/.test(target))) throw new LeavesMount();
  return target;
}

/** Joins a folder and names; a base that is a root ends in its separator already. */
export function join(folder: ByteString, ...names: ByteString[]): ByteString {
  const base = folder.endsWith("/") || (WINDOWS && folder.endsWith("\\")) ? folder.slice(0, -1) : folder;
  return [base, ...names].join("/");
}
