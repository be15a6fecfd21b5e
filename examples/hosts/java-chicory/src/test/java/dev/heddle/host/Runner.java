package dev.heddle.host;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.function.Function;

/** A runner of the conformance kit: docs/how-to-write-a-host.md. The argument "compile" uses Chicory's compiler. */
final class Runner {
  private static final Map<String, Integer> BITS =
      Map.of("files", Power.FILES, "sql", Power.SQL, "zstd", Power.ZSTD, "clock", Power.CLOCK, "entropy", Power.ENTROPY);

  private final BufferedInputStream in = new BufferedInputStream(System.in);
  private final OutputStream out = new BufferedOutputStream(System.out);
  private final boolean compile;
  private final Map<String, Function<Instance, Machine>> compiled = new HashMap<>(); // by the path of a module
  private final Map<String, WasmModule> parsed = new HashMap<>();
  private Settings settings = new Settings();
  private Heddle heddle;
  private Sqlite sqlite;

  private static final class Settings {
    String module;
    Map<String, Path> mounts = new HashMap<>();
    Set<String> powers = Set.of();
    Path store;
    Map<String, String> lies = new HashMap<>();
    long start, step, seed, drawn, memory = 512 << 20;
  }

  private Runner(boolean compile) {
    this.compile = compile;
  }

  public static void main(String[] args) throws IOException {
    var runner = new Runner(args.length > 0 && args[0].equals("compile"));
    for (String line; (line = runner.readLine()) != null; runner.out.flush()) {
      runner.obey(line.split(" ", 2)[0], line.contains(" ") ? line.substring(line.indexOf(' ') + 1) : "");
    }
  }

  private String readLine() throws IOException {
    var line = new java.io.ByteArrayOutputStream();
    for (int c; (c = in.read()) != '\n'; line.write(c)) if (c < 0) return null;
    return line.toString(StandardCharsets.UTF_8);
  }

  private void obey(String word, String rest) throws IOException {
    String[] parts = rest.split(" ", 2);
    switch (word) {
      case "kit" -> say("runner chicory files sql zstd clock entropy links memory lies");
      case "module" -> settings.module = rest;
      case "mount" -> settings.mounts.put(parts[0], Path.of(parts[1]));
      case "powers" -> settings.powers = new HashSet<>(List.of(rest.trim().split(" ")));
      case "store" -> settings.store = Path.of(rest);
      case "clock" -> {
        settings.start = Long.parseLong(parts[0]);
        settings.step = Long.parseLong(parts[1]);
      }
      case "entropy" -> settings.seed = Long.parseUnsignedLong(rest);
      case "lie" -> settings.lies.put(parts[0], parts[1]);
      case "memory" -> settings.memory = Long.parseLong(rest);
      case "open" -> answer(this::open);
      case "call" -> {
        byte[] request = in.readNBytes(Integer.parseInt(parts[1]));
        answer(() -> call(Integer.parseInt(parts[0]), request));
      }
      case "close" -> {
        if (sqlite != null) sqlite.close();
        sqlite = null;
        heddle = null;
        settings = new Settings();
        say("ok");
      }
      default -> throw new IOException("unknown line: " + word);
    }
  }

  private void say(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private interface Step {
    void run() throws IOException;
  }

  private void answer(Step step) throws IOException {
    try {
      step.run();
    } catch (Failure e) {
      say("error " + e.code + " " + e.getMessage().replaceAll("\\s+", " "));
    }
  }

  private void open() throws IOException {
    var folders = new Folders(settings.mounts);
    var powers = new HashMap<Integer, Power>();
    var own = settings; // a clock must not outlive its settings
    sqlite = new Sqlite(settings.powers.contains("files") ? folders : null, settings.store);
    powers.put(Power.FILES, new Liar(folders, settings.lies));
    powers.put(Power.CLOCK, (call, request) -> new Out().number((own.start += own.step) - own.step, 8).toByteArray());
    powers.put(Power.ENTROPY, (call, request) -> nextId(own));
    powers.put(Power.ZSTD, new Zstd());
    powers.put(Power.SQL, new Liar(sqlite, settings.lies));
    BITS.forEach((name, bit) -> {
      if (!settings.powers.contains(name)) powers.remove(bit);
    });
    byte[] wasm = Files.readAllBytes(Path.of(settings.module));
    heddle = new Heddle(() -> builder(own.module, wasm), powers, settings.memory);
    say("ok");
  }

  /** Parses and compiles a module once. */
  private Instance.Builder builder(String path, byte[] wasm) {
    var module = parsed.computeIfAbsent(path, p -> Parser.parse(wasm));
    var builder = Instance.builder(module);
    if (!compile) return builder;
    return builder.withMachineFactory(compiled.computeIfAbsent(path, p ->
        MachineFactoryCompiler.builder(module).withInterpreterFallback(InterpreterFallback.SILENT).compile()));
  }

  private void call(int op, byte[] request) throws IOException {
    if (heddle == null) throw new IOException("nothing is open");
    var answer = heddle.call(op, request);
    say("response " + (4 + answer.header().length + answer.body().length));
    out.write(new Out().bytes(answer.header()).toByteArray());
    out.write(answer.body());
  }

  /** The ids that the kit expects for a seed: the time counts up, the rest is splitmix64. */
  private static byte[] nextId(Settings s) {
    long high = 1767323045678L + s.drawn++ << 16 | splitmix(s) & 0xfff, low = splitmix(s);
    return ByteBuffer.allocate(16).putLong(high & ~0xf000L | 0x7000).putLong(low & ~(3L << 62) | 1L << 63).array();
  }

  private static long splitmix(Settings s) {
    long z = s.seed += 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
