// A snapshot of a stored session, whose text stays byte for byte what the store wrote.

/** A session as text in canonical JSON, which `store.import` accepts. `String(snapshot)` is the text. */
export class Snapshot extends String {
  /** The version of the snapshot's format. */
  get version(): number {
    return (JSON.parse(this.toString()) as { version: number }).version;
  }
}
