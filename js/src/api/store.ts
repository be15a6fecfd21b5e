// The operations on stored sessions: those that pass a request through are
// generated, subscriptions, snapshots and the store's file are here.
import type { CallOptions } from "../engine/call-options.js";
import { text } from "../wire/bytes.js";
import { HeddleError } from "../wire/errors.js";
import type { Json, StoredSession, StoreEvent, StoreImportRequest } from "../wire/types.gen.js";
import type { Ask } from "./ask.js";
import { storeCallsOf, type StoreCalls } from "./client.gen.js";
import type { StoredName } from "./names.js";
import { checkOptions } from "./options.js";
import { followEvents, type Bell, type SubscribeOptions } from "./subscribe.js";

/** The options of `store.import`. */
export type StoreImportOptions = Omit<StoreImportRequest, "snapshot" | "compressed"> & CallOptions;

/**
 * Durable sessions of your own: an append-only log in one SQLite file. A change
 * survives a crash once its call has returned, and several processes may write.
 * Granted by the option `store` of `open`.
 *
 * ```js
 * const heddle = await open({ store: true });
 * await heddle.store.record("s1", { type: "user", content: "Where is the parser?" });
 * for (const m of await heddle.store.messages("s1")) console.log(m.type, m.content);
 * ```
 */
export interface Store extends StoreCalls {
  /**
   * Creates a session from a snapshot: its text, its bytes (compressed with zstd
   * or not) or the parsed object.
   *
   * ```js
   * const snapshot = await heddle.store.export("s1");
   * await other.store.import(snapshot, { sessionId: "s1-copy" });
   * ```
   */
  import(snapshot: string | Uint8Array | { [member: string]: Json }, options?: StoreImportOptions): Promise<StoredSession>;
  /**
   * Yields a session's events: the existing ones first, then new ones. Changes by
   * this engine arrive at once, those of other processes every `pollMs`
   * milliseconds. The iterator ends after a message of type `result` or `error`
   * that is the last one recorded, or when the session is deleted. It waits for a
   * session that does not exist yet, and for the next turn when `after` is the
   * end of the log.
   *
   * ```js
   * for await (const event of heddle.store.subscribe("s1", { signal: AbortSignal.timeout(60_000) })) {
   *   if (event.kind === "message") console.log(event.payload);
   * }
   * ```
   */
  subscribe(sessionId: StoredName, options?: SubscribeOptions): AsyncGenerator<StoreEvent, void, undefined>;
  /**
   * Returns the bytes of the store's file, complete without a journal. Any other
   * host can open them.
   *
   * ```js
   * await writeFile("heddle.db", await heddle.store.file()); // Node
   * link.href = URL.createObjectURL(new Blob([await heddle.store.file()])); // a page
   * ```
   */
  file(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
}

/** Implements {@link Store}; `bell` rings after every change that this engine makes. */
export function storeOf(ask: Ask, bell: Bell): Store {
  return {
    ...storeCallsOf(ask),
    import: async (snapshot, options) => importSnapshot(ask, snapshot, options),
    subscribe: (sessionId, options = {}) => {
      checkOptions("store.subscribe", options, ["after", "signal", "pollMs"]);
      return followEvents((after) => ask("store.events", { sessionId, after }), bell, options);
    },
    file: (options) => ask.file(options),
  };
}

const isZstd = (bytes: Uint8Array): boolean => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;

// The snapshot's text is sent unchanged, so that its numbers stay exact.
async function importSnapshot(ask: Ask, snapshot: string | Uint8Array | object, options?: StoreImportOptions): Promise<StoredSession> {
  if (snapshot instanceof Uint8Array) {
    if (isZstd(snapshot)) return ask("store.import", { compressed: base64(snapshot) }, options);
    snapshot = text(snapshot);
  }
  if (typeof snapshot !== "string") return ask("store.import", { snapshot }, options);
  try {
    JSON.parse(snapshot);
  } catch (cause) {
    throw new HeddleError("INVALID_EXPORT_FORMAT", "the snapshot is not JSON", { op: "store.import", cause });
  }
  return ask("store.import", {}, options, { snapshot });
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary);
}
