// Folders as pages receive them: picked, dropped or by handle. They are walked
// asynchronously before the first call; afterwards files are read synchronously.
import { homeCandidates, type PlacesTable } from "../places.js";
import type { TreeEntry } from "./tree.js";

/** A file and its path relative to the folder, with forward slashes. */
export interface FileAt {
  path: string;
  file: File;
}

/**
 * A folder given to the page: the `files` of an `<input webkitdirectory>`, the
 * entries of a drop (see {@link dropped}), a handle of `showDirectoryPicker`,
 * or files with their paths.
 */
export type DirectorySource =
  | FileSystemDirectoryHandle
  | FileSystemEntry
  | Iterable<File | FileAt | FileSystemEntry | FileSystemDirectoryHandle>
  | FileList;

/**
 * The folders of a drop, for `open`. Call it inside the event's handler, because
 * the browser clears them afterwards.
 *
 * ```js
 * area.addEventListener("drop", async (event) => {
 *   event.preventDefault();
 *   const heddle = await open({ home: dropped(event.dataTransfer) });
 * });
 * ```
 */
export function dropped(transfer: DataTransfer | null): FileSystemEntry[] {
  return [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

/** An entry of a folder, before its mount is known. */
interface Found {
  names: string[];
  file?: File;
  denied?: boolean;
}

/** Whether an entry with these names is needed. */
type Wanted = (names: string[]) => boolean;

/** Lists everything in a folder that is given as the mount `mount`. */
export async function mountEntries(mount: string, source: DirectorySource): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [{ path: mount }];
  for (const root of rootsOf(source)) {
    for (const found of await walkRoot(root, () => true)) entries.push(treeEntry([mount, ...found.names], found));
  }
  return entries;
}

/**
 * Lists the entries of the table of places below a home folder. The source may
 * be the home, or one of the agents' folders in it, recognized by its name.
 */
export async function homeEntries(table: PlacesTable, source: DirectorySource): Promise<TreeEntry[]> {
  const places = table.places.map((row) => ({
    mount: row.mount,
    paths: homeCandidates(row).map((c) => c.split("/").slice(1)),
  }));
  const wantedPaths = [...places.flatMap((p) => p.paths), ...table.files.names.map((n) => n.split("/"))];
  const found: Found[] = [];
  for (const root of rootsOf(source)) found.push(...(await inHome(root, wantedPaths)));
  const entries: TreeEntry[] = [{ path: table.files.mount }];
  for (const { mount, paths } of places) entries.push(...entriesBelow(mount, paths, found));
  for (const name of table.files.names) {
    const file = found.find((f) => f.names.join("/") === name);
    if (file) entries.push(treeEntry([table.files.mount, name], file));
  }
  return entries;
}

/** The entries of the first of the paths that exists, as a mount. */
function entriesBelow(mount: string, paths: string[][], found: Found[]): TreeEntry[] {
  for (const path of paths) {
    const below = found.filter((f) => startsWith(f.names, path) && (f.names.length > path.length || !f.file));
    if (below.length > 0) return [{ path: mount }, ...below.map((f) => treeEntry([mount, ...f.names.slice(path.length)], f))];
  }
  return [];
}

// A folder that holds one of the wanted paths is the home. Another folder whose
// name is part of a wanted path (".claude", ".local", "opencode") is that folder.
async function inHome(root: Root, wantedPaths: string[][]): Promise<Found[]> {
  const below = await walkRoot(root, (names) => mayReach(names, wantedPaths));
  if (below.some((f) => wantedPaths.some((path) => startsWith(f.names, path)))) return below;
  const path = wantedPaths.find((names) => names.includes(root.name));
  if (!path) return below;
  const prefix = path.slice(0, path.indexOf(root.name) + 1);
  const part = await walkRoot(root, (names) => mayReach([...prefix, ...names], wantedPaths));
  return [{ names: prefix }, ...part.map((f) => ({ ...f, names: [...prefix, ...f.names] }))];
}

const startsWith = (names: string[], prefix: string[]): boolean => prefix.every((name, i) => names[i] === name);

const mayReach = (names: string[], paths: string[][]): boolean =>
  paths.some((path) => startsWith(names, path) || startsWith(path, names));

const treeEntry = (names: string[], { file, denied }: Found): TreeEntry => ({ path: names.join("/"), file, denied });

/** One folder of a source. */
type Root = { name: string; files: Found[] } | { name: string; handle: FileSystemDirectoryHandle } | { name: string; entry: FileSystemEntry };

function rootsOf(source: DirectorySource): Root[] {
  const items = Symbol.iterator in source ? [...source] : [source];
  const out: Root[] = [];
  const byName = new Map<string, Found[]>();
  const add = (name: string, found: Found): void => {
    if (!byName.has(name)) byName.set(name, []);
    byName.get(name)!.push(found);
  };
  for (const item of items) {
    if (item instanceof File) {
      const [top = "", ...names] = (item.webkitRelativePath || item.name).split("/");
      if (names.length > 0) add(top, { names, file: item });
    } else if ("file" in item && "path" in item) {
      add("", { names: item.path.split("/").filter((name) => name !== ""), file: item.file });
    } else if ("kind" in item) {
      out.push({ name: item.name, handle: item });
    } else {
      out.push({ name: item.name, entry: item });
    }
  }
  for (const [name, files] of byName) out.push({ name, files });
  return out;
}

async function walkRoot(root: Root, wanted: Wanted): Promise<Found[]> {
  const out: Found[] = [];
  if ("files" in root) return root.files.filter((f) => wanted(f.names));
  if ("handle" in root) await walkHandle(root.handle, [], wanted, out);
  else await walkEntry(root.entry, [], wanted, out);
  return out;
}

async function walkHandle(folder: FileSystemDirectoryHandle, names: string[], wanted: Wanted, out: Found[]): Promise<void> {
  const work: Promise<void>[] = [];
  try {
    for await (const handle of folder.values()) {
      const path = [...names, handle.name];
      if (!wanted(path)) continue;
      if (handle.kind === "directory") {
        out.push({ names: path });
        work.push(walkHandle(handle as FileSystemDirectoryHandle, path, wanted, out));
      } else {
        work.push(addFile((handle as FileSystemFileHandle).getFile(), path, out));
      }
    }
  } catch {
    out.push({ names, denied: true });
  }
  await Promise.all(work);
}

async function walkEntry(entry: FileSystemEntry, names: string[], wanted: Wanted, out: Found[]): Promise<void> {
  if (entry.isFile) {
    const file = new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return addFile(file, names, out);
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const work: Promise<void>[] = [];
  try {
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (batch.length === 0) break; // a reader returns at most 100 entries at a time
      for (const child of batch) {
        const path = [...names, child.name];
        if (!wanted(path)) continue;
        if (child.isDirectory) out.push({ names: path });
        work.push(walkEntry(child, path, wanted, out));
      }
    }
  } catch {
    out.push({ names, denied: true });
  }
  await Promise.all(work);
}

async function addFile(file: Promise<File>, names: string[], out: Found[]): Promise<void> {
  try {
    out.push({ names, file: await file });
  } catch {
    // Removed since it was listed, or a kind of file that the browser hides.
  }
}
