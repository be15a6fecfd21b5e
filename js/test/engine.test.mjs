import assert from "node:assert/strict";
import { test } from "node:test";
import { splitEnvelope } from "../dist/engine/abi.js";
import { Fault } from "../dist/wire/fault.js";
import { Engine } from "../dist/engine/instance.js";
import { capMemory, compile } from "../dist/engine/module.js";
import { open } from "../dist/node/slim.js";
import { answer, echo, guest, imports, op } from "./support/guest.mjs";

const empty = new Uint8Array();
const headerOf = (response) => JSON.parse(Buffer.from(splitEnvelope(response).header).toString());
const engineOf = async (options, host = {}) => new Engine(await compile(guest(options)), host);

// ops of the test guest
const TRAP = 1;
const SPIN = 2; // until poll says stop
const HANG = 3; // for ever, asking nobody
const GROW = 4; // until memory is refused
const ECHO = 5;
const EXIT = 6;

const polling = [op.loop, op.i64(1), op.i64(2), op.call(imports.poll), op.eqz, op.brIf(0), op.end].flat();
const ops = {
  [TRAP]: op.unreachable,
  [SPIN]: polling,
  [HANG]: [...op.loop, ...op.br(0), ...op.end],
  [GROW]: [op.loop, op.i32(64), op.grow, op.i32(0), op.ltS, op.eqz, op.brIf(0), op.end].flat(),
  [ECHO]: echo,
  [EXIT]: [...op.i32(3), ...op.call(imports.procExit)],
};

test("a module of another ABI version is refused with both numbers", async () => {
  const engine = await engineOf({ version: 7 });
  assert.throws(() => engine.start(), { code: "UNSUPPORTED", message: /ABI 7.*ABI 1/ });
  await assert.rejects(open({ wasm: guest({ version: 7 }) }), { code: "UNSUPPORTED", message: /ABI 7.*ABI 1/ });
});

test("what is no core is refused", async () => {
  await assert.rejects(open({ wasm: Buffer.from("hello") }), { code: "UNSUPPORTED" });
  await assert.rejects(open({ wasm: guest().subarray(0, 40) }), { code: "UNSUPPORTED" });
  await assert.rejects(open({ wasm: guest({ exports: false }) }), { code: "UNSUPPORTED", message: /abi_version/ });
  await assert.rejects(open({}), { code: "INVALID_ARGUMENT" });
});

test("a trap is INTERNAL with the operation's name, and the next call gets a fresh instance", async () => {
  const engine = await engineOf({ ops });
  for (const [number, words] of [[TRAP, /unreachable/], [EXIT, /status 3/]]) {
    const { error } = headerOf(engine.call(number, "sessions.list", empty));
    assert.equal(error.code, "INTERNAL");
    assert.equal(error.op, "sessions.list");
    assert.match(error.message, words);
    assert.deepEqual(headerOf(engine.call(99, "version", empty)), {});
  }
});

test("a response is a copy: the next call does not change it", async () => {
  const engine = await engineOf({ ops });
  const framed = (text) => Uint8Array.from([2, 0, 0, 0, 0x7b, 0x7d, ...Buffer.from(text)]);
  const one = splitEnvelope(engine.call(ECHO, "x", framed("first")));
  engine.call(ECHO, "x", framed("other"));
  assert.equal(Buffer.from(one.body).toString(), "first");
});

test("memory is capped, and the cap is the host's, not the module's", async () => {
  const engine = await engineOf({ ops });
  assert.deepEqual(headerOf(engine.call(GROW, "x", empty)), {}); // the guest was refused and continued
  const small = await WebAssembly.compile(capMemory(guest({ ops }), 4));
  const { exports } = new WebAssembly.Instance(small, { heddle: { host_call: () => 0n, host_take: () => 0, file_read: () => 0n, poll: () => 1 }, wasi_snapshot_preview1: { proc_exit() {} } });
  assert.throws(() => exports.memory.grow(4), RangeError);
  assert.equal(exports.memory.grow(3), 1);
});

