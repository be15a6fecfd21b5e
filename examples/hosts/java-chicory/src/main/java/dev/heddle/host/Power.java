package dev.heddle.host;

import java.nio.ByteBuffer;

/** Answers the host calls of one bit of the powers in ABI.md. */
public interface Power {
  int FILES = 1, SQL = 2, ZSTD = 4, CLOCK = 8, ENTROPY = 16;

  byte[] serve(int call, ByteBuffer request) throws Exception;

  /** Reads from an offset of a file; fewer bytes than asked for only at its end. */
  default byte[] read(String path, long offset, long size) throws Exception {
    throw new Failure("UNSUPPORTED", "this power has no files");
  }

  /** Closes what belongs to one call of the module. */
  default void endCall() {}
}
