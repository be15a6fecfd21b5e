// The folder of each mount.
import { statSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../built/places.mjs";
import { byteStringOf, textOf, type ByteString } from "../../wire/bytes.js";
import { HeddleError } from "../../wire/errors.js";
import { resolvePlaces } from "../places.js";
import type { Mount } from "./files.js";

/** The options of `open` that name places. */
export interface NodePlaces {
  home: string | undefined;
  /** Instead of the table of places. */
  mounts: Record<string, string> | undefined;
  env: Record<string, string | undefined>;
}

/** The folder of every mount. */
export function mountsOf(g: NodePlaces): Map<ByteString, Mount> {
  const mounts = new Map<ByteString, Mount>();
  if (g.mounts) {
    for (const [name, folder] of Object.entries(g.mounts)) mounts.set(byteStringOf(name), { folder: byteStringOf(folder) });
    return mounts;
  }
  try {
    const places = resolvePlaces(table, { os: process.platform, env: (name) => g.env[name], home: g.home, exists: isFolder });
    for (const p of places) {
      const mount: Mount = { folder: byteStringOf(p.path) };
      if (p.files) mount.files = p.files.map(byteStringOf);
      mounts.set(p.mount, mount);
    }
  } catch (err) {
    throw new HeddleError("INVALID_ARGUMENT", "cannot find the folders of sessions: " + (err as Error).message, {
      hint: "name the home folder: open({ home })",
    });
  }
  return mounts;
}

/** A mount-relative path as this computer names it; one of no mount as it is. */
export function localPath(g: NodePlaces, path: string): string {
  const [mount, ...names] = path.split("/");
  const folder = mountsOf(g).get(byteStringOf(mount!))?.folder;
  return folder === undefined ? path : join(textOf(folder), ...names);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // absent, below a file, or not to be reached
  }
}
