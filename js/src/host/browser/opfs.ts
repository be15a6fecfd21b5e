// The store's file in the origin-private file system, as two plain files that
// this worker alone has open: NAME.db and its rollback journal. Works without
// cross-origin isolation, because access handles are synchronous.
import { HeddleError } from "../../wire/errors.js";
import { Fault } from "../../wire/fault.js";

const FOLDER = "heddle";
const PIECE_BYTES = 1 << 20;
const PAGE_BYTES = 4096;
const LOCKED_WAIT_MS = 2000; // a page that is being left, or a terminated worker, releases it soon
const LOCKED_RETRY_MS = 25;
const JOURNAL_MODE_OFFSETS = [18, 19]; // 1 in both means no write-ahead log
const MAGIC = "SQLite format 3\0";

/** Which store to open, and the file to start it with. */
export interface StoreGrant {
  name: string;
  /** The content to start with. */
  file?: Blob;
  /** Whether it may replace an existing store. */
  replace?: boolean;
}

/** The part of FileSystemSyncAccessHandle that is used; only workers have it. */
export interface SyncHandle {
  read(into: Uint8Array, at: { at: number }): number;
  write(bytes: Uint8Array, at: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface SyncFile {
  createSyncAccessHandle?(): Promise<SyncHandle>;
}

/** A store that only this worker has open, until `close`. */
export interface OpfsStore {
  main: SyncHandle;
  journal: SyncHandle;
  close(): void;
}

/** Opens a store. Throws CONFLICT when another tab or engine has it open. */
export async function openOpfs({ name, file, replace = false }: StoreGrant): Promise<OpfsStore> {
  const folder = await storeFolder();
  const main = await openExclusively(folder, name + ".db");
  let journal: SyncHandle | undefined;
  try {
    journal = await openExclusively(folder, name + ".db-journal");
    if (file) await importFile(main, journal, file, replace);
  } catch (err) {
    main.close();
    journal?.close();
    throw err;
  }
  const held = journal;
  return { main, journal, close: () => (main.close(), held.close()) };
}

/** Whether nothing was ever written to a store. */
export const isEmpty = ({ main, journal }: OpfsStore): boolean => main.getSize() === 0 && journal.getSize() === 0;

/** All bytes of a handle. */
export function contentOf(handle: SyncHandle): Uint8Array {
  const bytes = new Uint8Array(handle.getSize());
  if (handle.read(bytes, { at: 0 }) !== bytes.length) throw new Fault("IO_ERROR", "the store's file could not be read whole");
  return bytes;
}

async function storeFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (cause) {
    throw new HeddleError("UNSUPPORTED", "this browser keeps no files for the page: " + (cause as Error)?.message, {
      cause,
      hint: "a store needs the origin-private file system: https or localhost, and no private window",
    });
  }
}

/** Opens a file exclusively. Waits up to LOCKED_WAIT_MS while another worker has it open. */
async function openExclusively(folder: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> {
  const file = (await folder.getFileHandle(name, { create: true })) as FileSystemFileHandle & SyncFile;
  if (!file.createSyncAccessHandle) {
    throw new HeddleError("UNSUPPORTED", "this browser has no synchronous access to files", { hint: "a store needs a newer browser" });
  }
  for (const end = Date.now() + LOCKED_WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, LOCKED_RETRY_MS))) {
    try {
      return await file.createSyncAccessHandle();
    } catch (cause) {
      const locked = /^(NoModificationAllowed|InvalidState)Error$/.test((cause as Error).name);
      if (!locked) throw new HeddleError("IO_ERROR", "the store cannot be opened: " + (cause as Error).message, { cause });
      if (Date.now() < end) continue;
      throw new HeddleError("CONFLICT", "another tab or engine has this store open", {
        cause,
        path: "store/" + name,
        hint: "close that one, or give this store another name",
      });
    }
  }
}

// Writes the first page last, so that an interrupted import is not a valid database.
async function importFile(main: SyncHandle, journal: SyncHandle, file: Blob, replace: boolean): Promise<void> {
  if (!replace && (main.getSize() > 0 || journal.getSize() > 0)) {
    throw new HeddleError("CONFLICT", "this browser has a store of this name already", { hint: "open it without file, or with replace: true" });
  }
  const first = new Uint8Array(await file.slice(0, PAGE_BYTES).arrayBuffer());
  if (new TextDecoder("latin1").decode(first.subarray(0, MAGIC.length)) !== MAGIC || file.size % 512 !== 0) {
    throw new HeddleError("PARSE_ERROR", "the file given is not a SQLite database", { hint: "give what heddle.store.file() returned" });
  }
  for (const at of JOURNAL_MODE_OFFSETS) first[at] = 1;
  try {
    main.truncate(0);
    journal.truncate(0);
    for (let at = first.length; at < file.size; at += PIECE_BYTES) {
      main.write(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()), { at });
    }
    main.flush();
    main.write(first, { at: 0 });
    main.flush();
  } catch (cause) {
    main.truncate(0);
    throw new HeddleError("IO_ERROR", "the store's file could not be written: " + (cause as Error).message, { cause });
  }
}
