import type { Diagnostic, ErrorCode } from "./types.gen.js";

/** Where an error happened and what to do next. */
export interface HeddleErrorDetails {
  op?: string;
  path?: string;
  line?: number;
  offset?: number;
  hint?: string;
  cause?: unknown;
}

/**
 * The error type of this package. `code` is stable; the other members are set
 * when they are known.
 *
 * ```js
 * try {
 *   await heddle.sessions.get("claude", "no-such-id");
 * } catch (err) {
 *   if (err.code === "SESSION_NOT_FOUND") console.log(err.hint);
 * }
 * ```
 */
export class HeddleError extends Error {
  /** A stable code, the same in every language. */
  readonly code: ErrorCode;
  /** The operation, for example `sessions.get`. */
  readonly op: string | undefined;
  /** Mount-relative path, `mount/dir/file`. */
  readonly path: string | undefined;
  /** 1-based line of the defect. */
  readonly line: number | undefined;
  /** Byte offset from the start of the file. */
  readonly offset: number | undefined;
  /** What to run or change next. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, details: HeddleErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "HeddleError";
    this.code = code;
    this.op = details.op;
    this.path = details.path;
    this.line = details.line;
    this.offset = details.offset;
    this.hint = details.hint;
  }
}

/** The error member of a response header. */
export interface WireError extends Omit<Diagnostic, "agent"> {
  op?: string;
}

/** The error that a response header carries. */
export function errorOf(wire: WireError): HeddleError {
  return new HeddleError(wire.code as ErrorCode, wire.message ?? wire.code, wire);
}
