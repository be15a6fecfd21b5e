// Which SQLite library Node has: node:sqlite (built in), else better-sqlite3
// (an optional peer), else none.
import { createRequire } from "node:module";
import type { Driver } from "../sqlite/driver.js";
import { betterSqlite, type BetterSqlite3 } from "./sqlite-better.js";
import { nodeSqlite, type NodeSqlite } from "./sqlite-node.js";

/** A choice of SQLite library; "auto" takes the first that is there. */
export type SqliteChoice = "auto" | "node" | "better-sqlite3" | "none";

const require = createRequire(import.meta.url);

/** Loads a library; undefined when it is not there. */
export function sqliteDriver(choice: SqliteChoice, from: string): Driver | undefined {
  if (choice === "auto") return loadNode() ?? loadBetter(from);
  if (choice === "node") return loadNode();
  if (choice === "better-sqlite3") return loadBetter(from);
  return undefined;
}

function loadNode(): Driver | undefined {
  const emitWarning = process.emitWarning;
  process.emitWarning = (() => {}) as typeof emitWarning; // it calls itself experimental, once per process
  try {
    const library = require("node:sqlite") as NodeSqlite;
    return nodeSqlite(library);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

// The peer is looked for beside this package, then beside the program.
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
