package dev.heddle.host;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Decompression by zstd-jni. */
public final class Zstd implements Power {
  private static final int MAX_WINDOW_LOG = 27; // 128 MiB

  @Override public byte[] serve(int call, ByteBuffer request) {
    long max = request.getLong();
    byte[] data = new byte[request.getInt()];
    request.get(data);
    if (max < 0) throw new Failure("INVALID_ARGUMENT", "negative limit");
    if (data.length == 0) throw new Failure("PARSE_ERROR", "empty zstd stream");
    try (var in = new ZstdInputStream(new ByteArrayInputStream(data)).setLongMax(MAX_WINDOW_LOG)) {
      byte[] content = in.readNBytes((int) Math.min(max + 1, Integer.MAX_VALUE));
      if (content.length > max) throw new Failure("LIMIT_EXCEEDED", "zstd content is larger than the limit");
      return content;
    } catch (IOException e) {
      throw new Failure("PARSE_ERROR", "damaged zstd stream");
    }
  }
}
