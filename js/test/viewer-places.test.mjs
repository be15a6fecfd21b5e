// The page keeps its place: links, reloads, Back and Forward; and it shows all
// of 3,000 sessions.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { hashOf, placeOf, start } from "../dist/viewer/place.js";
import { openBrowser } from "./support/chromium.mjs";
import { build, repository } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const SESSIONS = 3000;
const LONG = 450; // messages of the newest session

const id = (i) => `5b0e8c1e-0000-4000-8000-${String(i).padStart(12, "0")}`;
const title = (i) => (i === SESSIONS - 1 ? "A needle in the hay" : `Session number ${i}`);

let browser;
let large; // 3,000 sessions, and copilot's
let small; // the newest hundred of them, and the oldest
before(async () => {
  browser = await openBrowser();
  large = homeOf(() => true);
  small = homeOf((i) => i < 100 || i === SESSIONS - 1);
});
after(() => browser?.close());

function homeOf(wanted) {
  const home = temp({ after: (f) => process.on("exit", f) });
  cpSync(repository + "testdata/agents/copilot/home", home, { recursive: true });
  const folder = home + "/.claude/projects/-home-dev";
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < SESSIONS; i++) {
    if (!wanted(i)) continue;
    const at = Date.UTC(2026, 9, 1) - i * 60_000; // the first is the newest
    const lines = [];
    for (let m = 0; m < (i === 0 ? LONG : 1); m++) {
      const content = m === 0 ? title(i) : `Message ${m + 1}`;
      const base = { uuid: `u${m}`, parentUuid: m === 0 ? null : `u${m - 1}`, sessionId: id(i), cwd: "/home/dev", version: "2.1.30" };
      lines.push(JSON.stringify({ ...base, type: "user", timestamp: new Date(at + m).toISOString(), message: { role: "user", content } }));
    }
    const file = `${folder}/${id(i)}.jsonl`;
    writeFileSync(file, lines.join("\n") + "\n");
    utimesSync(file, at / 1000, at / 1000);
  }
  return home;
}

/** The page at a place, with the folder given. */
async function viewer(hash = "", { home = small, ...settings } = {}) {
  const page = await browser.page("dist/viewer/" + hash, settings);
  if (home) await pick(page, home);
  return page;
}

async function pick(page, folder = small) {
  await page.setInputFiles("#folder", folder);
  await page.waitForFunction(() => !document.querySelector("#views").hidden, undefined, { timeout: 120_000 });
  await settled(page);
}

/** Waits until nothing is awaited any more. */
const settled = (page) => page.waitForFunction(() => document.body.ariaBusy !== "true");

const hash = (page) => page.evaluate(() => location.hash);
const status = (page) => page.textContent("#status");
const ids = (page) => page.$$eval("#rows tr", (all) => all.map((tr) => tr.dataset.id));

/** Which message is marked, and whether it can be seen. */
const marked = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("#reader .here")].map((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return { text: item.innerText.trim(), visible: top < innerHeight && bottom > 0, current: item.ariaCurrent };
    });
    return all.length === 1 ? all[0] : all;
  });

