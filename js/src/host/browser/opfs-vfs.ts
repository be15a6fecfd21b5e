// A SQLite VFS for a store in the origin-private file system: two files that stay
// open. Only one connection uses it at a time, so nothing is locked.
import type { Sqlite3 } from "../../vendor/sqlite/index.mjs";
import type { OpfsStore, SyncHandle } from "./opfs.js";

export const VFS_NAME = "heddle-opfs";

const OK = 0;
const NOTFOUND = 12;
const FULL = 13;
const CANTOPEN = 14;
const IOERR_READ = 266;
const IOERR_SHORT_READ = 522;
const IOERR_WRITE = 778;
const IOERR_FSYNC = 1034;
const IOERR_TRUNCATE = 1546;
const IOERR_DELETE = 2570;
const OPEN_MAIN_DB = 0x100;
const OPEN_MAIN_JOURNAL = 0x800;
const SECTOR_BYTES = 4096;
const MAX_PATH_BYTES = 512;

/** Installs the VFS, once per worker. */
export function installOpfsVfs(sqlite3: Sqlite3, { main, journal }: OpfsStore): void {
  const { capi, vfs, wasm } = sqlite3;
  const io = new capi.sqlite3_io_methods();
  io.$iVersion = 1;
  vfs.installVfs({ io: { struct: io, methods: fileMethods(sqlite3) } });

  const struct = new capi.sqlite3_vfs();
  const standard = new capi.sqlite3_vfs(capi.sqlite3_vfs_find(0));
  struct.$iVersion = 1;
  struct.$szOsFile = capi.sqlite3_file.structInfo.sizeof;
  struct.$mxPathname = MAX_PATH_BYTES;
  struct.$xRandomness = standard.$xRandomness;
  standard.dispose();
  const isJournal = (name: number): boolean => wasm.cstrToJs(name).endsWith("-journal");
  const methods = {
    xOpen(_vfs: number, _name: number, pFile: number, flags: number, outFlags: number): number {
      if ((flags & (OPEN_MAIN_DB | OPEN_MAIN_JOURNAL)) === 0) return CANTOPEN;
      files.set(pFile, (flags & OPEN_MAIN_DB) !== 0 ? main : journal);
      const file = new capi.sqlite3_file(pFile);
      file.$pMethods = io.pointer;
      file.dispose();
      if (outFlags !== 0) wasm.poke32(outFlags, flags);
      return OK;
    },
    xDelete: (_vfs: number, name: number): number =>
      resultCode(IOERR_DELETE, () => {
        if (!isJournal(name)) return;
        journal.truncate(0);
        journal.flush();
      }),
    // An empty journal counts as missing.
    xAccess(_vfs: number, name: number, _flags: number, out: number): number {
      const path = wasm.cstrToJs(name);
      wasm.poke32(out, path.endsWith("-wal") || (isJournal(name) && journal.getSize() === 0) ? 0 : 1);
      return OK;
    },
    xFullPathname: (_vfs: number, name: number, room: number, out: number): number =>
      wasm.cstrncpy(out, name, room) < room ? OK : CANTOPEN,
    xSleep: (): number => OK,
    xGetLastError: (): number => OK,
    xCurrentTime(_vfs: number, out: number): number {
      wasm.poke(out, 2440587.5 + Date.now() / 864e5, "double");
      return OK;
    },
  };
  vfs.installVfs({ vfs: { struct, methods, name: VFS_NAME } });
}

const files = new Map<number, SyncHandle>(); // address of SQLite's file → its handle

function fileMethods({ wasm }: Sqlite3): Record<string, (...args: never[]) => number> {
  const handle = (pFile: number): SyncHandle => files.get(pFile)!;
  const bytes = (p: number, n: number): Uint8Array => wasm.heap8u().subarray(p, p + n);
  return {
    xClose(pFile: number): number {
      files.delete(pFile);
      return OK;
    },
    xRead(pFile: number, out: number, n: number, offset: bigint): number {
      let done = 0;
      const result = resultCode(IOERR_READ, () => (done = handle(pFile).read(bytes(out, n), { at: Number(offset) })));
      if (result !== OK || done === n) return result;
      bytes(out + done, n - done).fill(0);
      return IOERR_SHORT_READ;
    },
    xWrite: (pFile: number, from: number, n: number, offset: bigint): number => {
      let done = 0;
      const result = resultCode(IOERR_WRITE, () => (done = handle(pFile).write(bytes(from, n), { at: Number(offset) })));
      return result !== OK || done === n ? result : FULL;
    },
    xTruncate: (pFile: number, size: bigint): number => resultCode(IOERR_TRUNCATE, () => handle(pFile).truncate(Number(size))),
    xSync: (pFile: number): number => resultCode(IOERR_FSYNC, () => handle(pFile).flush()),
    xFileSize(pFile: number, out: number): number {
      wasm.poke64(out, BigInt(handle(pFile).getSize()));
      return OK;
    },
    xLock: (): number => OK,
    xUnlock: (): number => OK,
    xCheckReservedLock(_file: number, out: number): number {
      wasm.poke32(out, 0);
      return OK;
    },
    xFileControl: (): number => NOTFOUND,
    xSectorSize: (): number => SECTOR_BYTES,
    xDeviceCharacteristics: (): number => 0,
  };
}

/** Runs something; what it throws becomes a result code. */
function resultCode(failed: number, run: () => unknown): number {
  try {
    run();
    return OK;
  } catch (err) {
    return (err as Error).name === "QuotaExceededError" ? FULL : failed;
  }
}
