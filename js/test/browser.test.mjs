// The package in a page of headless Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open } from "../dist/node/index.js";
import { openBrowser } from "./support/chromium.mjs";
import { guest, imports, op } from "./support/guest.mjs";
import { repository } from "./support/paths.mjs";

const homeOf = (name) => repository + `testdata/agents/${name}/home`;

let browser;
let page;
before(async () => {
  browser = await openBrowser();
  page = await browser.page("test/pages/engine.html");
});
after(() => browser?.close());

test("a picked folder: sessions are listed, read and exported", async () => {
  await page.setInputFiles("input", homeOf("claude"));
  const got = await page.evaluate(async () => {
    const engine = await heddle.open({ home: document.querySelector("input").files });
    const list = await engine.sessions.list("claude", { limit: 5 });
    const session = await engine.sessions.get(list[0].unifiedId);
    const markdown = await engine.sessions.export(list[0].unifiedId);
    const missing = await engine.sessions.get("claude", "nothing").catch((e) => [e instanceof heddle.HeddleError, e.code]);
    await engine.close();
    return { n: list.length, dates: list.every((s) => s.updatedAt instanceof Date), messages: session.messages.length === session.messageCount, title: markdown.includes(list[0].title), missing };
  });
  assert.deepEqual(got, { n: 5, dates: true, messages: true, title: true, missing: [true, "SESSION_NOT_FOUND"] });
});

test("a home of each agent reads in a page as in Node", async () => {
  const shape = ({ unifiedId, title, messageCount }) => ({ unifiedId, title, messageCount });
  const agents = new Set();
  for (const name of ["claude", "codex", "copilot", "cursor-described", "gemini", "hermes-v22", "omp", "openclaw", "opencode", "pi"]) {
    await page.setInputFiles("input", homeOf(name));
    const got = await page.evaluate(async () => {
      const engine = await heddle.open({ home: document.querySelector("input").files });
      const [list, found, cost] = [await engine.sessions.list(), await engine.sessions.search("the"), await engine.sessions.totalCost()];
      await engine.close();
      return { list, diagnostics: list.diagnostics.length, total: found.page.total, found, cost: { ...cost } };
    });
    const engine = await open({ home: homeOf(name) });
    const [list, found, cost] = [await engine.sessions.list(), await engine.sessions.search("the"), await engine.sessions.totalCost()];
    await engine.close();
    assert.deepEqual(got.list.map(shape), list.map(shape), name);
    assert.deepEqual([got.diagnostics, got.total, got.cost], [list.diagnostics.length, found.page.total, { ...cost }], name);
    assert.deepEqual(got.found.map((s) => s.hits), found.map((s) => s.hits), name);
    list.forEach((s) => agents.add(s.agent));
  }
  assert.equal(agents.size, 10);
});

test("rows that are only in a write-ahead log are read; without SQLite the agent is a diagnostic", async () => {
  await page.setInputFiles("input", homeOf("opencode-livewal"));
  const got = await page.evaluate(async () => {
    const home = document.querySelector("input").files;
    const engine = await heddle.open({ home });
    const list = await engine.sessions.list();
    const without = await heddle.open({ home, sqlite: false });
    const none = await without.sessions.list();
    await Promise.all([engine.close(), without.close()]);
    return [list.length > 0, list.diagnostics.length, none.length, none.diagnostics.map((d) => [d.code, d.hint.split(":").slice(0, 2).join(":")])];
  });
  assert.deepEqual(got, [true, 0, 0, [["UNSUPPORTED", "leave out the option sqlite: false, and serve dist/vendor/sqlite"]]]);
});

const line = (uuid, content, time) =>
  JSON.stringify({ type: "user", uuid, parentUuid: null, sessionId: "5b0e8c1e-0000-4000-8000-000000000001", timestamp: time, cwd: "/home/dev", version: "2.1.30", message: { role: "user", content } }) + "\n";
const first = line("u1", "First", "2026-01-02T03:04:05.678Z");
const second = line("u2", "Second", "2026-01-02T03:05:05.678Z");

test("a folder handle is walked, and refresh sees what came since", async () => {
  const got = await page.evaluate(
    async ([first, second]) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(".claude", { create: true });
      const projects = await root.getDirectoryHandle("projects", { create: true });
      const project = await projects.getDirectoryHandle("-home-dev", { create: true });
      const write = async (text) => {
        const file = await project.getFileHandle("5b0e8c1e-0000-4000-8000-000000000001.jsonl", { create: true });
        const stream = await file.createWritable();
        await stream.write(text);
        await stream.close();
      };
      await write(first);
      const engine = await heddle.open({ home: root }); // an agent's folder, recognized by its name
      const counts = [(await engine.sessions.list())[0].messageCount];
      await write(first + second);
      const stale = await engine.sessions.list().then((l) => l.diagnostics.map((d) => d.code).join(), (e) => e.code);
      await engine.refresh();
      counts.push((await engine.sessions.list())[0].messageCount);
      const mounted = await heddle.open({ mounts: { claude: root } });
      counts.push((await mounted.sessions.list()).length);
      const parent = await heddle.open({ home: await navigator.storage.getDirectory() });
      counts.push((await parent.sessions.list()).length);
      return [counts, stale];
    },
    [first, second],
  );
  assert.deepEqual(got[0], [1, 2, 1, 1]);
  assert.match(got[1], /IO_ERROR|BAD_REF/); // a File stands for the state in which it was given
});

