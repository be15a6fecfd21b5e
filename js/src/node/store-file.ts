import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../fault.js";

/** Makes sure that opening a store's file does what was asked: only a writable open creates it. */
export function prepareStore(file: string, create: boolean): void {
  if (create) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  else if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Fault("BAD_REF", "no such file");
}
