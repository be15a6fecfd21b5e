// Runs the golden vectors on this package in Node. With --engine NAME the
// result is saved under another name, with --sqlite CHOICE it uses that library.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/built.mjs";
import { difference, golden, homes, load, loadSequences, NOW, report } from "./support/vectors.mjs";

const { values } = parseArgs({ options: { engine: { type: "string", default: "node" }, sqlite: { type: "string", default: "auto" } } });
if (!process.env.HEDDLE_VECTORS_ROOT) ensureBuilt();
const { open } = await import("../dist/node/index.js");
const cases = load(values.engine.endsWith("-lite"));
const differences = [];
const engines = new Map();

for (const c of cases) {
  if (!engines.has(c.home)) engines.set(c.home, await open({ home: homes + c.home, now: NOW, sqlite: values.sqlite }));
  await compare(engines.get(c.home), c);
}
for (const engine of engines.values()) await engine.close();

let ran = cases.length;
for (const { home, fixed, cases } of loadSequences()) {
  const folder = mkdtempSync(join(tmpdir(), "heddle-vectors-"));
  const engine = await open({ home: homes + home, store: join(folder, "heddle.db"), fixed, sqlite: values.sqlite });
  for (const c of cases) await compare(engine, c);
  await engine.close();
  rmSync(folder, { recursive: true });
  ran += cases.length;
}
report(values.engine, ran, differences);

async function compare(engine, c) {
  let what;
  try {
    const { header, body } = await engine.call(c.op, c.request);
    what = difference(c.response, golden(c, header, body));
  } catch (err) {
    what = "no response: " + err.message;
  }
  if (what) differences.push({ case: c.id, what });
}
