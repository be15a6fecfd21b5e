// The package in pages that Vite, webpack and esbuild make of it: installed
// from its tarball into an empty project, bundled, served, opened in Chromium.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import * as esbuild from "esbuild";
import * as vite from "vite";
import { openBrowser } from "./support/chromium.mjs";
import { installPacked } from "./support/packed.mjs";
import { repository } from "./support/paths.mjs";
import { serve } from "./support/server.mjs";
import { temp } from "./support/temp.mjs";

const webpack = createRequire(import.meta.url)("webpack");

const html = (script) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A page</title>
  <link rel="icon" href="data:," />
  <input type="file" webkitdirectory aria-label="folder" />
  <script type="module" src="${script}"></script>
</html>
`;

// What a newcomer writes.
const app = (options = "") => `
  import { open } from "heddle";
  document.querySelector("input").addEventListener("change", async (event) => {
    window.result = (async () => {
      const heddle = await open({ home: event.target.files${options} });
      const list = await heddle.sessions.list();
      await heddle.close();
      return { agents: [...new Set(list.map((s) => s.agent))].sort(), diagnostics: list.diagnostics.map((d) => d.code) };
    })();
    window.result.catch(() => {});
  });
`;

let browser;
let project;
let home;
before(async () => {
  browser = await openBrowser();
  ({ project } = installPacked());
  // One agent that keeps files, and one that keeps a database.
  home = temp({ after: (f) => process.on("exit", f) });
  for (const name of ["claude", "opencode-livewal"]) cpSync(repository + `testdata/agents/${name}/home`, home, { recursive: true });
  mkdirSync(project + "/src");
  writeFileSync(project + "/src/app.js", app());
  writeFileSync(project + "/src/with-assets.js", app(', assets: "heddle/"'));
  writeFileSync(project + "/index.html", html("./src/app.js"));
});
after(() => browser?.close());

/** What the page at a URL answers, or the error it shows, when the home is picked. */
async function pick(url) {
  const page = await browser.page("", { at: url });
  try {
    await page.setInputFiles("input", home);
    return await page.evaluate(async () => {
      try {
        return await window.result;
      } catch (err) {
        return { code: err.code, message: err.message, hint: err.hint };
      }
    });
  } finally {
    await page.close();
  }
}

/** What the page of a built folder answers. */
async function pickBuilt(folder) {
  const server = await serve(folder);
  try {
    return await pick(server.url);
  } finally {
    server.close();
  }
}

const listed = { agents: ["claude", "opencode"], diagnostics: [] };

test("vite build, without a configuration", async () => {
  await vite.build({ root: project, logLevel: "error", configFile: false, build: { outDir: project + "/out-vite" } });
  assert.deepEqual(await pickBuilt(project + "/out-vite/"), listed);
});

test("Vite's development server, without a configuration", async (t) => {
  const server = await vite.createServer({ root: project, logLevel: "error", configFile: false, server: { host: "127.0.0.1", port: 0, hmr: false, ws: false } });
  t.after(() => server.close());
  await server.listen();
  const { port } = server.httpServer.address();
  assert.deepEqual(await pick(`http://127.0.0.1:${port}/`), listed);
});

const runWebpack = (config) =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((err, stats) => compiler.close(() => (err ? reject(err) : resolve(stats))));
  });

test("webpack, without a configuration", async () => {
  const out = project + "/out-webpack";
  const stats = await runWebpack({ mode: "production", context: project, entry: "./src/app.js", output: { path: out }, performance: false });
  assert.deepEqual([stats.compilation.errors, stats.compilation.warnings], [[], []]);
  writeFileSync(out + "/index.html", html("main.js"));
  assert.deepEqual(await pickBuilt(out + "/"), listed);
});

// heddle and heddle/lite in one page.
const both = `
  import * as core from "heddle";
  import * as lite from "heddle/lite";
  document.querySelector("input").addEventListener("change", (event) => {
    const list = async ({ open }) => {
      const heddle = await open({ home: event.target.files });
      const { body } = await heddle.call("sessions.list", {});
      await heddle.close();
      return new TextDecoder().decode(body);
    };
    window.result = Promise.all([list(core), list(lite)]).then(([a, b]) => ({ same: a === b, long: a.length > 1000 }));
    window.result.catch(() => {});
  });
`;

test("heddle and heddle/lite in one page", async () => {
  writeFileSync(project + "/src/both.js", both);
  const out = project + "/out-both";
  const config = { mode: "production", context: project, entry: "./src/both.js", output: { path: out }, performance: false };
  if (!existsSync(project + "/node_modules/heddle/dist/core-lite.wasm")) {
    const stats = await runWebpack(config); // it says which file is missing
    return assert.match(stats.compilation.errors[0].message, /core-lite\.wasm/);
  }
  const stats = await runWebpack(config);
  assert.deepEqual([stats.compilation.errors, stats.compilation.warnings], [[], []]);
  writeFileSync(out + "/index.html", html("main.js"));
  assert.deepEqual(await pickBuilt(out + "/"), { same: true, long: true });
});

for (const format of ["esm", "iife"]) {
  test(`esbuild (${format}), with a copy of dist and the option assets`, async () => {
    const out = `${project}/out-esbuild-${format}`;
    await esbuild.build({ entryPoints: [project + "/src/with-assets.js"], bundle: true, format, outdir: out, absWorkingDir: project, logLevel: "silent" });
    cpSync(project + "/node_modules/heddle/dist", out + "/heddle", { recursive: true });
    writeFileSync(out + "/index.html", html("with-assets.js"));
    assert.deepEqual(await pickBuilt(out + "/"), listed);

    // Without the copy the error says what to do.
    renameSync(out + "/heddle", out + "/elsewhere");
    const refused = await pickBuilt(out + "/");
    assert.equal(refused.code, "UNSUPPORTED");
    assert.match(refused.message, /^core\.wasm cannot be loaded/);
    assert.match(refused.hint, /copy node_modules\/heddle\/dist.*assets/);
  });

  test(`esbuild (${format}), without the option: the error says what to do`, async () => {
    const out = `${project}/out-esbuild-bare-${format}`;
    await esbuild.build({ entryPoints: [project + "/src/app.js"], bundle: true, format, outdir: out, absWorkingDir: project, logLevel: "silent" });
    writeFileSync(out + "/index.html", html("app.js"));
    const refused = await pickBuilt(out + "/");
    assert.equal(refused.code, "UNSUPPORTED");
    assert.match(refused.hint, /copy node_modules\/heddle\/dist.*assets/);
  });
}

test("an app that answers every path with its page, and a copy without the worker: the error says what to do", async () => {
  const out = `${project}/out-esbuild-esm`;
  cpSync(out + "/elsewhere", out + "/heddle", { recursive: true });
  renameSync(out + "/heddle/browser/worker.js", out + "/heddle/browser/gone.js");
  const refused = await pickBuilt(out + "/");
  assert.deepEqual([refused.code, /^worker\.js cannot be loaded/.test(refused.message)], ["UNSUPPORTED", true]);
  cpSync(out + "/index.html", out + "/heddle/core.wasm");
  const other = await pickBuilt(out + "/");
  assert.deepEqual([other.code, /^core\.wasm cannot be loaded/.test(other.message)], ["UNSUPPORTED", true]);
  assert.match(other.hint, /assets/);
});
