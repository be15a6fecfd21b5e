// Where the files of this package are, also for a program that a bundler made.
import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { HeddleError } from "../wire/errors.js";

/**
 * The path of a file of dist: below `assets`, else beside this module, else in the
 * package that the running program would import.
 */
export function packageFile(name: string, assets?: string): string {
  if (assets !== undefined) return join(resolve(assets), name);
  for (const folder of [ownFolder, ...packageFolders()]) {
    if (folder !== undefined && existsSync(join(folder, name))) return join(folder, name);
  }
  throw new HeddleError("UNSUPPORTED", `${name} is not beside this program, which was bundled`, {
    op: "open",
    hint: "copy node_modules/heddle/dist beside the bundle, and name the copy: open({ assets: FOLDER }); or leave heddle out of the bundle",
  });
}

/** dist, from the URL of this module; undefined where a bundler made it another file, or none. */
const ownFolder = ((): string | undefined => {
  // A variable, because bundlers replace new URL(…, import.meta.url) by a file of theirs.
  const url: unknown = import.meta.url;
  if (typeof url !== "string" || !url.startsWith("file:")) return undefined;
  try {
    return dirname(dirname(fileURLToPath(url)));
  } catch {
    return undefined; // a name of the bundler's own
  }
})();

function packageFolders(): string[] {
  const folders: string[] = [];
  for (const from of [process.argv[1], join(process.cwd(), "package.json")]) {
    try {
      if (from !== undefined) folders.push(join(dirname(resolveFrom(resolve(from), "heddle/package.json")), "dist"));
    } catch {
      // not installed there
    }
  }
  return folders;
}

/** Bundlers follow a createRequire that is imported by its name, and look for the package. */
const resolveFrom = (from: string, name: string): string => nodeModule.createRequire(from).resolve(name);
