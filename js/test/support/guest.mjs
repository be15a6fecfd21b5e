// A very small core.wasm, put together by hand, for what the real one never
// does on purpose: trapping, running for ever, taking all memory.

const I32 = 0x7f;
const I64 = 0x7e;

const uleb = (n) => (n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...uleb(Math.floor(n / 128))]);
const sleb = (n) => {
  const out = [];
  for (;;) {
    const byte = Number(BigInt.asUintN(7, n));
    n >>= 7n;
    if ((n === 0n && byte < 0x40) || (n === -1n && byte >= 0x40)) return [...out, byte];
    out.push(byte | 0x80);
  }
};
const name = (s) => [...uleb(s.length), ...Buffer.from(s)];
const vector = (items) => [...uleb(items.length), ...items.flat()];
const section = (id, content) => [id, ...uleb(content.length), ...content];

// Instructions by name, with the operands that follow.
export const op = {
  unreachable: [0x00],
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  end: [0x0b],
  br: (depth) => [0x0c, ...uleb(depth)],
  brIf: (depth) => [0x0d, ...uleb(depth)],
  return: [0x0f],
  call: (f) => [0x10, ...uleb(f)],
  drop: [0x1a],
  get: (i) => [0x20, ...uleb(i)],
  set: (i) => [0x21, ...uleb(i)],
  load: [0x28, 2, 0],
  store: [0x36, 2, 0],
  grow: [0x40, 0],
  i32: (n) => [0x41, ...sleb(BigInt(n))],
  i64: (n) => [0x42, ...sleb(BigInt(n))],
  eqz: [0x45],
  eq: [0x46],
  ltS: [0x48],
  i64eqz: [0x50],
  add: [0x6a],
  i64or: [0x84],
  i64shl: [0x86],
  wrap: [0xa7],
  extend: [0xad],
};

/** The host functions a guest imports, by index. */
export const imports = { hostCall: 0, hostTake: 1, fileRead: 2, poll: 3, procExit: 4 };

const INPUT = 1024; // where alloc puts requests
const OUTPUT = 65536 - 4096; // where guests put responses

/**
 * A module whose `call(op, p, n)` runs the instructions given for each op and
 * falls back to an empty response. Without `hosted` it imports WASI alone. Locals: 0 op, 1 p, 2 n, 3 and 4 are free i32.
 */
export function guest({ version = 1, ops = {}, exports = true, hosted = true } = {}) {
  const cases = Object.entries(ops).flatMap(([number, body]) => [op.get(0), op.i32(number), op.eq, op.if, ...body, op.end].flat());
  const respond = (length) => [...op.i64(OUTPUT), ...op.i64(32), ...op.i64shl, ...op.i64(length), ...op.i64or];
  const bodies = [
    [...op.i32(version), ...op.end],
    [...op.i32(INPUT), ...op.end],
    [...cases, ...op.i32(OUTPUT), ...op.i32(2), ...op.store, ...op.i32(OUTPUT + 4), ...op.i32(0x7d7b), ...op.store, ...respond(6), ...op.end],
    [...op.end],
  ];
  const types = [
    [0x60, ...vector([[I32], [I32], [I32], [I32], [I32]]), ...vector([[I64]])], // 0 host_call
    [0x60, ...vector([[I32], [I32]]), ...vector([[I32]])], // 1 host_take
    [0x60, ...vector([[I32], [I32], [I64], [I32], [I32]]), ...vector([[I64]])], // 2 file_read
    [0x60, ...vector([[I64], [I64]]), ...vector([[I32]])], // 3 poll
    [0x60, ...vector([[I32]]), ...vector([])], // 4 proc_exit, release
    [0x60, ...vector([]), ...vector([[I32]])], // 5 abi_version
    [0x60, ...vector([[I32]]), ...vector([[I32]])], // 6 alloc
    [0x60, ...vector([[I32], [I32], [I32]]), ...vector([[I64]])], // 7 call
  ];
  const imported = [
    ["heddle", "host_call", 0],
    ["heddle", "host_take", 1],
    ["heddle", "file_read", 2],
    ["heddle", "poll", 3],
    ["wasi_snapshot_preview1", "proc_exit", 4],
  ].filter(([module]) => hosted || module !== "heddle").map(([module, field, type]) => [...name(module), ...name(field), 0, type]);
  const first = imported.length;
  const exported = [
    [...name("memory"), 2, 0],
    ...(exports ? ["abi_version", "alloc", "call", "release"].map((n, i) => [...name(n), 0, first + i]) : []),
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, vector(imported)),
    ...section(3, vector([[5], [6], [7], [4]])),
    ...section(5, [1, 0, 1]),
    ...section(7, vector(exported)),
    ...section(10, vector(bodies.map((b) => sized([...(b === bodies[2] ? [1, 2, I32] : [0]), ...b])))),
  ]);
}

const sized = (body) => [...uleb(body.length), ...body];

/** Instructions that answer with the n bytes at address p, both constants. */
export const answer = (p, n) => [...op.i64(p), ...op.i64(32), ...op.i64shl, ...op.i64(n), ...op.i64or, ...op.return];

/** Instructions that answer with the request itself. */
export const echo = [
  ...[...op.get(1), ...op.extend, ...op.i64(32), ...op.i64shl],
  ...[...op.get(2), ...op.extend, ...op.i64or, ...op.return],
];
