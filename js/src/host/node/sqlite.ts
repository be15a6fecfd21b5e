// Loads Node's SQLite library: node:sqlite (built in), else better-sqlite3 (an
// optional peer), else none.
import { createRequire } from "node:module";
import type { Driver } from "../sqlite/driver.js";
import { betterSqlite, type BetterSqlite3 } from "./sqlite-better.js";
import { nodeSqlite, type NodeSqlite } from "./sqlite-node.js";

/** A choice of SQLite library; "auto" uses the first that is available. */
export type SqliteChoice = "auto" | "node" | "better-sqlite3" | "none";

const require = createRequire(import.meta.url);

/** Loads a library; undefined when it is not available. */
export function sqliteDriver(choice: SqliteChoice, from: string): Driver | undefined {
  if (choice === "auto") return loadNode() ?? loadBetter(from);
  if (choice === "node") return loadNode();
  if (choice === "better-sqlite3") return loadBetter(from);
  return undefined;
}

function loadNode(): Driver | undefined {
  const emitWarning = process.emitWarning;
  process.emitWarning = (() => {}) as typeof emitWarning; // it warns once per process that it is experimental
  try {
    const library = require("node:sqlite") as NodeSqlite;
    return nodeSqlite(library);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

// The peer is resolved from this package, then from the program.
function loadBetter(from: string): Driver | undefined {
  for (const load of [require, createRequire(from)]) {
    try {
      return betterSqlite(load("better-sqlite3") as BetterSqlite3);
    } catch {
      continue;
    }
  }
  return undefined;
}
