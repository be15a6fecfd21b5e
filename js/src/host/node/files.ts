// Files over named folders of the operating system: read-only, rooted, and
// opening nothing but regular files and folders.
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type BigIntStats } from "node:fs";
import { byteString, compare, type ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import { EntryKind, type DirEntry, type Files } from "../types.js";
import { checkPlain, noSuchMount, splitMountPath } from "../mount-path.js";
import { describeErrno, Errno, isMissing } from "./errno.js";
import { joinPath, lstat, nativePath, resolvePath, type Resolved } from "./walk.js";

/** The folder or files of one mount. */
export interface Mount {
  /** Absolute path of the base folder; it may be a link and need not exist. */
  folder: ByteString;
  /** When present, only these files below `folder` are granted, and no link is followed. */
  files?: ByteString[];
}

/** The greatest number of entries that are returned for a folder. */
const MAX_ENTRIES = 1 << 20;
const MAX_OPEN_FILES = 64;
const MAX_KNOWN_FOLDERS = 4096;
const MAX_LISTED_FILES = 1 << 16;
const ATTEMPTS = 3;

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0; // 0 where the system does not have it
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | NO_FOLLOW;
const WINDOWS = process.platform === "win32";

/** The parts of a path. */
interface Target {
  path: ByteString; // as given
  mount: Mount;
  rel: ByteString; // "" for the mount itself
  name: ByteString; // last element
}

/** Read-only access to the mounts. Files that a call opens stay open until `release`. */
export class NodeFiles implements Files {
  readonly #mounts: Map<ByteString, Mount>;
  readonly #open = new Map<ByteString, number>(); // path → descriptor, least recently used first
  readonly #folders = new Map<ByteString, Resolved>(); // folder → where it really is
  readonly #listed = new Map<ByteString, BigIntStats>(); // path → what a listing saw there, of regular files

  constructor(mounts: Map<ByteString, Mount>) {
    this.#mounts = mounts;
  }

  stat(path: ByteString): DirEntry {
    const target = this.#parsePath(path);
    return describeErrors(path, () => {
      if (target.mount.files) return this.#statGranted(target);
      if (target.rel === "") return entryOf(target.name, this.#resolveFolder(target.mount, "").stat);
      return this.#followLink(target.mount, target.rel, entryOf(target.name, this.#lstat(target).stat));
    });
  }

  list(path: ByteString): DirEntry[] {
    const target = this.#parsePath(path);
    return describeErrors(path, () => {
      if (target.mount.files) return this.#listGranted(target);
      const folder = this.#resolveFolder(target.mount, target.rel);
      const names = readNames(folder.path, path);
      const checked = resolvePath(target.mount.folder, target.rel, true);
      if (!sameFile(checked.stat, folder.stat)) throw new Fault("IO_ERROR", "folder was replaced while it was read", { path });
      const entries: DirEntry[] = [];
      for (const name of names) {
        const stat = unlessMissing(() => lstat(joinPath(folder.path, name)));
        if (!stat) continue; // removed since its name was read
        if (stat.isFile() && this.#listed.size < MAX_LISTED_FILES) this.#listed.set(path + "/" + name, stat);
        const rel = target.rel === "" ? name : target.rel + "/" + name;
        entries.push(this.#followLink(target.mount, rel, entryOf(name, stat)));
      }
      return entries;
    });
  }

  readAt(path: ByteString, into: Uint8Array, offset: number): number {
    if (offset < 0) throw new Fault("INVALID_ARGUMENT", "negative offset", { path });
    const fd = this.#openedFile(path);
    return describeErrors(path, () => {
      let done = 0;
      while (done < into.length) {
        const n = readSync(fd, into, done, into.length - done, offset + done);
        if (n === 0) break;
        done += n;
      }
      return done;
    });
  }

  release(): void {
    for (const fd of this.#open.values()) closeSync(fd);
    this.#open.clear();
    this.#folders.clear();
    this.#listed.clear();
  }

  #parsePath(path: ByteString): Target {
    const [name, rel] = splitMountPath(path);
    const mount = this.#mounts.get(name);
    if (!mount) throw noSuchMount(path);
    checkPlain(path, WINDOWS);
    return { path, mount, rel, name: path.slice(path.lastIndexOf("/") + 1) };
  }

  /** Resolves a folder; a path that is not a folder is ENOTDIR. */
  #resolveFolder(mount: Mount, rel: ByteString): Resolved {
    const key = mount.folder + "\0" + rel;
    const known = this.#folders.get(key);
    if (known) return known;
    const found = resolvePath(mount.folder, rel, true);
    if (!found.stat.isDirectory()) throw new Errno("ENOTDIR");
    if (this.#folders.size >= MAX_KNOWN_FOLDERS) this.#folders.clear();
    this.#folders.set(key, found);
    return found;
  }

  /** Resolves the folder that contains a path. */
  #parentFolder({ mount, rel }: Target): ByteString {
    const cut = rel.lastIndexOf("/");
    return this.#resolveFolder(mount, cut < 0 ? "" : rel.slice(0, cut)).path;
  }

  #lstat(target: Target): { parent: ByteString; stat: BigIntStats } {
    const parent = this.#parentFolder(target);
    return { parent, stat: lstat(joinPath(parent, target.name)) };
  }

  /** Replaces the entry of a link by that of its target, if the target is in the mount. */
  #followLink(mount: Mount, rel: ByteString, e: DirEntry): DirEntry {
    if (e.kind !== EntryKind.link) return e;
    try {
      return entryOf(e.name, resolvePath(mount.folder, rel, true).stat);
    } catch {
      return e; // leaves the mount, dangles, loops
    }
  }

  #openedFile(path: ByteString): number {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    const target = this.#parsePath(path);
    const fd = describeErrors(path, () => this.#openRegular(target));
    if (this.#open.size >= MAX_OPEN_FILES) {
      const [oldest, descriptor] = this.#open.entries().next().value!;
      this.#open.delete(oldest);
      closeSync(descriptor);
    }
    this.#open.set(path, fd);
    return fd;
  }

  // Checks the kind of a file before opening it, because opening a FIFO or a device
  // has side effects, unless a listing of this call has checked it. Then compares
  // the open file with what was checked, because the name, or a folder above it,
  // may have been replaced in between.
  #openRegular(target: Target): number {
    if (target.rel === "") throw notRegular(target.path);
    const listed = this.#openListed(target);
    if (listed !== undefined) return listed;
    for (let attempt = 1; ; attempt++) {
      const { path, stat } = this.#resolveFile(target);
      if (!stat.isFile()) throw notRegular(target.path);
      const fd = openSync(nativePath(path), OPEN_FLAGS);
      if (sameFile(fstatSync(fd, { bigint: true }), stat)) return fd;
      closeSync(fd);
      this.#folders.clear();
      if (attempt === ATTEMPTS) throw new Fault("IO_ERROR", "file was replaced while it was opened", { path: target.path });
    }
  }

  /** Opens a file that this call has listed; undefined when it was not listed or has been replaced. */
  #openListed(target: Target): number | undefined {
    const seen = this.#listed.get(target.path);
    if (!seen || NO_FOLLOW === 0) return undefined;
    this.#listed.delete(target.path);
    let fd: number;
    try {
      fd = openSync(nativePath(joinPath(this.#parentFolder(target), target.name)), OPEN_FLAGS);
    } catch {
      return undefined; // the caller checks it again
    }
    if (sameFile(fstatSync(fd, { bigint: true }), seen)) return fd;
    closeSync(fd);
    this.#folders.clear();
    return undefined;
  }

  #resolveFile(target: Target): Resolved {
    if (target.mount.files) this.#checkGranted(target);
    const { parent, stat } = this.#lstat(target);
    if (!stat.isSymbolicLink()) return { path: joinPath(parent, target.name), stat };
    return resolvePath(target.mount.folder, target.rel, true);
  }

  // A mount of single files shows its granted files and the folders that lead to
  // them, but no other files of these folders.

  #grantOf({ mount, rel }: Target): "file" | "folder" | undefined {
    if (mount.files!.includes(rel)) return "file";
    return mount.files!.some((name) => rel === "" || name.startsWith(rel + "/")) ? "folder" : undefined;
  }

  /** Refuses paths that are not granted, and links below the base. */
  #checkGranted(target: Target): BigIntStats {
    if (!this.#grantOf(target)) throw new Errno("ENOENT");
    let at = this.#resolveFolder(target.mount, "");
    for (const name of target.rel.split("/")) {
      const path = joinPath(at.path, name);
      at = { path, stat: lstat(path) };
      if (at.stat.isSymbolicLink()) throw linkToGranted(target.path);
    }
    return at.stat;
  }

  #statGranted(target: Target): DirEntry {
    if (target.rel === "") {
      this.#resolveFolder(target.mount, "");
      return { kind: EntryKind.dir, size: 0, modTime: 0, name: target.name };
    }
    let stat: BigIntStats;
    try {
      stat = this.#checkGranted(target);
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      return { kind: EntryKind.link, size: 0, modTime: 0, name: target.name };
    }
    const e = entryOf(target.name, stat);
    if (this.#grantOf(target) !== "file" && e.kind === EntryKind.dir) e.modTime = 0; // it also changes with files that are not granted
    return e;
  }

  #listGranted(target: Target): DirEntry[] {
    const own = this.#statGranted(target);
    if (own.kind === EntryKind.link) throw linkToGranted(target.path);
    if (this.#grantOf(target) === "file" || own.kind !== EntryKind.dir) {
      throw new Fault("BAD_REF", "not a folder", { path: target.path });
    }
    const prefix = target.rel === "" ? "" : target.rel + "/";
    const below = target.mount.files!.filter((name) => name.startsWith(prefix));
    const names = new Set(below.map((name) => name.slice(prefix.length).split("/", 1)[0]!));
    const entries = [...names].sort(compare).map((name) => {
      const child = { ...target, path: target.path + "/" + name, rel: prefix + name, name };
      return unlessMissing(() => this.#statGranted(child));
    });
    return entries.filter((e) => e !== undefined);
  }
}

