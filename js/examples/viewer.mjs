// Serves the browser page on this computer. Any static server does: the page
// needs nothing but the files of dist.
//   node examples/viewer.mjs [port]
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/") return response.writeHead(302, { location: "/viewer/" }).end();
  const file = join(dist, normalize(decodeURIComponent(pathname)), pathname.endsWith("/") ? "index.html" : "");
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/viewer/`);
});
