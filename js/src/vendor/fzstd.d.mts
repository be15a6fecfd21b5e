// What this package uses of fzstd; the build copies the library beside it.
export declare function decompress(data: Uint8Array): Uint8Array;
export declare class Decompress {
  constructor(ondata: (data: Uint8Array, final?: boolean) => void);
  push(chunk: Uint8Array, final?: boolean): void;
}
