// Statements in SQLite libraries that cannot be interrupted: better-sqlite3 in
// Node 20, node:sqlite in Node 22 (scripts/test.mjs runs this file in both).
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Call, Reader, Writer } from "../dist/engine/abi.js";
import { open } from "../dist/node/slim.js";
import { ops } from "../dist/wire/types.gen.js";
import { guest, imports, op } from "./support/guest.mjs";
import { repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const OUTPUT = 65536 - 4096;
const header = [...op.i32(OUTPUT), ...op.i32(2), ...op.store, ...op.i32(OUTPUT + 4), ...op.i32(0x7d7b), ...op.store];

/** Opens a database with the first bytes of the request, and queries it with the rest; answers with the refusal to open it, if any. */
const openAndQuery = (length) =>
  [
    [op.i32(Call.sqlOpen), op.get(1), op.i32(length), op.get(1), op.i32(length), op.add, op.i32(8), op.call(imports.hostCall), op.wrap, op.set(3)],
    [op.get(3), op.i32(0), op.ltS, op.if],
    [header, op.i32(OUTPUT + 6), op.i32(1024), op.call(imports.hostTake), op.set(4)],
    [op.i64(OUTPUT), op.i64(32), op.i64shl, op.get(4), op.i32(6), op.add, op.extend, op.i64or, op.return],
    [op.end],
    [op.i32(Call.sqlQuery), op.get(1), op.i32(length), op.add, op.get(2), op.i32(length), [0x6b], op.i32(0), op.i32(0), op.call(imports.hostCall), op.drop],
  ].flat(3);

const opening = (path) => {
  const w = new Writer();
  w.str(path);
  w.u8(0);
  for (let i = 0; i < 2; i++) w.i64(0n);
  w.u32(0);
  return w.bytes.slice();
};

const querying = (sql) => {
  const w = new Writer();
  w.i64(0n); // where the guest puts the handle
  w.str(sql);
  w.u32(0);
  return w.bytes.slice();
};

// Takes a few seconds, and ends by itself: a thread inside such a library
// cannot be ended, and the process would wait for it.
const LONG = "SELECT count(*) FROM v a, v b, v c, v d, v e, (SELECT id FROM v LIMIT 60) f";

async function engine(t, options = { statementMs: 200 }) {
  const folder = temp(t);
  const images = JSON.parse(readFileSync(repository + "testdata/sql/databases.json", "utf8"));
  writeFileSync(join(folder, "values.db"), Buffer.from(images.values.files["values.db"], "base64"));
  const first = opening("m/values.db");
  const body = openAndQuery(first.length);
  const wasm = guest({ ops: { [ops["sessions.list"]]: body, [ops["store.register"]]: body } });
  const heddle = await open({ wasm, mounts: { m: folder }, ...options });
  t.after(() => heddle.close());
  const call = async (name, sql, bounds) => {
    const { body } = await heddle.call(name, Buffer.concat([first, querying(sql)]), bounds);
    return body.length === 0 ? "opened" : new Reader(body).fault().code;
  };
  return call;
}

test("a statement that takes too long ends its worker; the call is run again without its database", async (t) => {
  const call = await engine(t);
  assert.equal(await call("sessions.list", "SELECT 1"), "opened");
  assert.equal(await call("sessions.list", LONG), "LIMIT_EXCEEDED"); // the guest's error when it opens it again
  assert.equal(await call("sessions.list", "SELECT 1"), "LIMIT_EXCEEDED");
});

test("a call that may write is not run again; the next one has a new worker", async (t) => {
  const call = await engine(t);
  await assert.rejects(call("store.register", LONG), { code: "LIMIT_EXCEEDED", path: "m/values.db", op: "store.register", hint: /new worker/ });
  assert.equal(await call("sessions.list", "SELECT 1"), "LIMIT_EXCEEDED");
});

test("a deadline that passes within a statement ends the call, and the next one has a new worker", async (t) => {
  const call = await engine(t, {});
  await assert.rejects(call("sessions.list", LONG, { timeout: 50 }), { code: "TIMEOUT" });
  assert.equal(await call("sessions.list", "SELECT 1"), "opened");
});
