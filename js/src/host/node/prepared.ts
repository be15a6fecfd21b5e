/** The greatest number of statements that are kept. */
const MAX_KEPT = 64;

/** A cache of prepared statements, for statements that run often, such as those of an append. */
export class Prepared<S> {
  readonly #prepare: (sql: string) => S;
  readonly #kept = new Map<string, S>();

  constructor(prepare: (sql: string) => S) {
    this.#prepare = prepare;
  }

  get(sql: string): S {
    let statement = this.#kept.get(sql);
    if (!statement) {
      statement = this.#prepare(sql);
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
      this.#kept.set(sql, statement);
    }
    return statement;
  }
}
