// From the members of a request to its bytes.
import { utf8 } from "../wire/bytes.js";
import { HeddleError } from "../wire/errors.js";
import type { Verbatim } from "./ask.js";

/** The JSON text of a request, with members that are JSON text already. */
export function withVerbatim(fields: object, verbatim: Verbatim): string {
  const members = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = members.map(([name, value]) => JSON.stringify(name) + ":" + JSON.stringify(value));
  for (const [name, json] of Object.entries(verbatim)) texts.push(JSON.stringify(name) + ":" + json);
  return "{" + texts.join(",") + "}";
}

/** The bytes of a request. */
export function requestBytes(op: string, request: Uint8Array | string | object): Uint8Array {
  if (request instanceof Uint8Array) return request;
  if (typeof request === "string") return utf8(request);
  try {
    return utf8(JSON.stringify(request));
  } catch (cause) {
    throw new HeddleError("INVALID_ARGUMENT", "the request cannot be written as JSON", { op, cause });
  }
}

/** Refuses invalid Dates and numbers that are not finite: JSON would turn them into null, which sets no bound at all. */
export function checkBounds(op: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      throw new HeddleError("INVALID_ARGUMENT", name + " is an invalid Date", { op });
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new HeddleError("INVALID_ARGUMENT", name + " is " + value, { op });
    }
  }
}
