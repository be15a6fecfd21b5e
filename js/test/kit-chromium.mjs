// A runner of the conformance kit (docs/how-to-write-a-host.md) over this package's host of
// browsers, in headless Chromium. A page gets each mount as a person would give it: through a
// folder input.
import { readdirSync, readFileSync } from "node:fs";
import { ensureBuilt } from "../scripts/built.mjs";
import { openBrowser } from "./support/chromium.mjs";
import { serveRunner } from "./support/kit-runner.mjs";

ensureBuilt();
const browser = await openBrowser();
const page = await browser.page("test/pages/kit.html");
let stores = 0;

try {
  await serveRunner("chromium", ["files", "sql", "zstd", "clock", "entropy", "memory", "lies"], async (settings) => {
    const { module, mounts, store, fixed, ...rest } = settings;
    for (const [mount, folder] of Object.entries(mounts)) {
      const input = await page.evaluate((mount) => addMount(mount), mount);
      if (readdirSync(folder).length > 0) await page.setInputFiles(input, folder); // an input cannot be given an empty folder
    }
    const plain = { ...rest, fixed: { ...fixed, seed: String(fixed.seed) }, store: store && "kit-" + ++stores };
    const refused = await page.evaluate(([settings, module]) => openKit(settings, module), [plain, readFileSync(module).toString("base64")]);
    if (refused) throw Object.assign(new Error(refused.message), refused);
    return {
      call: async (op, request) => Buffer.from(await page.evaluate(([op, request]) => callKit(op, request), [op, request.toString("base64")]), "base64"),
      close: () => page.evaluate(() => closeKit()),
    };
  });
} finally {
  await browser.close();
}
