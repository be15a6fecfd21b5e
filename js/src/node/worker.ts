// The worker of Node: its host is made of node:fs and a SQLite library.
import { randomFillSync } from "node:crypto";
import { statSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { table } from "../built/places.mjs";
import { byteStringOf, type ByteString } from "../bytes.js";
import { HeddleError } from "../errors.js";
import type { Host, Watch } from "../host.js";
import { resolvePlaces } from "../places.js";
import type { ToWorker } from "../protocol.js";
import { Service } from "../service.js";
import { DriverSql } from "../sql.js";
import { uuidV7 } from "../uuid.js";
import { decompress } from "../zstd.js";
import { NodeFiles, type Mount } from "./files.js";
import { sqliteDriver, type SqliteChoice } from "./sqlite.js";

/** What `open` grants; plain data, because it crosses to the worker. */
export interface NodeGrant {
  home: string | undefined;
  mounts: Record<string, string> | undefined;
  env: Record<string, string | undefined>;
  sqlite: SqliteChoice;
  now: number | undefined;
  /** Where the program runs: better-sqlite3 is looked for from there. */
  from: string;
}

function makeHost(grant: unknown, watch: Watch): Host {
  const g = grant as NodeGrant;
  const files = new NodeFiles(mountsOf(g));
  const host: Host = {
    files,
    zstd: decompress,
    now: g.now === undefined ? Date.now : () => g.now!,
    id: uuidV7((into) => randomFillSync(into)),
  };
  const driver = sqliteDriver(g.sqlite, g.from);
  if (driver) host.sql = new DriverSql(files, driver, watch);
  return host;
}

function mountsOf(g: NodeGrant): Map<ByteString, Mount> {
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
    throw new HeddleError("INVALID_ARGUMENT", "cannot tell where sessions are: " + (err as Error).message, {
      hint: "name the home folder: open({ home })",
    });
  }
  return mounts;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const service = new Service(makeHost, (m, transfer) => parentPort!.postMessage(m, transfer));
parentPort!.on("message", (m: ToWorker) => service.receive(m));
