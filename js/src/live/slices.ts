// Shares this thread among the sessions: without a limit, many busy agents would
// keep it from everything else, the answers of the store included.

const SLICE_MS = 4;

/** Runs tasks in order, for a few milliseconds in each round of the event loop. */
export class TimeSlices {
  #queue: (() => void)[] = [];
  #scheduled = false;

  /** Runs a task in this round or a later one. */
  add(task: () => void): void {
    this.#queue.push(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const tasks = this.#queue;
    const end = performance.now() + SLICE_MS;
    let done = 0;
    this.#queue = [];
    try {
      while (done < tasks.length && (done === 0 || performance.now() < end)) tasks[done++]!();
    } finally {
      this.#queue = [...tasks.slice(done), ...this.#queue];
      this.#scheduled = this.#queue.length > 0;
      if (this.#scheduled) setImmediate(this.#run);
    }
  };
}
