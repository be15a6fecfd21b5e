import type { ByteString } from "./bytes.js";
import type { ErrorCode } from "./types.gen.js";

/** What a host throws: it becomes an error record for the guest. */
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

  /** Any thrown value as a Fault; foreign ones are INTERNAL. */
  static from(err: unknown): Fault {
    if (err instanceof Fault) return err;
    return new Fault("INTERNAL", err instanceof Error ? err.message : String(err));
  }
}
