// Files over named folders of the operating system: read-only, rooted, and
// opening nothing but regular files and folders.
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type BigIntStats } from "node:fs";
import { byteString, compare, type ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import { EntryKind, type DirEntry, type Files } from "../types.js";
import { checkPlain, noSuchMount, splitMountPath } from "../mount-path.js";
import { describe, Errno, isMissing } from "./errno.js";
import { join, lstat, nativePath, walk, type Resolved } from "./walk.js";

/** What one mount name stands for. */
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

/** A path taken apart. */
interface Target {
  path: ByteString; // as given
  mount: Mount;
  rel: ByteString; // "" for the mount itself
  name: ByteString; // last element
}

/** Read-only access to the mounts. What a call opened stays open until `release`. */
export class NodeFiles implements Files {
  readonly #mounts: Map<ByteString, Mount>;
  readonly #open = new Map<ByteString, number>(); // path → descriptor, least recently used first
  readonly #folders = new Map<ByteString, Resolved>(); // folder → where it really is
  readonly #listed = new Map<ByteString, BigIntStats>(); // path → what a listing saw there, of regular files

  constructor(mounts: Map<ByteString, Mount>) {
    this.#mounts = mounts;
  }

  stat(path: ByteString): DirEntry {
    const target = this.#target(path);
    return describing(path, () => {
      if (target.mount.files) return this.#statGranted(target);
      if (target.rel === "") return entry(target.name, this.#folder(target.mount, "").stat);
      return this.#follow(target.mount, target.rel, entry(target.name, this.#lstat(target).stat));
    });
  }

  list(path: ByteString): DirEntry[] {
    const target = this.#target(path);
    return describing(path, () => {
      if (target.mount.files) return this.#listGranted(target);
      const folder = this.#folder(target.mount, target.rel);
      const names = readNames(folder.path, path);
      const again = walk(target.mount.folder, target.rel, true);
      if (!sameFile(again.stat, folder.stat)) throw new Fault("IO_ERROR", "folder was replaced while it was read", { path });
      const entries: DirEntry[] = [];
      for (const name of names) {
        const stat = unlessMissing(() => lstat(join(folder.path, name)));
        if (!stat) continue; // removed since its name was read
        if (stat.isFile() && this.#listed.size < MAX_LISTED_FILES) this.#listed.set(path + "/" + name, stat);
        const rel = target.rel === "" ? name : target.rel + "/" + name;
        entries.push(this.#follow(target.mount, rel, entry(name, stat)));
      }
      return entries;
    });
  }

  readAt(path: ByteString, into: Uint8Array, offset: number): number {
    if (offset < 0) throw new Fault("INVALID_ARGUMENT", "negative offset", { path });
    const fd = this.#descriptor(path);
    return describing(path, () => {
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

  #target(path: ByteString): Target {
    const [name, rel] = splitMountPath(path);
    const mount = this.#mounts.get(name);
    if (!mount) throw noSuchMount(path);
    checkPlain(path, WINDOWS);
    return { path, mount, rel, name: path.slice(path.lastIndexOf("/") + 1) };
  }

  /** Where a folder really is; a path that is no folder is ENOTDIR. */
  #folder(mount: Mount, rel: ByteString): Resolved {
    const key = mount.folder + "\0" + rel;
    const known = this.#folders.get(key);
    if (known) return known;
    const found = walk(mount.folder, rel, true);
    if (!found.stat.isDirectory()) throw new Errno("ENOTDIR");
    if (this.#folders.size >= MAX_KNOWN_FOLDERS) this.#folders.clear();
    this.#folders.set(key, found);
    return found;
  }

  /** Where the folder that a path is in really is. */
  #parent({ mount, rel }: Target): ByteString {
    const cut = rel.lastIndexOf("/");
    return this.#folder(mount, cut < 0 ? "" : rel.slice(0, cut)).path;
  }

  #lstat(target: Target): { parent: ByteString; stat: BigIntStats } {
    const parent = this.#parent(target);
    return { parent, stat: lstat(join(parent, target.name)) };
  }

  /** Replaces what is known of a link by its target when that lies in the mount. */
  #follow(mount: Mount, rel: ByteString, e: DirEntry): DirEntry {
    if (e.kind !== EntryKind.link) return e;
    try {
      return entry(e.name, walk(mount.folder, rel, true).stat);
    } catch {
      return e; // leaves the mount, dangles, loops
    }
  }

  #descriptor(path: ByteString): number {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    const target = this.#target(path);
    const fd = describing(path, () => this.#openRegular(target));
    if (this.#open.size >= MAX_OPEN_FILES) {
      const [oldest, descriptor] = this.#open.entries().next().value!;
      this.#open.delete(oldest);
      closeSync(descriptor);
    }
    this.#open.set(path, fd);
    return fd;
  }

  // It looks before it opens, unless a listing of this call did, since opening
  // a FIFO or a device can be noticed by its other side, and makes sure that
  // what it opened is what was seen, since the name, or a folder above it, may
  // have changed hands.
  #openRegular(target: Target): number {
    if (target.rel === "") throw notRegular(target.path);
    const listed = this.#openListed(target);
    if (listed !== undefined) return listed;
    for (let attempt = 1; ; attempt++) {
      const { path, stat } = this.#regular(target);
      if (!stat.isFile()) throw notRegular(target.path);
      const fd = openSync(nativePath(path), OPEN_FLAGS);
      if (sameFile(fstatSync(fd, { bigint: true }), stat)) return fd;
      closeSync(fd);
      this.#folders.clear();
      if (attempt === ATTEMPTS) throw new Fault("IO_ERROR", "file was replaced while it was opened", { path: target.path });
    }
  }

  /** Opens a file that was listed; undefined when there is something else now, or it was not. */
  #openListed(target: Target): number | undefined {
    const seen = this.#listed.get(target.path);
    if (!seen || NO_FOLLOW === 0) return undefined;
    this.#listed.delete(target.path);
    let fd: number;
    try {
      fd = openSync(nativePath(join(this.#parent(target), target.name)), OPEN_FLAGS);
    } catch {
      return undefined; // it is looked at again
    }
    if (sameFile(fstatSync(fd, { bigint: true }), seen)) return fd;
    closeSync(fd);
    this.#folders.clear();
    return undefined;
  }

  #regular(target: Target): Resolved {
    if (target.mount.files) this.#checkGranted(target);
    const { parent, stat } = this.#lstat(target);
    if (!stat.isSymbolicLink()) return { path: join(parent, target.name), stat };
    return walk(target.mount.folder, target.rel, true);
  }

  // A mount of single files shows its granted files and the folders that lead
  // to them, and nothing that merely lies beside them.

  #granted({ mount, rel }: Target): "file" | "folder" | undefined {
    if (mount.files!.includes(rel)) return "file";
    return mount.files!.some((name) => rel === "" || name.startsWith(rel + "/")) ? "folder" : undefined;
  }

  /** Refuses paths that were not granted and links anywhere below the base. */
  #checkGranted(target: Target): BigIntStats {
    if (!this.#granted(target)) throw new Errno("ENOENT");
    let at = this.#folder(target.mount, "");
    for (const name of target.rel.split("/")) {
      const path = join(at.path, name);
      at = { path, stat: lstat(path) };
      if (at.stat.isSymbolicLink()) throw linkToGranted(target.path);
    }
    return at.stat;
  }

  #statGranted(target: Target): DirEntry {
    if (target.rel === "") {
      this.#folder(target.mount, "");
      return { kind: EntryKind.dir, size: 0, modTime: 0, name: target.name };
    }
    let stat: BigIntStats;
    try {
      stat = this.#checkGranted(target);
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      return { kind: EntryKind.link, size: 0, modTime: 0, name: target.name };
    }
    const e = entry(target.name, stat);
    if (this.#granted(target) !== "file" && e.kind === EntryKind.dir) e.modTime = 0; // other files in this folder move it
    return e;
  }

  #listGranted(target: Target): DirEntry[] {
    const own = this.#statGranted(target);
    if (own.kind === EntryKind.link) throw linkToGranted(target.path);
    if (this.#granted(target) === "file" || own.kind !== EntryKind.dir) {
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

function entry(name: ByteString, stat: BigIntStats): DirEntry {
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

function describing<T>(path: ByteString, run: () => T): T {
  try {
    return run();
  } catch (err) {
    throw describe(path, err);
  }
}
