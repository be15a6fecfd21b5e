package dev.heddle.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.*;
import java.util.*;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

/** Databases through xerial's driver. A foreign one is an image in memory, so nothing is written beside it. */
public final class Sqlite implements Power, AutoCloseable {
  private static final String STORE = "store/heddle.db";
  private static final int APPLICATION = 0x48646c65; // the application id of a store
  private static final int MAX_IMAGE = 1 << 30, MAX_RESULT = 256 << 20, MAX_ROWS = 1 << 20, MAX_HANDLES = 1024;
  private static final long MAX_STEPS = 1L << 28, MAX_STORE_STEPS = 1L << 32;
  private static final String NOT_TABLES = "SELECT CAST(name AS BLOB) FROM sqlite_master"
      + " WHERE lower(type) = 'view' OR (lower(type) = 'table' AND coalesce(rootpage, 0) = 0) LIMIT 4097";

  private final Folders folders;
  private final Path store; // null for none
  private final Map<Long, Handle> handles = new HashMap<>(); // of the running call
  private Database reader, writer; // of the store; they outlive calls
  private long last;

  private record Handle(Database database, boolean writable) {}

  /** folders may be null, and so may store, the file of Heddle's own store, the only one that is written to. */
  public Sqlite(Folders folders, Path store) {
    this.folders = folders;
    this.store = store;
  }

  @Override public byte[] serve(int call, ByteBuffer in) throws Exception {
    try {
      if (call == 3) return open(in);
      long number = in.getLong();
      Handle handle = call == 6 ? handles.remove(number) : handles.get(number);
      if (call == 6) {
        if (handle != null && handle.database.steps == MAX_STEPS) handle.database.close();
        return new byte[0];
      }
      if (handle == null) throw new Failure("INVALID_ARGUMENT", "no such database handle");
      if (call == 4) return (handle.database == reader && writer != null ? writer : handle.database).query(bytes(in), in);
      if (!handle.writable) throw new Failure("PERMISSION_DENIED", "database is read-only");
      if (writer == null) writer = Database.ofStore(store, "rwc");
      writer.execute(in);
      return new byte[0];
    } catch (SQLException e) {
      throw describe(e);
    }
  }

  private byte[] open(ByteBuffer in) throws IOException, SQLException {
    String path = new String(bytes(in), StandardCharsets.UTF_8);
    boolean writable = in.get() != 0;
    if (handles.size() >= MAX_HANDLES) throw new Failure("LIMIT_EXCEEDED", "more than 1,024 open databases");
    boolean own = path.equals(STORE) && store != null;
    if (writable && !own) throw new Failure("PERMISSION_DENIED", "not a database of this engine's store");
    handles.put(++last, new Handle(own ? openStore(writable) : openImage(path, in), writable));
    return new Out().number(last, 8).toByteArray();
  }

  private Database openStore(boolean writable) throws IOException, SQLException {
    if (reader != null) return reader;
    if (writable && Files.notExists(store)) {
      Files.createDirectories(store.getParent());
      Files.createFile(store);
    }
    if (Files.notExists(store)) throw new Failure("BAD_REF", "no such file");
    byte[] head = new byte[100];
    try (var file = Files.newInputStream(store)) {
      int n = file.readNBytes(head, 0, head.length);
      int id = ByteBuffer.wrap(head).getInt(68);
      boolean magic = new String(head, 0, Math.min(n, 16), StandardCharsets.ISO_8859_1).equals("SQLite format 3\0");
      if (n > 0 && (!magic || id != APPLICATION && id != 0)) throw new Failure("PARSE_ERROR", "this file is not a store of Heddle");
    }
    return reader = Database.ofStore(store, "ro");
  }

