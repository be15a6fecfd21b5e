/**
 * What an aborted call rejects with: the reason that the platform created
 * (AbortError, or the TimeoutError of `AbortSignal.timeout`), else an
 * AbortError whose cause is the caller's reason.
 */
export function abortError(reason: unknown): Error {
  if (reason instanceof DOMException) return reason;
  const err = new DOMException("the call was aborted", "AbortError");
  Object.defineProperty(err, "cause", { value: reason, configurable: true, writable: true });
  return err;
}
