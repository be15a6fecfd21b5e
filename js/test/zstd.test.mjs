import assert from "node:assert/strict";
import { test } from "node:test";
import { xxh64 } from "../dist/host/xxh64.js";
import { decompress } from "../dist/host/zstd.js";
import { run22 } from "./support/node22.mjs";

const text = (bytes) => Buffer.from(bytes).toString();

// Frames by hand: magic, descriptor, window or size, blocks of raw bytes.
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const block = (bytes, last) => {
  const n = (bytes.length << 3) | (last ? 1 : 0);
  return [n & 255, (n >> 8) & 255, n >> 16, ...bytes];
};
const raw = (s) => [...MAGIC, 0x20, s.length, ...block(Buffer.from(s), true)];
const rle = (count) => [...MAGIC, 0, 0x58, ...[(count << 3) | 3, count >> 5, count >> 13].map((b) => b & 255), 0x61];
const skip = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9];

/** Compresses in Node 22: [level, checksum, content size known] → frame. */
const frames = JSON.parse(
  text(
    run22(`
      import { constants as c, createZstdCompress, zstdCompressSync } from "node:zlib";
      import { text } from "node:stream/consumers";
      const lines = Array.from({ length: 20000 }, (_, i) => JSON.stringify({ i, type: "message", text: "line " + (i * 7919) % 1013 })).join("\\n") + "\\n";
      const out = { plain: lines, frames: {} };
      for (const level of [1, 3, 19]) for (const checksum of [0, 1]) {
        const params = { [c.ZSTD_c_compressionLevel]: level, [c.ZSTD_c_checksumFlag]: checksum };
        out.frames["sized " + level + " " + checksum] = zstdCompressSync(lines, { params }).toString("base64");
        const z = createZstdCompress({ params });
        const chunks = [];
        z.on("data", (d) => chunks.push(d));
        z.write(lines.slice(0, 1000));
        z.end(lines.slice(1000));
        await new Promise((done) => z.on("end", done));
        out.frames["stream " + level + " " + checksum] = Buffer.concat(chunks).toString("base64");
      }
      process.stdout.write(JSON.stringify(out));
    `),
  ),
);

test("XXH64 gives its published values", () => {
  assert.equal(xxh64(Buffer.from("")), 0xef46db3751d8e999n);
  assert.equal(xxh64(Buffer.from("a")), 0xd24ec4f1a98c6e5bn);
  assert.equal(xxh64(Buffer.from("abc")), 0x44bc2cf5ad770999n);
  assert.equal(xxh64(Buffer.from("The quick brown fox jumps over the lazy dog")), 0x0b242d361fda71bcn);
});

test("what zstd compressed comes back, at every level, with and without a size and a checksum", () => {
  for (const [name, frame] of Object.entries(frames.frames)) {
    assert.equal(text(decompress(Buffer.from(frame, "base64"), 1 << 30)), frames.plain, name);
  }
});

test("frames follow each other, skippable ones are left out", () => {
  assert.equal(text(decompress(Uint8Array.from([...skip, ...raw("one "), ...skip, ...raw(""), ...raw("two")]), 100)), "one two");
  assert.equal(decompress(Uint8Array.from(skip), 100).length, 0);
});

test("more than the limit is refused before it is there", () => {
  assert.equal(text(decompress(Uint8Array.from(raw("12345")), 5)), "12345");
  assert.throws(() => decompress(Uint8Array.from(raw("123456")), 5), { code: "LIMIT_EXCEEDED" });
  const bomb = Uint8Array.from(Array.from({ length: 2000 }, () => rle(100_000)).flat());
  assert.throws(() => decompress(bomb, 1 << 20), { code: "LIMIT_EXCEEDED" });
  const window = Uint8Array.from([...MAGIC, 0, 0xf8, ...block([1], true)]); // asks for 2 TiB
  assert.throws(() => decompress(window, 100), { code: "LIMIT_EXCEEDED" });
  const liar = Uint8Array.from([...MAGIC, 0xe0, 0, 0, 0, 0x40, 0, 0, 0, 0, ...block([1], true)]); // says 1 GiB
  assert.throws(() => decompress(liar, 2 ** 31), { code: "PARSE_ERROR" });
});

test("damage is PARSE_ERROR: cut anywhere, a wrong checksum, a wrong size, no zstd at all", () => {
  const frame = Buffer.from(frames.frames["stream 3 1"], "base64");
  for (let n = 0; n < frame.length; n += n < 40 || n > frame.length - 20 ? 1 : 211) {
    assert.throws(() => decompress(frame.subarray(0, n), 1 << 30), { code: "PARSE_ERROR" }, `cut at ${n}`);
  }
  for (const at of [frame.length - 1, frame.length >> 1, 30]) {
    const flipped = Buffer.from(frame);
    flipped[at] ^= 0x10;
    assert.throws(() => decompress(flipped, 1 << 30), { code: "PARSE_ERROR" }, `flipped at ${at}`);
  }
  assert.throws(() => decompress(Uint8Array.from([...MAGIC, 0x20, 6, ...block(Buffer.from("short"), true)]), 100), { code: "PARSE_ERROR" });
  assert.throws(() => decompress(Buffer.from('{"type":"session"}'), 100), { code: "PARSE_ERROR" });
  assert.throws(() => decompress(new Uint8Array(), 100), { code: "PARSE_ERROR" });
});
