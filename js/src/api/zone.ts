// Dates are days in the caller's time zone, so a request carries the zone's offsets.
import { HeddleError } from "../wire/errors.js";
import { closestName } from "./options.js";
import { requestFields, type OpName, type Zone, type ZoneChange } from "../wire/types.gen.js";

/** A request whose zone may also be given by name. */
export type InZone<R> = Omit<R, "zone"> & {
  /**
   * The time zone of dates (`"2026-07-01"`) and of groups of days, by its name,
   * such as `"Europe/Berlin"`. Left out: the zone of `open`, else the system's.
   */
  zone?: string | Zone;
};

/** The time settings of every call of an engine. */
export interface Clock {
  /** Stops the clock at these milliseconds since the epoch. */
  now?: number | undefined;
  /** The zone of requests without one. */
  zone?: string | Zone | undefined;
}

const bounds = ["since", "until", "activeSince", "activeUntil", "createdSince", "createdUntil"] as const;

type Fields = { zone?: string | Zone; groupBy?: string } & { [B in (typeof bounds)[number]]?: unknown };

/** The request with its ages as times, and with a zone where it means days. */
export function resolveTimes(op: OpName, request: object, clock: Clock): object {
  if (!requestFields[op].includes("zone")) return request;
  const fields: Fields = { ...request };
  let days = fields.groupBy === "day";
  for (const name of bounds) {
    const value = fields[name];
    if (typeof value !== "string") continue;
    const age = ageOf(op, name, value);
    if (age === undefined) days = true; // a date, or a time that may name no zone
    else fields[name] = new Date((clock.now ?? Date.now()) - age).toISOString();
  }
  if (typeof fields.zone === "string") fields.zone = zoneNamed(op, fields.zone);
  else if (days && fields.zone === undefined) fields.zone = typeof clock.zone === "object" ? clock.zone : zoneNamed(op, clock.zone);
  return fields;
}

const units = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const OLDEST = 100 * 365 * units.d;

/** The milliseconds of an age such as `7d`, `12h` or `1d12h`; undefined when the text is not an age. */
function ageOf(op: string, name: string, text: string): number | undefined {
  if (!/^(\d+(\.\d+)?[wdhms])+$/.test(text)) return undefined;
  let age = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)([wdhms])/g)) age += Number(number) * units[unit as keyof typeof units];
  if (age <= OLDEST) return age;
  throw new HeddleError("INVALID_ARGUMENT", `${name} is an age of more than 100 years`, { op });
}

/** Milliseconds by which a clock is ahead of UTC at an instant. */
type Offset = (at: number) => number;

const known = new Map<string, Zone>();

/** The zone with this name, or the system's. */
function zoneNamed(op: string, name: string | undefined): Zone {
  const asked = name ?? systemZone();
  const before = known.get(asked);
  if (before) return before;
  let offset: Offset;
  try {
    if (asked === "") throw new RangeError("no name");
    offset = offsetOf(asked);
  } catch {
    if (name !== undefined) throw unknownZone(op, name);
    return { name: "", changes: changesOf((at) => -new Date(at).getTimezoneOffset() * 60_000) };
  }
  const zone = { name: asked, changes: changesOf(offset) };
  known.set(asked, zone);
  return zone;
}

/** The name of the system's zone; empty where the system does not report it. */
const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

function unknownZone(op: string, name: string): HeddleError {
  const meant = closestName(name, Intl.supportedValuesOf("timeZone"));
  const hint = meant === undefined ? "zones have names such as Europe/Berlin, America/New_York or UTC" : `did you mean '${meant}'?`;
  return new HeddleError("INVALID_ARGUMENT", `no zone is called '${name}'`, { op, hint });
}

function offsetOf(timeZone: string): Offset {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23",
    year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
  });
  return (at) => {
    const [month, day, year, hour, minute, second] = format.format(at).match(/\d+/g)!.map(Number) as [number, number, number, number, number, number];
    return Date.UTC(year, month - 1, day, hour, minute, second) - at;
  };
}

const STEP = 14 * units.d; // since 1970 no clock has changed and changed back within less
const QUARTER = 15 * units.m; // clocks change at full quarters of an hour, with a few exceptions in the 1970s

/** The changes from 1970 to 2038 at least. */
function changesOf(offset: Offset): ZoneChange[] {
  const end = Math.max(Date.UTC(2038, 0), Date.UTC(new Date().getUTCFullYear() + 2, 0));
  let last = offset(0);
  const changes: ZoneChange[] = [{ offsetSeconds: last / 1000 }];
  for (let from = 0; from < end; from += STEP) {
    const to = Math.min(from + STEP, end);
    const then = offset(to);
    for (let low = from; last !== then; ) {
      low = firstChange(offset, last, low, to);
      last = offset(low);
      changes.push({ at: new Date(low).toISOString(), offsetSeconds: last / 1000 });
    }
  }
  return changes;
}

/** The first instant in (low, high] at which the offset differs from `before`. It must differ at high. */
function firstChange(offset: Offset, before: number, low: number, high: number): number {
  for (let unit = QUARTER; ; unit = 1000) {
    while (high - low > unit) {
      const middle = low + Math.max(1, Math.floor((high - low) / 2 / unit)) * unit;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    if (unit === 1000 || offset(high - 1000) === before) return high;
  }
}
