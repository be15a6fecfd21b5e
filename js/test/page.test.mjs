// The page of heddle export --format html: hostile content stays text, nothing leaves, and it can be
// read in the light, in the dark and on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { openBrowser } from "./support/chromium.mjs";
import { repository } from "./support/paths.mjs";

const folder = mkdtempSync(join(tmpdir(), "heddle-test-"));
const file = join(folder, "session.html");
let browser;
before(async () => {
  execFileSync("go", ["test", "-count=1", "-run", "^TestSample$", "./internal/cli/page"], {
    cwd: repository,
    env: { ...process.env, HEDDLE_PAGE_SAMPLE: file },
    stdio: "inherit",
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page from its file. Every request that it makes is in `requests`. */
async function open(settings) {
  const page = await browser.page("blank", { at: "about:", ...settings });
  const requests = [];
  page.on("request", (r) => requests.push(r.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, requests };
}

const openAll = (page) => page.$$eval("details", (all) => all.forEach((d) => (d.open = true)));

test("hostile content stays text, and no request leaves", async () => {
  const { page, requests } = await open({ viewport: { width: 1200, height: 900 } });
  await openAll(page);
  for (const link of await page.$$("summary")) await link.hover();
  await page.waitForTimeout(300);
  assert.deepEqual(requests.filter((u) => !u.startsWith("file:") && !u.startsWith("data:")), []);
  assert.equal(requests.filter((u) => u.startsWith("file:")).length, 1);
  assert.deepEqual(browser.errors, []);
  assert.match(await page.title(), /^Fix <\/style><style>body/);
  const facts = await page.evaluate(() => ({
    scripts: document.querySelectorAll("script, iframe, object, embed, form, base, link, svg").length,
    styles: document.querySelectorAll("style").length,
    handlers: [...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith("on")),
    links: [...new Set([...document.querySelectorAll("a")].map((a) => new URL(a.href).protocol))].sort(),
    images: [...document.images].map((i) => [i.src.slice(0, 15), i.naturalWidth]),
    shown: getComputedStyle(document.body).display,
    text: document.querySelector("main").innerText,
  }));
  assert.equal(facts.scripts, 0);
  assert.equal(facts.styles, 1);
  assert.deepEqual(facts.handlers, []);
  assert.deepEqual(facts.links, ["file:", "http:", "https:"]);
  assert.deepEqual(facts.images, [["data:image/png;", 1], ["data:image/png;", 1]]);
  assert.equal(facts.shown, "block");
  for (const text of [`<script>document.title = "owned"</script>`, `<img src=x onerror="document.title = 'owned'">`, "</style><style>body{display:none}</style>", "`${alert(5)}`", "⟨U+202E⟩"]) {
    assert.ok(facts.text.includes(text), text);
  }
  await page.close();
});

test("tools, thinking and results are folded, edits are open, and keys reach them", async () => {
  const { page } = await open({ viewport: { width: 1200, height: 900 } });
  const folded = await page.evaluate(() => Object.fromEntries(["thinking", "call", "edits", "result"].map((c) => [c, [...document.querySelectorAll("details." + c)].map((d) => d.open)])));
  assert.deepEqual(folded.thinking, [false]);
  assert.deepEqual(folded.call, [false, true, false, true]);
  assert.deepEqual(folded.edits, [true, true]);
  assert.ok(folded.result.length >= 3 && folded.result.every((open) => !open));
  assert.equal(await page.locator(".diff .add").first().isVisible(), true);
  assert.equal(await page.locator("details.thinking pre").isVisible(), false);
  await page.locator("details.thinking summary").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("details.thinking pre").isVisible(), true);
  await page.locator("nav a").nth(1).click();
  assert.match(page.url(), /#prompt-2$/);
  for (const landmark of ["header", "nav", "main", "footer"]) assert.equal(await page.locator("body > " + landmark).count(), 1, landmark);
  await page.keyboard.press("Home");
  await page.close();
});

for (const scheme of ["light", "dark"]) {
  test(`it can be read in the ${scheme}, wide and narrow`, async () => {
    for (const width of [1200, 360]) {
      const { page } = await open({ viewport: { width, height: 800 }, colorScheme: scheme });
      await openAll(page);
      const facts = await page.evaluate(readability);
      assert.ok(facts.width <= width, `the page is ${facts.width} wide at ${width}`);
      assert.deepEqual(facts.faint, []);
      assert.ok(facts.checked > 50, `${facts.checked} texts`);
      const [dark, light] = shares(await page.screenshot());
      if (scheme === "dark") assert.ok(dark > 0.6 && light > 0.001, `${dark} dark, ${light} light`);
      else assert.ok(light > 0.6 && dark > 0.001, `${dark} dark, ${light} light`);
      await page.close();
    }
  });
}

/** In the page: its width, and the texts with too little contrast (WCAG 2.1, 4.5 to 1). */
function readability() {
  const rgb = (c) => c.match(/[\d.]+/g).map(Number);
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backOf = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const faint = [];
  let checked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const e = n.parentElement;
    if (!n.data.trim() || !e.checkVisibility()) continue;
    const [a, b] = [luminance(rgb(getComputedStyle(e).color).slice(0, 3)), luminance(backOf(e))].sort((x, y) => y - x);
    checked++;
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(`${e.tagName}.${e.className}: ${n.data.trim().slice(0, 20)}`);
  }
  return { width: document.documentElement.scrollWidth, faint: [...new Set(faint)], checked };
}

test("on paper everything that is folded is there", async () => {
  const { page } = await open({ viewport: { width: 1200, height: 900 } });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const facts = await page.evaluate(() => ({
    back: getComputedStyle(document.body).backgroundColor,
    nav: getComputedStyle(document.querySelector("nav")).display,
    thinking: document.querySelector("details.thinking pre").getBoundingClientRect().height,
  }));
  assert.equal(facts.back, "rgb(255, 255, 255)");
  assert.equal(facts.nav, "none");
  assert.ok(facts.thinking > 20, `the thinking is ${facts.thinking} high`);
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 20_000 && pdf.subarray(0, 5).toString() === "%PDF-");
  await page.close();
});

/** The shares of a screenshot's pixels that are dark and that are light. */
function shares(png) {
  const parts = [];
  for (let i = 8; i < png.length; i += 12 + png.readUInt32BE(i)) {
    if (png.toString("latin1", i + 4, i + 8) === "IDAT") parts.push(png.subarray(i + 8, i + 8 + png.readUInt32BE(i)));
  }
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const data = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  let before = new Uint8Array(line);
  const count = [0, 0];
  for (let y = 0; y < height; y++) {
    const row = unfilter(data.subarray(y * (line + 1), (y + 1) * (line + 1)), before, channels);
    for (let x = 0; x < line; x += channels) {
      const sum = row[x] + row[x + 1] + row[x + 2];
      if (sum < 200) count[0]++;
      else if (sum > 565) count[1]++;
    }
    before = row;
  }
  return count.map((n) => n / (width * height));
}

/** Undoes the filter of one line of a PNG. */
function unfilter(line, above, channels) {
  const out = new Uint8Array(line.length - 1);
  for (let i = 0; i < out.length; i++) {
    const [left, up, corner] = [out[i - channels] ?? 0, above[i], above[i - channels] ?? 0];
    const guess = left + up - corner;
    const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
    out[i] = line[i + 1] + [0, left, up, (left + up) >> 1, paeth][line[0]];
  }
  return out;
}
