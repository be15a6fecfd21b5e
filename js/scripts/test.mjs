// npm test: builds, then runs every suite, in Node 20 or later, in Node 22 (for
// node:sqlite) and in Chromium. Installs Node 22 into test/node22 when missing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("..", import.meta.url));
const node22 = js + "test/node22/node_modules/.bin/node";
const all = readdirSync(js + "test").filter((name) => name.endsWith(".test.mjs"));
const inNode22 = ["engine.test.mjs", "heddle.test.mjs", "live.test.mjs", "live-harm.test.mjs", "node-files.test.mjs", "node-sql.test.mjs", "sessions.test.mjs", "statements.test.mjs", "store.test.mjs"];

const failed = [];
step("type check and build", process.execPath, ["scripts/build.mjs"]);
if (failed.length > 0) process.exit(1);
if (!existsSync(node22)) step("install Node 22", "npm", ["ci", "--prefix", "test/node22", "--no-audit", "--no-fund"]);
suite("Node " + process.versions.node, process.execPath, all);
suite("Node 22", node22, inNode22);
console.log("js: not run: live.test.mjs in Deno and Bun");

console.log(failed.length === 0 ? "js: all suites passed" : "js: failed: " + failed.join(", "));
process.exitCode = failed.length === 0 ? 0 : 1;

function suite(name, node, files) {
  step(`${files.length} test files in ${name}`, node, ["--test", "--test-reporter=spec", ...files.map((f) => "test/" + f)]);
}

function step(name, command, args) {
  console.log("js: " + name);
  const { status } = spawnSync(command, args, { cwd: js, stdio: "inherit" });
  if (status !== 0) failed.push(name);
}
