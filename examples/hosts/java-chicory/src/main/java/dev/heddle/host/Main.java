package dev.heddle.host;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Lists the sessions of a home folder: {@code Main core-lite.wasm ~ [AGENT]}. */
public final class Main {
  private static final int SESSIONS_LIST = 5; // its number in abi.json

  /** Where the agents have their files on Linux; places.json of the repository has the complete table. */
  private static final Map<String, String> PLACES = Map.of(
      "claude", ".claude", "codex", ".codex", "gemini", ".gemini", "copilot", ".copilot", "cursor", ".cursor",
      "opencode", ".local/share/opencode", "pi", ".pi/agent", "omp", ".omp/agent", "openclaw", ".openclaw",
      "hermes", ".hermes");

  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("usage: Main MODULE HOME [AGENT]");
      System.exit(2);
    }
    var mounts = new HashMap<String, Path>();
    PLACES.forEach((name, folder) -> mounts.put(name, Path.of(args[1], folder)));
    var folders = new Folders(mounts);
    var wasm = Parser.parse(Files.readAllBytes(Path.of(args[0])));
    var heddle = new Heddle(() -> Instance.builder(wasm), Powers.all(folders, null), 512 << 20);
    if (args.length > 2 && !PLACES.containsKey(args[2])) {
      System.err.println("this program has no folder of " + args[2]);
      System.exit(2);
    }
    String request = args.length > 2 ? "{\"agent\":\"" + args[2] + "\"}" : "{}";
    var answer = heddle.call(SESSIONS_LIST, request.getBytes());
    System.out.println(new String(answer.header()) + "\n" + new String(answer.body()));
  }
}
