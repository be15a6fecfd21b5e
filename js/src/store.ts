// What the store does with sessions.
import type { CallOptions } from "./call-options.js";
import type { StoreMessage } from "./messages.js";
import type { Notes, StoredName } from "./sessions.js";
import type {
  EventsRequest,
  Json,
  NativeMessagesRequest,
  RegisterRequest,
  RevertRequest,
  ShareRequest,
  StoreChange,
  StoreCompacted,
  StoredSession,
  StoredShare,
  StoredSummary,
  StoreEvent,
  StoreEvents,
  StoreForkRequest,
  StoreImportRequest,
  StoreListRequest,
  StoreMessagesRequest,
  StoreProblem,
  StoreRead,
  StoreStats,
  SummarizeRequest,
  UpdateRequest,
} from "./types.gen.js";
import type { InZone } from "./zone.js";

/** How a change is made: once (`requestId`), and only at a known position (`expect`). */
export type ChangeOptions = Pick<StoreChange, "requestId" | "expect"> & CallOptions;

/** Now, or the past: `at` is a position, as `StoredSession.position` and `StoreEvent.seq` tell it. */
export type ReadOptions = Omit<StoreRead, "sessionId"> & CallOptions;

/** A new session's metadata. */
export type RegisterOptions = Omit<RegisterRequest, "sessionId"> & CallOptions;

/** Metadata to set; what is left out stays. */
export type UpdateOptions = Omit<UpdateRequest, "sessionId"> & CallOptions;

/** Which sessions to list. */
export type StoreListOptions = InZone<StoreListRequest> & CallOptions;

/** Which messages to read. */
export type StoreMessagesOptions = Omit<StoreMessagesRequest, "sessionId"> & CallOptions;

/** What of a session to fork. */
export type StoreForkOptions = Omit<StoreForkRequest, "sessionId"> & CallOptions;

/** What to call a share. */
export type ShareOptions = Omit<ShareRequest, "sessionId"> & CallOptions;

/** A boundary, named by one of the members: what is behind it is hidden. */
export type RevertSelector = Pick<RevertRequest, "visibleMessageCount" | "messageId" | "uuid">;

/** With what to summarize. */
export type SummarizeOptions = Omit<SummarizeRequest, "sessionId"> & CallOptions;

/** What to call an imported session. */
export type StoreImportOptions = Omit<StoreImportRequest, "snapshot" | "compressed"> & CallOptions;

/** Which events to read. */
export type EventsOptions = Omit<EventsRequest, "sessionId"> & CallOptions;

/** Which events to wait for. */
export interface SubscribeOptions {
  /** The position behind which to begin; left out: from the first event on. */
  after?: number;
  /** Ends the subscription: the iterator is done. */
  signal?: AbortSignal;
  /** Milliseconds between looks at what other processes wrote: 500. */
  pollMs?: number;
}

/** Which messages to read from the agent. */
export type NativeMessagesOptions = Omit<NativeMessagesRequest, "sessionId"> & CallOptions;

/**
 * Durable sessions of your own: an append-only log in one SQLite file. What a
 * call has acknowledged survives a crash, and several processes may write.
 * Granted by the option `store` of `open`.
 *
 * ```js
 * const heddle = await open({ store: true });
 * await heddle.store.record("s1", { type: "user", content: "Where is the parser?" });
 * for (const m of await heddle.store.messages("s1")) console.log(m.type, m.content);
 * ```
 */
