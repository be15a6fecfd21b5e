// Runs the golden vectors on this package in Node. With --engine NAME the
// result is saved under another name, with --sqlite CHOICE it uses that library.
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/built.mjs";
import { difference, homes, load, NOW, report } from "./support/vectors.mjs";

const { values } = parseArgs({ options: { engine: { type: "string", default: "node" }, sqlite: { type: "string", default: "auto" } } });
if (!process.env.HEDDLE_VECTORS_ROOT) ensureBuilt();
const { open } = await import("../dist/node/index.js");
const cases = load();
const differences = [];
const engines = new Map();

for (const c of cases) {
  if (!engines.has(c.home)) engines.set(c.home, await open({ home: homes + c.home, now: NOW, sqlite: values.sqlite }));
  let what;
  try {
    const { header, body } = await engines.get(c.home).call(c.op, c.request);
    what = difference(c.response, Buffer.concat([header, Buffer.from("\n"), body]));
  } catch (err) {
    what = "no response: " + err.message;
  }
  if (what) differences.push({ case: c.id, what });
}
for (const engine of engines.values()) await engine.close();
report(values.engine, cases.length, differences);
