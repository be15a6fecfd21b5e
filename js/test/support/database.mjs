// SQLite of this Node: better-sqlite3 is compiled for Node 20, and Node 22 has its own.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
export const Database = Number(process.versions.node.split(".")[0]) >= 22 ? require("node:sqlite").DatabaseSync : require("better-sqlite3");
