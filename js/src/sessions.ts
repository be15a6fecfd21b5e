// What the sessions of a Heddle do, and what accompanies their results.
import type { CallOptions } from "./call-options.js";
import type {
  Agent,
  AgentCommand,
  CommandRequest,
  CostRequest,
  CostSummary,
  Diagnostic,
  DiffRequest,
  DoctorReport,
  DoctorRequest,
  ExportRequest,
  GetRequest,
  ImportReport,
  ImportRequest,
  ListRequest,
  RenderDiffRequest,
  Report,
  SearchRequest,
  Session,
  SessionDiff,
  SessionSummary,
} from "./types.gen.js";
import type { InZone } from "./zone.js";

/**
 * What accompanies a result: why it is partial, and what reading met. The
 * members are not enumerable, so the result itself stays plain data.
 */
export interface Notes {
  /** Empty when the result is complete. */
  readonly diagnostics: readonly Diagnostic[];
  /** What reading a session's files met; only with `sessions.get`. */
  readonly report: Report | undefined;
  /** Where the result stands in a longer one; only with `sessions.search`. */
  readonly page: Page | undefined;
}

/** Where a part of a longer result stands. */
export interface Page {
  /** How many there are in all. */
  readonly total: number;
  /** The `offset` that asks for the next part; absent from the last one. */
  readonly nextOffset?: number;
}

/** What accompanies a part of a longer result. */
export interface PageNotes extends Notes {
  readonly page: Page;
}

/** Filters, order and bounds of a list. */
export type ListOptions = Omit<InZone<ListRequest>, "agent"> & CallOptions;

/** What to fill in a session. */
export type GetOptions = Omit<GetRequest, "agent" | "sessionId" | "unifiedId"> & CallOptions;

/** Format of an export, and what to fill. */
export type ExportOptions = Omit<ExportRequest, "agent" | "sessionId" | "unifiedId"> & CallOptions;

/** Where to search, and how many to show. */
export type SearchOptions = Omit<InZone<SearchRequest>, "text"> & CallOptions;

/** Whose spend to add up, and how to group it. */
export type CostOptions = InZone<CostRequest> & CallOptions;

/** How closely to compare. */
export type DiffOptions = Omit<DiffRequest, "a" | "b"> & CallOptions;

/** How closely to compare, and how to show it. */
export type RenderDiffOptions = Omit<RenderDiffRequest, "a" | "b"> & CallOptions;

/** What to look over. */
export type DoctorOptions = DoctorRequest & CallOptions;

/** What to do with a session. */
export type CommandOptions = Omit<CommandRequest, "agent" | "sessionId" | "unifiedId"> & CallOptions;

/** Which sessions to copy. */
export type ImportOptions = Omit<InZone<ImportRequest>, "sessionId" | "unifiedId"> & CallOptions;

/** A session by its unified id, or anything that names one: `{ agent, sessionId }`, a summary, a session. */
export type SessionName = string | { readonly agent: Agent; readonly sessionId: string } | { readonly unifiedId: string };

/** A session of the store by its id, or anything that has it: a stored session, or a summary of the agent `heddle`. */
export type StoredName = string | { readonly sessionId: string; readonly agent?: Agent };

/** A thread by its id, or itself. */
export type ThreadName = string | { readonly threadId: string };

/** Sessions of coding agents on this disk. */
export interface Sessions {
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
   * One session with its messages.
   *
   * ```js
   * const session = await heddle.sessions.get("claude:4f1c…"); // or get("claude", id), or get(list[0])
   * for (const m of session.messages) console.log(m.role, m.content);
   * ```
   */
  get(agent: Agent, sessionId: string, options?: GetOptions): Promise<Session & Notes>;
  get(session: SessionName, options?: GetOptions): Promise<Session & Notes>;
  /**
   * One session as markdown (the default), json or jsonl text.
   *
   * ```js
   * await writeFile("session.md", await heddle.sessions.export("claude", id));
   * ```
   */
  export(agent: Agent, sessionId: string, options?: ExportOptions): Promise<string>;
  export(session: SessionName, options?: ExportOptions): Promise<string>;
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
   * Tokens and money of all matching sessions, in groups when `groupBy` says
   * so. What forks, resumes and copies repeat counts once. `since` and `until`
   * bound the time of each request, so that days and weeks add up;
   * `createdSince` and `createdUntil` the beginning of its session.
   *
   * ```js
   * const cost = await heddle.sessions.totalCost({ since: "7d", groupBy: "model" });
   * console.log(cost.totalUsd, cost.source, cost.priceTable);
   * for (const [model, group] of Object.entries(cost.breakdowns ?? {})) console.log(model, group.totalUsd);
   * ```
   */
  totalCost(options?: CostOptions): Promise<CostSummary & Notes>;
  /**
   * What two sessions share and where they differ, message by message. They
   * may belong to different agents.
   *
   * ```js
   * const diff = await heddle.sessions.diff("claude:4f1c…", { agent: "codex", sessionId: "019f…" }, { textEdits: true });
   * console.log(diff.stats.unchanged, diff.stats.additions);
   * for (const o of diff.operations) console.log(o.type, o.messageA?.content, o.messageB?.content);
   * ```
   */
  diff(a: SessionName, b: SessionName, options?: DiffOptions): Promise<SessionDiff & Notes>;
  /**
   * The same comparison as text: unified (the default), side by side or markdown.
   *
   * ```js
   * console.log(await heddle.sessions.renderDiff(a, b, { format: "side-by-side", width: 160 }));
   * ```
   */
  renderDiff(a: SessionName, b: SessionName, options?: RenderDiffOptions): Promise<string>;
  /**
   * Reads every session file whole and says what that met: what was skipped
   * and why, and what this version does not know.
   *
   * ```js
   * const { agents, files } = await heddle.sessions.doctor({ problems: true });
   * for (const a of agents.filter((a) => a.found)) console.log(a.agent, a.files, a.skippedCount);
   * for (const f of files) console.log(f.path, f.error?.message ?? f.report?.skipped);
   * ```
   */
  doctor(options?: DoctorOptions): Promise<DoctorReport & Notes>;
  /**
   * The agent's own command that goes on with a session or, with
   * `action: "fork"`, with a copy of it. Nothing is run.
   *
   * ```js
   * const { argv, cwd } = await heddle.sessions.command("claude:4f1c…", { action: "fork" });
   * spawn(argv[0], argv.slice(1), { cwd, stdio: "inherit" });
   * ```
   *
   * Where this computer's folders are known (in Node), paths in `argv` are its
   * own. In a page they are mount-relative and `paths` says which they are.
   */
  command(agent: Agent, sessionId: string, options?: CommandOptions): Promise<AgentCommand & Notes>;
  command(session: SessionName, options?: CommandOptions): Promise<AgentCommand & Notes>;
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
