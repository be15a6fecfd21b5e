/** Bounds and watches one call. */
export interface CallOptions {
  /** Cancels the call: it rejects with TIMEOUT, the signal's reason as its cause. */
  signal?: AbortSignal;
  /** Milliseconds until the call rejects with TIMEOUT, waiting for earlier calls included. */
  timeout?: number;
  /** Told at most ten times a second: bytes scanned, and of how many (0 = unknown). */
  onProgress?: (done: number, total: number) => void;
}
