package dev.heddle.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.*;
import com.dylibso.chicory.wasm.*;
import com.dylibso.chicory.wasm.types.*;
import java.nio.*;
import java.util.*;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A host of Heddle's core-lite.wasm over Chicory. It runs one call at a time. ABI.md describes the ABI. */
public final class Heddle {
  public static final int ABI = 1;
  private static final int[] POWER_OF_CALL = {0, 1, 1, 2, 2, 2, 2, 4, 8, 16};

  /** A response: the header is canonical JSON and has the operation's error, the body is the bare result. */
  public record Answer(byte[] header, byte[] body) {}

  private final Supplier<Instance.Builder> module;
  private final Map<Integer, Power> powers;
  private final int pages; // of memory
  private Instance instance; // null after a trap
  private byte[] kept = {}; // for host_take
  private String printed = ""; // the module's last words

  /** Opens a module, with so many bytes of memory, and checks its ABI. It is asked for again after a trap. */
  public Heddle(Supplier<Instance.Builder> module, Map<Integer, Power> powers, long memory) {
    this.module = module;
    this.powers = powers;
    this.pages = (int) (memory >> 16);
    start();
  }

  private void start() {
    var imports = ImportValues.builder().addFunction(
        function("heddle", "host_call", "iiiii", ValType.I64, this::hostCall),
        function("heddle", "host_take", "ii", ValType.I32, (in, a) -> hostTake(in, a[0], a[1])),
        function("heddle", "file_read", "iiIii", ValType.I64, this::fileRead),
        function("heddle", "poll", "II", ValType.I32, (in, a) -> 0L),
        function("wasi_snapshot_preview1", "fd_write", "iiii", ValType.I32, this::print));
    try {
      var started = module.get().withImportValues(imports.build())
          .withMemoryFactory(l -> new ByteArrayMemory(new MemoryLimits(l.initialPages(), pages)))
          .build();
      started.export("_initialize").apply();
      long version = started.export("abi_version").apply()[0];
      if (version != ABI) throw new ChicoryException("it speaks version " + version);
      instance = started;
    } catch (RuntimeException e) { // the module is cut, replaced or of another ABI
      String own = "this host speaks version " + ABI + " of Heddle's ABI, the module does not: ";
      throw new Failure("UNSUPPORTED", own + e);
    }
  }

  /** Runs the operation with this number in abi.json. After a Failure the next call gets a new instance. */
  public Answer call(int op, byte[] request) {
    if (instance == null) start();
    try {
      long at = instance.export("alloc").apply(request.length)[0];
      if (at == 0) throw new ChicoryException("the request is larger than 160 MiB");
      instance.memory().write((int) at, request);
      long packed = instance.export("call").apply(op, at, request.length)[0];
      byte[] response = span(instance, packed >>> 32, packed);
      instance.export("release").apply(packed >>> 32);
      int body = 4 + numbers(response).getInt();
      byte[] header = Arrays.copyOfRange(response, 4, body);
      return new Answer(header, Arrays.copyOfRange(response, body, response.length));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      instance = null;
      String limit = "; an operation may use " + (pages >> 4) + " MiB here";
      throw new Failure("INTERNAL", "operation " + op + " stopped the module: " + printed + e + limit);
    } finally {
      printed = "";
      powers.values().forEach(Power::endCall);
    }
  }

  private static HostFunction function(
      String module, String name, String params, ValType result, BiFunction<Instance, long[], Long> body) {
    var types = params.chars().mapToObj(c -> c == 'I' ? ValType.I64 : ValType.I32).toList();
    var type = FunctionType.of(types, List.of(result));
    return new HostFunction(module, name, type, (in, args) -> new long[] {body.apply(in, args)});
  }

  private static ByteBuffer numbers(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A part of the guest's memory. One that is not in it stops the module. */
  private static byte[] span(Instance in, long at, long size) {
    return in.memory().readBytes(check(in, at, size), (int) size);
  }

  private static int check(Instance in, long at, long size) {
    if ((at & 0xffffffffL) + (size & 0xffffffffL) > (long) in.memory().pages() << 16)
      throw new ChicoryException("an import was given bytes that are not in the memory");
    return (int) at;
  }

  private long hostCall(Instance in, long[] args) {
    int call = (int) args[0];
    byte[] request = span(in, args[1], args[2]);
    check(in, args[3], args[4]);
    String path = "";
    try {
      if (call >= 1 && call <= 3) path = Out.textIn(request);
      byte[] granted = new Out().number(powers.keySet().stream().mapToInt(bit -> bit).sum(), 4).toByteArray();
      kept = call == 0 ? granted : power(call).serve(call, numbers(request));
    } catch (Exception e) {
      return keep(e, path);
    }
    return kept.length <= (args[4] & 0xffffffffL) ? hostTake(in, args[3], args[4]) : kept.length;
  }

  private Power power(int call) {
    Power power = call > 0 && call < POWER_OF_CALL.length ? powers.get(POWER_OF_CALL[call]) : null;
    if (power == null) throw new Failure("UNSUPPORTED", "this host does not grant host call " + call);
    return power;
  }

  private long hostTake(Instance in, long out, long room) {
    byte[] record = kept;
    kept = new byte[0];
    if (record.length <= (room & 0xffffffffL)) in.memory().write(check(in, out, record.length), record);
    return record.length;
  }

  private long fileRead(Instance in, long[] args) {
    String path = new String(span(in, args[0], args[1]), UTF_8);
    int out = check(in, args[3], args[4]);
    try {
      byte[] piece = power(1).read(path, args[2], args[4] & 0xffffffffL);
      in.memory().write(out, piece, 0, (int) Math.min(piece.length, args[4] & 0xffffffffL));
      return piece.length;
    } catch (Exception e) {
      return keep(e, path);
    }
  }

  /** Keeps the record of an error for host_take and returns its negative length. */
  private long keep(Exception e, String path) {
    Failure f = Failure.of(e);
    kept = new Out().text(f.code).text(path).text(f.getMessage()).text("").toByteArray();
    return -kept.length;
  }

  private long print(Instance in, long[] args) {
    var piece = numbers(span(in, args[1], 8)); // a guest of TinyGo writes one
    byte[] text = span(in, piece.getInt(), piece.getInt());
    if (printed.length() < 4096) printed += new String(text, 0, Math.min(text.length, 4096), UTF_8);
    in.memory().writeI32(check(in, args[3], 4), text.length);
    return 0;
  }
}
