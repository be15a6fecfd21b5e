/** Draws UUIDs of version 7 whose order is the order of drawing. */
export function uuidV7(fillRandom: (into: Uint8Array) => void, now: () => number = Date.now): () => Uint8Array {
  let last = 0; // milliseconds << 12 | a counter within the millisecond
  return () => {
    last = Math.max(Math.floor(now()) * 4096, last + 1);
    const id = new Uint8Array(16);
    fillRandom(id.subarray(8));
    const view = new DataView(id.buffer);
    view.setUint32(0, Math.floor(last / 2 ** 28));
    view.setUint16(4, Math.floor(last / 4096) % 65536);
    view.setUint16(6, 0x7000 | last % 4096);
    id[8] = (id[8]! & 0x3f) | 0x80;
    return id;
  };
}
