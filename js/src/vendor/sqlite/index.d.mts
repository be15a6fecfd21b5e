// What this package uses of @sqlite.org/sqlite-wasm; the build copies the
// library beside it. Exports are the functions of SQLite's C interface, with
// addresses as plain numbers.
export interface Sqlite3 {
  capi: {
    sqlite3_db_config(db: number, option: number, ...args: number[]): number;
    sqlite3_vfs_find(name: string | 0): number;
    sqlite3_vfs: StructType;
    sqlite3_io_methods: StructType;
    sqlite3_file: StructType;
  };
  vfs: {
    installVfs(what: { io?: Installation; vfs?: Installation & { name: string } }): void;
  };
  wasm: {
    exports: Record<string, (...args: (number | bigint)[]) => never>;
    heap8u(): Uint8Array;
    /** Adds a function to the table of functions; the signature is "i(p)" and the like. */
    installFunction(signature: string, fn: (...args: number[]) => number): number;
    cstrToJs(address: number): string;
    cstrncpy(to: number, from: number, room: number): number;
    poke(address: number, value: number, type: "double"): void;
    poke32(address: number, value: number): void;
    poke64(address: number, value: bigint): void;
  };
}

/** A struct of C; its members are named with a $. */
export interface Struct {
  readonly pointer: number;
  dispose(): void;
  $iVersion: number;
  $szOsFile: number;
  $mxPathname: number;
  $xRandomness: number;
  $pMethods: number;
}

export interface StructType {
  new (address?: number): Struct;
  readonly structInfo: { sizeof: number };
}

export interface Installation {
  struct: Struct;
  methods: Record<string, (...args: never[]) => number>;
}

declare const init: (options?: { print?: (s: string) => void; printErr?: (s: string) => void }) => Promise<Sqlite3>;
export default init;
