import assert from "node:assert/strict";
import { test } from "node:test";
import { ProcExit, Wasi } from "../dist/engine/wasi.js";

function start() {
  const wasi = new Wasi();
  wasi.memory = new WebAssembly.Memory({ initial: 1 });
  return { wasi, call: wasi.imports, view: () => new DataView(wasi.memory.buffer), bytes: () => new Uint8Array(wasi.memory.buffer) };
}

test("there are no folders, arguments or variables", () => {
  const { call, view } = start();
  assert.equal(call.fd_prestat_get(3, 0), 8);
  assert.equal(call.args_sizes_get(0, 4), 0);
  assert.equal(call.environ_sizes_get(8, 12), 0);
  assert.deepEqual([0, 4, 8, 12].map((at) => view().getUint32(at, true)), [0, 0, 0, 0]);
  assert.equal(call.fd_fdstat_get(3, 0), 8);
  assert.equal(call.fd_fdstat_get(2, 0), 0);
});

test("clock and random bytes are the same in every instance", () => {
  const draw = () => {
    const { call, bytes } = start();
    call.clock_time_get(1, 0n, 0);
    call.clock_time_get(0, 0n, 8);
    call.random_get(16, 32);
    return [...bytes().subarray(0, 48)];
  };
  const first = draw();
  assert.deepEqual(draw(), first);
  assert.ok(new Set(first.slice(16)).size > 8);
});

test("waiting jumps to the end of the wait", () => {
  const { call, view } = start();
  view().setBigUint64(0, 7n, true); // userdata
  view().setUint8(8, 0); // a clock
  view().setBigUint64(24, 5_000_000_000n, true);
  assert.equal(call.poll_oneoff(0, 100, 1, 200), 0);
  assert.equal(view().getUint32(200, true), 1);
  assert.equal(view().getBigUint64(100, true), 7n);
  call.clock_time_get(1, 0n, 300);
  assert.ok(view().getBigUint64(300, true) >= 5_000_000_000n);
});

test("what the module writes is collected, also after its memory has grown", () => {
  const { wasi, call, bytes, view } = start();
  wasi.memory.grow(1);
  bytes().set(Buffer.from("panic: oh no\n"), 70_000);
  view().setUint32(0, 70_000, true);
  view().setUint32(4, 13, true);
  assert.equal(call.fd_write(2, 0, 1, 8), 0);
  assert.equal(view().getUint32(8, true), 13);
  assert.equal(wasi.stderr, "panic: oh no\n");
  assert.equal(call.fd_write(7, 0, 1, 8), 8);
});

test("leaving is an exception", () => {
  assert.throws(() => start().call.proc_exit(2), (err) => err instanceof ProcExit && err.status === 2);
});
