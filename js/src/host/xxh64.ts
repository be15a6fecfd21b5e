// XXH64 with seed 0. The checksum of a zstd frame is its low 32 bits.

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
const rotateLeft = (x: bigint, by: bigint): bigint => u64((x << by) | (x >> (64n - by)));
const mixWord = (sum: bigint, word: bigint): bigint => u64(rotateLeft(u64(sum + word * P2), 31n) * P1);

/** The XXH64 hash of bytes. */
export function xxh64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    const lanes = [u64(P1 + P2), P2, 0n, u64(-P1)];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let i = 0; i < 4; i++) lanes[i] = mixWord(lanes[i]!, view.getBigUint64(at + 8 * i, true));
    }
    hash = u64(rotateLeft(lanes[0]!, 1n) + rotateLeft(lanes[1]!, 7n) + rotateLeft(lanes[2]!, 12n) + rotateLeft(lanes[3]!, 18n));
    for (const lane of lanes) hash = u64((hash ^ mixWord(0n, lane)) * P1 + P4);
  }
  hash = u64(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) {
    hash = u64(rotateLeft(hash ^ mixWord(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  }
  if (at + 4 <= bytes.length) {
    hash = u64(rotateLeft(hash ^ u64(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at++) hash = u64(rotateLeft(hash ^ u64(BigInt(bytes[at]!) * P5), 11n) * P1);
  hash = u64((hash ^ (hash >> 33n)) * P2);
  hash = u64((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}