  /** Reads a database and the newest pages of its write-ahead log. */
  private Database openImage(String path, ByteBuffer in) throws IOException, SQLException {
    if (folders == null) throw new Failure("BAD_REF", "no such mount");
    long pageSize = in.getLong(), pages = in.getLong();
    int newer = in.getInt();
    if (newer < 0 || newer > in.remaining() / 16) throw new Failure("INVALID_ARGUMENT", "more pages than the request has");
    if (pages > 0 && (pageSize < 512 || pageSize > 65536 || Long.bitCount(pageSize) != 1))
      throw new Failure("INVALID_ARGUMENT", "a write-ahead log without a page size");
    if (pages < 0 || pages > MAX_IMAGE / Math.max(pageSize, 1)) throw new Failure("LIMIT_EXCEEDED", "the database is larger than 1 GiB");
    byte[] image = folders.read(path, 0, pages > 0 ? pageSize * pages : MAX_IMAGE + 1L);
    if (image.length > MAX_IMAGE) throw new Failure("LIMIT_EXCEEDED", "the database is larger than 1 GiB");
    if (pages > 0) image = Arrays.copyOf(image, (int) (pageSize * pages));
    for (int i = 0; i < newer; i++) {
      long page = in.getLong();
      byte[] bytes = folders.read(path + "-wal", in.getLong(), pageSize);
      if (page < 1 || page > pages || bytes.length < pageSize) throw new Failure("IO_ERROR", "the write-ahead log became shorter");
      System.arraycopy(bytes, 0, image, (int) ((page - 1) * pageSize), bytes.length);
    }
    if (image.length > 19) image[18] = image[19] = 1; // no write-ahead log
    return Database.ofImage(image);
  }

  @Override public void endCall() {
    for (Handle handle : handles.values()) if (handle.database.steps == MAX_STEPS) handle.database.close();
    handles.clear();
  }

  @Override public void close() {
    endCall();
    for (Database database : Arrays.asList(reader, writer)) if (database != null) database.close();
    reader = writer = null;
  }

  private static byte[] bytes(ByteBuffer in) {
    int size = in.getInt();
    Objects.checkFromIndexSize(0, size, in.remaining());
    byte[] b = new byte[size];
    in.get(b);
    return b;
  }

  private static Failure describe(SQLException e) {
    int code = e.getErrorCode() & 0xff;
    String name = switch (code) {
      case 1, 11, 16, 17, 20, 24, 26 -> "PARSE_ERROR";
      case 5, 6, 15, 19 -> "CONFLICT";
      case 7, 18, 22 -> "LIMIT_EXCEEDED";
      case 9 -> "LIMIT_EXCEEDED"; // nothing but the limit of steps interrupts
      case 3, 8, 23 -> "PERMISSION_DENIED";
      case 21, 25 -> "INVALID_ARGUMENT";
      default -> "IO_ERROR";
    };
    String message = e.getMessage().replaceFirst("^\\[\\w+\\][^(]*\\((.*)\\)$", "$1"); // SQLite's own words
    int full = e instanceof SQLiteException known ? known.getResultCode().code : e.getErrorCode();
    return new Failure(name, message + " (SQLite " + full + ")");
  }

  /** One connection. */
  private static final class Database {
    final long steps; // a statement's limit
    private final SQLiteConnection connection;
    private final Set<String> views = new HashSet<>();
    private long done;

    private Database(String url, long steps) throws SQLException {
      this.steps = steps;
      connection = DriverManager.getConnection("jdbc:sqlite:" + url).unwrap(SQLiteConnection.class);
      connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
      connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MAX_RESULT);
      run("PRAGMA trusted_schema=0", "PRAGMA busy_timeout=5000");
    }

    static Database ofStore(Path file, String mode) throws SQLException {
      var database = new Database(file.toUri().toString().replace("///", "/") + "?mode=" + mode, MAX_STORE_STEPS);
      if (mode.equals("rwc")) {
        try (var rows = database.connection.createStatement().executeQuery("PRAGMA page_count")) {
          if (rows.getLong(1) == 0) database.run("PRAGMA auto_vacuum=INCREMENTAL");
        }
        database.run("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON");
      }
      return database;
    }

    static Database ofImage(byte[] image) throws SQLException {
      var database = new Database(":memory:", MAX_STEPS);
      try {
        if (image.length > 0) database.connection.deserialize("main", image);
        database.run("PRAGMA temp_store=2", "PRAGMA cell_size_check=1", "PRAGMA query_only=1", "PRAGMA schema_version");
        try (var rows = database.connection.createStatement().executeQuery(NOT_TABLES)) {
          while (rows.next()) database.views.add(SqlGuard.lower(new String(rows.getBytes(1), StandardCharsets.UTF_8)));
        }
        if (database.views.size() > 4096) throw new Failure("LIMIT_EXCEEDED", "database has more than 4,096 views");
        return database;
      } catch (SQLException | Failure e) {
        database.close();
        throw e;
      }
    }

