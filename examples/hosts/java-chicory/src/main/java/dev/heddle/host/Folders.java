package dev.heddle.host;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;

/** Read-only folders under names. No path and no link reaches a file outside them. */
public final class Folders implements Power {
  private static final int MAX_OPEN = 64;
  private final Map<String, Path> mounts;
  private final Map<String, FileChannel> open = new HashMap<>(); // of the running call

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
    String[] names = path.split("/", -1);
    Path mount = mounts.get(names[0]);
    if (mount == null) throw new Failure("BAD_REF", "no such mount");
    Path root = mount.toRealPath(), file = root;
    for (String name : Arrays.asList(names).subList(1, names.length)) {
      boolean apart = File.separatorChar == '\\' && (name.contains("\\") || name.contains(":"));
      if (apart || List.of("", ".", "..").contains(name) || name.contains("\0")) throw new Failure("BAD_REF", "not a plain path");
      file = file.resolve(name);
    }
    return new Place(root, file);
  }

  @Override public byte[] serve(int call, ByteBuffer request) throws IOException {
    String path = Out.textIn(request.array());
    Place place = locate(path);
    Out out = new Out();
    if (call == 1) { // a link may leave the mount, since it is only described; the folders above it may not
      if (place.file != place.root) new Place(place.root, place.file.getParent()).real();
      putEntry(out, place, path.substring(path.lastIndexOf('/') + 1));
      return out.toByteArray();
    }
    var names = new ArrayList<String>();
    if (!Files.isDirectory(place.file)) throw new Failure("BAD_REF", "not a folder"); // opening a pipe would block
    try (var files = Files.newDirectoryStream(place.real())) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    names.sort(Comparator.comparing(name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    out.number(names.size(), 4);
    for (String name : names) putEntry(out, new Place(place.root, place.file.resolve(name)), name);
    return out.toByteArray();
  }

  private static void putEntry(Out out, Place place, String name) throws IOException {
    var found = Files.readAttributes(place.file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (found.isSymbolicLink()) found = Files.readAttributes(place.real(), BasicFileAttributes.class);
    } catch (IOException | Failure e) { // it leaves the mount or leads nowhere: it stays a link
    }
    out.write(found.isRegularFile() ? 1 : found.isDirectory() ? 2 : found.isSymbolicLink() ? 3 : 0);
    out.number(found.isRegularFile() ? found.size() : 0, 8).number(found.lastModifiedTime().toMillis(), 8).text(name);
  }

  /** Reads from an offset; fewer bytes than asked for only at the end of the file. */
  byte[] read(String path, long offset, long size) throws IOException {
    if (!open.containsKey(path)) {
      Path real = locate(path).real();
      if (!Files.isRegularFile(real)) throw new Failure("BAD_REF", "not a regular file"); // opening a pipe would block
      if (open.size() >= MAX_OPEN) endCall();
      open.put(path, FileChannel.open(real));
    }
    FileChannel file = open.get(path);
    if (offset < 0) throw new Failure("INVALID_ARGUMENT", "negative offset");
    var into = ByteBuffer.allocate((int) Math.max(0, Math.min(size, file.size() - offset)));
    for (int n = 0; n >= 0 && into.hasRemaining(); ) n = file.read(into, offset + into.position());
    return Arrays.copyOf(into.array(), into.position());
  }

  @Override public void endCall() {
    for (FileChannel file : open.values()) {
      try {
        file.close();
      } catch (IOException e) { // it was only read
      }
    }
    open.clear();
  }

  /** Says what went wrong without the names of this machine's folders. */
  static Failure describe(Exception e) {
    String reason = e instanceof FileSystemException f ? f.getReason() : null;
    if (e instanceof NoSuchFileException || e instanceof NotDirectoryException || "Not a directory".equals(reason))
      return new Failure("BAD_REF", "no such file or folder");
    if (e instanceof AccessDeniedException) return new Failure("PERMISSION_DENIED", "cannot be read");
    return new Failure(e instanceof IOException ? "IO_ERROR" : "INVALID_ARGUMENT", e.getClass().getSimpleName());
  }
}
