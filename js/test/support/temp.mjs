import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone after the test. */
export function temp(t) {
  const folder = mkdtempSync(join(tmpdir(), "heddle-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
