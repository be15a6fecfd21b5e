// Looks at a folder as a user who may not: node read-as-nobody.mjs FOLDER.
// Root may read everything, so a test that runs as root has to become nobody.
import { NodeFiles } from "../../dist/host/node/files.js";

if (process.getuid() === 0) {
  process.setgid(65534);
  process.setuid(65534);
}
const files = new NodeFiles(new Map([["m", { folder: process.argv[2] }]]));
const attempt = (look) => {
  try {
    return look();
  } catch (err) {
    return [err.code, err.path, err.message];
  }
};
console.log(
  JSON.stringify([
    attempt(() => files.list("m").map((e) => [e.name, e.kind])),
    attempt(() => files.readAt("m/secret.jsonl", new Uint8Array(1), 0)),
    attempt(() => files.list("m/closed")),
    attempt(() => files.stat("m/closed/x")),
    attempt(() => files.readAt("m/open.jsonl", new Uint8Array(1), 0)),
  ]),
);
