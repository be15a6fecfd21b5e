// A clock and ids that are the same in every language, for golden vectors.

/** The host's answers that would otherwise differ from run to run. */
export interface Fixed {
  /** The first time that is returned, in milliseconds since the epoch. */
  now: number;
  /** Milliseconds between one call of the clock and the next. */
  step: number;
  /** The seed of the ids. */
  seed: bigint;
}

/** A clock that advances by `step` at every call. */
export function tickingClock({ now, step }: Fixed): () => number {
  let next = now - step;
  return () => (next += step);
}

const FIRST_ID_MS = 1767323045678n;

/** Ids of a seed: splitmix64 in the shape of UUIDs of version 7, a millisecond apart. */
export function seededIds({ seed }: Fixed): () => Uint8Array {
  const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
  let state = seed;
  const next = (): bigint => {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  let ms = FIRST_ID_MS;
  return () => {
    const id = new Uint8Array(16);
    const view = new DataView(id.buffer);
    view.setBigUint64(0, u64((ms++ << 16n) | (next() & 0xfffn)));
    view.setBigUint64(8, next());
    id[6] = (id[6]! & 0x0f) | 0x70;
    id[8] = (id[8]! & 0x3f) | 0x80;
    return id;
  };
}
