// What the store does with the threads of a session.
import type { CallOptions } from "./call-options.js";
import type { StoreMessage } from "./messages.js";
import type { StoredName, ThreadName } from "./sessions.js";
import type { ChangeOptions, ReadOptions } from "./store.js";
import type { Json, LoadedThreads, StoredThread, ThreadCompactRequest, ThreadContent, ThreadForkRequest, ThreadMessagesRequest, ThreadReadRequest, ThreadRollbackRequest, ThreadStartRequest, ThreadStatus, ThreadUnsubscribed, ThreadsLoadedRequest } from "./types.gen.js";

/** A new thread. */
export type ThreadStartOptions = Omit<ThreadStartRequest, "sessionId"> & CallOptions;

/** Which threads to list. */
export type ThreadsLoadedOptions = Omit<ThreadsLoadedRequest, "sessionId"> & CallOptions;

/** What of a thread to read. */
export type ThreadReadOptions = Omit<ThreadReadRequest, "sessionId" | "threadId"> & CallOptions;

/** Which messages of a thread to read. */
export type ThreadMessagesOptions = Omit<ThreadMessagesRequest, "sessionId" | "threadId"> & CallOptions;

/** What to call a fork. */
export type ThreadForkOptions = Omit<ThreadForkRequest, "sessionId" | "threadId"> & CallOptions;

/** A boundary, named by one of the members: what is behind it is hidden. */
export type RollbackSelector = Pick<ThreadRollbackRequest, "count" | "visibleMessageCount" | "messageId" | "uuid">;

/** Which thread to roll back, and where to. */
export type ThreadCompactOptions = Omit<ThreadCompactRequest, "sessionId"> & CallOptions;

/** A thread with its messages. */
export type ThreadWithMessages = Omit<ThreadContent, "messages"> & { messages?: StoreMessage[] };

/**
 * Named lines of conversation within a session of the store; at most one is
 * the active one. A thread's messages are in the session's history as well.
 *
 * ```js
 * const { threadId } = await heddle.threads.start("s1", { name: "parser" });
 * await heddle.threads.record("s1", threadId, { type: "user", content: "And the tests?" });
 * const other = await heddle.threads.fork("s1", threadId, { name: "another way" });
 * await heddle.threads.rollback("s1", other.threadId, { count: 1 });
 * ```
 */
export interface Threads {
  /** Makes a thread and makes it the active one. A session that does not exist is made. */
  start(sessionId: StoredName, options?: ThreadStartOptions): Promise<StoredThread>;
  /** A session's threads, the latest update first. */
  list(sessionId: StoredName, options?: ReadOptions): Promise<StoredThread[]>;
  /** A session's threads, filtered, with what is active. */
  loaded(sessionId: StoredName, options?: ThreadsLoadedOptions): Promise<LoadedThreads>;
  /** A thread's metadata. */
  get(sessionId: StoredName, threadId: ThreadName, options?: ReadOptions): Promise<StoredThread>;
  /** A thread and, with `includeMessages`, the messages it shows. */
  read(sessionId: StoredName, threadId: ThreadName, options?: ThreadReadOptions): Promise<ThreadWithMessages>;
  /** A thread's visible messages in the order in which they were recorded. */
  messages(sessionId: StoredName, threadId: ThreadName, options?: ThreadMessagesOptions): Promise<StoreMessage[]>;
  /** Appends a message or several to a thread and so to its session, all of them or none. */
  record(sessionId: StoredName, threadId: ThreadName, messages: StoreMessage | readonly StoreMessage[], options?: ChangeOptions): Promise<StoredThread>;
  /** Gives a thread the status active and makes it the session's active thread. */
  resume(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /** Makes a thread that begins with the messages another one shows. The session's history stays as it is. */
  fork(sessionId: StoredName, threadId: ThreadName, options?: ThreadForkOptions): Promise<StoredThread>;
  /**
   * Sets the boundary of what a thread shows: everything before it is shown, whatever earlier rollbacks hid, and everything after it is
   * hidden. `count` hides that many visible messages from the end, and changes nothing else. What is recorded afterwards is visible.
   */
  rollback(sessionId: StoredName, threadId: ThreadName, selector: RollbackSelector, options?: ChangeOptions): Promise<StoredThread>;
  /** Shows everything that rollbacks of a thread have hidden; what the session hides stays hidden. */
  unrollback(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /** A rollback of the active thread, when no thread is named, and to nothing, when no boundary is. */
  compact(sessionId: StoredName, options?: ThreadCompactOptions): Promise<StoredThread>;
  /** Archives a thread; it is the active one no longer. */
  archive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /** Gives an archived thread the status active. */
  unarchive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<StoredThread>;
  /** Sets a thread's name. */
  rename(sessionId: StoredName, threadId: ThreadName, name: string, options?: ChangeOptions): Promise<StoredThread>;
  /** Lays members over a thread's metadata; null removes one. */
  updateMetadata(sessionId: StoredName, threadId: ThreadName, metadata: { [member: string]: Json }, options?: ChangeOptions): Promise<StoredThread>;
  /** Makes a thread active, paused or completed, in name only: which one is the session's active thread does not change. */
  setStatus(sessionId: StoredName, threadId: ThreadName, status: Exclude<ThreadStatus, "archived">, options?: ChangeOptions): Promise<StoredThread>;
  /** Removes a thread. Its messages stay in the session's history, and its forks keep theirs. */
  delete(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<void>;
  /** Makes a thread the session's active one, in place of any other. */
  setActive(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<void>;
  /** The id of a session's active thread; null when it has none. */
  active(sessionId: StoredName, options?: ReadOptions): Promise<string | null>;
  /** Leaves a session without an active thread. */
  clearActive(sessionId: StoredName, options?: ChangeOptions): Promise<void>;
  /** Takes a thread's place as the active one away, if it has it. */
  unsubscribe(sessionId: StoredName, threadId: ThreadName, options?: ChangeOptions): Promise<ThreadUnsubscribed>;
  /** How many threads a session has; 0 when it does not exist. */
  count(sessionId: StoredName, options?: CallOptions): Promise<number>;
  /** Removes all threads of all sessions and says how many there were. */
  clear(options?: CallOptions): Promise<number>;
}
