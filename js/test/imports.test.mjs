// The order of the sources: no import cycles, and no import from a folder of a
// higher floor. Type imports count as well.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { test } from "node:test";
import { js } from "./support/paths.mjs";

// From the lowest floor up. A folder imports itself and the floors below it,
// never a neighbour of its own floor. "." has the bundle of the reader.
const floors = [["wire", "built", "vendor"], ["host", "reader", "."], ["host/sqlite"], ["host/node", "host/browser"], ["engine"], ["api"], ["live"], ["node", "browser"], ["viewer"]];

/** The modules that a source text imports, re-exports or loads as a worker, relative to it. */
function importsOf(text) {
  const statements = text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  const workers = text.matchAll(/new Worker\(new URL\("(\.[^"]+)"/g);
  return [...statements, ...workers].map((match) => match[1].replace(/\.m?js$/, ""));
}

/** Every module of a set of sources, with the modules that it imports. */
function graphOf(sources) {
  const graph = new Map();
  for (const [name, text] of sources) {
    const folder = posix.dirname(name);
    graph.set(name, importsOf(text).map((path) => posix.join(folder, path)));
  }
  return graph;
}

/** The first cycle that a walk in order of names finds, as a list of modules. */
function findCycle(graph) {
  const finished = new Set();
  const walk = (name, path) => {
    const start = path.indexOf(name);
    if (start >= 0) return [...path.slice(start), name];
    if (finished.has(name)) return undefined;
    for (const next of graph.get(name) ?? []) {
      const cycle = walk(next, [...path, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  for (const name of [...graph.keys()].sort()) {
    const cycle = walk(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** The imports that do not lead to a lower floor. */
function climbing(graph) {
  const floorOf = (folder) => floors.findIndex((folders) => folders.includes(folder));
  const wrong = [];
  for (const [name, imports] of graph) {
    const from = dirname(name);
    for (const target of imports) {
      const to = dirname(target) === "vendor/sqlite" ? "vendor" : dirname(target);
      const allowed = from === to || floorOf(to) < floorOf(from);
      if (floorOf(from) < 0 || floorOf(to) < 0 || !allowed) wrong.push(`${name} imports ${target}`);
    }
  }
  return wrong;
}

function sourcesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const modules = names.filter((name) => name.endsWith(".ts") && !/^(built|vendor)\//.test(name));
  return modules.map((name) => [name.replace(/(\.d)?\.ts$/, ""), readFileSync(folder + name, "utf8")]);
}

test("no module imports itself through others, nor a folder of a higher floor", () => {
  const graph = graphOf(sourcesOf(js + "src/"));
  assert.ok(graph.size > 50, "modules");
  const there = (target) => graph.has(target) || /^(built|vendor)\//.test(target) || (target.endsWith(".css") && existsSync(js + "src/" + target));
  for (const [name, imports] of graph) {
    for (const target of imports) assert.ok(there(target), `${name} imports ${target}, which is no module`);
  }
  assert.equal(findCycle(graph)?.join(" > "), undefined);
  assert.deepEqual(climbing(graph), []);
});

test("the check finds a cycle of types and a climbing import", () => {
  const graph = graphOf([
    ["wire/a", 'export type { B } from "./b.js";'],
    ["wire/b", 'import {\n  c,\n} from "./c.js";'],
    ["wire/c", 'const a = await import("./a.js");'],
    ["host/d", 'import "../engine/e.js";'],
    ["engine/e", ""],
  ]);
  assert.deepEqual(findCycle(graph), ["wire/a", "wire/b", "wire/c", "wire/a"]);
  assert.deepEqual(climbing(graph), ["host/d imports engine/e"]);
});