    void close() {
      try {
        connection.close();
      } catch (SQLException e) { // nothing of it is needed any more
      }
    }

    private void run(String... statements) throws SQLException {
      try (var statement = connection.createStatement()) {
        for (String sql : statements) statement.execute(sql);
      }
    }

    byte[] query(byte[] sql, ByteBuffer in) throws SQLException, IOException {
      try (var statement = prepare(sql, in, false)) {
        var rows = statement.executeQuery();
        int columns = rows.getMetaData().getColumnCount(), count = 0;
        Out out = new Out();
        for (; rows.next(); count++) {
          if (count == MAX_ROWS || out.size() > MAX_RESULT) throw new Failure("LIMIT_EXCEEDED", "query result is too large");
          out.number(columns, 4);
          for (int i = 1; i <= columns; i++) putValue(out, rows, i);
        }
        Out result = new Out().number(count, 4);
        out.writeTo(result);
        return result.toByteArray();
      }
    }

    void execute(ByteBuffer in) throws SQLException {
      run("BEGIN IMMEDIATE");
      try {
        for (int count = in.getInt(); count > 0; count--) {
          try (var statement = prepare(bytes(in), in, true)) {
            if (statement != null) statement.execute();
          }
        }
        run("COMMIT");
      } catch (SQLException | RuntimeException e) {
        try {
          ProgressHandler.clearHandler(connection);
          run("ROLLBACK");
        } catch (SQLException over) { // SQLite has rolled back by itself
        }
        throw e;
      }
    }

    /** Prepares a statement with its arguments. A pragma of a batch is run at once; then the result is null. */
    private PreparedStatement prepare(byte[] sql, ByteBuffer in, boolean batch) throws SQLException {
      var guard = new SqlGuard(batch, views);
      String text = guard.check(new String(sql, StandardCharsets.UTF_8));
      limitSteps();
      int count = in.getInt();
      if (batch && text.regionMatches(true, 0, "pragma", 0, 6)) {
        try (var statement = connection.createStatement()) {
          statement.executeUpdate(text); // unlike execute it goes to the end of incremental_vacuum
        }
        return null;
      }
      var statement = connection.prepareStatement(text);
      if (statement.getParameterMetaData().getParameterCount() != count) throw new Failure("INVALID_ARGUMENT", "statement and arguments differ in number");
      for (int i = 1; i <= count; i++) {
        switch (in.get()) {
          case 0 -> statement.setNull(i, Types.NULL);
          case 1 -> statement.setLong(i, in.getLong());
          case 2 -> statement.setDouble(i, in.getDouble());
          case 3 -> {
            String argument = new String(bytes(in), StandardCharsets.UTF_8);
            if (guard.readsSchema && views.contains(SqlGuard.lower(argument))) throw new Failure("PERMISSION_DENIED", "only tables are read");
            statement.setString(i, argument);
          }
          default -> statement.setBytes(i, bytes(in));
        }
      }
      return statement;
    }

    private void limitSteps() throws SQLException {
      done = 0;
      ProgressHandler.setHandler(connection, 4000, new ProgressHandler() {
        @Override protected int progress() {
          return (done += 4000) > steps ? 1 : 0;
        }
      });
    }

    private static void putValue(Out out, ResultSet rows, int column) throws SQLException {
      Object value = rows.getObject(column);
      if (value == null) out.write(0);
      else if (value instanceof byte[] blob) out.number(4, 1).bytes(blob);
      else if (value instanceof String) out.number(3, 1).bytes(rows.getBytes(column)); // as it is stored, UTF-8 or not
      else if (value instanceof Double real) out.number(2, 1).number(Double.doubleToRawLongBits(real), 8);
      else out.number(1, 1).number(((Number) value).longValue(), 8);
    }
  }
}
