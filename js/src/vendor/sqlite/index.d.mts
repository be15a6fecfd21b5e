// What this package uses of @sqlite.org/sqlite-wasm; the build copies the
// library beside it. Exports are the functions of SQLite's C interface, with
// addresses as plain numbers.
export interface Sqlite3 {
  capi: Record<string, number> & {
    sqlite3_db_config(db: number, option: number, ...args: number[]): number;
  };
  wasm: {
    exports: Record<string, (...args: (number | bigint)[]) => never>;
    heap8u(): Uint8Array;
    /** Adds a function to the table of functions; the signature is "i(p)" and the like. */
    installFunction(signature: string, fn: (...args: number[]) => number): number;
    cstrToJs(address: number): string;
  };
}

declare const init: (options?: { print?: (s: string) => void; printErr?: (s: string) => void }) => Promise<Sqlite3>;
export default init;
