// Paths as the core names them: "mount" or "mount/rel/path".
import { byteStringOf, type ByteString } from "../wire/bytes.js";
import { Fault } from "../wire/fault.js";

/** The longest path that is accepted, in bytes. */
const MAX_PATH_BYTES = 4096;

const ELLIPSIS = byteStringOf("…");
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\xb9\xb2\xb3]|lpt[0-9\xb9\xb2\xb3])(\s*[.:].*|\s*)$/i;

/** Splits a path into the mount's name and the relative path, "" for the mount itself. */
export function splitMountPath(path: ByteString): [mount: ByteString, rel: ByteString] {
  if (path.length > MAX_PATH_BYTES) {
    throw new Fault("LIMIT_EXCEEDED", "path is longer than 4096 bytes", { path: path.slice(0, 64) + ELLIPSIS });
  }
  const cut = path.indexOf("/");
  return cut < 0 ? [path, ""] : [path.slice(0, cut), path.slice(cut + 1)];
}

/** The error of a path whose mount was not granted. */
export function noSuchMount(path: ByteString): Fault {
  return new Fault("BAD_REF", "no such mount", { path, hint: "agents.list shows which folders are granted" });
}

/** Refuses a path with anything but ordinary names after its mount. */
export function checkPlain(path: ByteString, windows = false): void {
  if (!path.includes("/")) return;
  const names = path.split("/").slice(1);
  for (const name of names) {
    const plain = name !== "" && name !== "." && name !== ".." && !name.includes("\0");
    if (!plain || (windows && (/[\\:]/.test(name) || WINDOWS_DEVICE.test(name)))) {
      throw new Fault("INVALID_ARGUMENT", "not a plain mount path", { path });
    }
  }
}
