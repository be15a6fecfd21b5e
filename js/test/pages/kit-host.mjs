// What the conformance kit does to a host, in Node and in a page: it takes powers away and lies.
import { Fault } from "../../dist/wire/fault.js";

const members = { files: "files", sql: "sql", zstd: "zstd", clock: "now", entropy: "id" };

/** Leaves a host the powers of the settings, and has it lie as they say. */
export function limitHost(host, { powers, lies }) {
  for (const [power, member] of Object.entries(members)) {
    if (!powers.includes(power)) delete host[member];
  }
  for (const lie of lies) tellLie(host, lie);
  return host;
}

function tellLie(host, { about, what }) {
  const refuse = (path) => {
    throw new Fault(what, "a lie", { path });
  };
  const { files, sql } = host;
  if (sql && about === "sql") {
    host.sql = new Proxy(sql, { get: (_, name) => (name === "open" ? (db) => refuse(db.path) : sql[name].bind(sql)) });
  }
  if (!files) return;
  const distort = (entry) => ({ ...entry, ...(about === "size" && { size: Number(what) }), ...(about === "time" && { modTime: Number(what) }) });
  host.files = {
    stat: (path) => (about === "stat" ? refuse(path) : distort(files.stat(path))),
    list: (path) => (about === "list" ? refuse(path) : files.list(path).map(distort)),
    readAt(path, into, offset) {
      if (about === "read") refuse(path);
      if (about === "short") return files.readAt(path, into.subarray(0, Number(what)), offset);
      const n = files.readAt(path, into, offset);
      return about === "long" ? into.length + 1 : n;
    },
    release: () => files.release(),
  };
}

