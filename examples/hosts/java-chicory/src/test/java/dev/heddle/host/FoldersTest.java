package dev.heddle.host;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
  @TempDir Path temp;
  private Folders folders;

  @BeforeEach void make() throws IOException {
    Files.createDirectories(temp.resolve("m/folder"));
    Files.writeString(temp.resolve("secret"), "secret");
    Files.writeString(temp.resolve("m/folder/file"), "0123456789");
    folders = new Folders(Map.of("m", temp.resolve("m")));
  }

  private String read(String path, long offset, int size) throws IOException {
    return new String(folders.read(path, offset, size));
  }

  private byte[] serve(int call, String path) throws IOException {
    return folders.serve(call, ByteBuffer.wrap(new Out().text(path).toByteArray()).order(ByteOrder.LITTLE_ENDIAN));
  }

  @Test void readsAtOffsets() throws IOException {
    assertEquals("0123", read("m/folder/file", 0, 4));
    assertEquals("89", read("m/folder/file", 8, 4));
    assertEquals("", read("m/folder/file", 99, 4));
    assertThrows(Failure.class, () -> read("m/folder", 0, 4));
    assertThrows(Failure.class, () -> read("m/folder/file", -1, 4));
  }

  @Test void refusesWhatIsNoPlainPath() {
    for (String path : List.of("m/../secret", "m/folder/../../secret", "m//folder", "m/./folder", "m/folder/", "m/f\0", "", "/", temp + "/secret")) {
      assertEquals("INVALID_ARGUMENT", assertThrows(Failure.class, () -> folders.read(path, 0, 9), path).code);
      for (int call : new int[] {1, 2})
        assertEquals("INVALID_ARGUMENT", assertThrows(Failure.class, () -> serve(call, path), path).code);
    }
  }

  @Test void namesNothingThatIsNotThere() {
    for (String path : List.of("x", "x/y", "m/nothing", "m/folder/file/x"))
      assertEquals("BAD_REF", Failure.of(assertThrows(Exception.class, () -> read(path, 0, 9), path)).code, path);
  }

  @Test void followsNoLinkOutOfAMount() throws IOException {
    for (var link : Map.of("out", "../secret", "above", "..", "in", "folder/file", "a", "folder", "z", "nothing").entrySet())
      Files.createSymbolicLink(temp.resolve("m").resolve(link.getKey()), Path.of(link.getValue()));
    for (String path : List.of("m/out", "m/above/secret"))
      assertEquals("PERMISSION_DENIED", assertThrows(Failure.class, () -> read(path, 0, 9)).code);
    assertEquals("PERMISSION_DENIED", assertThrows(Failure.class, () -> serve(2, "m/above")).code);
    assertEquals("PERMISSION_DENIED", assertThrows(Failure.class, () -> serve(1, "m/above/secret")).code);
    assertEquals("012", read("m/in", 0, 3));
    assertEquals("012", read("m/a/file", 0, 3));

    var in = ByteBuffer.wrap(serve(2, "m")).order(ByteOrder.LITTLE_ENDIAN);
    var names = new ArrayList<String>();
    for (int count = in.getInt(); count > 0; count--) {
      byte kind = in.get();
      in.position(in.position() + 16);
      byte[] name = new byte[in.getInt()];
      in.get(name);
      names.add(kind + " " + new String(name));
    }
    assertEquals(List.of("2 a", "3 above", "2 folder", "1 in", "3 out", "3 z"), names);
  }
}
