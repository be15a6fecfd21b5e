package dev.heddle.host;

import java.io.ByteArrayOutputStream;
import java.nio.*;
import java.nio.charset.StandardCharsets;

/** Bytes as the ABI has them: numbers are little-endian, a text follows its length. */
final class Out extends ByteArrayOutputStream {
  Out number(long n, int bytes) {
    for (int i = 0; i < bytes; i++) write((int) (n >>> 8 * i));
    return this;
  }

  /** The text that a request begins with. One that goes beyond the request is a RuntimeException. */
  static String textIn(byte[] request) {
    int size = ByteBuffer.wrap(request).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return new String(request, 4, size, StandardCharsets.UTF_8);
  }

  Out bytes(byte[] b) {
    number(b.length, 4).writeBytes(b);
    return this;
  }

  Out text(String s) {
    return bytes(s.getBytes(StandardCharsets.UTF_8));
  }
}
