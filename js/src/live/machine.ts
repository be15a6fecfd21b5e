// All live sessions of a program share one instance of live.wasm. When it traps,
// idle sessions continue in a new one, from what live.save returned after their
// last turn.
import type { WasmModule } from "../engine/wasm-source.js";
import { utf8 } from "../wire/bytes.js";
import { HeddleError } from "../wire/errors.js";
import { liveOps, type LiveAgent, type LiveCommandRequest, type LiveExitRequest, type LiveOpenRequest } from "../wire/types.gen.js";
import { LiveInstance } from "./instance.js";
import { TimeSlices } from "./slices.js";
import { parseStep, type Step } from "./step.js";

/** What happens to a session when the instance traps. */
export interface MachineEvents {
  /** It continues from its last saved state; what was being done is lost. */
  restored(step: Step): void;
  /** It cannot continue. */
  lost(err: HeddleError): void;
}

/** An instance with more memory than this is replaced when all sessions are idle, because memory never shrinks. */
const KEEP_MEMORY_BYTES = 128 * 1024 * 1024;

const STDOUT = 1;
const LINE_FEED = 0x0a;

/** The operations live.* of one compiled live.wasm. */
export class LiveModule {
  /** When sessions read what their agents printed. */
  readonly slices = new TimeSlices();
  readonly #module: WasmModule;
  readonly #machines = new Set<Machine>();
  #instance: LiveInstance | undefined;
  #handles = 0;

  constructor(module: WasmModule) {
    this.#module = module;
  }

  /** Lists the agents that live sessions can run. */
  agents(): LiveAgent[] {
    return JSON.parse(this.call("live.agents", utf8("{}"))) as LiveAgent[];
  }

  /** Creates a session's machine; its first call is `open`. */
  machine(events: MachineEvents): Machine {
    return new Machine(this, "s" + ++this.#handles, events);
  }

  /** @internal */
  add(machine: Machine): void {
    this.#machines.add(machine);
  }

  /** @internal */
  remove(machine: Machine): void {
    this.#machines.delete(machine);
  }

  /** @internal Runs an operation. After a trap all sessions are restored or lost before it throws INTERNAL. */
  call(op: keyof typeof liveOps, ...request: Uint8Array[]): string {
    const instance = (this.#instance ??= new LiveInstance(this.#module));
    try {
      return instance.call(liveOps[op], ...request);
    } catch (err) {
      if (err instanceof HeddleError) throw err;
      const failure = instance.trapError(err);
      if (this.#instance === instance) this.#restoreAll(failure);
      throw failure;
    }
  }

  /** @internal Replaces an instance that has grown, when no session would notice. */
  replaceLarge(): void {
    if ((this.#instance?.memoryBytes ?? 0) <= KEEP_MEMORY_BYTES) return;
    if (![...this.#machines].every((m) => m.saved !== undefined && m.betweenLines)) return;
    this.#instance = undefined;
    for (const m of this.#machines) m.restore();
  }

  #restoreAll(failure: HeddleError): void {
    this.#instance = undefined;
    for (const m of [...this.#machines]) {
      let step: Step | undefined;
      try {
        step = m.restore();
      } catch (err) {
        if (!(err instanceof HeddleError)) throw err;
      }
      if (step) {
        m.events.restored(step);
        continue;
      }
      this.#machines.delete(m);
      m.events.lost(failure);
    }
  }
}

type Sent<T> = Omit<T, "handle" | "now">;

/** One session without its I/O. Times are milliseconds since the epoch. */
export class Machine {
  /** Its state when it was last idle; undefined while it is not. */
  saved: string | undefined;
  /** Whether all bytes that were fed are whole lines. */
  betweenLines = true;
  readonly events: MachineEvents;
  readonly #module: LiveModule;
  readonly #handle: string;
  readonly #feedHeader: Uint8Array;
  #now = 0;

  /** @internal Use `LiveModule.machine`. */
  constructor(module: LiveModule, handle: string, events: MachineEvents) {
    this.#module = module;
    this.#handle = handle;
    this.events = events;
    this.#feedHeader = new Uint8Array(1 + handle.length + 1 + 8);
    this.#feedHeader[0] = handle.length;
    this.#feedHeader.set(utf8(handle), 1);
    this.#feedHeader[1 + handle.length] = STDOUT;
  }

  open(now: number, request: Sent<LiveOpenRequest>): Step {
    this.#module.add(this);
    try {
      return this.#run("live.open", now, request);
    } catch (err) {
      this.#module.remove(this);
      throw err;
    }
  }

  /** Passes bytes that the agent printed on standard output, cut anywhere. */
  feed(now: number, data: Uint8Array): Step {
    this.#now = now;
    this.betweenLines = data.length > 0 ? data[data.length - 1] === LINE_FEED : this.betweenLines;
    new DataView(this.#feedHeader.buffer).setBigUint64(this.#feedHeader.length - 8, BigInt(Math.floor(now)), true);
    return this.#take(this.#module.call("live.feed", this.#feedHeader, data));
  }

  command(now: number, request: Sent<LiveCommandRequest>): Step {
    return this.#run("live.command", now, request);
  }

  tick(now: number): Step {
    return this.#run("live.tick", now, {});
  }

  exit(now: number, request: Sent<LiveExitRequest>): Step {
    return this.#run("live.exit", now, request);
  }

  /** Forgets the session, whose process has ended. */
  close(): void {
    this.#module.remove(this);
    try {
      this.#module.call("live.close", utf8(JSON.stringify({ handle: this.#handle })));
    } catch {
      // a trap: the instance that had the session is gone
    }
  }

  /** @internal Continues in a new instance; undefined when nothing is saved. */
  restore(): Step | undefined {
    if (this.saved === undefined) return undefined;
    const request = { handle: this.#handle, now: new Date(this.#now), state: this.saved };
    this.betweenLines = true;
    return parseStep(this.#module.call("live.restore", utf8(JSON.stringify(request))));
  }

  #run(op: "live.open" | "live.command" | "live.tick" | "live.exit", now: number, request: object): Step {
    this.#now = now;
    return this.#take(this.#module.call(op, utf8(JSON.stringify({ ...request, handle: this.#handle, now: new Date(now) }))));
  }

  #take(text: string): Step {
    const step = parseStep(text);
    if (step.health !== "ready") this.saved = undefined;
    else if (this.saved === undefined || step.outputs.some((o) => o.kind === "state" || o.kind === "reply")) this.#save();
    return step;
  }

  #save(): void {
    try {
      this.saved = this.#module.call("live.save", utf8(JSON.stringify({ handle: this.#handle })));
    } catch (err) {
      if (!(err instanceof HeddleError)) throw err;
      if (err.code === "CONFLICT") this.saved = undefined;
    }
    this.#module.replaceLarge();
  }
}
