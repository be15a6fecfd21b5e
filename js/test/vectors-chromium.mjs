// Runs the golden vectors on this package in headless Chromium. The page gets
// each home as a person would give it: through a folder input.
import { readdirSync } from "node:fs";
import { ensureBuilt } from "../scripts/built.mjs";
import { openBrowser } from "./support/chromium.mjs";
import { difference, homes, load, NOW, report } from "./support/vectors.mjs";

if (!process.env.HEDDLE_VECTORS_ROOT) ensureBuilt();
const cases = load();
const differences = [];
const browser = await openBrowser();
try {
  const page = await browser.page("test/pages/engine.html");
  const engines = new Map();
  for (const c of cases) {
    if (!engines.has(c.home)) engines.set(c.home, await openHome(page, homes + c.home));
    let what;
    try {
      const answer = await page.evaluate(([engine, op, request]) => callEngine(engine, op, request), [
        engines.get(c.home),
        c.op,
        c.request.toString("base64"),
      ]);
      const [header, body] = answer.map((part) => Buffer.from(part, "base64"));
      what = difference(c.response, Buffer.concat([header, Buffer.from("\n"), body]));
    } catch (err) {
      what = "no response: " + err.message;
    }
    if (what) differences.push({ case: c.id, what });
  }
  for (const err of browser.errors) differences.push({ case: "page", what: err });
} finally {
  await browser.close();
}
report("chromium", cases.length, differences);

async function openHome(page, home) {
  const empty = readdirSync(home).length === 0; // an input cannot be given an empty folder
  if (empty) await page.evaluate(() => (document.querySelector("input").value = ""));
  else await page.setInputFiles("input", home);
  return page.evaluate((now) => openPicked({ now }), NOW);
}
