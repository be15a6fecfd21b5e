package dev.heddle.host;

import java.io.IOException;
import java.nio.file.*;

/** An error with one of the codes of ABI.md. */
public final class Failure extends RuntimeException {
  public final String code;

  Failure(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Says what went wrong without the names of this machine's folders. */
  static Failure of(Exception e) {
    if (e instanceof Failure known) return known;
    if (e instanceof AccessDeniedException) return new Failure("PERMISSION_DENIED", "cannot be read");
    if (e instanceof FileSystemException) return new Failure("BAD_REF", "no such file or folder");
    return new Failure(e instanceof IOException ? "IO_ERROR" : "INVALID_ARGUMENT", e.getClass().getName());
  }
}
