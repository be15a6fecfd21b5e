// The environment of an agent's process, and where its program is.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { HeddleError } from "../wire/errors.js";

/** Environment variables. */
export type Variables = Record<string, string | undefined>;

const windows = process.platform === "win32";

// Windows compares names of variables without case.
const comparable = (name: string): string => (windows ? name.toUpperCase() : name);

/**
 * Returns `base` without what `unset` names (a trailing * stands for any end),
 * with `set`, each NAME=value.
 */
export function environmentOf(base: Variables, set: readonly string[], unset: readonly string[]): Record<string, string> {
  const added = set.map((variable) => {
    const at = variable.indexOf("=");
    return at < 0 ? ([variable, ""] as const) : ([variable.slice(0, at), variable.slice(at + 1)] as const);
  });
  const replaced = new Set(added.map(([name]) => comparable(name)));
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    const own = comparable(name);
    const removed = unset.some((p) => (p.endsWith("*") ? own.startsWith(comparable(p.slice(0, -1))) : own === comparable(p)));
    if (value !== undefined && !removed && !replaced.has(own)) out[name] = value;
  }
  for (const [name, value] of added) out[name] = value;
  return out;
}

/**
 * Returns the absolute path of a program: a path, relative to `cwd`, or a name
 * that is looked up in the PATH of `env`. A missing program is UNSUPPORTED, and
 * the hint says how to install it.
 */
export function findProgram(program: string, cwd: string, env: Record<string, string>, install?: string): string {
  const named = program.includes("/") || (windows && program.includes("\\"));
  const folders = named ? [] : searchPath(env);
  const candidates = named ? [isAbsolute(program) ? program : join(cwd, program)] : folders.map((folder) => join(folder, program));
  for (const candidate of candidates) {
    for (const ending of windows ? ["", ".exe", ".com"] : [""]) {
      if (isProgram(candidate + ending)) return candidate + ending;
    }
  }
  throw new HeddleError("UNSUPPORTED", `the program ${program} is not installed`, {
    hint: install === undefined ? "install it, or name the program" : "install it: " + install,
  });
}

// A program of the working folder must be named as a path.
function searchPath(env: Record<string, string>): string[] {
  const path = Object.entries(env).findLast(([name]) => comparable(name) === "PATH")?.[1] ?? "";
  return path.split(delimiter).filter(isAbsolute);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
