// The operations on agents' sessions: those that pass a request through are
// generated, those that accept several forms or page through results are here.
import type { CallOptions } from "../engine/call-options.js";
import type { Agent, ImportReport, ImportRequest, ListRequest, SearchRequest, SessionSummary } from "../wire/types.gen.js";
import { requestFields } from "../wire/types.gen.js";
import type { Ask } from "./ask.js";
import { sessionCallsOf, type SessionCalls } from "./client.gen.js";
import { named, type SessionName } from "./names.js";
import type { Notes, Page, PageNotes } from "./notes.js";
import { callOptions, checkOptions } from "./options.js";
import { timed, type Clock, type InZone } from "./zone.js";

/** Filters, order and bounds of a list. */
export type ListOptions = Omit<InZone<ListRequest>, "agent"> & CallOptions;

/** Where to search, and how many to show. */
export type SearchOptions = Omit<InZone<SearchRequest>, "text"> & CallOptions;

/** Which sessions to copy. */
export type ImportOptions = Omit<InZone<ImportRequest>, "sessionId" | "unifiedId"> & CallOptions;

/** Sessions of coding agents on this disk. */
export interface Sessions extends SessionCalls {
  /**
   * Summaries of one agent's sessions, or of all agents'. `since` and `until`
   * bound when a session began, `activeSince` and `activeUntil` when anything
   * happened in it. A time is a `Date`, an RFC 3339 text, a date such as
   * `"2026-07-01"`, which is a day of the system's zone or of `zone`, or an age:
   * `"7d"`, `"12h"`.
   *
   * ```js
   * const recent = await heddle.sessions.list("claude", { limit: 20 });
   * for (const s of recent) console.log(s.updatedAt, s.title);
   * if (recent.diagnostics.length > 0) console.warn("some could not be read");
   * ```
   */
  list(agent: Agent, options?: ListOptions): Promise<SessionSummary[] & Notes>;
  list(options?: ListOptions): Promise<SessionSummary[] & Notes>;
  /**
   * Sessions whose title and visible text match, best first, each with its
   * `relevanceScore` and its first `hits`. Words must all occur, in any case;
   * `"words in quotes"` occur together, `-word` must not occur. The result's
   * `page` says how many there are in all.
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
   * The same search page by page, from `offset` on, `limit` sessions a page.
   * There is at least one page. Every page searches again, so that sessions
   * that change meanwhile may move from one page to another.
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
   * Copies agents' sessions into the store, where they outlive the agent's own
   * clean-up: one, or with `all` every one that matches. Only what is new is
   * added: a second time nothing changes.
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
  return {
    ...sessionCallsOf(ask),
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
      return ask.noted("sessions.import", ...named("sessions.import", id, sessionId, options));
    },
  };
}

async function search(ask: Ask, what: string | InZone<SearchRequest>, options?: object): Promise<Found> {
  const request = typeof what === "string" ? { text: what } : what;
  return (await ask.noted("sessions.search", request, options)) as Found;
}

async function* searchPages(ask: Ask, clock: Clock, whole: InZone<SearchRequest>): AsyncGenerator<Found, void, undefined> {
  const request = timed("sessions.search", whole, clock) as typeof whole; // ages mean the same instants on all pages
  for (let next: Page | undefined; ; ) {
    const found = await search(ask, next ? { ...request, offset: next.nextOffset! } : request);
    next = found.page;
    yield found;
    if (next.nextOffset === undefined) return;
  }
}

// Summaries and sessions name one session; options have `all`, or filters.
const isImportOptions = (x: SessionName | ImportOptions): x is ImportOptions =>
  typeof x === "object" && x !== null && !("unifiedId" in x) && !("sessionId" in x);
