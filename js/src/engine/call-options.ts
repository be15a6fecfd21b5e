/** The limits and the progress of one call. */
export interface CallOptions {
  /** Cancels the call: it rejects with an AbortError, or with the TimeoutError of `AbortSignal.timeout`, as `fetch` does; a reason of your own is the error's cause. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call rejects with TIMEOUT, waiting for earlier calls included. */
  timeout?: number | undefined;
  /** Called at most ten times a second with the bytes scanned and their total (0: unknown). */
  onProgress?: ((done: number, total: number) => void) | undefined;
}
