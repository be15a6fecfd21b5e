// Private files of an agent's process: what other users must not see in its
// arguments. They are in a folder of the registry with a file that names their
// owner, so that the files of a killed owner are found.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeddleError } from "../wire/errors.js";
import type { LivePrivateFile } from "../wire/types.gen.js";

const FILES_PREFIX = "files-";
const OWNER_NAME = "owner.json";
const DRAFT_MS = 60_000; // after this time a folder without an owner's file is nobody's

/** Private files that have been written. */
export interface WrittenFiles {
  /** The arguments with the paths of the files. */
  args: readonly string[];
  remove(): void;
}

/** Writes private files into a new folder below `folder`, or the system's for temporary files. */
export function writeFiles(folder: string | undefined, owner: object, files: readonly LivePrivateFile[], args: readonly string[]): WrittenFiles {
  if (files.length === 0) return { args, remove: () => {} };
  let own: string | undefined;
  const remove = (): void => {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  };
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    own = mkdtempSync(join(folder ?? tmpdir(), FILES_PREFIX)); // with mode 0700
    writeFileSync(join(own, OWNER_NAME), JSON.stringify(owner), { mode: 0o600 });
    const paths = [...args];
    for (const { name, content, arg } of files) {
      paths[arg] = join(own, name);
      writeFileSync(paths[arg], content, { mode: 0o600 });
    }
    return { args: paths, remove };
  } catch (err) {
    remove();
    throw new HeddleError("IO_ERROR", `a private file for the agent cannot be written: ${(err as Error).message}`, { cause: err });
  }
}

/** Removes the private files below `folder` whose owner has ended. */
export function reapFiles<T>(folder: string, hasEnded: (owner: T) => boolean): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.startsWith(FILES_PREFIX));
  } catch {
    // there is no such folder yet
  }
  for (const name of names) {
    const path = join(folder, name);
    if (isOver<T>(path, hasEnded)) rmSync(path, { recursive: true, force: true });
  }
}

function isOver<T>(path: string, hasEnded: (owner: T) => boolean): boolean {
  try {
    return hasEnded(JSON.parse(readFileSync(join(path, OWNER_NAME), "utf8")) as T);
  } catch {
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    return Date.now() - since > DRAFT_MS;
  }
}
