// The messages between a page or program and its worker.
import type { ByteString } from "../wire/bytes.js";

/** Starts a worker; the first message. `host` is what the worker's host is made from. */
export interface StartMessage {
  type: "start";
  module: WebAssembly.Module;
  /** The limit of its memory in MiB, where that is known. */
  memory: number | undefined;
  /** A CallState's memory; absent where memory cannot be shared. */
  state: SharedArrayBuffer | undefined;
  host: unknown;
}

/** Runs one operation. */
export interface CallMessage {
  type: "call";
  id: number;
  op: number;
  name: string;
  request: Uint8Array;
  /** Milliseconds since the epoch; 0 means no deadline. */
  deadline: number;
  /** Whether progress is wanted. */
  progress: boolean;
  /** Databases that are not opened again, because a statement on them ran too long and its worker was terminated. */
  endedBy: readonly ByteString[];
}

/** Replaces what the host grants; answered by `done` with an empty response. */
export interface HostMessage {
  type: "host";
  id: number;
  host: unknown;
}

/** Requests the store's file; answered by `done` with a response whose body is the file. */
export interface FileMessage {
  type: "file";
  id: number;
}

/** Closes the store; the last message, answered by `closed`. */
export interface CloseMessage {
  type: "close";
}

export type ToWorker = StartMessage | CallMessage | HostMessage | FileMessage | CloseMessage;

export type FromWorker =
  | { type: "ready" }
  | { type: "failed"; code: string; message: string; hint: string | undefined }
  | { type: "done"; id: number; response: Uint8Array }
  | { type: "closed" }
  | { type: "progress"; id: number; done: number; total: number };

/** A worker as its owner uses it. Node's and the browser's have other names for the same methods. */
export interface WorkerPort {
  post(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void | Promise<unknown>;
  /** Keeps the process alive (Node) while a call runs. */
  hold(on: boolean): void;
}

/** Starts a worker that reports to the given functions. */
export type Spawn = (events: { message(m: FromWorker): void; error(err: Error): void }) => WorkerPort;
