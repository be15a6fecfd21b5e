// The SQL equality suite of testdata/sql, for any driver, in Node and in a
// page. It gets the two parsed files and returns what went wrong.
import { DriverSql } from "../../dist/host/sqlite/driver-sql.js";
import { TreeFiles } from "../../dist/host/browser/tree.js";

const unwatched = { check() {}, progress() {} };
const STORE = "store/heddle.db";

/**
 * Runs everything, `hostile` is hostile.json; `driver` is under test, `newStore()` names a database that
 * does not exist yet, `without` lists databases that the library cannot read
 * and must say so of. Returns { ran, failures: [{ name, what }] }.
 */
export function runSqlSuite({ databases, cases, batches }, hostile, images, driver, newStore, without = []) {
  const files = memoryFiles(images);
  const failures = [];
  let ran = 0;
  const test = (name, run) => {
    ran++;
    try {
      const what = run();
      if (what) failures.push({ name, what });
    } catch (err) {
      failures.push({ name, what: String(err?.stack ?? err) });
    }
  };
  const open = (stores = new Map(), limits) => new DriverSql(files, driver, unwatched, stores, limits);
  const withStore = (run, limits) => {
    const sql = open(new Map([[STORE, newStore()]]), limits);
    try {
      return run(sql);
    } finally {
      sql.release();
      sql.closeStores();
    }
  };
  if (Object.keys(databases).some((name) => !(name in images))) failures.push({ name: "databases.json", what: "a database is missing" });

  const sql = open();
  for (const c of cases.map((c) => (without.includes(c.db) ? { ...c, error: "UNSUPPORTED" } : c))) test(c.name, () => runCase(sql, c, images[c.db] ?? {}));
  for (const b of batches) test(b.name, () => withStore((s) => runBatches(s, b)));
  test("handles", () => handles(sql));
  test("foreign databases are read-only", () => readOnly(sql));
  for (const group of hostile.groups) {
    test(`hostile: ${group.about}`, () => withStore((s) => runHostile(s, group.cases, hostile.disguises, driver.interrupts), { steps: 1 << 18, bytes: 8 << 20 }));
  }
  test("two at once", () => withStore(twoAtOnce));
  sql.release();
  return { ran, failures };
}

const foreign = (name, image = {}) => ({
  path: `db/${name}.db`,
  writable: false,
  pageSize: image.pageSize ?? 0,
  pages: image.pages ?? 0,
  overlay: (image.overlay ?? []).map(([page, offset]) => ({ page, offset })),
});

function runCase(sql, c, image) {
  let handle;
  const path = `db/${c.db}.db`;
  return expecting(c, path, () => {
    handle = sql.open(foreign(c.db, image));
    try {
      return sql.query(handle, c.sql, (c.args ?? []).map(decode));
    } finally {
      sql.close(handle);
    }
  });
}

function runBatches(sql, { steps }) {
  const handle = sql.open({ ...foreign("x"), path: STORE, writable: true });
  for (const [i, step] of steps.entries()) {
    const what = expecting({ rows: [], ...step }, STORE, () => {
      if (!step.exec) return sql.query(handle, step.sql, (step.args ?? []).map(decode));
      sql.exec(handle, step.exec.map((s) => ({ sql: s.sql ?? s, args: (s.args ?? []).map(decode) })));
      return [];
    });
    if (what) return `step ${i}: ${what}`;
  }
}

/** Every statement in a query on a foreign database and on the store, and in a batch on both. */
function runHostile(sql, cases, disguises, interrupts) {
  const wrong = [];
  const own = { ...foreign("x"), path: STORE };
  const [abroad, store] = [sql.open(foreign("keep")), sql.open({ ...own, writable: true })];
  const databases = { abroad, store, reading: sql.open(own) };
  const insert = (x) => ({ sql: `INSERT INTO keep VALUES('${x}')`, args: [] });
  sql.exec(store, [{ sql: "CREATE TABLE keep(x)", args: [] }, insert("kept")]);
  const attempt = (what, text, want, run) => {
    const got = code(run);
    if (want !== "-" && got !== (want || "none")) wrong.push(`${what} ${JSON.stringify(text.slice(0, 100))}: ${got}, want ${want}`);
  };
  for (const c of cases) {
    const [query, exec] = (!interrupts && c.uninterruptible) || [c.query, c.exec];
    for (const [before, after] of c.fill ? [["", ""]] : disguises) {
      const text = before + (c.fill ? c.sql.replaceAll("%", "x".repeat(c.fill)) : c.sql) + after;
      const args = (c.args ?? []).map(decode);
      for (const [name, handle] of Object.entries(databases)) {
        attempt(`query, ${name},`, text, query, () => sql.query(handle, text, args));
        const batch = [...(exec === "" ? [] : [insert("gone")]), { sql: text, args }];
        if (exec !== "-") attempt(`batch, ${name},`, text, handle === store ? exec : "PERMISSION_DENIED", () => sql.exec(handle, batch));
        const rows = sql.query(handle, "SELECT x FROM keep", []);
        if (rows.length !== 1 || encode(rows[0][0]) !== "t6b657074") return `after ${text}: ${JSON.stringify(rows.map((r) => r.map(encode)))}`;
      }
    }
  }
  return wrong.join("\n");
}

