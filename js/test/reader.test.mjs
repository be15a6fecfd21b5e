// The reader in a page: what is hostile stays text, nothing leaves, and it can be read in the light, in the dark, on a phone
// and on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { open } from "../dist/node/index.js";
import { openBrowser } from "./support/chromium.mjs";
import { build, js, repository } from "./support/paths.mjs";
import { brightness } from "./support/png.mjs";
import { temp } from "./support/temp.mjs";
import { cart, hostile, pageOf, replaced, tiny } from "./support/view.mjs";

let browser;
let folder;
let exported; // a page, for its frame
let first; // its session
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-test-"));
  browser = await openBrowser();
  const heddle = await open({ home: repository + "testdata/agents/claude/home" });
  [first] = await heddle.sessions.list({ limit: 1 });
  exported = await heddle.sessions.export(first.unifiedId, { format: "html" });
  await heddle.close();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const picture = { id: "a1", mediaType: "image/png", data: tiny, bytes: 70 };

/** Opens a page of a view from a file. What it asks for and what its policy forbids is kept. */
async function show(html, { settings, hash = "" } = {}) {
  const file = join(folder, "page.html");
  writeFileSync(file, html);
  const page = await browser.page("blank", { at: "about:", viewport: { width: 1200, height: 900 }, ...settings });
  const requests = [];
  page.on("request", (r) => /^(file|data):/.test(r.url()) || requests.push(r.url()));
  page.on("dialog", (d) => { requests.push("dialog " + d.message()); void d.dismiss(); });
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (e) => globalThis.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  await page.goto(pathToFileURL(file).href + hash);
  if (settings?.javaScriptEnabled !== false) await page.waitForSelector("[data-drawn=all]");
  return { page, requests };
}

const openAll = (page) => page.evaluate(async () => {
  for (let folded; (folded = document.querySelectorAll("details:not([open])")).length > 0; ) {
    for (const d of folded) d.open = true;
    await new Promise((done) => setTimeout(done, 20));
  }
});

/** What is in a page that a text may not have brought. */
const facts = (page) => page.evaluate(() => ({
  violations: globalThis.violations,
  odd: [...document.querySelectorAll("body :not(div,nav,main,section,h1,h2,h3,h4,h5,h6,p,span,a,button,input,ol,ul,li,i,bdi,kbd,time,details,summary,pre,code,table,thead,tbody,tr,th,td,em,strong,del,blockquote,hr,br,img,figure,figcaption,sup)")].map((e) => e.outerHTML.slice(0, 80)).filter((s) => !s.startsWith("<script type=\"application/json\"") && !s.startsWith("<script>/* Heddle")),
  handlers: [...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith("on")),
  links: [...new Set([...document.querySelectorAll("a")].map((a) => new URL(a.href).protocol))].filter((p) => !["http:", "https:", "mailto:", "file:"].includes(p)),
  unsafe: [...document.querySelectorAll("a[href^=http]")].filter((a) => !a.rel.includes("noopener") || !a.rel.includes("noreferrer")).length,
  images: [...document.images].map((i) => i.src.slice(0, 15)).filter((s) => s !== "data:image/png;"),
  title: document.title,
}));

test("subagents that no call started are shown, and what was replaced", async () => {
  const subagents = [{ agent: "claude", sessionId: "agent-a1", title: "Count the seeds", turns: 2, calls: 5 }];
  const { page } = await show(pageOf(exported, { ...cart, subagents, redactions: [{ rule: "home-path", count: 12 }] }));
  const text = await page.evaluate(() => document.querySelector(".outline").textContent);
  for (const part of ["Count the seeds", "5 calls", "agent-a1", "home-path", "12"]) assert.ok(text.includes(part), part);
  await page.close();
});

test("every text may be hostile: nothing runs, nothing leaves, and it is shown", async () => {
  assert.ok(hostile.length >= 43);
  for (const text of hostile) {
    const { page, requests } = await show(pageOf(exported, replaced(cart, text), [{ ...picture, data: text }]));
    await openAll(page);
    await page.click(".sides");
    const { title, ...got } = await facts(page);
    assert.deepEqual(got, { violations: [], odd: [], handlers: [], links: [], unsafe: 0, images: [] }, text);
    assert.doesNotMatch(title, /owned/);
    assert.deepEqual(requests, [], text);
    await page.close();
  }
  assert.deepEqual(browser.errors, []);
});

