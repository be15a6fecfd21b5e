// The operations on agents' sessions: those that pass a request through are
// generated, those that accept several forms or page through results are here.
import type { CallOptions } from "../engine/call-options.js";
import type { Agent, ExportRequest, ImportReport, ImportRequest, ListRequest, NativeID, SearchRequest, SessionSummary } from "../wire/types.gen.js";
import { requestFields } from "../wire/types.gen.js";
import type { Ask } from "./ask.js";
import { idsOf, sessionCallsOf, type ExportOptions, type SessionCalls } from "./client.gen.js";
import { sessionArguments, type SessionName } from "./names.js";
import type { Notes, Page, PageNotes } from "./notes.js";
import { callOptions, checkOptions } from "./options.js";
import { resolveTimes, type Clock, type InZone } from "./zone.js";

/** The options of `sessions.list`. */
export type ListOptions = Omit<InZone<ListRequest>, "agent"> & CallOptions;

/** The options of `sessions.search`. */
export type SearchOptions = Omit<InZone<SearchRequest>, "text"> & CallOptions;

/** The options of `sessions.import`. */
export type ImportOptions = Omit<InZone<ImportRequest>, "sessionId" | "unifiedId" | "ref"> & CallOptions;

type Format = NonNullable<ExportRequest["format"]>;

/** Sessions of coding agents on this disk. */
export interface Sessions extends SessionCalls {
  /**
   * Returns one session as text: `json`, `jsonl`, `html` or `markdown`, which is the default.
   *
   * ```js
   * const markdown = await heddle.sessions.export("claude", id, "markdown"); // or export(list[0], { format: "jsonl" })
   * ```
   */
  export(agent: Agent, sessionId: string, format: Format, options?: Omit<ExportOptions, "format">): Promise<string>;
  export(agent: Agent, sessionId: string, options?: ExportOptions): Promise<string>;
  export(session: SessionName, options?: ExportOptions): Promise<string>;
  /** The same as `ids.resolveUnifiedId`. */
  resolveUnifiedId(agent: Agent, nativeSessionId: string, options?: CallOptions): Promise<string>;
  /** The same as `ids.resolveNativeId`. */
  resolveNativeId(session: string | { readonly unifiedId: string }, options?: CallOptions): Promise<NativeID | null>;
  /**
   * Returns summaries of one agent's sessions, or of all agents'. `since` and
   * `until` bound a session's creation, `activeSince` and `activeUntil` its
   * activity. A time is a `Date`, an RFC 3339 text, a date such as `"2026-07-01"`
   * (a day in `zone`, else in the system's zone), or an age: `"7d"`, `"12h"`.
   *
   * ```js
   * const recent = await heddle.sessions.list("claude", { limit: 20 });
   * for (const s of recent) console.log(s.updatedAt, s.title);
   * if (recent.diagnostics.length > 0) console.warn("some could not be read");
   * if (recent.page) console.log(`${recent.length} of at most ${recent.page.atMost}`);
   * ```
   */
  list(agent: Agent, options?: ListOptions): Promise<SessionSummary[] & Notes>;
  list(options?: ListOptions): Promise<SessionSummary[] & Notes>;
  /**
   * Returns sessions whose title and visible text match, best first, each with
   * its `relevanceScore` and its first `hits`. All words must occur, in any case;
   * `"words in quotes"` must occur together, `-word` must not occur. The result's
   * `page` has the total.
   *
   * ```js
   * const found = await heddle.sessions.search('parser "off by one" -draft', { agent: "claude", limit: 10 });
   * console.log(`${found.length} of ${found.page.total}`);
   * for (const s of found) console.log(s.relevanceScore, s.title, s.hits?.[0]?.snippet);
   * ```
   *
   * Ranges of a hit count code points: `[...hit.snippet].slice(start, end).join("")`.
   */
  search(text: string, options?: SearchOptions): Promise<SessionSummary[] & PageNotes>;
  search(request: InZone<SearchRequest>, options?: CallOptions): Promise<SessionSummary[] & PageNotes>;
  /**
   * Searches page by page, starting at `offset`, with `limit` sessions a page.
   * There is at least one page. Every page is a new search, so sessions that
   * change in between may move from one page to another.
   *
   * ```js
   * for await (const page of heddle.sessions.searchAll("parser", { limit: 20 })) {
   *   for (const s of page) console.log(s.title);
   * }
   * ```
   */
  searchAll(text: string, options?: SearchOptions): AsyncGenerator<SessionSummary[] & PageNotes, void, undefined>;
  searchAll(request: InZone<SearchRequest>, options?: CallOptions): AsyncGenerator<SessionSummary[] & PageNotes, void, undefined>;
  /**
   * Copies agents' sessions into the store, where the agent's own clean-up does
   * not reach them: one session, or with `all` every one that matches. An import
   * adds only new messages, so repeating it changes nothing.
   *
   * ```js
   * await heddle.sessions.import("claude:4f1c…");
   * const { imported, updated } = await heddle.sessions.import({ all: true, agent: "claude", since: "2026-01-01" });
   * ```
   */
  import(agent: Agent, sessionId: string, options?: Omit<ImportOptions, "agent">): Promise<ImportReport & Notes>;
  import(session: SessionName, options?: Omit<ImportOptions, "agent">): Promise<ImportReport & Notes>;
  import(options: ImportOptions & { all: true }): Promise<ImportReport & Notes>;
}

