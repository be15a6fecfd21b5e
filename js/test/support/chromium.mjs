// The system's Chromium, driven by playwright-core.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { js } from "./paths.mjs";
import { serve } from "./server.mjs";

/** Where Chromium is, from PATH. */
export function chromiumPath() {
  for (const folder of process.env.PATH.split(delimiter)) {
    for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        continue;
      }
    }
  }
  throw new Error("no chromium in PATH: apt-get install chromium");
}

/**
 * A browser on the pages of this package. Errors of a page are kept in
 * `errors`: a test that expects none asserts that it is empty.
 */
export async function openBrowser(options = {}) {
  const server = await serve(js, options);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--host-resolver-rules=MAP insecure.test 127.0.0.1"],
  });
  const errors = [];
  return {
    errors,
    /** Opens a page in a new context, or as a further tab of the context given in `settings`; `at` is another server's page. */
    async page(path, { context, host, at, ...settings } = {}) {
      const page = await (context ?? (await browser.newContext(settings))).newPage();
      page.on("pageerror", (err) => errors.push(err.message));
      page.on("console", (m) => m.type() === "error" && errors.push(m.text()));
      await page.goto(at ?? (host ? server.url.replace("127.0.0.1", host) : server.url) + path);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