export interface Store {
  /** Makes a session. When it exists already nothing changes. */
  register(sessionId: StoredName, metadata?: RegisterOptions): Promise<StoredSession>;
  /** Lays metadata over a session's; a session that does not exist is made. */
  update(sessionId: StoredName, metadata: UpdateOptions): Promise<StoredSession>;
  /**
   * Appends a message or several, all of them or none. A session that does not
   * exist is made; its model follows the messages.
   *
   * ```js
   * const { position } = await heddle.store.record("s1", [
   *   { type: "user", content: "Where is the parser?", uuid: "u1" },
   *   { type: "assistant", content: "In src/parser.", model: "claude-opus-4-5" },
   * ]);
   * await heddle.store.record("s1", { type: "result" }, { expect: position }); // CONFLICT when someone was faster
   * ```
   */
  record(sessionId: StoredName, messages: StoreMessage | readonly StoreMessage[], options?: ChangeOptions): Promise<StoredSession>;
  /** A session's metadata, now or in the past. */
  get(sessionId: StoredName, options?: ReadOptions): Promise<StoredSession>;
  /** Sessions, the latest update first. */
  list(options?: StoreListOptions): Promise<StoredSession[]>;
  /**
   * A session's visible messages in the order in which they were recorded.
   *
   * ```js
   * const said = await heddle.store.messages("s1", { types: ["user", "assistant"], limit: 50 });
   * const before = await heddle.store.messages("s1", { at: 7 }); // as it was then
   * ```
   */
  messages(sessionId: StoredName, options?: StoreMessagesOptions): Promise<StoreMessage[]>;
  /** How many messages were recorded, hidden ones too; 0 for a session that does not exist. */
  messageCount(sessionId: StoredName, options?: CallOptions): Promise<number>;
  /** How many sessions there are. */
  sessionCount(options?: CallOptions): Promise<number>;
  /** Removes a session with its threads. One that does not exist is nothing to do. What forks show stays. */
  delete(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /** Removes all sessions and says how many there were. */
  clear(options?: CallOptions): Promise<number>;
  /**
   * Makes a session that begins with another one's messages and metadata,
   * named and not copied, whatever their number.
   *
   * ```js
   * const fork = await heddle.store.fork("s1", { newSessionId: "s1-again", includeHidden: false });
   * ```
   */
  fork(sessionId: StoredName, options?: StoreForkOptions): Promise<StoredSession>;
  /** Makes a share, in place of an active one. */
  share(sessionId: StoredName, options?: ShareOptions): Promise<StoredShare>;
  /** A session's share, active or revoked; null when there never was one. */
  getShare(sessionId: StoredName, options?: ReadOptions): Promise<StoredShare | null>;
  /** Revokes the active share; when there is none nothing changes. */
  unshare(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /**
   * Sets the boundary of what a session shows: everything before it is shown,
   * whatever earlier reverts hid, and everything after it is hidden. Nothing is
   * removed, and what is recorded afterwards is visible.
   *
   * ```js
   * await heddle.store.revert("s1", { uuid: "u1" }); // or { visibleMessageCount: 1 }
   * await heddle.store.unrevert("s1");
   * ```
   */
  revert(sessionId: StoredName, selector: RevertSelector, options?: ChangeOptions): Promise<StoredSession>;
  /** Shows everything again. */
  unrevert(sessionId: StoredName, options?: ChangeOptions): Promise<StoredSession>;
  /** Stores a summary: the one given, else one that quotes the user's first message and the agent's latest output. */
  summarize(sessionId: StoredName, options?: SummarizeOptions): Promise<StoredSummary>;
  /** The stored summary; null when there is none. */
  getSummary(sessionId: StoredName, options?: ReadOptions): Promise<StoredSummary | null>;
  /** A session as a snapshot, canonical JSON text: metadata, all messages, hidden ones too, and threads. */
  export(sessionId: StoredName, options?: ReadOptions): Promise<string>;
  /**
   * Makes a session of a snapshot: its text, its bytes (compressed with zstd or
   * not) or the parsed object.
   *
   * ```js
   * const snapshot = await heddle.store.export("s1");
   * await other.store.import(snapshot, { sessionId: "s1-copy" });
   * ```
   */
  import(snapshot: string | Uint8Array | { [member: string]: Json }, options?: StoreImportOptions): Promise<StoredSession>;
  /** A page of a session's log, in order. A page without events is the end of the log as it stands. */
  events(sessionId: StoredName, options?: EventsOptions): Promise<StoreEvents>;
  /**
   * A session's events as they come: those there are, then what this engine
   * records, at once, and what others do, at the next look. It is done behind
   * a message of type `result` or `error` that is the last one recorded, or
   * when the session is deleted. A session that does not exist yet is waited
   * for, and so is the next turn when `after` is the end of the log.
   *
   * ```js
   * for await (const event of heddle.store.subscribe("s1", { signal: AbortSignal.timeout(60_000) })) {
   *   if (event.kind === "message") console.log(event.payload);
   * }
   * ```
   */
  subscribe(sessionId: StoredName, options?: SubscribeOptions): AsyncGenerator<StoreEvent, void, undefined>;
  /** Verifies everything that can be verified. Nothing found is an empty list. */
  check(options?: CallOptions): Promise<StoreProblem[]>;
  /** How large the store is. */
  stats(options?: CallOptions): Promise<StoreStats>;
  /** Frees what deleted sessions left behind, unless a fork shows it. */
  compact(options?: CallOptions): Promise<StoreCompacted>;
  /** Sessions as the agent itself keeps them, in the store's form; where the agent keeps none, the store's. */
  nativeSessions(options?: StoreListOptions): Promise<StoredSession[] & Notes>;
  /** The messages of a session as its agent keeps them, in the store's form; where it keeps none, the store's. */
  nativeMessages(sessionId: StoredName, options?: NativeMessagesOptions): Promise<StoreMessage[] & Notes>;
  /**
   * The bytes of the store's file, complete, as any other host opens them.
   *
   * ```js
   * await writeFile("heddle.db", await heddle.store.file()); // Node
   * link.href = URL.createObjectURL(new Blob([await heddle.store.file()])); // a page
   * ```
   */
  file(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
}
