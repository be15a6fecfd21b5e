// Runs the golden vectors on this package in headless Chromium. The page gets
// each home as a person would give it: through a folder input. With --lite it runs
// core-lite.wasm.
import { readdirSync } from "node:fs";
import { ensureBuilt } from "../scripts/built.mjs";
import { openBrowser } from "./support/chromium.mjs";
import { difference, golden, homes, load, loadSequences, NOW, report } from "./support/vectors.mjs";

if (!process.env.HEDDLE_VECTORS_ROOT) ensureBuilt();
const lite = process.argv.includes("--lite");
const cases = load(lite);
const differences = [];
let ran = cases.length;
const browser = await openBrowser();
try {
  const page = await browser.page(lite ? "test/pages/engine-lite.html" : "test/pages/engine.html");
  const engines = new Map();
  for (const c of cases) {
    if (!engines.has(c.home)) engines.set(c.home, await openHome(page, homes + c.home, { now: NOW }));
    await compare(page, engines.get(c.home), c);
  }
  for (const { name, home, fixed, cases } of loadSequences()) {
    const engine = await openHome(page, homes + home, { store: "sequence-" + name, fixed });
    for (const c of cases) await compare(page, engine, c);
    await page.evaluate((engine) => engines[engine].close(), engine);
    ran += cases.length;
  }
  for (const err of browser.errors) differences.push({ case: "page", what: err });
} finally {
  await browser.close();
}
report(lite ? "chromium-lite" : "chromium", ran, differences);

async function compare(page, engine, c) {
  let what;
  try {
    const answer = await page.evaluate(([engine, op, request]) => callEngine(engine, op, request), [engine, c.op, c.request.toString("base64")]);
    const [header, body] = answer.map((part) => Buffer.from(part, "base64"));
    what = difference(c.response, golden(c, header, body));
  } catch (err) {
    what = "no response: " + err.message;
  }
  if (what) differences.push({ case: c.id, what });
}

async function openHome(page, home, options) {
  const empty = readdirSync(home).length === 0; // an input cannot be given an empty folder
  if (empty) await page.evaluate(() => (document.querySelector("input").value = ""));
  else await page.setInputFiles("input", home);
  return page.evaluate((options) => openPicked(options), options);
}
