// Where the program is that runs live sessions.
import { accessSync, constants, statSync } from "node:fs";
import nodeModule from "node:module";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { HeddleError } from "../wire/errors.js";

const windows = process.platform === "win32";
const file = windows ? "heddle.exe" : "heddle";

/** What to do when it is missing. */
export const INSTALL_HINT = "install it: npm install heddle-cli";

/**
 * The absolute path of the program `heddle`: `named`, else the variable
 * HEDDLE_PROGRAM, else the package heddle-cli, else the first of the PATH.
 * UNSUPPORTED: no program is found, or what is named cannot be run.
 */
export function findProgram(named: string | undefined): string {
  const chosen = named ?? (process.env["HEDDLE_PROGRAM"] || undefined);
  if (chosen !== undefined) {
    const path = resolve(chosen);
    if (isProgram(path)) return path;
    throw new HeddleError("UNSUPPORTED", `${path} is not a program`, { hint: INSTALL_HINT + ", or name the program: startAgent({ heddleProgram: PATH })" });
  }
  const found = packagedProgram() ?? searchPath().map((folder) => join(folder, file)).find(isProgram);
  if (found !== undefined) return found;
  throw new HeddleError("UNSUPPORTED", "live sessions need the program heddle, which is not installed", { hint: INSTALL_HINT });
}

/** The program of heddle-cli, beside this package or that of the running program. */
function packagedProgram(): string | undefined {
  const platform = `heddle-cli-${process.platform}-${process.arch}/package.json`;
  for (const from of [ownFile(), join(process.cwd(), "package.json")]) {
    if (from === undefined) continue;
    try {
      const cli = resolveFrom(from, "heddle-cli/package.json");
      const path = join(dirname(resolveFrom(cli, platform)), "bin", file);
      if (isProgram(path)) return path;
    } catch {
      // not installed there
    }
  }
  return undefined;
}

/** The file of a package. Bundlers follow a createRequire that is imported by its name, and look for the package. */
const resolveFrom = (from: string, name: string): string => nodeModule.createRequire(from).resolve(name);

declare const __filename: unknown; // of CommonJS

/** This file, or the bundle that it is in. Bundles as CommonJS have no import.meta.url. */
function ownFile(): string | undefined {
  const url: unknown = import.meta.url;
  if (typeof url === "string" && url.startsWith("file:")) return url;
  return typeof __filename === "string" && isAbsolute(__filename) ? __filename : undefined;
}

function searchPath(): string[] {
  const name = Object.keys(process.env).find((key) => (windows ? key.toUpperCase() : key) === "PATH");
  return (name === undefined ? "" : process.env[name]!).split(delimiter).filter(isAbsolute);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