function readNames(folder: ByteString, path: ByteString): ByteString[] {
  const names = readdirSync(nativePath(folder), { encoding: "buffer" });
  if (names.length > MAX_ENTRIES) throw new Fault("LIMIT_EXCEEDED", "folder has more than 1,048,576 entries", { path });
  return names.map(byteString).sort(compare);
}

function entryOf(name: ByteString, stat: BigIntStats): DirEntry {
  const modTime = Number(floorDivide(stat.mtimeNs, 1_000_000n));
  if (stat.isFile()) return { kind: EntryKind.file, size: Number(stat.size), modTime, name };
  if (stat.isDirectory()) return { kind: EntryKind.dir, size: 0, modTime, name };
  return { kind: stat.isSymbolicLink() ? EntryKind.link : EntryKind.other, size: 0, modTime, name };
}

const floorDivide = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;

const sameFile = (a: BigIntStats, b: BigIntStats): boolean =>
  a.dev === b.dev && a.ino === b.ino && a.isFile() === b.isFile() && a.isDirectory() === b.isDirectory();

const notRegular = (path: ByteString): Fault => new Fault("BAD_REF", "not a regular file", { path });

const linkToGranted = (path: ByteString): Fault =>
  new Fault("PERMISSION_DENIED", "symbolic links to single files are not followed", { path });

function unlessMissing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (err) {
    if (isMissing(err)) return undefined;
    throw err;
  }
}

function describeErrors<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    throw describeErrno(path, err);
  }
}
