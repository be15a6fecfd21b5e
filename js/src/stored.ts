// The store, its threads and its messages, as requests to the engine.
import { text } from "./bytes.js";
import type { CallOptions } from "./call-options.js";
import { HeddleError } from "./errors.js";
import type { Messages, PermissionMode, StopReason, StoreMessage } from "./messages.js";
import { checkOptions } from "./options.js";
import type { Notes } from "./sessions.js";
import type { Store, StoreImportOptions } from "./store.js";
import { follow, type Bell } from "./subscribe.js";
import type { Threads, ThreadWithMessages } from "./threads.js";
import type { Json, OpName, Operations } from "./types.gen.js";

/** How an operation is run. */
export interface Ask {
  /** `verbatim` is JSON text of a further member of the request. */
  <N extends OpName>(op: N, request: object, options?: object, verbatim?: { [member: string]: string }): Promise<Operations[N]["result"]>;
  /** With what accompanies the result. */
  noted<N extends OpName>(op: N, request: object, options?: object): Promise<Operations[N]["result"] & Notes>;
  /** The store's file. */
  file(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
}

/** `heddle.store`; `bell` rings after every change that this engine makes. */
export function storeOf(ask: Ask, bell: Bell): Store {
  return {
    register: (sessionId, metadata) => ask("store.register", { sessionId }, metadata),
    update: (sessionId, metadata) => ask("store.update", { sessionId }, metadata),
    record: (sessionId, messages, options) => ask("store.record", { sessionId, messages: several(messages) }, options),
    get: (sessionId, options) => ask("store.get", { sessionId }, options),
    list: (options) => ask("store.list", {}, options),
    messages: async (sessionId, options) => messagesOf(await ask("store.messages", { sessionId }, options)),
    messageCount: (sessionId, options) => ask("store.messageCount", { sessionId }, options),
    sessionCount: (options) => ask("store.sessionCount", {}, options),
    delete: async (sessionId, options) => void (await ask("store.delete", { sessionId }, options)),
    clear: (options) => ask("store.clear", {}, options),
    fork: (sessionId, options) => ask("store.fork", { sessionId }, options),
    share: (sessionId, options) => ask("store.share", { sessionId }, options),
    getShare: (sessionId, options) => ask("store.getShare", { sessionId }, options),
    unshare: async (sessionId, options) => void (await ask("store.unshare", { sessionId }, options)),
    revert: (sessionId, selector, options) => ask("store.revert", { ...selector, sessionId }, options),
    unrevert: (sessionId, options) => ask("store.unrevert", { sessionId }, options),
    summarize: (sessionId, options) => ask("store.summarize", { sessionId }, options),
    getSummary: (sessionId, options) => ask("store.getSummary", { sessionId }, options),
    export: (sessionId, options) => ask("store.export", { sessionId }, options),
    import: async (snapshot, options) => importSnapshot(ask, snapshot, options),
    events: (sessionId, options) => ask("store.events", { sessionId }, options),
    subscribe: (sessionId, options = {}) => {
      checkOptions("store.subscribe", options, ["after", "signal", "pollMs"]);
      return follow((after) => ask("store.events", { sessionId, after }), bell, options);
    },
    check: (options) => ask("store.check", {}, options),
    stats: (options) => ask("store.stats", {}, options),
    compact: (options) => ask("store.compact", {}, options),
    nativeSessions: (options) => ask.noted("store.nativeSessions", {}, options),
    nativeMessages: async (sessionId, options) =>
      (await ask.noted("store.nativeMessages", { sessionId }, options)) as unknown as StoreMessage[] & Notes,
    file: (options) => ask.file(options),
  };
}

/** `heddle.threads`. */
export function threadsOf(ask: Ask): Threads {
  return {
    start: (sessionId, options) => ask("threads.start", { sessionId }, options),
    list: (sessionId, options) => ask("threads.list", { sessionId }, options),
    loaded: (sessionId, options) => ask("threads.loaded", { sessionId }, options),
    get: (sessionId, threadId, options) => ask("threads.get", { sessionId, threadId }, options),
    read: async (sessionId, threadId, options) => (await ask("threads.read", { sessionId, threadId }, options)) as unknown as ThreadWithMessages,
    messages: async (sessionId, threadId, options) => messagesOf(await ask("threads.messages", { sessionId, threadId }, options)),
    record: (sessionId, threadId, messages, options) => ask("threads.record", { sessionId, threadId, messages: several(messages) }, options),
    resume: (sessionId, threadId, options) => ask("threads.resume", { sessionId, threadId }, options),
    fork: (sessionId, threadId, options) => ask("threads.fork", { sessionId, threadId }, options),
    rollback: (sessionId, threadId, selector, options) => ask("threads.rollback", { ...selector, sessionId, threadId }, options),
    unrollback: (sessionId, threadId, options) => ask("threads.unrollback", { sessionId, threadId }, options),
    compact: (sessionId, options) => ask("threads.compact", { sessionId }, options),
    archive: (sessionId, threadId, options) => ask("threads.archive", { sessionId, threadId }, options),
    unarchive: (sessionId, threadId, options) => ask("threads.unarchive", { sessionId, threadId }, options),
    rename: (sessionId, threadId, name, options) => ask("threads.rename", { sessionId, threadId, name }, options),
    updateMetadata: (sessionId, threadId, metadata, options) => ask("threads.updateMetadata", { sessionId, threadId, metadata }, options),
    setStatus: (sessionId, threadId, status, options) => ask("threads.setStatus", { sessionId, threadId, status }, options),
    delete: async (sessionId, threadId, options) => void (await ask("threads.delete", { sessionId, threadId }, options)),
    setActive: async (sessionId, threadId, options) => void (await ask("threads.setActive", { sessionId, threadId }, options)),
    active: (sessionId, options) => ask("threads.active", { sessionId }, options),
    clearActive: async (sessionId, options) => void (await ask("threads.clearActive", { sessionId }, options)),
    unsubscribe: (sessionId, threadId, options) => ask("threads.unsubscribe", { sessionId, threadId }, options),
    count: (sessionId, options) => ask("threads.count", { sessionId }, options),
    clear: (options) => ask("threads.clear", {}, options),
  };
}

/** `heddle.messages`. */
export function messageReaderOf(ask: Ask): Messages {
  return {
    normalize: async (message, options) => (await ask("messages.normalize", { message }, options)) as unknown as StoreMessage,
    normalizeText: async (text, options) => (await ask("messages.normalizeText", { text }, options)) as unknown as StoreMessage[],
    parseStopReason: async (value, options) => (await ask("messages.parseStopReason", { value }, options)) as StopReason,
    parsePermissionMode: async (value, options) => (await ask("messages.parsePermissionMode", { value }, options)) as PermissionMode,
    makeRequestId: (options) => ask("messages.makeRequestId", {}, options),
  };
}

const readers = /^store\.(get|list|messages|messageCount|sessionCount|getShare|getSummary|export|events|check|stats|native\w+)$|^threads\.(list|loaded|get|read|messages|active|count)$/;

/** Whether an operation may write to the store. */
export const writes = (op: string): boolean => /^(store|threads)\.|^sessions\.import$/.test(op) && !readers.test(op);

const several = (messages: StoreMessage | readonly StoreMessage[]): readonly StoreMessage[] =>
  Array.isArray(messages) ? messages : [messages as StoreMessage];

const messagesOf = (list: Json[]): StoreMessage[] => list as unknown as StoreMessage[];

const isZstd = (bytes: Uint8Array): boolean => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;

// A snapshot's text goes to the engine as it is, so that its numbers stay exact.
async function importSnapshot(ask: Ask, snapshot: string | Uint8Array | object, options?: StoreImportOptions): Promise<Operations["store.import"]["result"]> {
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
