package dev.heddle.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A power that answers wrongly, as the conformance kit asks for. */
record Liar(Power power, Map<String, String> lies) implements Power {
  private static final List<String> CALLS = List.of("", "stat", "list", "sql");

  /** Refuses when the settings have a lie of this kind, whose argument is a code. */
  private void refuse(String about) {
    if (lies.containsKey(about)) throw new Failure(lies.get(about), "a lie");
  }

  @Override
  public byte[] serve(int call, ByteBuffer request) throws Exception {
    if (call <= 3) refuse(CALLS.get(call));
    byte[] answer = power.serve(call, request);
    var entries = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
    if (call > 2) return answer;
    for (int at = call == 2 ? 4 : 0; at < answer.length; at += 21 + entries.getInt(at + 17)) {
      if (lies.containsKey("size")) entries.putLong(at + 1, Long.parseLong(lies.get("size")));
      if (lies.containsKey("time")) entries.putLong(at + 9, Long.parseLong(lies.get("time")));
    }
    return answer;
  }

  @Override
  public byte[] read(String path, long offset, long size) throws Exception {
    refuse("read");
    long most = Math.min(size, Long.parseLong(lies.getOrDefault("short", "" + size)));
    byte[] piece = power.read(path, offset, most);
    return lies.containsKey("long") ? Arrays.copyOf(piece, (int) size + 1) : piece;
  }

  @Override
  public void endCall() {
    power.endCall();
  }
}