test("a session's own file may be hostile: its page is one file, with scripts and without", async (t) => {
  const home = temp(t);
  const id = "5b0e8c1e-0000-4000-8000-000000000001";
  mkdirSync(home + "/.claude/projects/-w", { recursive: true });
  const line = (n, type, message, more = {}) => JSON.stringify({ type, uuid: `u${n}`, parentUuid: n ? `u${n - 1}` : null, sessionId: id, cwd: "/w/" + hostile[0], gitBranch: hostile[1], version: "2.1.30", timestamp: new Date(1795194952107 + n * 1000).toISOString(), message, ...more });
  const lines = hostile.flatMap((h, i) => [
    line(3 * i, "user", { role: "user", content: h }),
    line(3 * i + 1, "assistant", { id: "m" + i, role: "assistant", model: h, content: [{ type: "thinking", thinking: h }, { type: "text", text: h }, { type: "tool_use", id: "t" + i, name: i % 2 ? "Bash" : h, input: { command: h, [h]: h } }] }),
    line(3 * i + 2, "user", { role: "user", content: [{ type: "tool_result", tool_use_id: "t" + i, is_error: i % 3 === 0, content: [{ type: "text", text: h }, { type: "image", source: { type: "base64", media_type: i % 2 ? "image/png" : "image/svg+xml", data: i % 2 ? tiny : "PHN2Zz4=" } }] }] }),
  ]);
  writeFileSync(`${home}/.claude/projects/-w/${id}.jsonl`, lines.join("\n").replaceAll("\\ud800", "\\\\ud800") + "\n");
  const heddle = await open({ home });
  const html = await heddle.sessions.export("claude:" + id, { format: "html" });
  await heddle.close();
  for (const colorScheme of ["light", "dark"]) {
    const { page, requests } = await show(html, { settings: { colorScheme } });
    await openAll(page);
    const { title: _, ...got } = await facts(page);
    assert.deepEqual(got, { violations: [], odd: [], handlers: [], links: [], unsafe: 0, images: [] });
    assert.deepEqual(requests, []);
    const text = await page.evaluate(() => document.body.innerText);
    for (const h of [`<script>document.title = "owned"</script>`, "</script><script>alert(9)</script>", "⟨U+202E⟩"]) assert.ok(text.includes(h), h);
    await page.close();
  }
  const { page, requests } = await show(html, { settings: { javaScriptEnabled: false } });
  const text = await page.locator("#heddle-text").innerText();
  for (const h of ["<!--<script>", "</pre></details></main><h1>x</h1>", "### User"]) assert.ok(text.includes(h), h);
  assert.deepEqual(requests, []);
  await page.close();
  assert.deepEqual(browser.errors, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in the ${colorScheme}`, async () => {
    for (const viewport of [{ width: 1200, height: 900 }, { width: 390, height: 844 }]) {
      const { page } = await show(pageOf(exported, cart, [picture]), { settings: { colorScheme, viewport, bypassCSP: true } });
      await openAll(page);
      if (viewport.width < 400) await page.click("text=Outline");
      await page.evaluate(readFileSync(js + "node_modules/axe-core/axe.min.js", "utf8"));
      const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 90)).slice(0, 4).join(" | ")}`), []);
      assert.ok(passes.length > 15);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${wide} wide`);
      await page.close();
    }
  });
}

test("it looks as it did: in the light, in the dark, on a phone and on paper", async (t) => {
  const looks = js + "test/support/reader-looks.json";
  const known = existsSync(looks) ? JSON.parse(readFileSync(looks, "utf8")) : {};
  const now = {};
  mkdirSync(build + "screenshots", { recursive: true });
  const kinds = { light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 } }, print: {}, beside: {} };
  for (const [name, settings] of Object.entries(kinds)) {
    const { page } = await show(pageOf(exported, cart, [picture]), { settings });
    if (name === "print") await page.emulateMedia({ media: "print" });
    if (name === "beside") await page.keyboard.press("d");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const png = await page.screenshot({ path: `${build}screenshots/reader-${name}.png`, fullPage: true });
    now[name] = brightness(png, 16, 24);
    await page.close();
  }
  if (process.env.HEDDLE_LOOKS === "write") writeFileSync(looks, JSON.stringify(now) + "\n");
  else for (const [name, seen] of Object.entries(now)) {
    const off = seen.reduce((sum, v, i) => sum + Math.abs(v - known[name][i]), 0) / seen.length;
    t.diagnostic(`${name}: ${off.toFixed(1)} of 255 off`);
    assert.ok(off < 12, `${name} is ${off} off: see build/screenshots/reader-${name}.png; HEDDLE_LOOKS=write keeps a new look`);
  }
});

test("a session of 20,000 messages opens, is searched and scrolls", async () => {
  const turns = Array.from({ length: 2000 }, (_, i) => ({
    turn: i + 1, n: 10 * i, prompt: { n: 10 * i, text: `Prompt number ${i + 1}` }, costUsd: 0.01,
    items: [{ kind: "text", n: 10 * i + 1, text: `Answer **${i + 1}**` }, { kind: "calls", n: 10 * i + 2, summary: "4 tool calls", calls: [2, 4, 6, 8].map((k) => ({ n: 10 * i + k, tool: "Bash", summary: `make part-${i}-${k}`, outcome: i === 1500 && k === 4 ? "failed" : "ok", input: `make part-${i}-${k}` })) }],
  }));
  const view = { ...cart, totals: { ...cart.totals, turns: 2000, messages: 20_000 }, turns, outline: turns.map((t) => ({ turn: t.turn, n: t.n, text: t.prompt.text, costUsd: 0.01 })) };
  const { page } = await show(pageOf(exported, view));
  assert.equal(await page.locator(".turn").count(), 2000);
  await page.keyboard.press("f");
  assert.equal(await page.locator(".here").textContent(), await page.locator("#turn-1501 .call.failed").textContent());
  assert.ok(await page.locator(".here").isVisible());
  await page.keyboard.press("/");
  await page.keyboard.type("part-1999-8");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".bar .says").textContent(), "1 of 1");
  assert.match(await page.locator(".here").textContent(), /make part-1999-8/);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  assert.ok(await page.evaluate(() => document.elementFromPoint(300, 400).closest(".turn") !== null));
  await page.close();
});

test("twelve turns are at most 60 KB packed", () => {
  const turns = Array.from({ length: 12 }, (_, i) => ({ ...cart.turns[i % 3], turn: i + 1 }));
  const html = pageOf(exported, { ...cart, turns });
  assert.ok(gzipSync(html).length <= 60_000, `${gzipSync(html).length} bytes`);
});

test("keys, links and folds lead through the session", async () => {
  const { page } = await show(pageOf(exported, cart, [picture]), { hash: "#m5" });
  assert.match(await page.locator(".here").textContent(), /npm test.*2 failed of 41/s);
  assert.equal(await page.locator(".output .bold").textContent(), "2 failed");
  assert.equal(await page.locator(".think .body").count(), 0);
  await page.locator(".think summary").focus();
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".think .body").textContent(), /order of the two/);
  await page.locator("body").press("j");
  assert.match(await page.locator(".here").textContent(), /Now the same for refunds/);
  await page.locator("body").press("k");
  assert.match(await page.locator(".here").textContent(), /cart total is wrong/);
  await page.locator("body").press("e");
  assert.match(await page.locator(".here").textContent(), /src\/cart\.ts/);
  await page.locator(".prompts a").nth(2).click();
  assert.match(page.url(), /#turn-3$/);
  assert.match(await page.locator(".here").textContent(), /rounding rule/);
  assert.equal(await page.locator(".pair").count(), 0);
  await page.locator("body").press("d");
  assert.ok((await page.locator(".pair").count()) >= 5);
  assert.deepEqual(await page.evaluate(() => [...document.images].map((i) => i.naturalWidth)), [1]);
  await page.close();
});

test("on paper everything that is folded is there, and is folded again", async () => {
  const { page } = await show(pageOf(exported, cart));
  const folded = await page.locator("details:not([open])").count();
  assert.ok(folded > 5);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.waitForFunction(() => document.querySelectorAll("details:not([open])").length === 0);
  const got = await page.evaluate(() => ({ back: getComputedStyle(document.documentElement).backgroundColor, rail: getComputedStyle(document.querySelector(".rail")).display, thinking: document.querySelector(".think .body").getBoundingClientRect().height }));
  assert.equal(got.back, "rgb(255, 255, 255)");
  assert.equal(got.rail, "none");
  assert.ok(got.thinking > 10);
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 20_000);
  await page.emulateMedia({ media: "screen" });
  await page.waitForFunction((n) => document.querySelectorAll("details:not([open])").length === n, folded);
  await page.close();
});

// Texts that reading as Markdown takes long for when they are repeated.
const marks = ["[a](", "[", "![", "*a_", "*_", "![a](", "[*a](", "[a](()", "[[a]](", "[a]\n", "[a]:\n", "`a", "~~a", "_a ", "a\n|-\n", "[a](<b", "> ", ">", "- ", "1. ", "> - ", "|a", "<a ", "<", "\n \n", "- a\n  ", "|a|b|\n|-|-|\n", "&amp;", "http://a ", "```\n", "# a\n\n", "a\\", "\u202e"];

test("Markdown that is deep or long is cut, and said", async () => {
  const items = marks.map((mark, i) => ({ kind: "text", n: i, text: mark.repeat(200_000 / mark.length) }));
  const view = { ...cart, turns: [{ turn: 1, n: 0, items }], outline: cart.outline.slice(0, 1) };
  const { page } = await show(pageOf(exported, view));
  const said = await page.locator("text=as they are written").count();
  assert.ok(said >= marks.length - 4, `${said} of ${marks.length}`);
  await page.close();
});

test("the command line writes the same bytes as Node", () => {
  const page = execFileSync("go", ["run", "./cmd/heddle", "export", first.unifiedId, "--home", repository + "testdata/agents/claude/home", "--format", "html"], { cwd: repository, maxBuffer: 1e8, encoding: "utf8" });
  assert.ok(page === exported, `${page.length} and ${exported.length} characters`);
});

test("a folder of pages has one reader and a list that is searched, from a disk and from a server", async (t) => {
  execFileSync("go", ["run", "./cmd/heddle", "export", "--all", "--home", repository + "testdata/agents/claude/home", "--format", "html", "-d", folder + "/all"], { cwd: repository });
  const names = readdirSync(folder + "/all");
  assert.ok(names.includes("reader.js") && names.filter((n) => n.endsWith(".html")).length > 10);
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1)) || "index.html";
    response.writeHead(200, { "Content-Type": name.endsWith(".js") ? "text/javascript" : "text/html" });
    response.end(names.includes(name) ? readFileSync(`${folder}/all/${name}`) : "");
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  for (const address of [pathToFileURL(folder + "/all/index.html").href, `http://127.0.0.1:${server.address().port}/index.html`]) {
    const page = await browser.page("", { at: address, viewport: { width: 1000, height: 800 }, bypassCSP: false });
    await page.waitForSelector(".entries");
    assert.equal(await page.locator(".entries > li").count(), names.filter((n) => n.endsWith(".html")).length - 1);
    await page.fill("input", "fetch.js retry");
    assert.match(await page.textContent(".entries"), /Add a retry to the fetch helper.*src\/fetch\.js/s);
    await page.screenshot({ path: build + "screenshots/reader-list.png" });
    const found = await page.locator(".entries > li").count();
    assert.match(await page.textContent(".entries > li >> nth=0"), /Say hello\..*Add a retry/s); // by a prompt that is not its title
    assert.equal(await page.textContent("[role=status]"), `${found} of ${names.filter((n) => n.endsWith(".html")).length - 1} sessions`);
    await page.locator(".entries a", { hasText: "fetch helper" }).first().click();
    await page.waitForSelector("[data-drawn=all]");
    assert.match(await page.textContent("h1"), /fetch helper/);
    await page.close();
  }
});

test("a picture is shown when its bytes are one", async () => {
  const bytes = (...parts) => Buffer.concat(parts.map((p) => Buffer.from(p))).toString("base64");
  const bomb = Buffer.from(tiny, "base64");
  bomb.writeUInt32BE(60_000, 16);
  const data = { svg: bytes("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), html: bytes("<html>"), text: "no base64 at all!", bomb: bomb.toString("base64"), png: tiny, empty: "" };
  const attachments = Object.keys(data).map((id) => ({ id, name: id, mediaType: "image/png", bytes: 10 }));
  const view = { ...cart, turns: [{ turn: 1, n: 0, prompt: { n: 0, text: "Pictures", attachments }, items: [] }] };
  const { page, requests } = await show(pageOf(exported, view, Object.entries(data).map(([id, d]) => ({ id, mediaType: "image/png", data: d }))));
  assert.deepEqual(await page.$$eval("img", (all) => all.map((i) => i.alt)), ["png"]);
  assert.equal(await page.locator(".attachment").count(), 5);
  assert.deepEqual(requests, []);
  await page.close();
});

test("the pages had no errors", () => assert.deepEqual(browser.errors, []));
