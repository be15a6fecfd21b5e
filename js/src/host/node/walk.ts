// Resolves a path inside a folder without leaving it. Links are followed one name
// at a time. A target that is absolute or climbs above the folder is refused,
// even if it would lead back.
import { lstatSync, readlinkSync, type BigIntStats } from "node:fs";
import { byteString, type ByteString } from "../../wire/bytes.js";
import { Errno, LeavesMount } from "./errno.js";

const MAX_LINKS = 8;
const WINDOWS = process.platform === "win32";

/** A ByteString in the form that Node's file functions accept. */
export const nativePath = (path: ByteString): Buffer => Buffer.from(path, "latin1");

/** Describes a path without following it. */
export function lstat(path: ByteString): BigIntStats {
  const stat = lstatSync(nativePath(path), { bigint: true, throwIfNoEntry: false }); // creating Node's error costs more than the call
  if (!stat) throw new Errno("ENOENT");
  return stat;
}

/** A path without links below the base, and its stat. */
export interface Resolved {
  path: ByteString;
  stat: BigIntStats;
}

/** Resolves `rel` below the folder `base`; a link as the last name is followed if `followLast` is set. */
export function resolvePath(base: ByteString, rel: ByteString, followLast: boolean): Resolved {
  const names = rel === "" ? [] : rel.split("/");
  let links = 0;
  let mustBeFolder = false;
  let at: Resolved = { path: base, stat: lstat(joinPath(base, ".")) };
  for (let i = 0; i < names.length; ) {
    if (names[i] === "..") {
      if (i === 0) throw new LeavesMount();
      names.splice(i - 1, 2);
      i--;
      const path = joinPath(base, ...names.slice(0, i));
      at = { path, stat: lstat(joinPath(path, ".")) };
      continue;
    }
    const last = i === names.length - 1;
    const path = joinPath(at.path, names[i]!);
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

/** Joins a folder and names. A root already ends in its separator. */
export function joinPath(folder: ByteString, ...names: ByteString[]): ByteString {
  const base = folder.endsWith("/") || (WINDOWS && folder.endsWith("\\")) ? folder.slice(0, -1) : folder;
  return [base, ...names].join("/");
}
