// Checks the options of a call. An unknown option is an error that suggests the
// closest known one.
import { HeddleError } from "../wire/errors.js";

/** The options of every call. */
export const callOptions = ["signal", "timeout", "onProgress"] as const;

/** Refuses options that are not an object, and options that are not known. */
export function checkOptions(op: string, options: object | undefined, known: readonly string[]): void {
  if (options === undefined || options === null) return;
  if (typeof options !== "object" || Array.isArray(options)) {
    const what = Array.isArray(options) ? "a list" : `the ${typeof options} ${String(options as unknown)}`;
    throw new HeddleError("INVALID_ARGUMENT", `the options of ${op} are an object, not ${what}`, { op, hint: optionsHint(known) });
  }
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (Number.isNaN(value)) throw new HeddleError("INVALID_ARGUMENT", name + " is NaN", { op });
    if (known.includes(name)) continue;
    const meant = closestName(name, known);
    const question = meant === undefined ? "" : `: did you mean '${meant}'?`;
    throw new HeddleError("INVALID_ARGUMENT", `unknown option '${name}'${question}`, { op, hint: optionsHint(known) });
  }
}

/**
 * Refuses the address of a store on a server, which would become a file with a
 * strange name. The error does not quote the address: it may contain a password.
 */
export function refuseAddress(store: string): void {
  if (!/^(?:[^/\\.:]{2,}:\/\/|(?:nats|tls|ws|wss):)/i.test(store)) return;
  throw new HeddleError("UNSUPPORTED", "this package keeps no store at an address", {
    op: "open",
    hint: "name a file; only Go programs, such as the released heddle, can use a store on NATS",
  });
}

const optionsHint = (known: readonly string[]): string => "the options are " + known.join(", ");

/** The known name that is closest to a wrong one; undefined when no name is close. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const bare = (s: string): string => s.toLowerCase().replace(/[-_]/g, "");
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const edits = editDistance(bare(name), bare(candidate));
    const allowed = Math.max(1, Math.floor(Math.min(name.length, candidate.length) / 3));
    if (edits <= allowed && edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

const LONGEST_NAME = 64;

// The number of letters added, dropped, replaced or swapped with their neighbour
// (restricted Damerau-Levenshtein distance).
function editDistance(a: string, b: string): number {
  if (a.length > LONGEST_NAME) return Infinity;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
