// SQLite in Node, on the library that this Node has: better-sqlite3 in Node
// 20, node:sqlite in Node 22 (scripts/test.mjs runs this file in both).
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { NodeFiles } from "../dist/host/node/files.js";
import { sqliteDriver } from "../dist/host/node/sqlite.js";
import { open } from "../dist/node/index.js";
import { DriverSql } from "../dist/host/sqlite/driver-sql.js";
import { examineStatement } from "../dist/host/sqlite/guard.js";
import { describeFailure, resultOf, SqliteFailure } from "../dist/host/sqlite/errors.js";
import { js, repository } from "./support/paths.mjs";
import { runSqlSuite } from "./support/sql-suite.mjs";
import { temp } from "./support/temp.mjs";

const library = Number(process.versions.node.split(".")[0]) >= 22 ? "node" : "better-sqlite3";
const driver = sqliteDriver("auto", js + "package.json");
const read = (name) => JSON.parse(readFileSync(repository + "testdata/sql/" + name, "utf8"));
const images = read("databases.json");

/** A mount with the databases in it, in a folder of its own. */
function databases(t, watch = { check() {}, progress() {} }) {
  const folder = temp(t);
  for (const { files } of Object.values(images)) {
    for (const [name, base64] of Object.entries(files)) writeFileSync(join(folder, name), Buffer.from(base64, "base64"));
  }
  const files = new NodeFiles(new Map([["db", { folder }]]));
  const sql = new DriverSql(files, driver, watch);
  t.after(() => (sql.release(), files.release()));
  return { folder, sql, tree: () => readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name)).toString("base64")]) };
}

const database = (name, image = {}) => ({
  path: `db/${name}.db`,
  writable: false,
  pageSize: image.pageSize ?? 0,
  pages: image.pages ?? 0,
  overlay: (image.overlay ?? []).map(([page, offset]) => ({ page, offset })),
});

test(`the SQL equality suite on ${library}`, (t) => {
  assert.ok(driver, `${library} is not there`);
  const folder = temp(t);
  let stores = 0;
  const beside = readdirSync(".").sort();
  const { ran, failures } = runSqlSuite(read("cases.json"), read("hostile.json"), images, driver, () => join(folder, `store-${stores++}`, "heddle.db"));
  assert.deepEqual(failures, []);
  assert.deepEqual(readdirSync(".").sort(), beside);
  for (let i = 0; i < stores; i++) assert.deepEqual(readdirSync(join(folder, `store-${i}`)), ["heddle.db"]);
  t.diagnostic(`${ran} cases`);
});

test(`what was deleted is gone from the files, on ${library}`, (t) => {
  const file = join(temp(t), "heddle.db");
  const older = driver.openStore(file, true);
  for (const sql of ["PRAGMA journal_mode=WAL", "PRAGMA secure_delete=0", "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"]) older.run(sql, []);
  for (let i = 0; i < 90; i++) older.run("INSERT INTO t VALUES(" + i + ", '" + `the ${["older", "newer", "kept"][i % 3]} text. `.repeat(1 + i) + "')", []);
  older.run("DELETE FROM t WHERE id % 3 = 0", []);
  older.close();
  const path = "store/heddle.db";
  const files = new NodeFiles(new Map());
  const sql = new DriverSql(files, driver, { check() {}, progress() {} }, new Map([[path, file]]));
  const handle = sql.open({ ...database("store"), path, writable: true });
  sql.exec(handle, [{ sql: "DELETE FROM t WHERE id % 3 = 1", args: [] }]);
  sql.exec(handle, [{ sql: "PRAGMA incremental_vacuum", args: [] }]);
  const found = (word) => [file, file + "-wal"].filter((name) => existsSync(name) && readFileSync(name, "latin1").includes(`the ${word} text`)).length;
  assert.deepEqual([found("older"), found("newer"), found("kept")], [0, 0, 1]);
  sql.release();
  sql.closeStores();
  files.release();
});

test("node:sqlite's authorizer looks again, where there is one", { skip: library !== "node" }, async (t) => {
  const { DatabaseSync } = await import("node:sqlite");
  if (!("setAuthorizer" in DatabaseSync.prototype)) return t.skip("Node " + process.versions.node);
  const connection = driver.openStore(join(temp(t), "heddle.db"), true);
  t.after(() => connection.close());
  const bounds = { steps: 1, bytes: 1000 };
  connection.run("CREATE TABLE t(x)", [], bounds);
  connection.run("CREATE VIEW v AS SELECT x FROM t", []);
  for (const sql of ["ATTACH 'x' AS x", "BEGIN", "PRAGMA writable_schema=1", "SELECT * FROM pragma_database_list", "SELECT x FROM v", "CREATE TEMP TABLE n(x)", "DROP TABLE t"]) {
    assert.throws(() => connection.run(sql, [], bounds), SqliteFailure, sql);
    if (sql.startsWith("SELECT")) assert.throws(() => [...connection.rows(sql, [], bounds)], SqliteFailure, sql);
  }
});

test("nothing is created or changed beside a database", (t) => {
  const { sql, tree } = databases(t);
  const before = tree();
  for (const name of Object.keys(images)) {
    try {
      sql.query(sql.open(database(name, images[name])), "SELECT count(*) FROM sqlite_master", []);
    } catch (err) {
      assert.match(err.code, /PARSE_ERROR/);
    }
  }
  assert.deepEqual(tree(), before);
  sql.release();
  assert.deepEqual(tree(), before);
});