function handles(sql) {
  const one = sql.open(foreign("values"));
  const two = sql.open(foreign("values"));
  sql.close(one);
  sql.close(one);
  const closed = code(() => sql.query(one, "SELECT 1", []));
  const rows = sql.query(two, "SELECT 1", []);
  sql.close(two);
  if (one === two || closed !== "INVALID_ARGUMENT" || rows.length !== 1) return `handles ${one}, ${two}: ${closed}, ${rows.length} rows`;
}

function readOnly(sql) {
  const writing = code(() => sql.open({ ...foreign("values"), writable: true }));
  const handle = sql.open(foreign("values"));
  const exec = code(() => sql.exec(handle, [{ sql: "CREATE TABLE x(y)", args: [] }]));
  const two = code(() => sql.query(handle, "SELECT 1; SELECT 2", []));
  const few = code(() => sql.query(handle, "SELECT ?", []));
  const many = code(() => sql.query(handle, "SELECT 1", [null]));
  const none = code(() => sql.query(handle, " -- nothing", []));
  const got = [writing, exec, two, few, many, none].join();
  if (got !== "PERMISSION_DENIED,PERMISSION_DENIED" + ",INVALID_ARGUMENT".repeat(4)) return got;
}

function twoAtOnce(sql) {
  const db = { ...foreign("x"), path: STORE, writable: true };
  const [one, two] = [sql.open(db), sql.open(db)];
  sql.exec(one, [{ sql: "CREATE TABLE t(x)", args: [] }, { sql: "INSERT INTO t VALUES(1)", args: [] }]);
  const rows = sql.query(two, "SELECT x FROM t", []);
  const ended = code(() => sql.exec(two, [{ sql: "COMMIT", args: [] }]));
  sql.exec(two, [{ sql: "INSERT INTO t VALUES(2)", args: [] }]);
  if (rows.length !== 1 || rows[0][0] !== 1n || ended !== "PERMISSION_DENIED") return `${rows}, ${ended}`;
}

function code(run) {
  try {
    run();
    return "none";
  } catch (err) {
    return err.code;
  }
}

/** Runs something and compares what it returned or threw. */
function expecting({ rows, error }, path, run) {
  let got;
  try {
    got = run();
  } catch (err) {
    if (!error) return `${err.code}: ${err.stack}`;
    if (error !== "*" && err.code !== error) return `${err.code} (${err.message}), want ${error}`;
    return err.path === path ? undefined : `error names ${err.path}`;
  }
  if (error) return `no error, want ${error}`;
  const [a, b] = [got.map((row) => row.map(encode)), rows];
  if (a.length !== b.length) return `${a.length} rows, want ${b.length}: ${JSON.stringify(a)}`;
  for (const [i, row] of a.entries()) {
    const same = row.length === b[i].length && row.every((v, j) => equal(v, b[i][j]));
    if (!same) return `row ${i}: ${JSON.stringify(row)}, want ${JSON.stringify(b[i])}`;
  }
}

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (s) => Uint8Array.from(s.match(/../g) ?? [], (h) => parseInt(h, 16));
const utf8 = (s) => new TextEncoder().encode(s);
const bits = new DataView(new ArrayBuffer(8));

/** A value of the suite as the host carries it. */
function decode(v) {
  if (v === null) return null;
  if ("i" in v) return BigInt(v.i);
  if ("r" in v) return bits.setBigUint64(0, BigInt("0x" + v.r)), bits.getFloat64(0);
  if ("s" in v) return { text: true, bytes: utf8(v.s) };
  if ("t" in v) return { text: true, bytes: unhex(v.t) };
  return { text: false, bytes: "u" in v ? utf8(v.u) : unhex(v.b) };
}

/** A value of the host as text: its kind and its exact content. */
function encode(v) {
  if (v === null) return "null";
  if (typeof v === "bigint") return "i" + v;
  if (typeof v === "number") return bits.setFloat64(0, v), "r" + bits.getBigUint64(0).toString(16).padStart(16, "0");
  if (v.bytes.length > 200_000 || v.bytes.length === 1500) return `${v.text ? "t" : "b"}${v.bytes.length} ${crc32(v.bytes)}`;
  return (v.text ? "t" : "b") + hex(v.bytes);
}

const equal = (got, want) => got === (want?.z ? `b${want.z[0]} ${want.z[1]}` : encode(decode(want)));

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const b of bytes) {
    crc ^= b;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** The databases as files that are read at once, without a FileReader. */
function memoryFiles(images) {
  const entries = [];
  for (const { files } of Object.values(images)) {
    for (const [name, base64] of Object.entries(files)) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const file = { size: bytes.length, lastModified: 0, slice: (from, to) => bytes.slice(from, to) };
      entries.push({ path: "db/" + name, file });
    }
  }
  return new TreeFiles(entries, (slice) => slice.buffer);
}