test("files with their paths are a folder as well", async () => {
  const got = await page.evaluate(async (text) => {
    const file = new File([text], "x.jsonl", { lastModified: 1 });
    const at = (path) => ({ path, file });
    const engine = await heddle.open({ home: [at(".claude/projects/-p/5b0e8c1e-0000-4000-8000-000000000001.jsonl"), at(".ssh/id_ed25519")] });
    const agents = await engine.agents();
    return [(await engine.sessions.list()).map((s) => s.title), agents.filter((a) => a.found).map((a) => a.agent)];
  }, first);
  assert.deepEqual(got, [["First"], ["claude"]]);
});

test("nothing given, nothing found", async () => {
  const got = await page.evaluate(async () => {
    const engine = await heddle.open();
    return [await engine.sessions.list(), (await engine.agents()).some((a) => a.found), (await engine.version()).abi];
  });
  assert.deepEqual(got, [[], false, 1]);
});

// Op 1 asks poll until poll says stop, op 2 never asks.
const spin = [op.loop, op.i64(1), op.i64(2), op.call(imports.poll), op.eqz, op.brIf(0), op.end].flat();
const wasm = Buffer.from(guest({ ops: { 1: spin, 2: [...op.loop, ...op.br(0), ...op.end] } })).toString("base64");

const cancelling = async (encoded) => {
  const { open } = await import("/dist/browser/slim.js");
  const engine = await open({ wasm: Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)) });
  const abortIn = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  };
  const out = [crossOriginIsolated];
  for (const number of [1, 2]) {
    for (const options of [{ timeout: 50 }, { signal: AbortSignal.timeout(50) }, { signal: abortIn(50) }]) {
      out.push(await engine.call(number, "", options).then(() => "answer", (e) => (typeof e.code === "string" ? e.code : e.name)));
      await engine.call(99);
    }
  }
  return out;
};

test("deadlines and cancels end calls, with and without shared memory", async (t) => {
  const plain = await page.evaluate(cancelling, wasm);
  assert.deepEqual(plain, [false, "answer", "TimeoutError", "AbortError", "TIMEOUT", "TimeoutError", "AbortError"]);
  const isolated = await openBrowser({ isolated: true });
  t.after(() => isolated.close());
  const got = await (await isolated.page("test/pages/engine.html")).evaluate(cancelling, wasm);
  assert.deepEqual(got, [true, ...plain.slice(1)]);
});

test("a worker of the page opens an engine, from a copy of dist too", async () => {
  await page.setInputFiles("input", homeOf("claude"));
  const got = await page.evaluate(async () => {
    const script = `import { open } from "${location.origin}/dist/browser/index.js";
      onmessage = async ({ data }) => {
        const ids = [];
        for (const assets of [undefined, "${location.origin}/dist/"]) {
          try {
            const heddle = await open({ home: data, ...(assets && { assets }) });
            ids.push((await heddle.sessions.list()).length);
          } catch (err) {
            ids.push(err.message);
          }
        }
        postMessage(ids);
      };`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => resolve(event.message);
      worker.postMessage([...document.querySelector("input").files]);
    });
  });
  assert.equal(got.length, 2, String(got));
  assert.ok(got[0] > 0 && got[1] === got[0], String(got));
});

test("slim takes a Response", async () => {
  const got = await page.evaluate(async () => {
    const { open } = await import("/dist/browser/slim.js");
    const engine = await open({ wasm: fetch("/dist/core.wasm") });
    const refused = await open({ wasm: fetch("/dist/nothing.wasm") }).catch((e) => e.code);
    return [(await engine.version()).abi, refused];
  });
  assert.deepEqual(got, [1, "UNSUPPORTED"]);
  assert.match(browser.errors.pop(), /404/); // Chromium's own note of the missing file
});

test("the SQL equality suite on sqlite-wasm, which has no UTF-16 and says so", async (t) => {
  const read = (name) => JSON.parse(readFileSync(repository + "testdata/sql/" + name, "utf8"));
  const sql = await browser.page("test/pages/sql.html");
  const { ran, failures } = await sql.evaluate(([suite, hostile, images]) => run(suite, hostile, images), [read("cases.json"), read("hostile.json"), read("databases.json")]);
  assert.deepEqual(failures, []);
  t.diagnostic(`${ran} cases`);
});

test("prices of the page replace built-in ones", async () => {
  await page.setInputFiles("input", homeOf("claude"));
  const got = await page.evaluate(async () => {
    const table = "model,input,output\nclaude-sonnet-5,0,0\n";
    const spent = async (prices) => {
      const engine = await heddle.open({ home: document.querySelector("input").files, prices });
      try {
        return (await engine.sessions.totalCost({ groupBy: "model" })).breakdowns["claude-sonnet-5"].totalUsd;
      } catch (err) {
        return [err.code, err.line];
      } finally {
        await engine.close();
      }
    };
    return [await spent(undefined), await spent(new Blob([table])), await spent(new TextEncoder().encode(table)), await spent(new Blob(["model,input,output\nx,NaN,0"]))];
  });
  assert.ok(got[0] > 0);
  assert.deepEqual(got.slice(1), [0, 0, ["INVALID_ARGUMENT", 2]]);
});

test("the pages had no errors", () => assert.deepEqual(browser.errors, []));
