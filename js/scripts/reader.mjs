// Builds src/reader as one script, internal/reader/reader.js, which is committed so that Go builds without Node, and its
// hash beside it. With -check it says whether what is committed is what the sources make.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const js = fileURLToPath(new URL("..", import.meta.url));
const out = js + "../internal/reader/";
const MOST = 45 << 10;

// Names of characters (&eacute;) are read by the browser, from a document that is never shown. The library for
// browsers does it by innerHTML, which the policy of a page may forbid.
const names = `const known = new Map();
export function decodeNamedCharacterReference(name) {
  if (!known.has(name)) {
    const text = /^\\w+$/.test(name) ? new DOMParser().parseFromString("&" + name + ";", "text/html").body.textContent : "";
    known.set(name, text && !text.endsWith(";") && text !== "&" + name + ";" ? text : false);
  }
  return known.get(name);
}`;

const characters = {
  name: "characters",
  setup(b) {
    b.onResolve({ filter: /^decode-named-character-reference$/ }, () => ({ path: "names", namespace: "characters" }));
    b.onLoad({ filter: /.*/, namespace: "characters" }, () => ({ contents: names, loader: "js" }));
  },
};

const { outputFiles } = await build({
  entryPoints: [js + "src/reader/reader.ts"],
  bundle: true, minify: true, format: "iife", target: "es2022", charset: "ascii", legalComments: "none", write: false, loader: { ".css": "text" },
  plugins: [characters, { name: "css", setup(b) { b.onLoad({ filter: /\.css$/ }, async ({ path }) => ({ loader: "text", contents: (await build({ entryPoints: [path], minify: true, write: false })).outputFiles[0].text.trim() })); } }],
  banner: { js: "/* Heddle's reader, Apache-2.0; made by js/scripts/reader.mjs. Contains micromark and mdast-util (MIT, Titus Wormer and others). */" },
});
const script = outputFiles[0].text.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const hash = createHash("sha256").update(script).digest("base64");
const packed = gzipSync(script, { level: 9 }).length;
if (packed > MOST) throw new Error(`reader: ${packed} bytes of gzip, more than ${MOST}`);
if (/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(script)) throw new Error("reader: it makes markup or code of a text");
const odd = /[^\x20-\x7e\n\t].*/.exec(script);
if (odd) throw new Error("reader: it has a character outside ASCII: " + JSON.stringify(odd[0].slice(0, 40)));

const files = { "reader.js": script, "reader.sha256": hash + "\n" };
for (const [name, text] of Object.entries(files)) {
  if (process.argv.includes("-check")) {
    let there = "";
    try { there = readFileSync(out + name, "utf8"); } catch {}
    if (there !== text) throw new Error(`internal/reader/${name} is not what js/src/reader makes; run make generate`);
  } else {
    mkdirSync(out, { recursive: true });
    writeFileSync(out + name, text);
  }
}
console.error(`reader: ${script.length} bytes, ${packed} of gzip`);
