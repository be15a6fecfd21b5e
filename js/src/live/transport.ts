// What a live session needs of the world that runs its agent.
import type { HeddleError } from "../wire/errors.js";
import type { LiveSignal, LiveSpawn } from "../wire/types.gen.js";

/** Starts the process of an agent. */
export interface Transport {
  /**
   * Starts a process. Its files are there before it starts, and are removed after
   * it has ended. `output` receives what it prints on standard output, in
   * pieces cut anywhere. An error that is thrown ends the session.
   */
  start(spawn: LiveSpawn, output: (data: Uint8Array) => void): Connection;
}

/** A running process. */
export interface Connection {
  /** Queues data for standard input. It does not wait for the process. */
  write(data: string): void;
  /** Resolves when what was written has been passed on, or will never be; undefined when nothing much waits. */
  drained(): Promise<void> | undefined;
  /** Closes standard input after what is queued. */
  closeInput(): void;
  /** Sends a signal to the whole process group. */
  signal(signal: LiveSignal): void;
  /** Stops and continues calling `output`; the process waits meanwhile. */
  pause(): void;
  resume(): void;
  /** Resolves when the process group has ended and all output was passed on. It never rejects. */
  readonly ended: Promise<ConnectionEnd>;
}

/** How a process ended. */
export interface ConnectionEnd {
  /** The exit status; 128 and the number of the signal for a process that a signal ended. */
  status: number;
  /** The end of standard error, at most 64 KB. */
  stderr: string;
  /** Whether no process of the group is left. */
  gone: boolean;
  /** Why the process could not be started. */
  error?: HeddleError;
}
