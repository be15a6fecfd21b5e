// The package as its users get it: packed, and installed into an empty project
// outside this repository.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { js } from "./paths.mjs";
import { temp } from "./temp.mjs";

/** Makes the project. It is gone when the process ends. */
export function installPacked() {
  const project = temp({ after: (f) => process.on("exit", f) });
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", project];
  const [packed] = JSON.parse(execFileSync("npm", pack, { cwd: js, stdio: ["ignore", "pipe", "ignore"] }));
  writeFileSync(project + "/package.json", '{ "name": "consumer", "private": true, "type": "module" }');
  const install = ["install", "--offline", "--no-audit", "--no-fund", join(project, packed.filename)];
  execFileSync("npm", install, { cwd: project, stdio: "ignore" });
  return { project, packed };
}
