// The store in pages of headless Chromium: SQLite in WebAssembly on the
// origin-private file system, without cross-origin isolation.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open } from "../dist/node/index.js";
import { openBrowser } from "./support/chromium.mjs";
import { content, fixed, live } from "./support/store-life.mjs";
import { temp } from "./support/temp.mjs";

const HTML = "test/pages/engine.html";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser?.close());

const base64 = (bytes) => Buffer.from(bytes).toString("base64");

test("every function answers in a page as in Node", async (t) => {
  const inNode = await open({ home: temp(t), store: join(temp(t), "heddle.db"), fixed });
  t.after(() => inNode.close());
  const want = await live(inNode);
  const page = await browser.page(HTML);
  const got = await page.evaluate(async () => {
    const { fixed, live } = await import("/test/support/store-life.mjs");
    const engine = await heddle.open({ store: true, fixed });
    const out = await live(engine);
    await engine.close();
    return out;
  });
  assert.deepEqual(Object.keys(got), Object.keys(want));
  for (const [name, value] of Object.entries(want)) assert.deepEqual(got[name], value, name);
});

test("a store at an address is UNSUPPORTED in a page", async () => {
  const page = await browser.page(HTML);
  const errors = await page.evaluate(async () => {
    const out = [];
    for (const store of ["nats://u:pa55w0rd@host:4222/team", "wss://host/team", { name: "nats:team", file: new Blob([]) }])
      await heddle.open({ store }).catch((err) => out.push([err.code, err.message + err.hint]));
    return out;
  });
  assert.deepEqual(errors.map(([code, text]) => [code, text.includes("pa55w0rd"), text.includes("NATS")]), Array(3).fill(["UNSUPPORTED", false, true]));
});

test("what was recorded is there after a reload; one tab holds a store, another tab is told so", async () => {
  const page = await browser.page(HTML);
  await page.evaluate(async () => {
    window.engine = await heddle.open({ store: true });
    await engine.store.record("s", [{ type: "user", content: "First" }, { type: "assistant", content: "Second" }]);
  });
  await page.reload(); // nothing was closed
  const read = () => engine.store.messages("s").then((list) => list.map((m) => m.content));
  const opened = await page.evaluate(async () => {
    window.engine = await heddle.open({ store: true });
    return [await engine.store.check(), (await engine.store.record("s", { type: "result", content: "Third" })).messageCount];
  });
  assert.deepEqual(opened, [[], 3]);

  const tab = await browser.page(HTML, { context: page.context() });
  const opening = async (store) => {
    try {
      window.engine = await heddle.open({ store });
      return "open";
    } catch (err) {
      return [err instanceof heddle.HeddleError, err.code, err.hint];
    }
  };
  const [known, code, hint] = await tab.evaluate(opening, true);
  assert.deepEqual([known, code], [true, "CONFLICT"]);
  assert.match(hint, /close that one/);
  assert.equal(await tab.evaluate(opening, "another"), "open"); // a store of its own
  await tab.evaluate(() => engine.close());
  await page.evaluate(() => engine.close());
  assert.equal(await tab.evaluate(opening, true), "open");
  assert.deepEqual(await tab.evaluate(read), ["First", "Second", "Third"]);
  await tab.close();
  assert.equal(await page.evaluate(opening, true), "open"); // a closed tab releases the lock as well
});

test("reading a store changes no byte of it", async () => {
  const page = await browser.page(HTML);
  const [before, after, journal, count] = await page.evaluate(async () => {
    const file = async (name) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("heddle");
      return new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer());
    };
    const digest = async () => [...new Uint8Array(await crypto.subtle.digest("SHA-256", await file("still.db")))].join();
    const writer = await heddle.open({ store: "still" });
    await writer.store.record("s", [{ type: "user", content: "First" }, { type: "assistant", content: "Second" }]);
    await writer.threads.start("s", { threadId: "t" });
    await writer.close();
    const before = await digest();
    const e = await heddle.open({ store: "still" });
    const { store, threads, sessions } = e;
    await Promise.all([store.list(), store.get("s"), store.messages("s"), store.events("s"), store.check(), store.stats(), store.export("s"), store.file()]);
    await Promise.all([threads.list("s"), threads.messages("s", "t"), sessions.list(), sessions.search("First"), sessions.totalCost(), sessions.get("heddle:s")]);
    const count = await store.messageCount("s");
    await e.close();
    return [before, await digest(), (await file("still.db-journal")).length, count];
  });
  assert.equal(after, before);
  assert.deepEqual([journal, count], [0, 2]);
});

