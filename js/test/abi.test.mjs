import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Call, failureEnvelope, Kind, Power, Reader, splitEnvelope, Writer } from "../dist/engine/abi.js";
import { byteString, byteStringOf, bytesOf, compare, textOf } from "../dist/wire/bytes.js";
import { Fault } from "../dist/wire/fault.js";
import { grantedPowers, answerHostCall } from "../dist/engine/serve.js";
import { ABI_VERSION, errorCodes, ops } from "../dist/wire/types.gen.js";
import { repository } from "./support/paths.mjs";

const abi = JSON.parse(readFileSync(repository + "wasm/abi/abi.json", "utf8"));

test("numbers agree with abi.json", () => {
  assert.equal(ABI_VERSION, abi.abiVersion);
  assert.deepEqual([...errorCodes], abi.codes);
  assert.deepEqual(
    { ...ops },
    Object.fromEntries(abi.ops.filter((o) => !o.module).map((o) => [o.name, o.id])),
  );
  const snake = (s) => s.replace(/[A-Z]/g, (c) => "_" + c.toLowerCase());
  assert.deepEqual(Object.fromEntries(Object.entries(Call).map(([k, v]) => [snake(k), v])), abi.hostCalls);
  assert.deepEqual({ ...Power }, abi.powers);
  assert.deepEqual(Object.values(Kind), [0, 1, 2, 3, 4]);
});

test("every kind of value survives the codec, exactly", () => {
  const values = [
    null,
    9007199254740993n,
    -(2n ** 63n),
    2n ** 63n - 1n,
    -0,
    5e-324,
    Infinity,
    { text: true, bytes: Uint8Array.of(0xff, 0, 0xc3) },
    { text: false, bytes: new Uint8Array() },
  ];
  const w = new Writer(1);
  w.values(values);
  const got = new Reader(w.bytes).values();
  assert.deepEqual(got.map(plain), values.map(plain));
  assert.ok(Object.is(got[4], -0));
});

const plain = (v) => (v !== null && typeof v === "object" ? { text: v.text, bytes: [...v.bytes] } : v);

test("entries, databases and faults survive the codec", () => {
  const entry = { kind: 1, size: 2 ** 40, modTime: -1, name: byteString(Uint8Array.of(0xff, 0x2f, 0x61)) };
  const db = { path: byteStringOf("opencode/ö.db"), writable: false, pageSize: 4096, pages: 3, overlay: [{ page: 2, offset: 56 }] };
  const w = new Writer();
  w.entry(entry);
  w.database(db);
  w.fault(new Fault("IO_ERROR", "naïve", { path: db.path, hint: "again" }));
  const r = new Reader(w.bytes);
  assert.deepEqual(r.entry(), entry);
  assert.deepEqual(r.database(), db);
  const f = r.fault();
  assert.deepEqual([f.code, f.message, textOf(f.path), f.hint], ["IO_ERROR", "naïve", "opencode/ö.db", "again"]);
  assert.equal(r.left, 0);
});

test("bytes that end early are refused, never read past", () => {
  const w = new Writer();
  w.entry({ kind: 1, size: 5, modTime: 6, name: "name" });
  for (let n = 0; n < w.length; n++) {
    assert.throws(() => new Reader(w.bytes.subarray(0, n)).entry(), { code: "INTERNAL" });
  }
  const huge = new Writer();
  huge.u32(0xffffffff);
  assert.throws(() => new Reader(huge.bytes).values(), { code: "INTERNAL" });
  assert.throws(() => new Reader(Uint8Array.of(9)).value(), { code: "INTERNAL" });
});

test("byte strings keep every byte and order by bytes", () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(bytesOf(byteString(all)), all);
  const names = ["é", "z", "a", "🧵", "Z", "aa"].map(byteStringOf).sort(compare);
  assert.deepEqual(names.map(textOf), ["Z", "a", "aa", "z", "é", "🧵"]);
});

test("a response is taken apart; anything shorter is none", () => {
  const response = failureEnvelope("version", "INTERNAL", "it broke");
  const { header, body } = splitEnvelope(response);
  assert.equal(Buffer.from(header).toString(), '{"error":{"code":"INTERNAL","message":"it broke","op":"version"},"op":"version"}');
  assert.equal(body.length, 0);
  assert.equal(splitEnvelope(response.subarray(0, 3)), undefined);
  assert.equal(splitEnvelope(response.subarray(0, 10)), undefined);
});

test("a power that was not granted is UNSUPPORTED", () => {
  const none = {};
  assert.equal(grantedPowers(none), Power.poll);
  for (const [name, call] of Object.entries(Call)) {
    if (call === Call.powers) continue;
    assert.throws(() => answerHostCall(none, call, new Uint8Array(64)), { code: "UNSUPPORTED" }, name);
  }
  assert.throws(() => answerHostCall(none, 99, new Uint8Array()), { code: "UNSUPPORTED" });
});
