import type { Diagnostic, Report } from "../wire/types.gen.js";

/**
 * What accompanies a result. The members are not enumerable, so the result itself stays plain
 * data.
 */
export interface Notes {
  /** Why the result is incomplete; empty when it is complete. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was skipped while reading a session's files; only with `sessions.get`. */
  readonly report: Report | undefined;
  /** The part of a longer result that this is; with `sessions.search`, and with a `sessions.list` that its limit cut. */
  readonly page: Page | undefined;
}

/** A part of a longer result. */
export interface Page {
  /** How many results there are in all; only of a search. */
  readonly total?: number;
  /** The `offset` of the next part; absent from the last one. */
  readonly nextOffset?: number;
  /** Of a list: how many sessions match at most, those that were not read by the names of their files. */
  readonly atMost?: number;
}

/** What accompanies a part of a longer result. */
export interface PageNotes extends Notes {
  readonly page: Page & { readonly total: number };
}
