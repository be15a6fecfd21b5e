// The samples of README.md, js/README.md and docs/: run in plain Node 20, with a
// SQLite library and without, in a home whose newest session is one of Cursor's;
// and checked by TypeScript in strict mode. Text below a sample is what it prints.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { open } from "../dist/node/index.js";
import { program, scripted } from "./support/agent.mjs";
import { installPacked } from "./support/packed.mjs";
import { js, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

// A sample, and the text below it, which other languages may share.
const sampleOf = /```js\n([\s\S]*?)```(?:(?=(?:\n\n```(?:go|js|python)\n(?:(?!```)[\s\S])*```)*\n\n```text\n([\s\S]*?)```)|)/g;
const samples = [];
const pages = readdirSync(repository + "docs").filter((f) => f.endsWith(".md")).map((f) => "docs/" + f);
for (const name of ["README.md", "js/README.md", ...pages]) {
  const text = readFileSync(repository + name, "utf8");
  for (const { 1: code, 2: shown, index } of text.matchAll(sampleOf)) {
    if (/<!-- not run: [^\n]*-->\n$/.test(text.slice(0, index))) continue;
    const page = /\b(input|area|download)\./.test(code);
    samples.push({ name: `${name}, sample ${samples.length + 1}`, code, shown, page, store: /store:/.test(code) });
  }
}

let project;
let home;
before(() => {
  ({ project } = installPacked());
  home = temp({ after: (f) => process.on("exit", f) });
  for (const name of ["claude", "cursor-cli-handmade"]) cpSync(repository + `testdata/agents/${name}/home`, home, { recursive: true });
  const now = new Date();
  for (const name of readdirSync(home + "/.cursor", { recursive: true })) utimesSync(home + "/.cursor/" + name, now, now);
});

test("the newest session is Cursor's, and says little of itself", async () => {
  const heddle = await open({ home });
  const [newest] = await heddle.sessions.list({ limit: 1 });
  await heddle.close();
  assert.deepEqual([newest.agent, newest.cost], ["cursor", undefined]);
});

test("there are samples", () => {
  assert.ok(samples.filter((s) => !s.page).length >= 5, "for Node");
  assert.ok(samples.filter((s) => s.page).length >= 3, "for pages");
});

/** Puts an agent named claude, and a folder for it, into a home; returns the variables that find it. */
function installAgent(own) {
  for (const name of ["app", "bin"]) mkdirSync(`${own}/${name}`);
  symlinkSync(scripted, own + "/bin/claude");
  const turns = [[{ do: "ask", tool: "Read" }, { do: "text", text: "In src." }]];
  writeFileSync(own + "/script.json", JSON.stringify({ log: own + "/log", version: "2.1.300", turns }));
  return { HEDDLE_PROGRAM: program, PATH: `${own}/bin:${process.env.PATH}`, HEDDLE_SCRIPT: own + "/script.json" };
}

/** What a sample prints is what the page shows; without that it is anything. */
function compare(printed, { shown }) {
  if (shown === undefined) assert.ok(printed.length > 0);
  else assert.equal(printed, shown);
}

/** Runs a sample as a script of the project, in a home of its own. */
function run(t, { code }, folder) {
  const own = temp(t);
  cpSync(home, own, { recursive: true, preserveTimestamps: true });
  const file = `${folder}/sample.js`;
  writeFileSync(file, code.replaceAll("/home/me", own));
  const env = { PATH: process.env.PATH, HOME: own, USERPROFILE: own };
  if (/startAgent\(/.test(code)) Object.assign(env, installAgent(own));
  return execFileSync(process.execPath, [file], { cwd: folder, env, timeout: 120_000, stdio: ["ignore", "pipe", "pipe"] }).toString();
}

for (const sample of samples.filter((s) => !s.page)) {
  test(`${sample.name} runs in plain Node, without a SQLite library`, (t) => {
    const hasSqlite = Number(process.versions.node.split(".")[0]) >= 22;
    if (!sample.store || hasSqlite) return compare(run(t, sample, project), sample);
    // A store is SQLite: the error says what to install.
    assert.throws(() => run(t, sample, project), (err) => /UNSUPPORTED/.test(err.stderr) && /npm install better-sqlite3/.test(err.stderr));
  });

  test(`${sample.name} runs with better-sqlite3`, (t) => {
    const folder = temp(t);
    cpSync(project, folder, { recursive: true });
    symlinkSync(js + "node_modules/better-sqlite3", folder + "/node_modules/better-sqlite3");
    compare(run(t, sample, folder), sample);
  });
}

test("all samples pass TypeScript's strict checks", () => {
  const page = 'declare const input: HTMLInputElement, area: HTMLElement, download: HTMLAnchorElement;\ndeclare const heddle: import("heddle").BrowserHeddle;\n';
  for (const kind of ["node", "page"]) {
    const folder = `${project}/strict-${kind}`;
    mkdirSync(folder);
    writeFileSync(folder + "/package.json", '{ "type": "module" }');
    const files = samples.filter((s) => s.page === (kind === "page")).map((sample, i) => {
      const prelude = kind === "page" && !/const heddle/.test(sample.code) ? page : kind === "page" ? page.split("\n", 1)[0] + "\n" : "";
      const own = kind === "page" && /await heddle\.store\.file/.test(sample.code) ? page : prelude;
      writeFileSync(`${folder}/sample${i}.ts`, own + sample.code);
      return `sample${i}.ts`;
    });
    const options =
      kind === "page"
        ? { module: "esnext", moduleResolution: "bundler", customConditions: ["browser"], lib: ["es2022", "dom", "dom.iterable"], types: [] }
        : { module: "nodenext", lib: ["es2022"], typeRoots: [js + "node_modules/@types"], types: ["node"] };
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true, target: "es2022", skipLibCheck: false, rootDir: "." };
    writeFileSync(folder + "/tsconfig.json", JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    try {
      execFileSync(process.execPath, [js + "node_modules/typescript/bin/tsc", "-p", folder], { stdio: ["ignore", "pipe", "pipe"] });
    } catch (err) {
      assert.fail(err.stdout.toString());
    }
  }
});
