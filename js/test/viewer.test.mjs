// The viewer page: a folder is given to it and its sessions appear.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inflateSync } from "node:zlib";
import { open } from "../dist/node/index.js";
import { openBrowser } from "./support/chromium.mjs";
import { build, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const lite = existsSync(repository + "js/dist/core-lite.wasm");
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
  await settled(page, "#rows tr");
}

/** Waits until something is there and nothing is awaited any more. */
async function settled(page, selector) {
  await page.waitForSelector(selector);
  await page.waitForFunction((what) => document.body.ariaBusy !== "true" && document.querySelector(what), selector);
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
  await page.waitForSelector("#reader .turn");
  await page.waitForSelector("#reader[data-drawn=all]");
  const view = await heddle.sessions.view(busiest.unifiedId);
  assert.equal(await page.locator("#reader .turn").count(), view.totals.turns);
  assert.equal(await page.locator("#reader .call").count(), view.totals.calls);
  assert.equal(await page.textContent("#session-title"), view.session.title);
  assert.ok((await page.textContent("#reader .facts")).includes(view.session.cwd.split("/").at(-1)));

  await shoot(page, "viewer");
});

/** Collects the names of the modules that a page loads. */
function modulesOf(page) {
  const names = [];
  page.on("request", (request) => names.push(...(/[^/]*\.wasm$/.exec(request.url()) ?? []).filter((name) => name.startsWith("core"))));
  return names;
}

test("the small module makes the first list, the other one does the rest", { skip: !lite && "there is no core-lite.wasm (make lite)" }, async () => {
  const page = await viewer();
  const modules = modulesOf(page);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/core.wasm", async (route) => { await held; await route.continue(); });
  await give(page);
  assert.deepEqual(modules, ["core-lite.wasm", "core.wasm"]);
  assert.ok(await page.locator("#rows tr").count() > 1, "listed before core.wasm is there");
  await page.click("#rows tr:first-child button");
  assert.equal(await page.isVisible("#session"), false, "a session waits for core.wasm");
  release();
  await page.waitForSelector("#reader .turn");
});

test("without the small module, the other one lists", async () => {
  const page = await viewer();
  await page.route("**/core-lite.wasm", (route) => route.fulfill({ body: "no module", contentType: "application/wasm" }));
  await give(page);
  assert.equal(await page.locator("#rows tr").count(), (await heddle.sessions.list({ limit: 200 })).length);
  const refused = browser.errors.splice(0); // by the browser: it is not the file that the page names
  assert.ok(refused.every((text) => text.includes("core-lite.wasm")), refused.join("\n"));
});

test("where the small module fails during the list, the other one lists", { skip: !lite && "there is no core-lite.wasm (make lite)" }, async () => {
  const page = await viewer();
  const modules = modulesOf(page);
  await page.evaluate(() => { // the first list ends as when memory has run out
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.name !== "sessions.list") return postMessage.call(this, message, ...rest);
      Worker.prototype.postMessage = postMessage;
      setTimeout(() => this.onerror(new ErrorEvent("error", { message: "out of memory" })));
    };
  });
  await give(page);
  assert.deepEqual(modules, ["core-lite.wasm", "core.wasm"]);
  assert.equal(await page.locator("#rows tr").count(), (await heddle.sessions.list({ limit: 200 })).length);
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

/** What a page shows, drawn and saved. */
async function shoot(page, name) {
  mkdirSync(build + "screenshots", { recursive: true });
  const path = `${build}screenshots/${name}.png`;
  await page.screenshot({ path });
  assert.ok(colours(path) > 50, `${path} is blank`);
}

/** The claude and copilot homes as one: what costs something, and what has no price. */
async function giveTwo(t, page) {
  const folder = temp(t);
  for (const name of ["claude", "copilot"]) cpSync(repository + `testdata/agents/${name}/home`, folder, { recursive: true });
  const both = await open({ home: folder });
  t.after(() => both.close());
  await give(page, folder);
  return both;
}

