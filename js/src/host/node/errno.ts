import { Fault } from "../../wire/fault.js";
import type { ByteString } from "../../wire/bytes.js";

/** Thrown when a symbolic link points out of its mount. */
export class LeavesMount extends Error {}

/** An error of the operating system that Node did not raise itself. */
export class Errno extends Error {
  constructor(readonly code: "ENOENT" | "ENOTDIR" | "ELOOP") {
    super(code);
  }
}

// The texts of the other hosts for the errors that reading can raise.
const words: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EIO: "input/output error",
  EINVAL: "invalid argument",
  EISDIR: "is a directory",
  EMFILE: "too many open files",
  ENFILE: "too many open files in system",
  ENAMETOOLONG: "file name too long",
  ENOMEM: "cannot allocate memory",
  ENXIO: "no such device or address",
  EBUSY: "device or resource busy",
  ESTALE: "stale NFS file handle",
};

/** Turns an error about a path into a Fault that names its mount path. */
export function describeErrno(path: ByteString, err: unknown): Fault {
  if (err instanceof Fault) return err;
  if (err instanceof LeavesMount) return new Fault("PERMISSION_DENIED", "symbolic link leaves its mount", { path });
  const code = String((err as { code?: unknown }).code);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return new Fault("BAD_REF", "no such file or folder", { path });
    case "ELOOP":
      return new Fault("PERMISSION_DENIED", "too many symbolic links", { path });
    case "EACCES":
    case "EPERM":
      return new Fault("PERMISSION_DENIED", "cannot be read: " + words[code], {
        path,
        hint: "check the permissions of the file and of the folders above it",
      });
  }
  return new Fault("IO_ERROR", "cannot be read: " + (words[code] ?? code), { path });
}

/** Whether an error says that a path does not exist. */
export function isMissing(err: unknown): boolean {
  const code = (err as { code?: unknown } | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
