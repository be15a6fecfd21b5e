// The exports that all entries of the package share.
export { HeddleError, type HeddleErrorDetails } from "../wire/errors.js";
export { Heddle, type HeddleEvents } from "./heddle.js";
export type {
  AttachmentOptions,
  Attachments,
  ChangeOptions,
  CommandOptions,
  CostOptions,
  DiffOptions,
  DoctorOptions,
  Edits,
  EventsOptions,
  ExportOptions,
  FindEditsOptions,
  GetOptions,
  Ids,
  Messages,
  NativeMessagesOptions,
  ReadOptions,
  RegisterOptions,
  RenderDiffOptions,
  RevertSelector,
  RollbackSelector,
  ShareOptions,
  StoreForkOptions,
  StoreListOptions,
  StoreMessagesOptions,
  StoryOptions,
  SummarizeOptions,
  ThreadCompactOptions,
  ThreadForkOptions,
  ThreadMessagesOptions,
  ThreadReadOptions,
  Threads,
  ThreadsLoadedOptions,
  ThreadStartOptions,
  UpdateOptions,
  ViewOptions,
} from "./client.gen.js";
export type { ErrorCategory, PermissionMode, StopReason, StoreMessage, StoreMessageType, ThreadWithMessages } from "./messages.js";
export type { SessionName, StoredName, ThreadName } from "./names.js";
export type { Notes, Page, PageNotes } from "./notes.js";
export type { ImportOptions, ListOptions, SearchOptions, Sessions } from "./sessions.js";
export type { Store, StoreImportOptions } from "./store.js";
export type { SubscribeOptions } from "./subscribe.js";
export { finalText, textContent } from "./text.js";
export type { Envelope } from "../engine/abi.js";
export type { CallOptions } from "../engine/call-options.js";
export { ABI_VERSION, agentNames, errorCodes } from "../wire/types.gen.js";
export type * from "../wire/types.gen.js";
