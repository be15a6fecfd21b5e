package dev.heddle.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists the sessions of a home folder: {@code Main core-lite.wasm ~ [AGENT]}. */
public final class Main {
  private static final int SESSIONS_LIST = 5; // its number in abi.json

  /** Where the agents have their files on Linux; places.json of the repository has the complete table. */
  private static final Map<String, String> PLACES = Map.of(
      "claude", ".claude", "codex", ".codex", "gemini", ".gemini", "copilot", ".copilot", "cursor", ".cursor",
      "opencode", ".local/share/opencode", "pi", ".pi/agent", "omp", ".omp/agent", "openclaw", ".openclaw", "hermes", ".hermes");

  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("usage: Main MODULE HOME [AGENT]");
      System.exit(2);
    }
    var folders = new Folders(PLACES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> Path.of(args[1], e.getValue()))));
    var heddle = Heddle.open(Files.readAllBytes(Path.of(args[0])), folders, Powers.all(folders, null), 512 << 20);
    var answer = heddle.call(SESSIONS_LIST, (args.length > 2 ? "{\"agent\":\"" + args[2] + "\"}" : "{}").getBytes());
    System.out.println(new String(answer.header()) + "\n" + new String(answer.body()));
  }
}