test("addresses: written and read again, whatever is in them", () => {
  const place = { ...start, session: "claude:5b0e8c1e", message: 12 };
  assert.equal(hashOf(place), "#/claude:5b0e8c1e/m12");
  assert.equal(hashOf(start), "#/");
  for (const session of ["claude:x", "a:b/c/m3", "a:%41 #?&=", "a:é\u{1f600}", "a:\ud800", "a:x\udfff~0041", "a:<img src=x onerror=alert(1)>", "a:\u202e\u0000", "__proto__", "a:/m1"]) {
    for (const message of [undefined, 1, 12]) {
      for (const more of [{}, { view: "found", search: 'a "b" & c' }, { view: "costs", by: "day" }, { filter: "50% #1", agent: "claude" }]) {
        const to = { ...start, ...more, session, message };
        assert.deepEqual(placeOf(hashOf(to)), to);
        assert.match(hashOf(to), /^#[\x21-\x7e]*$/);
      }
    }
  }
  for (const hostile of ["", "#", "#/", "#//", "#/%", "#/%E0%A4%A", "#/?%", "#/m1", "#/?by=moon", "#?search=", "#/" + "a".repeat(1e5), "#/a:b/m0", "#/a:b/m99999999999", "#/a:b/m-1", "#/a:b/m1e3", "#/\ud800"]) {
    const got = placeOf(hostile);
    assert.ok(got.message === undefined || got.message >= 1, hostile);
    hashOf(got);
  }
});

test("all of 3,000 sessions are counted and filtered", async () => {
  // The oldest of all appears when it has been read, for any earlier question.
  const page = await viewer("#/?filter=needle", { home: large });
  await page.waitForFunction(() => !document.querySelector("#count").textContent.includes("reading"), undefined, { timeout: 120_000 });
  assert.deepEqual(await ids(page), ["claude:" + id(SESSIONS - 1)]);
  await page.fill("#filter", "");
  assert.equal(await page.locator("#rows tr").count(), 200);
  const all = await page.evaluate(() => Number(document.querySelector("#count").textContent.replace(/\D/g, "")));
  assert.ok(all > SESSIONS, String(all));
  assert.equal(await page.textContent("#count"), `${all.toLocaleString("en-US")} sessions`);
  assert.equal(await page.textContent("#more"), `Show 200 more of ${all.toLocaleString("en-US")}`);
  await page.click("#more");
  assert.equal(await page.locator("#rows tr").count(), 400);
  await page.fill("#filter", "needle");
  assert.deepEqual(await ids(page), ["claude:" + id(SESSIONS - 1)]);
  assert.equal(await page.textContent("#count"), `1 of ${all.toLocaleString("en-US")} sessions`);
  await page.fill("#filter", "session number");
  assert.equal(await page.textContent("#count"), `2,999 of ${all.toLocaleString("en-US")} sessions`);
  await page.selectOption("#agent", "copilot");
  assert.equal(await page.locator("#rows tr").count(), 0);
  await page.fill("#filter", "");
  const copilot = await page.locator("#rows tr").count();
  assert.ok(copilot > 0 && copilot + SESSIONS === all);
  await page.close();
});

test("Back and Forward go through lists, sessions and messages", async () => {
  const page = await viewer("", { viewport: { width: 1400, height: 900 } });
  await page.fill("#filter", "number");
  await page.locator("#rows .title").nth(2).click();
  await page.waitForSelector("#session:not([hidden])");
  await settled(page);
  const opened = await hash(page);
  assert.match(opened, /^#\/claude:[0-9a-f-]+\?filter=number$/);
  assert.match(await page.title(), /^Session number \d+ – Heddle$/);
  await page.click("[data-view=costs]");
  await page.waitForSelector("#groups tr");
  await page.fill("#words", "needle");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#found-list > li");
  await settled(page);
  assert.match(await status(page), /^1 sessions? match(es)? needle\.$/);
  await page.locator("#found-list .title").first().click();
  await page.waitForFunction(() => document.querySelector("#session-title").textContent === "A needle in the hay");

  const steps = [
    ["goBack", "#found", false, /match/],
    ["goBack", "#costs", false, /Every request/],
    ["goBack", "#sessions", true, /^1 message\.$/],
    ["goBack", "#sessions", false, /^Sessions of /],
    ["goForward", "#sessions", true, /^1 message\.$/],
    ["goForward", "#costs", false, /Every request/],
    ["goForward", "#found", false, /match/],
    ["goForward", "#found", true, /^1 message\.$/],
  ];
  for (const [step, view, session, says] of steps) {
    await page[step]();
    await settled(page);
    const shown = await page.$$eval(".view:not([hidden])", (all) => all.map((v) => "#" + v.id));
    assert.deepEqual([shown, await page.isVisible("#session")], [[view], session], step);
    assert.match(await status(page), says);
    assert.equal(await page.inputValue("#filter"), "number");
  }
  assert.equal(await page.textContent("#session-title"), "A needle in the hay");
  await page.close();
});

test("a link to a message shows it, and a reload goes there again", async () => {
  const place = `#/claude:${id(0)}/m412`;
  const page = await viewer(place, { home: null });
  assert.match(await status(page), /Open that folder/);
  await pick(page);
  await page.waitForSelector("#reader .here");
  assert.deepEqual(await marked(page), { text: "Message 412", visible: true, current: "true" });
  assert.equal(await status(page), "450 messages.");
  await page.reload();
  assert.equal(await hash(page), place);
  assert.match(await status(page), /Open that folder/);
  await pick(page);
  await page.waitForSelector("#reader .here");
  assert.deepEqual(await marked(page), { text: "Message 412", visible: true, current: "true" });

  // Every turn has a link; Back takes the mark to where it was.
  const link = `#/claude:${id(0)}/m399`;
  await page.locator(`#reader .when a[href="${link}"]`).click();
  await page.waitForFunction(() => document.querySelector("#reader .here")?.innerText.trim() === "Message 399");
  assert.equal(await hash(page), link);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#reader .here")?.innerText.trim() === "Message 412");
  await page.evaluate(() => (location.hash = location.hash.replace("m412", "m9000")));
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("no message 9,000"));
  assert.match(await status(page), /^This session has 450 messages, and no message 9,000\.$/);
  assert.deepEqual(await marked(page), []);
  await page.close();
});

test("a reload keeps filter, agent, search and costs", async () => {
  const page = await viewer();
  for (const [address, shown] of [
    ["#/?agent=copilot&filter=a", "#sessions"],
    ["#/?search=needle", "#found"],
    ["#/?by=day", "#costs"],
    ["#/?agent=nobody", "#sessions"],
  ]) {
    await page.evaluate((to) => (location.hash = to), address);
    await page.reload();
    await pick(page);
    await page.waitForSelector(shown + ":not([hidden])");
    await settled(page);
    assert.equal(await hash(page), address);
    const parameters = new URLSearchParams(address.slice(3));
    assert.equal(await page.inputValue("#agent"), parameters.get("agent") ?? "");
    assert.equal(await page.inputValue("#filter"), parameters.get("filter") ?? "");
    if (shown === "#found") assert.equal(await page.textContent("#found-list .title"), "A needle in the hay");
    if (shown === "#costs") assert.equal(await page.inputValue("#group"), "day");
  }
  await page.close();
});

test("a session that is gone, and addresses that somebody made up", async () => {
  const page = await viewer();
  for (const [address, says] of [
    ["#/claude:gone/m3", /^This session is no longer in the folder.*SESSION_NOT_FOUND/],
    ["#/nobody:x", /AGENT_NOT_FOUND/],
    ["#/no-colon", /INVALID_ARGUMENT/],
    ["#/claude:%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D'got'%22%3E", /SESSION_NOT_FOUND/],
    ["#/claude:..%2F..%2Fetc%2Fpasswd", /SESSION_NOT_FOUND/],
    ["#/claude:%E0%A4%A/m1", /SESSION_NOT_FOUND/],
    ["#/__proto__", /INVALID_ARGUMENT/],
    ["#/claude:" + "x".repeat(5000), /SESSION_NOT_FOUND/],
    ["#/?filter=%3Cimg%20src%3Dx%3E&agent=%3Cb%3E", /^Sessions of /],
    ["#/?search=-only", /INVALID_ARGUMENT/],
  ]) {
    await page.evaluate((to) => (location.hash = to), address);
    await page.waitForFunction((wanted) => new RegExp(wanted, "s").test(document.querySelector("#status").textContent), says.source);
    await settled(page);
    assert.equal(await page.isVisible("#session"), false, address);
    assert.equal(await page.locator("#status img, #rows img, #agent b").count(), 0);
  }
  // What went wrong is not said of the next place.
  await page.click("[data-view=sessions]");
  await settled(page);
  assert.match(await status(page), /^Sessions of /);
  assert.equal(await page.locator("#status.failed").count(), 0);
  assert.ok((await page.locator("#rows tr").count()) >= 0);
  await page.close();
});

test("the status speaks of what is in front", async () => {
  const page = await viewer("", { viewport: { width: 1400, height: 900 } });
  await page.click(`#rows [data-id="claude:${id(0)}"] .title`);
  await page.waitForFunction(() => document.querySelector("#status").textContent === "450 messages.");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=jsonl]")]);
  await download.path();
  await page.keyboard.press("Escape");
  await settled(page);
  assert.match(await status(page), /^Sessions of claude, copilot\.$/);
  assert.equal(await hash(page), "#/");
  await page.goBack();
  await settled(page);
  assert.equal(await status(page), "450 messages.");
  // Another folder has other places.
  await pick(page, repository + "testdata/agents/claude/home");
  assert.equal(await hash(page), "#/");
  assert.equal(await page.isVisible("#session"), false);
  assert.match(await status(page), /^Sessions of claude\.$/);
  await page.close();
});

