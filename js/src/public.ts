// What every entry of the package exports.
export { HeddleError, type HeddleErrorDetails } from "./errors.js";
export { Heddle, type HeddleEvents, type Ids } from "./heddle.js";
export type {
  CommandOptions,
  CostOptions,
  DiffOptions,
  DoctorOptions,
  ExportOptions,
  GetOptions,
  ImportOptions,
  ListOptions,
  Notes,
  Page,
  PageNotes,
  RenderDiffOptions,
  SearchOptions,
  SessionName,
  Sessions,
  StoredName,
  ThreadName,
} from "./sessions.js";
export type { ErrorCategory, Messages, PermissionMode, StopReason, StoreMessage, StoreMessageType } from "./messages.js";
export type {
  ChangeOptions,
  EventsOptions,
  NativeMessagesOptions,
  ReadOptions,
  RegisterOptions,
  RevertSelector,
  ShareOptions,
  Store,
  StoreForkOptions,
  StoreImportOptions,
  StoreListOptions,
  StoreMessagesOptions,
  SubscribeOptions,
  SummarizeOptions,
  UpdateOptions,
} from "./store.js";
export type {
  RollbackSelector,
  ThreadCompactOptions,
  ThreadForkOptions,
  ThreadMessagesOptions,
  ThreadReadOptions,
  Threads,
  ThreadsLoadedOptions,
  ThreadStartOptions,
  ThreadWithMessages,
} from "./threads.js";
export type { Envelope } from "./abi.js";
export type { CallOptions } from "./call-options.js";
export { ABI_VERSION, agentNames, errorCodes } from "./types.gen.js";
export type * from "./types.gen.js";
