// A static server for the browser tests.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves a folder on 127.0.0.1, compressed or not; isolated pages may share memory with their workers. */
export async function serve(folder, { isolated = false, gzip = false } = {}) {
  const compressed = new Map(); // by file
  const server = createServer((request, response) => {
    const path = folder + normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = path.endsWith("/") ? path + "index.html" : path;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const headers = { "content-type": types[extname(file)] ?? "application/octet-stream" };
    if (isolated) Object.assign(headers, { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });
    if (gzip) {
      if (!compressed.has(file)) compressed.set(file, gzipSync(readFileSync(file), { level: 9 }));
      return response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(compressed.get(file));
    }
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
