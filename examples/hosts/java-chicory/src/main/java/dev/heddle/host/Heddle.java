package dev.heddle.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.*;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.ValType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A host of Heddle's core-lite.wasm over Chicory. It runs one call at a time. ABI.md describes the ABI. */
public final class Heddle {
  public static final int ABI = 1;
  private static final int[] POWER_OF_CALL = {0, 1, 1, 2, 2, 2, 2, 4, 8, 16};

  /** A response: the header is canonical JSON and has the operation's error, the body is the bare result. */
  public record Answer(byte[] header, byte[] body) {}

  private final WasmModule module;
  private final Folders folders;
  private final Map<Integer, Power> powers;
  private final long memory;
  private final Function<Instance, Machine> machine;
  private Instance instance; // null after a trap
  private byte[] kept = {}; // for host_take
  private String printed = ""; // the module's last words

  /** Instantiates a module with so many bytes of memory and checks its ABI. A machine that is null interprets. */
  public Heddle(WasmModule module, Folders folders, Map<Integer, Power> powers, long memory, Function<Instance, Machine> machine) {
    this.module = module;
    this.folders = folders;
    this.powers = powers;
    this.memory = memory;
    this.machine = machine;
    start();
  }

  /** Opens a module that is interpreted. */
  public static Heddle open(byte[] wasm, Folders folders, Map<Integer, Power> powers, long memory) {
    try {
      return new Heddle(Parser.parse(wasm), folders, powers, memory, null);
    } catch (ChicoryException e) {
      throw unfit(e);
    }
  }

  private void start() {
    var imports = ImportValues.builder().addFunction(
        function("heddle", "host_call", "iiiii", ValType.I64, a -> hostCall((int) a[0], span(a[1], a[2]), a[3], a[4])),
        function("heddle", "host_take", "ii", ValType.I32, a -> hostTake(a[0], a[1])),
        function("heddle", "file_read", "iiIii", ValType.I64, a -> fileRead(new String(span(a[0], a[1]), UTF_8), a[2], a[3], a[4])),
        function("heddle", "poll", "II", ValType.I32, a -> 0),
        function("wasi_snapshot_preview1", "fd_write", "iiii", ValType.I32, a -> print(a[1], a[2], a[3])));
    var builder = Instance.builder(module).withImportValues(imports.build())
        .withMemoryFactory(l -> new ByteArrayMemory(new MemoryLimits(l.initialPages(), (int) (memory >> 16))));
    try {
      instance = (machine == null ? builder : builder.withMachineFactory(machine)).build();
      instance.export("_initialize").apply();
      long version = instance.export("abi_version").apply()[0];
      if (version != ABI) throw new ChicoryException("it speaks version " + version);
    } catch (RuntimeException e) {
      throw unfit(e);
    }
  }

  /** The error about a module that is cut, replaced or of another ABI. */
  static Failure unfit(RuntimeException e) {
    return new Failure("UNSUPPORTED", "this host speaks version " + ABI + " of Heddle's ABI, the module does not: " + e);
  }

  /** Runs the operation with this number in abi.json. After a Failure the next call gets a new instance. */
  public Answer call(int op, byte[] request) {
    if (instance == null) start();
    try {
      long at = instance.export("alloc").apply(request.length)[0];
      if (at == 0) throw new ChicoryException("the request is larger than 160 MiB");
      instance.memory().write((int) at, request);
      long packed = instance.export("call").apply(op, at, request.length)[0];
      byte[] response = span(packed >>> 32, packed);
      instance.export("release").apply(packed >>> 32);
      int body = 4 + numbers(response).getInt();
      return new Answer(Arrays.copyOfRange(response, 4, body), Arrays.copyOfRange(response, body, response.length));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      instance = null;
      var limit = "an operation may use " + (memory >> 20) + " MiB here";
      throw new Failure("INTERNAL", "operation " + op + " stopped the module: " + printed + " " + e + "; " + limit);
    } finally {
      printed = "";
      if (folders != null) folders.endCall();
      powers.values().forEach(Power::endCall);
    }
  }

  private interface Body {
    long call(long[] args);
  }

  private HostFunction function(String module, String name, String params, ValType result, Body body) {
    var types = params.chars().mapToObj(c -> c == 'I' ? ValType.I64 : ValType.I32).toList();
    return new HostFunction(module, name, FunctionType.of(types, List.of(result)), (i, args) -> {
      boolean starting = instance == null; // in the module's start function
      return new long[] {starting ? keep(new Failure("UNSUPPORTED", "the module is starting"), "") : body.call(args)};
    });
  }

  private static ByteBuffer numbers(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A part of the guest's memory; one that is not in it stops the module. */
  private byte[] span(long at, long size) {
    return instance.memory().readBytes(check(at, size), (int) size);
  }

  private int check(long at, long size) {
    boolean within = (at & 0xffffffffL) + (size & 0xffffffffL) <= (long) instance.memory().pages() << 16;
    if (!within) throw new ChicoryException("an import was given bytes that are not in the memory");
    return (int) at;
  }

  private long hostCall(int call, byte[] request, long out, long room) {
    check(out, room);
    try {
      int bit = call >= 0 && call < POWER_OF_CALL.length ? POWER_OF_CALL[call] : ~0;
      Power power = bit == Power.FILES ? folders : powers.get(bit);
      if (call != 0 && power == null) throw new Failure("UNSUPPORTED", "this host does not grant host call " + call);
      int granted = powers.keySet().stream().reduce(folders == null ? 0 : Power.FILES, (a, b) -> a | b);
      kept = call == 0 ? new Out().number(granted, 4).toByteArray() : power.serve(call, numbers(request));
    } catch (Exception e) {
      return keep(e, pathIn(call, request));
    }
    return kept.length <= (room & 0xffffffffL) ? hostTake(out, room) : kept.length;
  }

  private static String pathIn(int call, byte[] request) {
    try {
      return call >= 1 && call <= 3 ? Out.textIn(request) : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private long hostTake(long out, long room) {
    byte[] record = kept;
    kept = new byte[0];
    if (record.length <= (room & 0xffffffffL)) instance.memory().write(check(out, record.length), record);
    return record.length;
  }

  private long fileRead(String path, long offset, long out, long size) {
    check(out, size);
    try {
      if (folders == null) throw new Failure("UNSUPPORTED", "this host grants no files");
      byte[] piece = folders.read(path, offset, size & 0xffffffffL);
      instance.memory().write((int) out, piece);
      return piece.length;
    } catch (Exception e) {
      return keep(e, path);
    }
  }

  /** Keeps the record of an error for host_take and returns its negative length. */
  private long keep(Exception e, String path) {
    Failure f = e instanceof Failure known ? known : Folders.describe(e);
    kept = new Out().text(f.code).text(path).text(f.getMessage()).text("").toByteArray();
    return -kept.length;
  }

  private long print(long pieces, long count, long written) {
    int total = 0;
    for (var in = numbers(span(pieces, 8 * Math.min(count, 64))); in.hasRemaining(); ) {
      byte[] text = span(in.getInt(), in.getInt());
      total += text.length;
      if (printed.length() < 4096) printed += new String(text, UTF_8).strip();
    }
    instance.memory().writeI32(check(written, 4), total);
    return 0;
  }
}