test("a private copy is private, and gone before the first row", (t) => {
  const folder = temp(t);
  const was = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => (was === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = was)));
  const seen = [];
  const { sql } = databases(t, {
    check() {
      for (const name of readdirSync(folder).filter((n) => n.startsWith("heddle-") && !n.startsWith("heddle-test"))) {
        seen.push(statSync(join(folder, name)).mode & 0o777);
        for (const file of readdirSync(join(folder, name))) seen.push(statSync(join(folder, name, file)).mode & 0o777);
      }
    },
    progress() {},
  });
  sql.query(sql.open(database("overlay", images.overlay)), "SELECT 1", []);
  assert.deepEqual(readdirSync(folder).filter((n) => !n.startsWith("heddle-test")), []);
  assert.ok(seen.every((mode) => mode === 0o700 || mode === 0o600), String(seen));
  assert.equal(seen.length > 0, library === "node"); // better-sqlite3 reads from memory
});

test("a deadline ends a query between rows", (t) => {
  let over = false;
  const { sql } = databases(t, {
    check() {
      if (over) throw Object.assign(new Error("deadline passed"), { code: "TIMEOUT" });
    },
    progress() {},
  });
  const handle = sql.open(database("values"));
  over = true;
  assert.throws(() => sql.query(handle, "SELECT a.id FROM v a, v b, v c", []), { code: "TIMEOUT" });
});

test("results and handles are bounded", (t) => {
  const { sql } = databases(t);
  const handle = sql.open(database("values"));
  const large = "SELECT zeroblob(1048576) FROM v a, v b";
  assert.throws(() => sql.query(handle, large, []), { code: "LIMIT_EXCEEDED", message: "query result is too large" });
  assert.throws(() => sql.query(handle, "SELECT '" + "x".repeat(1 << 20) + "'", []), { code: "LIMIT_EXCEEDED" });
  const many = database("empty");
  for (let i = 0; i < 1023; i++) sql.open(many);
  assert.throws(() => sql.open(many), { code: "LIMIT_EXCEEDED" });
});

test("statements and parameters are counted without parsing", () => {
  const options = { batch: false, interrupts: false, views: new Set() };
  for (const [sql, parameters, text = sql] of [
    ["SELECT 1", 0],
    ["SELECT 1; ", 0, "SELECT 1"],
    ["/* c */ SELECT ?, ? -- c", 2, "SELECT ?, ?"],
    ["SELECT ?3, ?", 4],
    ["SELECT '?;\'\'?' , \"a;?\", `;?`, [;?] -- ;?\n, /* ;? */ ?", 1],
    ["SELECT json_extract(d, '$.a') FROM t", 0],
  ]) {
    assert.deepEqual(examineStatement(sql, options), { text, parameters, readsSchema: false }, sql);
  }
  const names = { ...options, views: new Set(["a[[b", 'a"b']) };
  for (const sql of ["SELECT 1 FROM [a[[b]", 'SELECT 1 FROM "A""b"']) assert.throws(() => examineStatement(sql, names), { code: "PERMISSION_DENIED" });
});

test("result codes by name, and what they mean", () => {
  for (const [name, number] of [["SQLITE_ERROR", 1], ["SQLITE_NOTADB", 26], ["SQLITE_IOERR_SHORT_READ", 522], ["SQLITE_CORRUPT_INDEX", 779], ["SQLITE_BUSY_TIMEOUT", 773], ["OTHER", 0]]) {
    assert.equal(resultOf(name), number, name);
  }
  for (const [number, code] of [[26, "PARSE_ERROR"], [779, "PARSE_ERROR"], [5, "CONFLICT"], [7, "LIMIT_EXCEEDED"], [8, "PERMISSION_DENIED"], [25, "INVALID_ARGUMENT"], [522, "IO_ERROR"], [13, "IO_ERROR"]]) {
    const fault = describeFailure(new SqliteFailure(number, "words"), "db/x");
    assert.deepEqual([fault.code, fault.message, fault.path], [code, `words (SQLite ${number})`, "db/x"]);
  }
});

test("without a library, agents with databases are a diagnostic and the rest is listed", async (t) => {
  const home = temp(t);
  const folder = join(home, ".local/share/opencode");
  mkdirSync(folder, { recursive: true });
  const source = repository + "testdata/agents/opencode-livewal/home/.local/share/opencode/";
  for (const name of readdirSync(source)) writeFileSync(join(folder, name), readFileSync(source + name));
  const project = join(home, ".claude/projects/-home-dev");
  mkdirSync(project, { recursive: true });
  const line = { type: "user", uuid: "u1", sessionId: "5b0e8c1e-0000-4000-8000-000000000001", timestamp: "2026-01-02T03:04:05.678Z", cwd: "/home/dev", version: "2.1.30", message: { role: "user", content: "Hello" } };
  writeFileSync(join(project, line.sessionId + ".jsonl"), JSON.stringify(line) + "\n");

  const without = await open({ home, sqlite: "none" });
  const all = await without.sessions.list();
  assert.deepEqual(all.map((s) => s.agent), ["claude"]);
  assert.deepEqual(all.diagnostics.map((d) => [d.agent, d.code]), [["opencode", "UNSUPPORTED"]]);
  assert.ok(all.diagnostics[0].hint);
  await assert.rejects(without.sessions.list("opencode"), { code: "UNSUPPORTED", hint: /./ });
  await without.close();

  const heddle = await open({ home, sqlite: library });
  const list = await heddle.sessions.list("opencode");
  assert.ok(list.length > 0);
  assert.deepEqual(list.diagnostics, []);
  await heddle.close();
  assert.ok(existsSync(join(folder, "opencode.db-wal")));
  assert.deepEqual(readdirSync(folder).sort(), readdirSync(source).sort());
});
