// A static server for the browser tests.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves a folder on 127.0.0.1; isolated pages may share memory with their workers. */
export async function serve(folder, { isolated = false } = {}) {
  const server = createServer((request, response) => {
    const path = folder + normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = path.endsWith("/") ? path + "index.html" : path;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const headers = { "content-type": types[extname(file)] ?? "application/octet-stream" };
    if (isolated) Object.assign(headers, { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