type Found = SessionSummary[] & PageNotes;

/** Implements {@link Sessions}. */
export function sessionsOf(ask: Ask, clock: Clock): Sessions {
  const calls = sessionCallsOf(ask);
  return {
    ...calls,
    ...idsOf(ask),
    export: async (name: SessionName, sessionId?: string | ExportOptions, format?: Format | ExportOptions, options?: Omit<ExportOptions, "format">) =>
      exportSession(calls, name, sessionId, typeof format === "string" ? { ...options, format } : format),
    list: async (agent?: string | ListOptions, options?: ListOptions) => {
      const [name, rest] = typeof agent === "string" ? [agent, options] : [undefined, agent ?? options];
      return ask.noted("sessions.list", name === undefined ? {} : { agent: name }, rest);
    },
    search: async (what: string | InZone<SearchRequest>, options?: SearchOptions) => search(ask, what, options),
    searchAll: (what: string | InZone<SearchRequest>, options: SearchOptions = {}) => {
      checkOptions("sessions.search", options, [...requestFields["sessions.search"], ...callOptions]);
      return searchPages(ask, clock, typeof what === "string" ? { ...options, text: what } : { ...options, ...what });
    },
    import: async (id: SessionName | ImportOptions, sessionId?: string | ImportOptions, options?: ImportOptions) => {
      if (isImportOptions(id)) return ask.noted("sessions.import", {}, id);
      return ask.noted("sessions.import", ...sessionArguments("sessions.import", id, sessionId, options));
    },
  };
}

/** Exports a session; a page gets the reader, which is loaded then. */
async function exportSession(calls: SessionCalls, name: SessionName, sessionId: string | ExportOptions | undefined, options: ExportOptions | undefined): Promise<string> {
  const [id, o] = typeof sessionId === "object" ? [undefined, sessionId] : [sessionId, options];
  if (o?.format !== "html" || o.script !== undefined || o.scriptUrl !== undefined) return calls.export(name as Agent, sessionId as string, options);
  const { SCRIPT, HASH } = await import("../built/reader.mjs");
  const whole = { ...o, script: SCRIPT, scriptHash: HASH };
  return id === undefined ? calls.export(name, whole) : calls.export(name as Agent, id, whole);
}

async function search(ask: Ask, what: string | InZone<SearchRequest>, options?: object): Promise<Found> {
  const request = typeof what === "string" ? { text: what } : what;
  return (await ask.noted("sessions.search", request, options)) as Found;
}

async function* searchPages(ask: Ask, clock: Clock, whole: InZone<SearchRequest>): AsyncGenerator<Found, void, undefined> {
  const request = resolveTimes("sessions.search", whole, clock) as typeof whole; // ages mean the same instants on all pages
  for (let next: Page | undefined; ; ) {
    const found = await search(ask, next ? { ...request, offset: next.nextOffset! } : request);
    next = found.page;
    yield found;
    if (next.nextOffset === undefined) return;
  }
}

// Summaries and sessions name one session; options have `all`, or filters.
const isImportOptions = (x: SessionName | ImportOptions): x is ImportOptions =>
  typeof x === "object" && x !== null && !("unifiedId" in x) && !("sessionId" in x) && !("ref" in x);
