import type { ByteString } from "./bytes.js";
import type { ErrorCode } from "./types.gen.js";

/** The error that a host throws. It is sent to the guest as an error record. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly path: ByteString;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, at: { path?: ByteString; hint?: string } = {}) {
    super(message);
    this.code = code;
    this.path = at.path ?? "";
    this.hint = at.hint ?? "";
  }

  /** Any thrown value as a Fault; what is not a Fault is INTERNAL. */
  static from(err: unknown): Fault {
    if (err instanceof Fault) return err;
    return new Fault("INTERNAL", err instanceof Error ? err.message : String(err));
  }
}
