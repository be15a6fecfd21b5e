// The reader in Firefox, from a file: the same policy, the same page.
import assert from "node:assert/strict";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { open } from "../dist/node/index.js";
import { repository } from "./support/paths.mjs";
import { cart, hostile, pageOf, replaced, tiny } from "./support/view.mjs";

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const firefox = process.env.PATH.split(delimiter).flatMap((f) => [join(f, "firefox-esr"), join(f, "firefox")]).find(isProgram);
const skip = !firefox && "there is no Firefox in PATH: apt-get install firefox-esr";

let browser;
let exported;
const folder = mkdtempSync(join(tmpdir(), "heddle-test-"));
before(async () => {
  if (skip) return;
  browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
  const heddle = await open({ home: repository + "testdata/agents/claude/home" });
  const [first] = await heddle.sessions.list({ limit: 1 });
  exported = await heddle.sessions.export(first.unifiedId, { format: "html" });
  await heddle.close();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function show(html, added = "") {
  const file = join(folder, "page.html");
  writeFileSync(file, html.replace("<pre id", added + "<pre id"));
  const page = await browser.newPage();
  const errors = [];
  const requests = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("dialog", (d) => { errors.push("dialog"); void d.dismiss(); });
  page.on("request", (r) => /^(file|data):/.test(r.url()) || requests.push(r.url()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("[data-drawn=all]");
  return { page, errors, requests };
}

test("a page is read: the policy admits the reader, and no other script", { skip }, async () => {
  const { page, errors, requests } = await show(pageOf(exported, cart, [{ id: "a1", mediaType: "image/png", data: tiny }]), "<script>document.owned = 1</script>");
  assert.equal(await page.evaluate(() => document.owned), undefined);
  await page.keyboard.press("f");
  assert.match(await page.$eval(".here", (e) => e.textContent), /npm test.*2 failed of 41/s);
  await page.keyboard.press("d");
  assert.ok((await page.$$(".pair")).length >= 5);
  assert.deepEqual(await page.evaluate(() => [...document.images].map((i) => i.naturalWidth)), [1]);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".calls")).borderRadius), "8px");
  assert.equal(errors.length, 1);
  assert.match(errors[0], /Content-Security-Policy/);
  assert.deepEqual(requests, []);
  await page.close();
});

test("hostile texts stay texts", { skip }, async () => {
  for (const text of hostile) {
    const { page, errors, requests } = await show(pageOf(exported, replaced(cart, text)));
    const odd = await page.evaluate(() => [document.querySelectorAll("svg, iframe, object, embed, form, link, base, video, math, script:not([type]):not(:last-child)").length, document.title, document.owned]);
    assert.equal(odd[0], 0, text);
    assert.doesNotMatch(odd[1], /owned/);
    assert.deepEqual([errors, requests], [[], []], text);
    await page.close();
  }
});
