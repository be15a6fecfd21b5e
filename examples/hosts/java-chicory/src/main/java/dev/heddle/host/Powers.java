package dev.heddle.host;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/** What this machine has: folders, the clock, ids and, where their libraries are, SQL and zstd. */
public final class Powers {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Powers() {}

  /** store is the file of Heddle's own store, or null. */
  public static Map<Integer, Power> all(Folders folders, Path store) {
    var powers = new HashMap<Integer, Power>();
    powers.put(Power.FILES, folders);
    powers.put(Power.CLOCK, (call, request) -> new Out().number(System.currentTimeMillis(), 8).toByteArray());
    powers.put(Power.ENTROPY, (call, request) -> uuid7());
    if (has("org.sqlite.JDBC")) powers.put(Power.SQL, new Sqlite(folders, store));
    if (has("com.github.luben.zstd.ZstdInputStream")) powers.put(Power.ZSTD, new Zstd());
    return powers;
  }

  private static boolean has(String library) {
    try {
      Class.forName(library);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static byte[] uuid7() {
    byte[] id = new byte[16];
    RANDOM.nextBytes(id);
    ByteBuffer.wrap(id).putLong(0, System.currentTimeMillis() << 16 | 0x7000 | RANDOM.nextInt(1 << 12));
    id[8] = (byte) (id[8] & 0x3f | 0x80);
    return id;
  }
}
