// Files over the folders that a page was given, read on demand.
import { byteStringOf, compare, type ByteString } from "../../wire/bytes.js";
import { Fault } from "../../wire/fault.js";
import { EntryKind, type DirEntry, type Files } from "../types.js";
import { checkPlain, noSuchMount, splitMountPath } from "../mount-path.js";

/** One entry of a mount. A folder has no file; `denied` means that the browser refused access. */
export interface TreeEntry {
  /** `mount/rel/path`. */
  path: string;
  file?: File | undefined;
  denied?: boolean | undefined;
}

interface Folder {
  children: Map<ByteString, Node>;
  denied: boolean;
}

interface Leaf {
  file: File | undefined;
}

type Node = Folder | Leaf;

const isFolder = (node: Node): node is Folder => "children" in node;

// Small reads are served from a larger piece, because each read of a File is a
// round trip to another process.
const PIECE_BYTES = 256 << 10;

/** Reads a Blob synchronously; only workers can. */
export type ReadBlob = (blob: Blob) => ArrayBuffer;

/** Read-only access to folders that were given to the page. */
export class TreeFiles implements Files {
  readonly #root: Folder = { children: new Map(), denied: false };
  readonly #read: ReadBlob;
  #piece: { file: File; offset: number; bytes: Uint8Array } | undefined;

  constructor(entries: Iterable<TreeEntry>, read: ReadBlob) {
    this.#read = read;
    for (const e of entries) this.#add(e);
  }

  stat(path: ByteString): DirEntry {
    return entryOf(path.slice(path.lastIndexOf("/") + 1), this.#find(path));
  }

  list(path: ByteString): DirEntry[] {
    const node = this.#find(path);
    if (!isFolder(node)) throw noSuchEntry(path);
    if (node.denied) throw accessDenied(path);
    return [...node.children].sort(([a], [b]) => compare(a, b)).map(([name, child]) => entryOf(name, child));
  }

  readAt(path: ByteString, into: Uint8Array, offset: number): number {
    if (offset < 0) throw new Fault("INVALID_ARGUMENT", "negative offset", { path });
    const node = this.#find(path);
    if (isFolder(node)) throw new Fault("BAD_REF", "not a regular file", { path });
    if (!node.file) throw accessDenied(path);
    const bytes = this.#bytes(path, node.file, offset, into.length);
    into.set(bytes);
    return bytes.length;
  }

  release(): void {
    this.#piece = undefined;
  }

  #add({ path, file, denied = false }: TreeEntry): void {
    const names = path.split("/").filter((name) => name !== "");
    const last = names.pop();
    if (last === undefined) return;
    let folder = this.#root;
    for (const name of names) folder = this.#subfolder(folder, name);
    if (file) folder.children.set(byteStringOf(last), { file });
    else this.#subfolder(folder, last).denied ||= denied;
  }

  #subfolder(folder: Folder, name: string): Folder {
    const key = byteStringOf(name);
    const known = folder.children.get(key);
    if (known && isFolder(known)) return known;
    const fresh: Folder = { children: new Map(), denied: false };
    folder.children.set(key, fresh);
    return fresh;
  }

  #find(path: ByteString): Node {
    const [mount, rel] = splitMountPath(path);
    let node: Node | undefined = this.#root.children.get(mount);
    if (!node) throw noSuchMount(path);
    checkPlain(path);
    for (const name of rel === "" ? [] : rel.split("/")) {
      node = isFolder(node) ? node.children.get(name) : undefined;
      if (!node) throw noSuchEntry(path);
    }
    return node;
  }

  #bytes(path: ByteString, file: File, offset: number, length: number): Uint8Array {
    const known = this.#piece;
    if (known?.file === file && offset >= known.offset && offset + length <= known.offset + known.bytes.length) {
      return known.bytes.subarray(offset - known.offset, offset - known.offset + length);
    }
    if (length >= PIECE_BYTES) return this.#slice(path, file, offset, length);
    const bytes = this.#slice(path, file, offset, PIECE_BYTES);
    this.#piece = { file, offset, bytes };
    return bytes.subarray(0, length);
  }

  #slice(path: ByteString, file: File, offset: number, length: number): Uint8Array {
    try {
      return new Uint8Array(this.#read(file.slice(offset, offset + length)));
    } catch (err) {
      throw changedFile(path, err);
    }
  }
}

function entryOf(name: ByteString, node: Node): DirEntry {
  if (isFolder(node)) return { kind: EntryKind.dir, size: 0, modTime: 0, name };
  return { kind: EntryKind.file, size: node.file?.size ?? 0, modTime: Math.floor(node.file?.lastModified ?? 0), name };
}

const noSuchEntry = (path: ByteString): Fault => new Fault("BAD_REF", "no such file or folder", { path });

const accessDenied = (path: ByteString): Fault =>
  new Fault("PERMISSION_DENIED", "cannot be read: permission denied", {
    path,
    hint: "check the permissions of the file and of the folders above it",
  });

// A File is a snapshot: browsers refuse to read it once the file on disk has
// changed.
function changedFile(path: ByteString, err: unknown): Fault {
  const name = (err as { name?: unknown } | null)?.name;
  if (name === "NotFoundError") return noSuchEntry(path);
  return new Fault("IO_ERROR", "cannot be read: the file has changed since the folder was given", { path, hint: "refresh, then ask again" });
}
