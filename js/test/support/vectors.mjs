// The golden vectors: reading them, comparing, and saving what came out.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, repository } from "./paths.mjs";

/** The clock of every vector. */
export const NOW = 1795200000000;

const folder = (process.env.HEDDLE_VECTORS_ROOT ?? repository).replace(/\/?$/, "/");
export const homes = (process.env.HEDDLE_VECTORS_ROOT ? folder + "build/" : build) + "homes/";

const list = (dir) => readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

// What core-lite.wasm does without, beside pages.
const notLite = ["sessions.view", "sessions.story", "attachments.get", "edits.find"];

/** All cases, in order of operation, file and place. Bytes are Buffers. */
export function load(lite = false) {
  const cases = [];
  const root = folder + "testdata/vectors/";
  for (const op of list(root).filter((e) => e.isDirectory() && !(lite && notLite.includes(e.name)))) {
    for (const file of list(root + op.name).filter((e) => e.name.endsWith(".txtar") && !(lite && e.name.endsWith("-html.txtar")))) {
      cases.push(...parse(op.name, file.name.replace(/\.txtar$/, ""), readFileSync(root + op.name + "/" + file.name)));
    }
  }
  if (cases.length === 0) throw new Error("no vectors in testdata/vectors");
  return cases;
}

function parse(op, file, data) {
  const cases = [];
  let home = "empty";
  for (const { name, body } of sections(data)) {
    const [kind, ...rest] = name.split(":");
    const id = rest.join(":");
    if (kind === "home") home = body.toString().trim();
    else if (kind === "request") cases.push({ op, home, id: `${op}/${file}/${id}`, request: body, response: Buffer.alloc(0) });
    else if (kind === "response") cases.at(-1).response = body;
    else throw new Error(`${op}/${file}: unknown section ${name}`);
  }
  return cases;
}

/**
 * The sequences: requests that run in order on one engine with a store of its
 * own. Each is { name, home, fixed, cases }, `fixed` as `open` takes it.
 */
export function loadSequences() {
  const root = folder + "testdata/sequences/";
  if (!existsSync(root)) return [];
  return list(root).filter((e) => e.name.endsWith(".txtar")).map((e) => parseSequence(e.name.replace(/\.txtar$/, ""), readFileSync(root + e.name)));
}

function parseSequence(file, data) {
  const sequence = { name: file, home: "empty", fixed: undefined, cases: [] };
  for (const { name, body } of sections(data)) {
    const [kind, ...rest] = name.split(":");
    const [id, op] = rest.join(":").split(" ");
    const text = body.toString();
    if (kind === "store") {
      const [, now, step] = text.match(/^clock: (\d+) (\d+)$/m);
      sequence.fixed = { now: Number(now), step: Number(step), seed: BigInt(text.match(/^entropy: (\d+)$/m)[1]) };
    } else if (kind === "home") sequence.home = text.trim();
    else if (kind === "request") sequence.cases.push({ op, id: `sequences/${file}/${id}`, request: body, response: Buffer.alloc(0) });
    else if (kind === "response") sequence.cases.at(-1).response = body;
    else throw new Error(`sequences/${file}: unknown section ${name}`);
  }
  return sequence;
}

/** A response of header and body as the goldens have it: what depends on SQLite's library is 0. */
export function golden(c, header, body) {
  const response = Buffer.concat([header, Buffer.from("\n"), body]);
  if (c.op !== "store.stats" || !c.id.startsWith("sequences/")) return response;
  return Buffer.from(response.toString().replace(/"bytes":\d+/, '"bytes":0'));
}

/** The files of a txtar archive, each without its final newline. */
function* sections(data) {
  const text = data.toString("latin1");
  const marks = [...text.matchAll(/^-- (.+?) --[^\S\n]*(?:\n|$)/gm)];
  for (const [i, mark] of marks.entries()) {
    const body = text.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? text.length);
    yield { name: mark[1].trim(), body: Buffer.from(body.replace(/\n$/, ""), "latin1") };
  }
}

/** Where two responses part; undefined when they are equal. */
export function difference(want, got) {
  if (want.equals(got)) return undefined;
  let i = 0;
  while (i < want.length && i < got.length && want[i] === got[i]) i++;
  const cut = (b) => JSON.stringify(b.subarray(Math.max(0, i - 20), i + 60).toString());
  return `at byte ${i} of ${want.length} and ${got.length}: want ${cut(want)}, got ${cut(got)}`;
}

/** Saves an engine's result, prints its line, and sets the exit status. */
export function report(engine, cases, differences) {
  const dir = homes.replace(/homes\/$/, "vectors");
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}/${engine}.json`, JSON.stringify({ engine, cases, differences }, null, 1));
  console.log(`vectors: ${engine}: ${cases} cases, ${differences.length} differences`);
  for (const d of differences.slice(0, 20)) console.log(`  ${d.case}: ${d.what}`);
  if (differences.length > 0) process.exitCode = 1;
}