test("a store's file moves between a page and a disk", async (t) => {
  const folder = temp(t);
  const page = await browser.page(HTML);
  const [encoded, inPage] = await page.evaluate(async () => {
    const { content, live } = await import("/test/support/store-life.mjs");
    const engine = await heddle.open({ store: "moving" });
    await live(engine);
    await engine.threads.start("after", { threadId: "t" });
    await engine.threads.record("after", "t", { type: "user", content: "日本語 👩‍👩‍👧", uuid: "t1" });
    await engine.store.fork("after", { newSessionId: "fork" });
    await engine.store.revert("after", { uuid: "a1" });
    const file = await engine.store.file();
    const out = [await content(engine, "after"), await content(engine, "fork")];
    await engine.close();
    let text = "";
    for (const b of file) text += String.fromCharCode(b);
    return [btoa(text), out];
  });
  writeFileSync(join(folder, "page.db"), Buffer.from(encoded, "base64"));
  const onDisk = await open({ home: temp(t), store: join(folder, "page.db") });
  assert.deepEqual([await content(onDisk, "after"), await content(onDisk, "fork")], inPage);
  assert.deepEqual(await onDisk.store.check(), []);

  // Node writes on, with a write-ahead log, and the page reads that.
  await onDisk.store.record("after", { type: "assistant", content: "From a disk", x: 1.5 });
  await onDisk.store.fork("after", { newSessionId: "second" });
  const want = [await content(onDisk, "after"), await content(onDisk, "second")];
  const bytes = await onDisk.store.file();
  await onDisk.close();
  for (const [name, file] of [["copied", bytes], ["closed", readFileSync(join(folder, "page.db"))]]) {
    const got = await page.evaluate(
      async ([name, encoded]) => {
        const { content } = await import("/test/support/store-life.mjs");
        const file = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
        const engine = await heddle.open({ store: { name, file: name === "copied" ? file : new Blob([file]) } });
        const out = [await content(engine, "after"), await content(engine, "second")];
        await engine.store.record("after", { type: "user", content: "and on" });
        await engine.refresh(); // the file is taken once
        out.push(await engine.store.check(), await engine.store.messageCount("after"));
        const codes = [];
        await engine.close();
        for (const store of [{ name, file }, { name: "none", file: new Blob(["this is no database"]) }]) {
          codes.push(await heddle.open({ store }).then(() => "open", (err) => err.code));
        }
        const replaced = await heddle.open({ store: { name, file, replace: true } });
        out.push(await replaced.store.messageCount("after"), codes);
        await replaced.close();
        return out;
      },
      [name, base64(file)],
    );
    const n = JSON.parse(want[0].messages).length;
    assert.deepEqual(got, [...want, [], n + 1, n, ["CONFLICT", "PARSE_ERROR"]], name);
  }
});

test("a worker that is stopped in the middle of a batch leaves all of it or nothing", async () => {
  const page = await browser.page(HTML);
  const got = await page.evaluate(async () => {
    const { store, close } = await heddle.open({ store: "stopped" }).then((engine) => (window.engine = engine));
    await store.record("s", { type: "user", content: "kept" });
    const batch = Array.from({ length: 400 }, (_, i) => ({ type: "user", content: i + "x".repeat(2000) }));
    const out = [];
    for (let ms = 5; ms < 400; ms *= 2) {
      const stop = new AbortController();
      const recording = store.record("s", batch, { signal: stop.signal }).then(() => "recorded", (err) => err.name);
      await new Promise((resolve) => setTimeout(resolve, ms));
      stop.abort(); // no memory is shared with the worker, so it is replaced
      out.push([await recording, ((await store.messageCount("s")) - 1) % 400, (await store.check()).length]);
    }
    await engine.close();
    return out;
  });
  assert.ok(got.some(([what]) => what === "AbortError"), String(got));
  for (const [what, rest, problems] of got) assert.deepEqual([rest, problems], [0, 0], what);
});

test("a subscription in a page, and room that is given back", async () => {
  const page = await browser.page(HTML);
  const got = await page.evaluate(async () => {
    const engine = await heddle.open({ store: "following" });
    const kinds = [];
    const done = (async () => {
      for await (const e of engine.store.subscribe("s", { pollMs: 60_000 })) kinds.push(e.kind);
    })();
    await engine.store.record("s", { type: "user", content: "x" });
    await engine.threads.start("s");
    await engine.store.record("s", { type: "result" });
    await done;
    await engine.store.record("large", Array.from({ length: 60 }, () => ({ type: "user", content: "x".repeat(20_000) })));
    const before = (await engine.store.stats()).bytes;
    await engine.store.delete("large");
    await engine.store.compact();
    return [kinds, (await engine.store.file()).length < before / 4, await engine.store.check()];
  });
  assert.deepEqual(got, [["message", "thread.started", "message"], true, []]);
});

test("without the option, a name that is none, and where it cannot be", async () => {
  const page = await browser.page(HTML);
  const got = await page.evaluate(async () => {
    const plain = await heddle.open();
    const code = (promise) => promise.then(() => "none", (err) => [err.code, !!err.hint]);
    return [
      await code(plain.store.record("s", { type: "user" })),
      await code(plain.store.file()),
      await plain.store.list(),
      await code(heddle.open({ store: "../x" })),
      await code(heddle.open({ store: "x", sqlite: false })),
    ];
  });
  const denied = ["PERMISSION_DENIED", true];
  assert.deepEqual(got, [denied, denied, [], ["INVALID_ARGUMENT", true], ["UNSUPPORTED", true]]);

  const insecure = await browser.page(HTML, { host: "insecure.test" });
  const refused = await insecure.evaluate(async () => {
    const err = await heddle.open({ store: true }).catch((e) => e);
    return [isSecureContext, err.code, err.hint, (await (await heddle.open()).version()).abi];
  });
  assert.deepEqual(refused.toSpliced(2, 1), [false, "UNSUPPORTED", 1]);
  assert.match(refused[2], /https/);
});

test("the pages had no errors", () => assert.deepEqual(browser.errors, []));
