// The byte contract between core.wasm and its hosts, which wasm/abi/ABI.md
// specifies: the numbers of the host calls and the encoding of their arguments
// and results. All numbers are little-endian.
import { byteString, utf8, type ByteString } from "../wire/bytes.js";
import { Fault } from "../wire/fault.js";
import type { DirEntry, SqlDatabase, SqlStatement, SqlValue } from "../host/types.js";

export { ABI_VERSION } from "../wire/types.gen.js";

/** Numbers of the host calls. */
export const Call = {
  powers: 0,
  stat: 1,
  list: 2,
  sqlOpen: 3,
  sqlQuery: 4,
  sqlExec: 5,
  sqlClose: 6,
  zstd: 7,
  now: 8,
  id: 9,
} as const;

/** Bits of the answer to `Call.powers`. */
export const Power = { files: 1, sql: 2, zstd: 4, clock: 8, entropy: 16, poll: 32, prices: 64 } as const;

/** Storage classes of a SQLite value. */
export const Kind = { null: 0, integer: 1, real: 2, text: 3, blob: 4 } as const;

/** Appends encoded values to a growing buffer. */
export class Writer {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** The bytes written so far; valid until the next write. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  #reserve(n: number): number {
    const at = this.#length;
    this.#length += n;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  u8(v: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = v;
  }

  u32(v: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, v, true);
  }

  /** Overwrites a u32 written before. */
  patchU32(at: number, v: number): void {
    this.#view.setUint32(at, v, true);
  }

  i64(v: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, v, true);
  }

  f64(v: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, v, true);
  }

  /** The bytes themselves, without a length. */
  raw(b: Uint8Array): void {
    const at = this.#reserve(b.length);
    this.#bytes.set(b, at);
  }

  blob(b: Uint8Array): void {
    this.u32(b.length);
    this.raw(b);
  }

  /** A text as UTF-8. */
  str(s: string): void {
    this.blob(utf8(s));
  }

  /** A path or name, byte for byte. */
  path(s: ByteString): void {
    this.u32(s.length);
    const at = this.#reserve(s.length);
    for (let i = 0; i < s.length; i++) this.#bytes[at + i] = s.charCodeAt(i);
  }

  entry(e: DirEntry): void {
    this.u8(e.kind);
    this.i64(BigInt(e.size));
    this.i64(BigInt(e.modTime));
    this.path(e.name);
  }

  value(v: SqlValue): void {
    if (v === null) {
      this.u8(Kind.null);
    } else if (typeof v === "bigint") {
      this.u8(Kind.integer);
      this.i64(v);
    } else if (typeof v === "number") {
      this.u8(Kind.real);
      this.f64(v);
    } else {
      this.u8(v.text ? Kind.text : Kind.blob);
      this.blob(v.bytes);
    }
  }

  values(vs: readonly SqlValue[]): void {
    this.u32(vs.length);
    for (const v of vs) this.value(v);
  }

  fault(f: Fault): void {
    this.str(f.code);
    this.path(f.path);
    this.str(f.message);
    this.str(f.hint);
  }

  /** The argument of `Call.sqlOpen`. */
  database(db: SqlDatabase): void {
    this.path(db.path);
    this.u8(db.writable ? 1 : 0);
    this.i64(BigInt(db.pageSize));
    this.i64(BigInt(db.pages));
    this.u32(db.overlay.length);
    for (const f of db.overlay) {
      this.i64(BigInt(f.page));
      this.i64(BigInt(f.offset));
    }
  }
}

/** Decodes values in order. An overrun throws an INTERNAL fault. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #advance(n: number): number {
    if (n > this.left) throw new Fault("INTERNAL", "host answer is shorter than its encoding says");
    const at = this.#at;
    this.#at += n;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  /** An i64 that counts bytes, pages or milliseconds: exact below 2^53. */
  int(): number {
    return Number(this.i64());
  }

  f64(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  /** A length and that many bytes, not copied. */
  blob(): Uint8Array {
    const n = this.u32();
    const at = this.#advance(n);
    return this.#bytes.subarray(at, at + n);
  }

  str(): string {
    return new TextDecoder().decode(this.blob());
  }

  /** A statement: the exact text that SQLite receives. */
  sql(): string {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.blob());
    } catch {
      throw new Fault("INVALID_ARGUMENT", "statement has a NUL or is not UTF-8");
    }
  }

  path(): ByteString {
    return byteString(this.blob());
  }

  /** A count of items of at least `min` bytes each. */
  count(min: number): number {
    const n = this.u32();
    if (n * min > this.left) throw new Fault("INTERNAL", "host answer is shorter than its encoding says");
    return n;
  }

  entry(): DirEntry {
    return { kind: this.u8() as DirEntry["kind"], size: this.int(), modTime: this.int(), name: this.path() };
  }

  value(): SqlValue {
    const kind = this.u8();
    switch (kind) {
      case Kind.null:
        return null;
      case Kind.integer:
        return this.i64();
      case Kind.real:
        return this.f64();
      case Kind.text:
      case Kind.blob:
        return { text: kind === Kind.text, bytes: this.blob() };
    }
    throw new Fault("INTERNAL", "unknown kind of value");
  }

  values(): SqlValue[] {
    return Array.from({ length: this.count(1) }, () => this.value());
  }

  statement(): SqlStatement {
    return { sql: this.sql(), args: this.values() };
  }

  database(): SqlDatabase {
    return {
      path: this.path(),
      writable: (this.u8() & 1) !== 0,
      pageSize: this.int(),
      pages: this.int(),
      overlay: Array.from({ length: this.count(16) }, () => ({ page: this.int(), offset: this.int() })),
    };
  }

  fault(): Fault {
    const code = this.str();
    const path = this.path();
    const message = this.str();
    return new Fault(code as Fault["code"], message, { path, hint: this.str() });
  }
}

/** The two parts of a response: its header, canonical JSON, and the bare result. */
export interface Envelope {
  header: Uint8Array;
  body: Uint8Array;
}

/** Splits a response without copying; undefined when the bytes are not a response. */
export function splitEnvelope(response: Uint8Array): Envelope | undefined {
  if (response.length < 4) return undefined;
  const n = new DataView(response.buffer, response.byteOffset).getUint32(0, true);
  if (n > response.length - 4) return undefined;
  return { header: response.subarray(4, 4 + n), body: response.subarray(4 + n) };
}

/** A response that holds only an error, for failures outside the engine. */
export function failureEnvelope(op: string, code: string, message: string, hint = ""): Uint8Array {
  const error: Record<string, string> = { code };
  if (hint) error["hint"] = hint;
  if (message) error["message"] = message;
  error["op"] = op;
  const w = new Writer();
  w.str(JSON.stringify({ error, op }));
  return w.bytes.slice();
}
