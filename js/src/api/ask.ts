// How the methods of the client reach the engine.
import type { CallOptions } from "../engine/call-options.js";
import type { OpName, Operations } from "../wire/types.gen.js";
import type { Notes } from "./notes.js";

/** Members of a request that are JSON text already. */
export type Verbatim = { [member: string]: string };

/** Runs operations. The members of `options` that bound the call are not sent with the request. */
export interface Ask {
  <N extends OpName>(op: N, request: object, options?: object, verbatim?: Verbatim): Promise<Operations[N]["result"]>;
  /** Returns the result with its diagnostics, report and page. */
  noted<N extends OpName>(op: N, request: object, options?: object): Promise<Operations[N]["result"] & Notes>;
  /** Returns the bytes of the store's file. */
  file(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
}
