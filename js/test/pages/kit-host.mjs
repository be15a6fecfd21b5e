// What the conformance kit does to a host, in Node and in a page: it takes powers away and lies.
import { Engine } from "../../dist/engine/instance.js";
import { compile } from "../../dist/engine/module.js";
import { Fault } from "../../dist/wire/fault.js";

const BYTES_PER_MIB = 1 << 20;

/** A watch that never ends a call. */
const watch = { check() {}, progress() {} };

const members = { files: "files", sql: "sql", zstd: "zstd", clock: "now", entropy: "id" };

/** Starts an engine of a module's bytes, over the host that `open` returns and as the settings limit it. */
export async function startEngine(module, settings, open) {
  const { memory } = settings;
  const compiled = await compile(module, memory === undefined ? undefined : memory / BYTES_PER_MIB);
  const host = await open(watch);
  const engine = new Engine(compiled, limitHost(host, settings));
  engine.start();
  return { call: (op, request) => engine.call(op, "op " + op, request), close: () => host.close?.(true) };
}

/** Leaves a host the powers of the settings, and has it lie as they say. */
function limitHost(host, { powers, lies }) {
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

