// The viewer page: a folder is given to it and its sessions appear.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inflateSync } from "node:zlib";
import { open } from "../dist/node/index.js";
import { openBrowser } from "./support/chromium.mjs";
import { build, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const home = repository + "testdata/agents/claude/home";

let browser;
let heddle;
before(async () => {
  browser = await openBrowser();
  heddle = await open({ home });
});
after(async () => {
  await browser?.close();
  await heddle?.close();
});

const viewer = (settings) => browser.page("dist/viewer/", settings);

async function give(page, folder = home) {
  await page.setInputFiles("#folder", folder);
  await page.waitForSelector("#rows tr");
}

test("a picked folder's sessions appear, as the engine in Node lists them", async () => {
  const page = await viewer({ viewport: { width: 1400, height: 900 } });
  assert.match(await page.textContent("#status"), /Drop your home folder/);
  assert.equal(await page.isVisible("#sessions"), false);
  await give(page);
  const expected = await heddle.sessions.list({ limit: 200 });
  const titles = await page.$$eval("#rows .title", (buttons) => buttons.map((b) => b.textContent));
  assert.deepEqual(titles, expected.map((s) => s.title || "(no title)"));
  const cells = await page.$$eval("#rows tr:first-child > *", (all) => all.map((c) => c.textContent));
  assert.equal(cells[0], "claude");
  assert.equal(cells[2], expected[0].model);
  assert.equal(cells[3], String(expected[0].turnCount));
  assert.match(cells[5], /^\$\d/);
  assert.match(await page.textContent("#status"), /Sessions of claude/);

  const busiest = expected.reduce((a, b) => (b.messageCount > a.messageCount ? b : a));
  await page.click(`tr[data-id="${busiest.unifiedId}"]`);
  await page.waitForSelector("#messages .message");
  const session = await heddle.sessions.get(busiest.unifiedId);
  assert.equal(await page.locator("#messages .message").count(), Math.min(session.messages.length, 200));
  assert.equal(await page.textContent("#session-title"), session.title);
  const firstText = session.messages.find((m) => m.content).content;
  assert.equal(await page.locator("#messages .text").first().textContent(), firstText);
  assert.ok((await page.textContent("#facts")).includes(session.cwd));

  mkdirSync(build + "screenshots", { recursive: true });
  await page.screenshot({ path: build + "screenshots/viewer.png" });
  assert.ok(colours(build + "screenshots/viewer.png") > 50, "the screenshot is blank");
});

test("filter, agent choice and the keyboard", async () => {
  const page = await viewer();
  await give(page);
  const all = await page.locator("#rows tr").count();
  const title = await page.locator("#rows .title").nth(1).textContent();
  await page.fill("#filter", title);
  const shown = await page.locator("#rows tr").count();
  assert.ok(shown >= 1 && shown < all);
  assert.match(await page.textContent("#count"), new RegExp(`^${shown} of ${all} sessions$`));
  await page.fill("#filter", "no session is called this");
  assert.equal(await page.locator("#rows tr").count(), 0);
  await page.fill("#filter", "");
  assert.deepEqual(await page.$$eval("#agent option", (o) => o.map((x) => x.value)), ["", "claude"]);

  await page.locator("#rows .title").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#session:not([hidden])");
  assert.equal(await page.evaluate(() => document.activeElement.id), "session-title");
  assert.equal(await page.locator("#rows [aria-current=true]").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#session"), false);
  assert.equal(await page.evaluate(() => document.activeElement.closest("tr").rowIndex), 2);
});

test("export buttons download what the engine exports", async () => {
  const page = await viewer();
  await give(page);
  const [{ sessionId, unifiedId }] = await heddle.sessions.list({ limit: 1 });
  await page.locator("#rows .title").first().click();
  await page.waitForSelector("#messages .message");
  for (const [format, ending] of [["markdown", "md"], ["json", "json"], ["jsonl", "jsonl"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    assert.equal(download.suggestedFilename(), `claude-${sessionId}.${ending}`);
    assert.equal(readFileSync(await download.path(), "utf8"), await heddle.sessions.export(unifiedId, { format }));
  }
});

test("a dropped folder works like a picked one, and can be read again", async () => {
  const page = await viewer();
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [home + "/.claude"], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await devtools.send("Input.dispatchDragEvent", { type, x: 200, y: 200, data });
  await page.waitForSelector("#rows tr");
  const rows = await page.locator("#rows tr").count();
  assert.equal(rows, (await heddle.sessions.list({ limit: 200 })).length);
  assert.equal(await page.evaluate(() => document.body.classList.contains("dragging")), false);
  await page.click("#refresh");
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Sessions of"));
  assert.equal(await page.locator("#rows tr").count(), rows);
});

test("sessions of a database with a write-ahead log appear", async () => {
  const page = await viewer();
  await give(page, repository + "testdata/agents/opencode-livewal/home");
  assert.ok((await page.locator("#rows tr").count()) > 0);
  assert.equal(await page.locator("#rows .agent").first().textContent(), "opencode");
  assert.equal(await page.isVisible("#diagnostics"), false);
});

test("a folder without sessions and files that cannot be read are said to be", async (t) => {
  const page = await viewer();
  await page.setInputFiles("#folder", repository + "js/viewer");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("No agent"));
  assert.equal(await page.isVisible("#sessions"), false);

  const broken = temp(t);
  cpSync(home, broken, { recursive: true });
  mkdirSync(broken + "/.local/share/opencode", { recursive: true });
  writeFileSync(broken + "/.local/share/opencode/opencode.db", "this is not a database, and longer than nothing at all");
  await give(page, broken);
  assert.ok((await page.locator("#rows tr").count()) > 0);
  await page.click("#diagnostics summary");
  assert.match(await page.textContent("#diagnostics li"), /PARSE_ERROR.*opencode/);
});

test("dark and light, wide and narrow: text can be read and nothing overflows", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [360, 1600]) {
      const page = await viewer({ colorScheme, viewport: { width, height: 800 } });
      await give(page);
      await page.locator("#rows .title").first().click();
      await page.waitForSelector("#messages .message");
      const { ratio, overflow } = await page.evaluate(() => {
        const channels = (c) => c.match(/[\d.]+/g).slice(0, 3).map(Number).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        const light = (c) => channels(c).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const style = getComputedStyle(document.body);
        const soft = getComputedStyle(document.querySelector("#status")).color;
        const [a, b] = [light(soft), light(style.backgroundColor)].sort((x, y) => y - x);
        return { ratio: (a + 0.05) / (b + 0.05), overflow: document.documentElement.scrollWidth - innerWidth };
      });
      assert.ok(ratio >= 4.5, `${colorScheme}: contrast ${ratio}`);
      assert.ok(overflow <= 0, `${width} wide: ${overflow} too much`);
      await page.close();
    }
  }
});

test("the page had no errors", () => assert.deepEqual(browser.errors, []));

/** How many different pixel values a PNG file has (of those it stores unfiltered or filtered). */
function colours(path) {
  const png = readFileSync(path);
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") chunks.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const pixels = inflateSync(Buffer.concat(chunks));
  const seen = new Set();
  for (let at = 0; at + 3 < pixels.length; at += 4) seen.add(pixels.readUInt32BE(at));
  return seen.size;
}
