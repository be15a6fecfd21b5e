package dev.heddle.host;

/** An error with one of the codes of ABI.md. */
public final class Failure extends RuntimeException {
  public final String code;

  Failure(String code, String message) {
    super(message);
    this.code = code;
  }
}
