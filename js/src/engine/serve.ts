// Answers a guest's host calls: decodes the request, calls the host, encodes the
// result.
import type { Files, Host, Sql } from "../host/types.js";
import { Fault } from "../wire/fault.js";
import { Call, Power, Reader, Writer } from "./abi.js";

/** The bits that `Call.powers` answers. */
export function grantedPowers(host: Host): number {
  return (
    (host.files ? Power.files : 0) |
    (host.sql ? Power.sql : 0) |
    (host.zstd ? Power.zstd : 0) |
    (host.now ? Power.clock : 0) |
    (host.id ? Power.entropy : 0) |
    Power.poll |
    (host.prices ? Power.prices : 0)
  );
}

/** Answers one host call: decodes the request, asks the host, encodes the result. */
export function answerHostCall(host: Host, call: number, request: Uint8Array): Uint8Array {
  const r = new Reader(request);
  switch (call) {
    case Call.powers: {
      const w = new Writer(4);
      w.u32(grantedPowers(host));
      return w.bytes;
    }
    case Call.stat:
    case Call.list:
      return serveFiles(requirePower(host.files, "files"), call, r);
    case Call.sqlOpen:
    case Call.sqlQuery:
    case Call.sqlExec:
    case Call.sqlClose:
      return serveSql(requirePower(host.sql, "SQLite"), call, r);
    case Call.zstd: {
      const decompress = requirePower(host.zstd, "zstd decompressor");
      const max = r.int();
      return decompress(r.blob(), max);
    }
    case Call.now: {
      const w = new Writer(8);
      w.i64(BigInt(Math.floor(requirePower(host.now, "clock")())));
      return w.bytes;
    }
    case Call.id:
      return requirePower(host.id, "entropy")();
  }
  throw new Fault("UNSUPPORTED", "unknown host call");
}

function requirePower<T>(power: T | undefined, what: string): T {
  if (power === undefined) throw new Fault("UNSUPPORTED", "the host grants no " + what);
  return power;
}

function serveFiles(files: Files, call: number, r: Reader): Uint8Array {
  const path = r.path();
  const w = new Writer();
  if (call === Call.stat) {
    w.entry(files.stat(path));
    return w.bytes;
  }
  const entries = files.list(path);
  w.u32(entries.length);
  for (const e of entries) w.entry(e);
  return w.bytes;
}

function serveSql(sql: Sql, call: number, r: Reader): Uint8Array {
  const w = new Writer();
  if (call === Call.sqlOpen) {
    w.i64(sql.open(r.database()));
    return w.bytes;
  }
  const handle = r.i64();
  if (call === Call.sqlQuery) {
    const query = r.sql();
    const rows = sql.query(handle, query, r.values());
    w.u32(rows.length);
    for (const row of rows) w.values(row);
  } else if (call === Call.sqlExec) {
    sql.exec(
      handle,
      Array.from({ length: r.count(8) }, () => r.statement()),
    );
  } else {
    sql.close(handle);
  }
  return w.bytes;
}