test("an error of the host reaches the guest as a record, whatever was thrown", async () => {
  // host_call(stat) with a path; the guest answers with the error record as its body.
  const length = [op.i32(1), op.i32(2048), op.i32(8), op.i32(4096), op.i32(0), op.call(imports.hostCall), op.drop];
  const take = [op.i32(8192 + 6), op.i32(1024), op.call(imports.hostTake), op.set(3)];
  const head = [op.i32(8192), op.i32(2), op.store, op.i32(8196), op.i32(0x7d7b), op.store];
  const stat = [...length, ...head, ...take, answer(8192, 70)].flat();
  for (const [thrown, code, words] of [
    [new Fault("BAD_REF", "no such file or folder", { path: "m\xff" }), "BAD_REF", "no such file or folder"],
    [new Error("a bug"), "INTERNAL", "a bug"],
    ["a string", "INTERNAL", "a string"],
  ]) {
    const files = {
      stat() {
        throw thrown;
      },
      release() {},
    };
    const engine = await engineOf({ ops: { 1: stat } }, { files });
    const body = Buffer.from(splitEnvelope(engine.call(1, "x", empty)).body).toString("latin1");
    assert.ok(body.includes(code) && body.includes(words), body);
  }
});

test("a deadline ends a call that asks, and one that does not ask", async () => {
  const heddle = await open({ wasm: guest({ ops }) });
  const asked = await heddle.call(SPIN, "", { timeout: 50 });
  assert.deepEqual(JSON.parse(Buffer.from(asked.header)), {}); // the guest unwound by itself
  await assert.rejects(heddle.call(HANG, "", { timeout: 50 }), { code: "TIMEOUT", message: "deadline passed" });
  assert.deepEqual(JSON.parse(Buffer.from((await heddle.call(99)).header)), {}); // on a fresh worker
  await heddle.close();
});

test("a signal cancels a running call, a hanging one and a waiting one", async () => {
  const heddle = await open({ wasm: guest({ ops }) });
  const reason = new Error("no longer wanted");
  const cancelled = { name: "AbortError", cause: reason };
  for (const number of [SPIN, HANG]) {
    const controller = new AbortController();
    const running = heddle.call(number, "", { signal: controller.signal });
    const second = new AbortController();
    const waiting = heddle.call(99, "", { signal: second.signal });
    second.abort(reason);
    await assert.rejects(waiting, cancelled);
    setTimeout(() => controller.abort(reason), 20);
    await assert.rejects(running, cancelled);
  }
  await assert.rejects(heddle.call(99, "", { signal: AbortSignal.abort(reason) }), cancelled);
  for (const number of [SPIN, HANG]) await assert.rejects(heddle.call(number, "", { signal: AbortSignal.timeout(20) }), { name: "TimeoutError" }); // as fetch
  await heddle.call(99);
  await heddle.close();
});

test("a call that waits behind another one keeps its own deadline", async () => {
  const heddle = await open({ wasm: guest({ ops }) });
  const controller = new AbortController();
  const first = heddle.call(SPIN, "", { signal: controller.signal });
  await assert.rejects(heddle.call(99, "", { timeout: 20 }), { code: "TIMEOUT" });
  controller.abort();
  await assert.rejects(first, (err) => err === controller.signal.reason && err.name === "AbortError");
  await assert.rejects(heddle.call(99, "", { timeout: Number.NaN }), { code: "INVALID_ARGUMENT" });
  await heddle.close();
});

test("calls run one at a time and answer in order; progress is told", async () => {
  const heddle = await open({ wasm: guest({ ops }) });
  const order = [];
  const progress = [];
  await Promise.all([
    heddle.call(SPIN, "", { timeout: 60, onProgress: (done, total) => progress.push([done, total]) }).then(() => order.push("slow")),
    heddle.call(99).then(() => order.push("fast")),
  ]);
  assert.deepEqual(order, ["slow", "fast"]);
  assert.deepEqual(progress[0], [1, 2]);
  await heddle.close();
});

test("closing rejects what has not ended, and everything after it", async () => {
  const heddle = await open({ wasm: guest({ ops }) });
  const calls = [heddle.call(HANG), heddle.call(99)];
  await heddle.close();
  await heddle.close();
  for (const call of [...calls, heddle.call(99)]) await assert.rejects(call, { code: "INVALID_ARGUMENT", message: /closed/ });
});

test("a module compiled elsewhere and a Response are cores as well", async () => {
  const bytes = guest({ ops });
  for (const wasm of [await WebAssembly.compile(bytes), new Response(bytes), Promise.resolve(bytes.buffer)]) {
    const heddle = await open({ wasm });
    assert.deepEqual(JSON.parse(Buffer.from((await heddle.call(99)).header)), {});
    await heddle[Symbol.asyncDispose]();
  }
  await assert.rejects(open({ wasm: new Response("", { status: 404 }) }), { code: "UNSUPPORTED", message: /404/ });
});
