// The package in programs for Node that esbuild makes one file of.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

const guide = readFileSync(repository + "docs/how-to-embed.md", "utf8");

/** The sample of the guide that a comment names. */
function sample(name) {
  const found = guide.match(new RegExp("```js\\n// " + name.replaceAll(".", "\\.") + "\\n([^]*?)\\n```"));
  assert.ok(found, name);
  return found[1];
}

/** Runs a bundle of the guide with a module in place of the program it is for. */
function runGuide(file, name, standIn, then) {
  const folder = file.slice(0, file.lastIndexOf("/"));
  mkdirSync(`${folder}/node_modules/${name}`, { recursive: true });
  writeFileSync(`${folder}/node_modules/${name}/index.js`, standIn);
  cpSync(project + "/node_modules/heddle/dist", folder + "/out/heddle", { recursive: true });
  writeFileSync(folder + "/start.cjs", then);
  const env = { ...process.env, HEDDLE_WASM: "", HOME: home, USERPROFILE: home };
  for (const variable of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME"]) delete env[variable];
  return JSON.parse(execFileSync(process.execPath, [folder + "/start.cjs"], { cwd: folder, encoding: "utf8", env }));
}

test("the guide's VS Code extension, bundled as CommonJS", async () => {
  const file = await bundle("extension", sample("src/extension.mjs"), "cjs", ["vscode"]);
  const standIn = `
    const shown = [];
    module.exports = {
      shown, registered: {},
      workspace: { openTextDocument: async (d) => d },
      window: { showQuickPick: async (list) => list[0], showTextDocument: async (d) => void shown.push(d) },
      commands: { registerCommand: (name, run) => ((module.exports.registered[name] = run), { dispose() {} }) },
    };`;
  const answer = runGuide(file, "vscode", standIn, `
    const vscode = require("vscode"), extension = require("./extension.cjs");
    (async () => {
      await extension.activate({ extensionPath: __dirname, subscriptions: [] });
      await vscode.registered["heddle.show"]();
      await extension.deactivate();
      console.log(JSON.stringify(vscode.shown));
    })();`);
  assert.equal(answer.length, 1);
  assert.match(answer[0].content, /^# /);
});

test("the guide's Electron main process, bundled as CommonJS", async () => {
  const file = await bundle("main", sample("src/main.mjs"), "cjs", ["electron"]);
  const standIn = `
    const handlers = {}, events = {};
    let done;
    module.exports = {
      handlers, events,
      ready: new Promise((resolve) => (done = resolve)),
      app: { whenReady: async () => {}, getAppPath: () => require("node:path").dirname(require.main.filename), on: (name, run) => ((events[name] = run), done()) },
      ipcMain: { handle: (name, run) => (handlers[name] = run) },
    };`;
  const answer = runGuide(file, "electron", standIn, `
    const electron = require("electron");
    require("./main.cjs");
    electron.ready.then(async () => {
      const list = await electron.handlers.sessions({}, 2);
      electron.events["will-quit"]();
      console.log(JSON.stringify(list.map((s) => s.agent)));
    });`);
  assert.deepEqual(answer, ["claude", "claude"]);
});

for (const external of [true, false]) {
  test(`the guide's route, built and started by Next.js${external ? ", with heddle left out" : ""}`, async (t) => {
    const app = nextApp(t, external ? '{ serverExternalPackages: ["heddle"] }' : "{}");
    const env = { ...process.env, HEDDLE_WASM: "", HOME: app + "/home", USERPROFILE: app + "/home", NEXT_TELEMETRY_DISABLED: "1" };
    const next = app + "/node_modules/next/dist/bin/next";
    execFileSync(process.execPath, [next, "build"], { cwd: app, env, stdio: "pipe" });
    const server = spawn(process.execPath, [next, "start", "-p", "0", "-H", "127.0.0.1"], { cwd: app, env });
    t.after(() => server.kill());
    let printed = "";
    for await (const piece of server.stdout) if (/Ready/.test((printed += piece))) break;
    const [address] = printed.match(/http:\/\/127[^\s]+/);
    const list = await (await fetch(address + "/sessions")).json();
    assert.ok(list.some((s) => s.unifiedId.startsWith("claude:")));
  });
}

/** An application with the guide's route and the packed package, in the folder that has Next.js. */
function nextApp(t, config) {
  const installed = repository + "js/test/next";
  if (!existsSync(installed + "/node_modules/next")) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: installed, stdio: "ignore" });
  const app = temp(t);
  cpSync(installed + "/package.json", app + "/package.json");
  execFileSync("cp", ["-a", installed + "/node_modules", app]); // Next.js takes no linked folder
  cpSync(project + "/node_modules/heddle", app + "/node_modules/heddle", { recursive: true });
  cpSync(home, app + "/home", { recursive: true });
  mkdirSync(app + "/app/sessions", { recursive: true });
  writeFileSync(app + "/next.config.mjs", `export default ${config};\n`);
  writeFileSync(app + "/app/sessions/route.js", sample("app/sessions/route.js"));
  writeFileSync(app + "/app/layout.js", "export default function Layout({ children }) {\n  return <html lang=\"en\"><body>{children}</body></html>;\n}\n");
  writeFileSync(app + "/app/page.js", "export default function Page() {\n  return <p>Sessions</p>;\n}\n");
  return app;
}

test("strict TypeScript without the types of Node", () => {
  writeFileSync(project + "/src/strict.ts", 'import { open } from "heddle";\nexport const sessions = async () => (await open()).sessions.list({ limit: 1 });\n');
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  for (const resolution of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
    const args = [tsc, "--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2023", "--lib", "es2023,esnext.disposable,dom,dom.iterable", "--types", "", ...resolution, "src/strict.ts"];
    execFileSync(process.execPath, args, { cwd: project, stdio: "pipe", encoding: "utf8" });
  }
});

test("a live session in an extension, bundled as CommonJS, with heddle-cli beside it", { skip: process.platform === "win32" }, async (t) => {
  const { setting, program } = await import("./support/agent.mjs");
  const file = await bundle("live", `
    import { startAgent } from "heddle";
    startAgent(JSON.parse(process.argv[2])).then(async (agent) => {
      const { text, endedBy } = await agent.query("go");
      await agent.stop();
      console.log(JSON.stringify({ text, endedBy }));
    });`, "cjs");
  const x = await setting(t, { turns: [[{ do: "text", text: "from the bundle" }]] });
  const { heddle: _, ...options } = x.options;
  const modules = file.slice(0, file.lastIndexOf("/")) + "/node_modules/";
  const platform = `heddle-cli-${process.platform}-${process.arch}`;
  for (const name of ["heddle-cli", platform]) {
    mkdirSync(modules + name + "/bin", { recursive: true });
    writeFileSync(modules + name + "/package.json", JSON.stringify({ name, version: "0.0.0" }));
  }
  cpSync(program, modules + platform + "/bin/heddle");
  const env = { ...process.env, HEDDLE_PROGRAM: "", HEDDLE_WASM: "", PATH: x.path("home") };
  const out = execFileSync(process.execPath, [file, JSON.stringify({ ...options, record: false })], { cwd: "/", encoding: "utf8", env });
  assert.deepEqual(JSON.parse(out), { text: "from the bundle", endedBy: "answer" });
});
