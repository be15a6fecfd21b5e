package dev.heddle.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;
import java.util.regex.Pattern;

/**
 * Read-only folders under names. No path and no link reaches a file outside them. Java opens a file by its
 * path, after the check: grant no folder in which somebody who is not trusted can exchange folders for links.
 */
public final class Folders implements Power {
  // A part that is empty, a dot or two, and what no part may contain. Elsewhere \ and : are letters of names.
  private static final Pattern ODD =
      Pattern.compile("/\\.{0,2}/|\0" + (File.separatorChar == '\\' ? "|[\\\\:]" : ""));
  private final Map<String, Path> mounts;

  /** Mounts are names of places.json with their folders. */
  public Folders(Map<String, Path> mounts) {
    this.mounts = mounts;
  }

  /** A file as a path names it, below the real folder of its mount. */
  private record Place(Path root, Path file) {
    Path real() throws IOException {
      Path real = file.toRealPath();
      if (!real.startsWith(root)) throw new Failure("PERMISSION_DENIED", "symbolic link leaves its mount");
      return real;
    }
  }

  private Place locate(String path) throws IOException {
    if (ODD.matcher("/" + path + "/").find()) throw new Failure("INVALID_ARGUMENT", "not a plain path");
    String[] names = path.split("/", 2);
    Path mount = mounts.get(names[0]);
    if (mount == null) throw new Failure("BAD_REF", "no such mount");
    Path root = mount.toRealPath();
    return new Place(root, names.length < 2 ? root : root.resolve(names[1]));
  }

  @Override
  public byte[] serve(int call, ByteBuffer request) throws IOException {
    String path = Out.textIn(request.array());
    Place place = locate(path);
    if (call == 1) {
      // The file may be a link that leaves the mount, since it is only described; its folder may not.
      if (path.contains("/")) new Place(place.root, place.file.getParent()).real();
      return describe(new Out(), place, path.substring(path.lastIndexOf('/') + 1)).toByteArray();
    }
    String[] names = place.real().toFile().list();
    if (names == null) throw new Failure("BAD_REF", "not a folder that can be read");
    Arrays.sort(names, (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8)));
    Out out = new Out().number(names.length, 4);
    for (String name : names) describe(out, new Place(place.root, place.file.resolve(name)), name);
    return out.toByteArray();
  }

  private static Out describe(Out out, Place place, String name) throws IOException {
    var found = Files.readAttributes(place.file, BasicFileAttributes.class, NOFOLLOW_LINKS);
    try {
      if (found.isSymbolicLink()) found = Files.readAttributes(place.real(), BasicFileAttributes.class);
    } catch (IOException | Failure e) {
      // It leaves the mount or leads nowhere: it stays a link.
    }
    out.write(found.isRegularFile() ? 1 : found.isDirectory() ? 2 : found.isSymbolicLink() ? 3 : 0);
    out.number(found.isRegularFile() ? found.size() : 0, 8);
    return out.number(found.lastModifiedTime().toMillis(), 8).text(name);
  }

  @Override
  public byte[] read(String path, long offset, long size) throws IOException {
    Path real = locate(path).real();
    if (!Files.isRegularFile(real)) throw new Failure("BAD_REF", "not a regular file"); // a pipe would block
    if (offset < 0) throw new Failure("INVALID_ARGUMENT", "negative offset");
    try (var file = FileChannel.open(real, StandardOpenOption.READ, NOFOLLOW_LINKS)) {
      var into = ByteBuffer.allocate((int) Math.max(0, Math.min(size, file.size() - offset)));
      for (int n = 0; n >= 0 && into.hasRemaining(); ) n = file.read(into, offset + into.position());
      return Arrays.copyOf(into.array(), into.position());
    }
  }
}
