package dev.heddle.host;

import static org.junit.jupiter.api.Assertions.*;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
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

  private static Heddle open(byte[] wasm, Map<Integer, Power> powers, long memory) {
    return new Heddle(() -> Instance.builder(Parser.parse(wasm)), powers, memory);
  }

  private String list(Map<Integer, Power> powers, String agent) {
    var answer = open(wasm, powers, 512 << 20).call(LIST, ("{\"agent\":\"" + agent + "\"}").getBytes());
    return new String(answer.header()) + new String(answer.body());
  }

  @Test void listsFiles() {
    var folders = new Folders(Map.of("claude", AGENTS.resolve("claude/home/.claude")));
    String listed = list(Map.of(Power.FILES, folders), "claude");
    assertTrue(listed.startsWith("{\"op\":\"sessions.list\"}[{\"agent\":\"claude\""), listed);
  }

  @Test void readsDatabasesWithTheDriverAlone() {
    var folders = new Folders(Map.of("opencode", AGENTS.resolve("opencode/home/.local/share/opencode")));
    String listed = list(Powers.all(folders, null), "opencode");
    assertTrue(listed.contains("\"unifiedId\":\"opencode:"), listed);
    String without = list(Map.of(Power.FILES, folders), "opencode");
    assertTrue(without.contains("UNSUPPORTED") && !without.contains("\"unifiedId\""), without);
  }

  @Test void decompressesWithTheLibraryAlone() {
    var folders = new Folders(Map.of("codex", AGENTS.resolve("codex-zst/home/.codex")));
    String listed = list(Powers.all(folders, null), "codex");
    String without = list(Map.of(Power.FILES, folders), "codex");
    assertTrue(without.contains("UNSUPPORTED") && !listed.contains("UNSUPPORTED"), without);
  }

  @Test void refusesOtherModules() {
    byte[] cut = java.util.Arrays.copyOf(wasm, wasm.length / 2), empty = java.util.Arrays.copyOf(wasm, 8);
    for (byte[] module : new byte[][] {cut, empty, "no module".getBytes(), {}}) {
      var e = assertThrows(Failure.class, () -> open(module, Map.of(), 512 << 20));
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
    var e = assertThrows(Failure.class, () -> open(other, Map.of(), 512 << 20));
    assertTrue(e.getMessage().contains("version 1") && e.getMessage().contains("it speaks version 7"), e.getMessage());
  }

  @Test void survivesAFullMemory() {
    var heddle = open(wasm, Powers.all(new Folders(Map.of()), null), 32 << 20);
    for (int i = 0; i < 2; i++) {
      byte[] large = ("{\"text\":\"" + "x".repeat(30 << 20) + "\"}").getBytes();
      var e = assertThrows(Failure.class, () -> heddle.call(NORMALIZE_TEXT, large));
      assertEquals("INTERNAL", e.code);
      assertTrue(e.getMessage().contains("32 MiB"), e.getMessage());
      var answer = heddle.call(RESOLVE, "{\"unifiedId\":\"codex:019f\"}".getBytes());
      assertEquals("{\"agent\":\"codex\",\"nativeSessionId\":\"019f\"}", new String(answer.body()));
    }
  }

  /** A module whose function call is a loop without an end: the thread that calls is interrupted. */
  @Test void endsWhenItsThreadIsInterrupted() {
    byte[] loop = java.util.HexFormat.of().parseHex("0061736d010000000118056000006000017f60017f017f60017f0060037f7f7f017e0306050001020304050301"
        + "0001073f06066d656d6f727902000b5f696e697469616c697a6500000b6162695f76657273696f6e000105616c"
        + "6c6f6300020772656c6561736500030463616c6c00040a1b0502000b040041010b05004180080b02000b080003"
        + "400c000b000b0011046e616d65030a0104010005616761696e");
    var heddle = open(loop, Map.of(), 512 << 20);
    Thread caller = Thread.currentThread();
    var timer = new Thread(() -> {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) { // nobody does
      }
      caller.interrupt();
    });
    timer.start();
    var e = assertThrows(Failure.class, () -> heddle.call(1, new byte[0]));
    Thread.interrupted(); // so that the next test is not
    assertEquals("INTERNAL", e.code);
  }
}
