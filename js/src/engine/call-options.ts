/** Bounds and watches one call. */
export interface CallOptions {
  /** Cancels the call: it rejects with an AbortError, or with the TimeoutError of `AbortSignal.timeout`, as `fetch` does; a reason of your own is the error's cause. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call rejects with TIMEOUT, waiting for earlier calls included. */
  timeout?: number | undefined;
  /** Told at most ten times a second: bytes scanned, and of how many (0 = unknown). */
  onProgress?: ((done: number, total: number) => void) | undefined;
}