test("a list keeps its place behind a session, on a phone too", async () => {
  const page = await viewer("", { viewport: { width: 360, height: 740 } });
  const widths = await page.evaluate(() => ({
    title: document.querySelector("#rows th").getBoundingClientRect().width,
    over: document.documentElement.scrollWidth - innerWidth,
  }));
  assert.ok(widths.title > 300, `the titles are ${widths.title} wide`);
  assert.ok(widths.over <= 0, `${widths.over} too wide`);
  mkdirSync(build + "screenshots", { recursive: true });
  await page.screenshot({ path: build + "screenshots/viewer-phone.png" });
  const entry = page.locator("#rows tr").nth(60);
  await entry.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 1000, String(before));
  await entry.locator(".title").click();
  await page.waitForSelector("#session:not([hidden])");
  await settled(page);
  const head = await page.evaluate(() => document.querySelector("#session-title").getBoundingClientRect());
  assert.ok(head.top >= 0 && head.bottom <= 740 && head.width > 250, JSON.stringify(head));
  await page.screenshot({ path: build + "screenshots/viewer-phone-session.png" });
  await page.goBack();
  await settled(page);
  assert.equal(await page.evaluate(() => scrollY), before);
  assert.equal(await page.evaluate(() => document.activeElement.closest("tr")?.rowIndex), 61);
  await page.close();
});

test("the pages had no errors", () => assert.deepEqual(browser.errors, []));
