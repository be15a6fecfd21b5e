// Builds dist/: the compiled sources, core.wasm, the table of places, the
// vendored libraries and the viewer page. Needs ../build/core.wasm (make wasm),
// or another one named by --core FILE. --publish fails where build/core-lite.wasm is
// missing: a published package has it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("..", import.meta.url));
const dist = js + "dist/";
const flag = process.argv.indexOf("--core");
const core = flag < 0 ? js + "../build/core.wasm" : process.argv[flag + 1];


if (process.argv.includes("--publish") && !existsSync(js + "../build/core-lite.wasm")) {
  console.error("build: there is no ../build/core-lite.wasm, which a published package has; run make lite in the repository's root");
  process.exit(1);
}
if (!existsSync(core)) {
  console.error("build: there is no ../build/core.wasm yet; run make wasm in the repository's root");
  process.exit(1);
}

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [js + "node_modules/typescript/bin/tsc", "-p", js], { stdio: "inherit" });

const wasm = readFileSync(core);
const hash = createHash("sha256").update(wasm).digest();
writeFileSync(dist + "core.wasm", wasm);
const lite = js + "../build/core-lite.wasm";
const liteWasm = existsSync(lite) ? readFileSync(lite) : undefined;
if (liteWasm) writeFileSync(dist + "core-lite.wasm", liteWasm);
else console.error("build: there is no ../build/core-lite.wasm (make lite): heddle/lite will say that it is missing");
const sha256 = (bytes, encoding) => (bytes ? createHash("sha256").update(bytes).digest(encoding) : "");
mkdirSync(dist + "built");
writeFileSync(
  dist + "built/core.mjs",
  `export const CORE_SHA256 = "${hash.toString("hex")}";\nexport const CORE_INTEGRITY = "sha256-${hash.toString("base64")}";\n` +
    `export const LITE_SHA256 = "${sha256(liteWasm, "hex")}";\nexport const LITE_INTEGRITY = "${liteWasm ? "sha256-" : ""}${sha256(liteWasm, "base64")}";\n` +
    `export const VERSION = "${JSON.parse(readFileSync(js + "package.json", "utf8")).version}";\n`,
);
const places = readFileSync(js + "../hostfns/places/places.json", "utf8");
for (const name of ["reader.js", "reader.sha256"]) cpSync(js + "../internal/reader/" + name, dist + name);
const reader = ["reader.js", "reader.sha256"].map((name) => JSON.stringify(readFileSync(dist + name, "utf8").trim()));
writeFileSync(dist + "built/reader.mjs", `export const SCRIPT = ${reader[0]};\nexport const HASH = ${reader[1]};\n`);
writeFileSync(dist + "built/places.mjs", `export const table = ${places.trim()};\n`);

// Copies, because a worker in a page that no bundler has seen cannot resolve
// bare names: import maps do not reach into workers.
const modules = js + "node_modules/";
mkdirSync(dist + "vendor/sqlite", { recursive: true });
cpSync(modules + "fzstd/esm/index.mjs", dist + "vendor/fzstd.mjs");
cpSync(modules + "fzstd/LICENSE", dist + "vendor/fzstd.LICENSE");
const sqlite = modules + "@sqlite.org/sqlite-wasm/dist/";
cpSync(sqlite + "sqlite3.wasm", dist + "vendor/sqlite/sqlite3.wasm");
writeFileSync(dist + "vendor/sqlite/index.mjs", withoutWorkers(readFileSync(sqlite + "index.mjs", "utf8")));
writeFileSync(
  dist + "vendor/NOTICE",
  `fzstd ${version("fzstd")}: MIT, see fzstd.LICENSE.
@sqlite.org/sqlite-wasm ${version("@sqlite.org/sqlite-wasm")}: SQLite is in the public domain; its JavaScript wrapper is under the Apache License 2.0;
it was changed: the URLs of two workers that this package does not ship are left out.
`,
);

for (const name of ["built/core", "built/places", "built/reader", "vendor/fzstd", "vendor/sqlite/index"]) {
  cpSync(js + `src/${name}.d.mts`, dist + `${name}.d.mts`);
}
if (existsSync(js + "../LICENSE")) cpSync(js + "../LICENSE", js + "LICENSE");

for (const name of ["index.html", "viewer.css"]) cpSync(js + "viewer/" + name, dist + "viewer/" + name);

/**
 * The SQLite library without the URLs of its two workers. Nothing here starts
 * them and they are not shipped, but bundlers resolve every such URL they see.
 */
function withoutWorkers(source) {
  for (const name of ["sqlite3-opfs-async-proxy.js", "sqlite3-worker1.mjs"]) {
    const url = `new URL("${name}", import.meta.url)`;
    if (source.split(url).length !== 2) throw new Error(`build: sqlite-wasm does not contain ${url} exactly once; read what changed`);
    source = source.replace(url, `new URL("${name}")`); // throws when called
  }
  return source;
}

function version(name) {
  return JSON.parse(readFileSync(modules + name + "/package.json", "utf8")).version;
}
