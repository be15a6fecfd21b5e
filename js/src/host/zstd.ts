// Decompresses whole zstd streams with fzstd, which trusts its input. So the
// frames are measured here first: no memory is allocated because of a header
// alone, and content checksums are verified.
import { Fault } from "../wire/fault.js";
import { Decompress, decompress as decompressFrame } from "../vendor/fzstd.mjs";
import { xxh64 } from "./xxh64.js";

/** The largest window that a frame may declare; encoders stay at or below it. */
const MAX_WINDOW_BYTES = 128 << 20;
const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50; // the low four bits are free
const MAX_BLOCK_BYTES = 128 << 10;

/** The parts of one frame. */
interface Frame {
  end: number;
  /** Undefined when the header has no size. */
  contentSize: number | undefined;
  checksum: number | undefined;
  /** The offset of each block, then the end of the last one. */
  blocks: number[];
}

/**
 * The content of a zstd stream: any number of frames, skippable ones left
 * out. Damage is PARSE_ERROR, more than `max` bytes LIMIT_EXCEEDED.
 */
export function decompress(src: Uint8Array, max: number): Uint8Array {
  if (max < 0) throw new Fault("INVALID_ARGUMENT", "negative limit");
  if (src.length === 0) throw new Fault("PARSE_ERROR", "empty zstd stream");
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < src.length; ) {
    const skipped = skippableEnd(src, at);
    if (skipped > 0) {
      at = skipped;
      continue;
    }
    const frame = measureFrame(src, at);
    const content = readFrame(src, at, frame, max - total);
    if (frame.checksum !== undefined && Number(xxh64(content) & 0xffffffffn) !== frame.checksum) throw damagedStream();
    parts.push(content);
    total += content.length;
    at = frame.end;
  }
  return parts.length === 1 ? parts[0]! : joinParts(parts, total);
}

const damagedStream = (): Fault => new Fault("PARSE_ERROR", "damaged zstd stream");
const tooLarge = (): Fault => new Fault("LIMIT_EXCEEDED", "zstd content is larger than the limit");

function readLittleEndian(src: Uint8Array, at: number, bytes: number): number {
  if (at + bytes > src.length) throw damagedStream();
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + src[at + i]!;
  return value;
}

/** The end of a skippable frame at this offset; 0 when there is no such frame. */
function skippableEnd(src: Uint8Array, at: number): number {
  const magic = readLittleEndian(src, at, 4);
  if ((magic & 0xfffffff0) >>> 0 !== SKIPPABLE_MAGIC) return 0;
  const end = at + 8 + readLittleEndian(src, at + 4, 4);
  if (end > src.length) throw damagedStream();
  return end;
}

function measureFrame(src: Uint8Array, start: number): Frame {
  if (readLittleEndian(src, start, 4) !== FRAME_MAGIC) throw damagedStream();
  const descriptor = readLittleEndian(src, start + 4, 1);
  const single = (descriptor & 0x20) !== 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  if ((descriptor & 0x08) !== 0) throw damagedStream(); // reserved
  let at = start + 5;
  const window = single ? 0 : windowSize(readLittleEndian(src, at++, 1));
  if (dictionaryBytes > 0 && readLittleEndian(src, at, dictionaryBytes) !== 0) throw damagedStream(); // there is no dictionary
  at += dictionaryBytes;
  let contentSize: number | undefined;
  if (sizeBytes > 0) contentSize = readLittleEndian(src, at, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  at += sizeBytes;
  if (window > MAX_WINDOW_BYTES) throw new Fault("LIMIT_EXCEEDED", "zstd frame needs too much memory");
  const blocks = [at];
  for (let last = false; !last; blocks.push(at)) {
    const header = readLittleEndian(src, at, 3);
    last = (header & 1) !== 0;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === 3 || size > MAX_BLOCK_BYTES) throw damagedStream();
    at += 3 + (type === 1 ? 1 : size);
    if (at > src.length) throw damagedStream();
  }
  const checksum = (descriptor & 4) !== 0 ? readLittleEndian(src, at, 4) : undefined;
  return { end: at + (checksum === undefined ? 0 : 4), contentSize, checksum, blocks };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function readFrame(src: Uint8Array, start: number, frame: Frame, max: number): Uint8Array {
  const { contentSize, blocks } = frame;
  if (contentSize !== undefined) {
    if (contentSize > max) throw tooLarge();
    if (contentSize > (blocks.length - 1) * MAX_BLOCK_BYTES) throw damagedStream();
  }
  try {
    if (contentSize !== undefined) {
      const content = decompressFrame(src.subarray(start, frame.end));
      // fzstd fills a content that is shorter than declared with zeros.
      if (content.length === contentSize && content.at(-1) !== 0) return content;
    }
    const content = streamFrame(src, start, frame, max);
    if (contentSize !== undefined && content.length !== contentSize) throw damagedStream();
    return content;
  } catch (err) {
    throw err instanceof Fault ? err : damagedStream();
  }
}

/** Decompresses block by block, so that the limit stops it early. */
function streamFrame(src: Uint8Array, start: number, frame: Frame, max: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  const decoder = new Decompress((part) => {
    total += part.length;
    if (total > max) throw tooLarge();
    parts.push(part.slice());
  });
  let from = start;
  for (const to of frame.blocks.slice(1, -1)) {
    decoder.push(src.subarray(from, to));
    from = to;
  }
  decoder.push(src.subarray(from, frame.end), true);
  return joinParts(parts, total);
}

function joinParts(parts: Uint8Array[], total: number): Uint8Array {
  const out = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
