package dev.heddle.host;

import static org.junit.jupiter.api.Assertions.*;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The host with core-lite.wasm, which make lite builds; the conformance kit's runner covers the rest. */
class HeddleTest {
  private static final Path ROOT = Path.of("../../..");
  private static final Path AGENTS = ROOT.resolve("testdata/agents");
  private static final int LIST = 5, RESOLVE = 3, NORMALIZE_TEXT = 69;
  private byte[] wasm;

  @BeforeEach void findModule() throws IOException {
    Path lite = ROOT.resolve("build/core-lite.wasm");
    Assumptions.assumeTrue(Files.exists(lite), "make lite builds core-lite.wasm");
    wasm = Files.readAllBytes(lite);
  }

  private static Heddle open(WasmModule module, Folders folders, long memory) {
    return new Heddle(module, folders, Powers.all(folders, null), memory, null);
  }

  private String list(Folders folders, Map<Integer, Power> powers, String agent) {
    var heddle = new Heddle(Parser.parse(wasm), folders, powers, 512 << 20, null);
    var answer = heddle.call(LIST, ("{\"agent\":\"" + agent + "\"}").getBytes());
    return new String(answer.header()) + new String(answer.body());
  }

  @Test void listsFiles() {
    var folders = new Folders(Map.of("claude", AGENTS.resolve("claude/home/.claude")));
    String listed = list(folders, Map.of(), "claude");
    assertTrue(listed.startsWith("{\"op\":\"sessions.list\"}[{\"agent\":\"claude\""), listed);
  }

  @Test void readsDatabasesWithTheDriverAlone() {
    var folders = new Folders(Map.of("opencode", AGENTS.resolve("opencode/home/.local/share/opencode")));
    String listed = list(folders, Powers.all(folders, null), "opencode");
    assertTrue(listed.contains("\"unifiedId\":\"opencode:"), listed);
    String without = list(folders, Map.of(), "opencode");
    assertTrue(without.contains("UNSUPPORTED") && !without.contains("\"unifiedId\""), without);
  }

  @Test void decompressesWithTheLibraryAlone() {
    var folders = new Folders(Map.of("codex", AGENTS.resolve("codex-zst/home/.codex")));
    String listed = list(folders, Powers.all(folders, null), "codex");
    String without = list(folders, Map.of(), "codex");
    assertTrue(without.contains("UNSUPPORTED") && !listed.contains("UNSUPPORTED"), without);
  }

  @Test void refusesOtherModules() {
    byte[] cut = java.util.Arrays.copyOf(wasm, wasm.length / 2), empty = java.util.Arrays.copyOf(wasm, 8);
    for (byte[] module : new byte[][] {cut, empty, "no module".getBytes(), {}}) {
      var e = assertThrows(Failure.class, () -> Heddle.open(module, new Folders(Map.of()), Map.of(), 512 << 20));
      assertEquals("UNSUPPORTED", e.code);
      assertTrue(e.getMessage().contains("version " + Heddle.ABI), e.getMessage());
    }
  }

  /** A module whose function abi_version returns 7. */
  @Test void namesBothVersions() {
    byte[] other = java.util.HexFormat.of().parseHex("0061736d01000000"
        + "0108026000006000017f" // types () → () and () → i32
        + "0303020001" // two functions
        + "071d020b5f696e697469616c697a6500000b6162695f76657273696f6e0001" // their names
        + "0a090202000b040041070b"); // their code
    var e = assertThrows(Failure.class, () -> Heddle.open(other, new Folders(Map.of()), Map.of(), 512 << 20));
    assertTrue(e.getMessage().contains("version 1") && e.getMessage().contains("it speaks version 7"), e.getMessage());
  }

  @Test void survivesAFullMemory() {
    var heddle = open(Parser.parse(wasm), new Folders(Map.of()), 32 << 20);
    for (int i = 0; i < 2; i++) {
      byte[] large = ("{\"text\":\"" + "x".repeat(30 << 20) + "\"}").getBytes();
      var e = assertThrows(Failure.class, () -> heddle.call(NORMALIZE_TEXT, large));
      assertEquals("INTERNAL", e.code);
      assertTrue(e.getMessage().contains("32 MiB"), e.getMessage());
      var answer = heddle.call(RESOLVE, "{\"unifiedId\":\"codex:019f\"}".getBytes());
      assertEquals("{\"agent\":\"codex\",\"nativeSessionId\":\"019f\"}", new String(answer.body()));
    }
  }
}
