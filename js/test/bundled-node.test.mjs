// The package in programs for Node that esbuild makes one file of.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { installPacked } from "./support/packed.mjs";
import { repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

let project;
const home = repository + "testdata/agents/claude/home";
before(() => {
  ({ project } = installPacked());
  mkdirSync(project + "/src", { recursive: true });
});

/** Bundles a source for Node, and returns the file. */
async function bundle(name, source, format, external = []) {
  writeFileSync(`${project}/src/${name}.mjs`, source);
  const out = `${temp({ after: (f) => process.on("exit", f) })}/${name}.${format === "cjs" ? "cjs" : "mjs"}`;
  await esbuild.build({ entryPoints: [`${project}/src/${name}.mjs`], bundle: true, platform: "node", format, outfile: out, external, logLevel: "silent" });
  return out;
}

const run = (file, cwd, ...args) => JSON.parse(execFileSync(process.execPath, [file, ...args], { cwd, encoding: "utf8", env: { ...process.env, HEDDLE_WASM: "" } }));

const list = (options) => `
  import { open, HeddleError } from "heddle";
  open({ home: process.argv[2]${options} })
    .then(async (heddle) => {
      const sessions = await heddle.sessions.list({ limit: 3 });
      await heddle.close();
      console.log(JSON.stringify({ sessions: sessions.length }));
    })
    .catch((err) => console.log(JSON.stringify({ code: err.code, hint: err.hint, message: err.message })));
`;

for (const format of ["cjs", "esm"]) {
  test(`esbuild (${format}) for Node: beside a copy, in the project, and alone`, async () => {
    const copied = await bundle("copied", list(", assets: process.argv[3]"), format);
    const folder = copied.slice(0, copied.lastIndexOf("/"));
    cpSync(project + "/node_modules/heddle/dist", folder + "/heddle", { recursive: true });
    assert.deepEqual(run(copied, folder, home, folder + "/heddle"), { sessions: 3 });

    const plain = await bundle("plain", list(""), format);
    assert.deepEqual(run(plain, project, home), { sessions: 3 });
    const alone = run(plain, folder, home);
    assert.equal(alone.code, "UNSUPPORTED");
    assert.match(alone.hint, /copy node_modules\/heddle\/dist.*assets/);
    assert.equal(run(copied, folder, home, folder + "/nowhere").code, "UNSUPPORTED");
  });
}

test("strict TypeScript without the types of Node", () => {
  writeFileSync(project + "/src/strict.ts", 'import { open } from "heddle";\nexport const sessions = async () => (await open()).sessions.list({ limit: 1 });\n');
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  for (const resolution of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
    const args = [tsc, "--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2023", "--lib", "es2023,esnext.disposable,dom,dom.iterable", "--types", "", ...resolution, "src/strict.ts"];
    execFileSync(process.execPath, args, { cwd: project, stdio: "pipe", encoding: "utf8" });
  }
});