test("a search shows where the words stand, and opens the session there", async (t) => {
  const page = await viewer({ viewport: { width: 1400, height: 900 } });
  const both = await giveTwo(t, page);
  await page.fill("#words", "test");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#found-list > li");
  assert.equal(await page.isVisible("#sessions"), false);
  const found = await both.sessions.search("test", { limit: 25 });
  assert.ok(new Set(found.map((s) => s.agent)).size === 2);
  assert.deepEqual(await page.$$eval("#found-list > li", (all) => all.map((li) => li.dataset.id)), found.map((s) => s.unifiedId));
  assert.equal(await page.textContent("#found-count"), `${found.length} of ${found.page.total} sessions, best first`);
  const marks = await page.$$eval("#found-list mark", (all) => all.map((m) => m.textContent.toLowerCase()));
  assert.deepEqual(new Set(marks), new Set(["test"]));
  const s = found.find((f) => f.hits.some((h) => h.messageIndex > 0));
  const hit = s.hits.findIndex((h) => h.messageIndex > 0) - s.hits.filter((h) => h.messageIndex === undefined).length;
  const { messageIndex, snippet } = s.hits.find((h) => h.messageIndex > 0);
  const button = page.locator(`#found-list > li[data-id="${s.unifiedId}"] .hit`).nth(hit);
  assert.ok((await button.textContent()).endsWith(snippet));
  await shoot(page, "viewer-search");

  await button.click();
  await page.waitForSelector("#reader .turn");
  assert.equal(await page.textContent("#session-title"), s.title);
  const at = await page.waitForSelector(".here");
  assert.ok(await at.isVisible());
  const view = await both.sessions.view(s.unifiedId, { at: messageIndex });
  assert.equal(await at.evaluate((e) => e.closest(".turn").id), "turn-" + view.turns[0].turn);
  assert.equal(await page.locator("#found-list > li[class=open]").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.closest("li").dataset.id), s.unifiedId);

  await page.click("[data-view=sessions]");
  assert.equal(await page.isVisible("#found"), false);
  assert.equal(await page.getAttribute("[data-view=sessions]", "aria-current"), "page");
});

test("more results are added, nothing found is said, and a wrong search says why", async (t) => {
  const page = await viewer();
  const both = await giveTwo(t, page);
  const { total } = (await both.sessions.search("e", { limit: 1 })).page;
  assert.ok(total > 25, `${total} sessions`);
  await page.fill("#words", "e");
  await page.click("#search button");
  await page.waitForSelector("#found-more:not([hidden])");
  assert.equal(await page.locator("#found-list > li").count(), 25);
  while (await page.isVisible("#found-more")) {
    const before = await page.locator("#found-list > li").count();
    await page.click("#found-more");
    await page.waitForFunction((n) => document.querySelectorAll("#found-list > li").length > n, before);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("#found-list > li")].indexOf(document.activeElement.closest("li"))), before);
  }
  assert.equal(await page.locator("#found-list > li").count(), total);
  await page.fill("#words", "zyzzogeton");
  await page.click("#search button");
  await page.waitForFunction(() => document.querySelector("#found-count").textContent === "Nothing found");
  await page.fill("#words", "-only");
  await page.click("#search button");
  await page.waitForSelector("#status.failed");
  assert.match(await page.textContent("#status"), /^INVALID_ARGUMENT/);
});

test("costs by agent, model and day, as the engine in Node adds them up", async (t) => {
  const page = await viewer({ viewport: { width: 1400, height: 900 } });
  const both = await giveTwo(t, page);
  await page.click("[data-view=costs]");
  await settled(page, "#groups tr");
  for (const groupBy of ["agent", "model", "day"]) {
    await page.selectOption("#group", groupBy); // fires change even when nothing changed
    const cost = await both.sessions.totalCost({ groupBy });
    const keys = Object.keys(cost.breakdowns);
    await settled(page, `#groups[data-by=${groupBy}]`);
    assert.equal(await page.locator("#groups tr").count(), keys.length);
    const rows = await page.$$eval("#groups tr", (all) => all.map((tr) => [tr.dataset.key, tr.cells[1].textContent, tr.querySelector(".share").getBoundingClientRect().width]));
    for (const [key, money, width] of rows) {
      const { totalUsd, unpriced } = cost.breakdowns[key];
      assert.equal(money.endsWith(" + unpriced"), totalUsd !== undefined && unpriced !== undefined, key);
      assert.equal(money === "–", totalUsd === undefined, key);
      assert.equal(width > 0, totalUsd > 0, key);
    }
    const sums = rows.map(([key]) => cost.breakdowns[key].totalUsd ?? 0);
    if (groupBy === "day") assert.deepEqual(rows.map(([key]) => key), [...keys].sort());
    else assert.deepEqual(sums, [...sums].sort((a, b) => b - a));
    assert.ok((await page.textContent("#total")).includes(`$${cost.totalUsd.toFixed(2)} for ${cost.sessionCount} sessions (mixed, prices of ${cost.priceTable})`));
    assert.deepEqual(await page.$$eval("#unpriced li", (all) => all.map((li) => li.textContent.split(":")[0])), cost.unpriced.map((m) => m.model));
    await shoot(page, "viewer-costs-" + groupBy);
  }
});

test("export buttons download what the engine exports", async () => {
  const page = await viewer();
  await give(page);
  const [{ sessionId, unifiedId }] = await heddle.sessions.list({ limit: 1 });
  await page.locator("#rows .title").first().click();
  await page.waitForSelector("#reader .turn");
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
      await page.waitForSelector("#reader .turn");
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
      await page.click("[data-view=costs]");
      await page.waitForSelector("#groups tr");
      await page.fill("#words", "parser");
      for (const [click, shown] of [["[data-view=costs]", "#costs"], ["#search button", "#found"]]) {
        await page.click(click);
        await page.waitForSelector(shown + ":not([hidden])");
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${shown}, ${width} wide`);
      }
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
