// The scripted agent of ../bindings/internal/scriptedagent, and a check that nothing of it is left.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { open, startAgent } from "../../dist/node/index.js";
import { repository } from "./paths.mjs";
import { temp } from "./temp.mjs";

const folder = mkdtempSync(join(tmpdir(), "heddle-agent-"));
/** The program. */
export const scripted = join(folder, "scriptedagent");
execFileSync("go", ["build", "-o", folder + "/", "./bindings/internal/scriptedagent", "./cmd/heddle"], { cwd: repository, stdio: "inherit" });
/** The program heddle, which runs live sessions. */
export const program = join(folder, "heddle");
process.env["HEDDLE_PROGRAM"] = program;
after(() => rmSync(folder, { recursive: true, force: true }));

/** The names under /proc whose environment has a text; none where there is no /proc. */
function runningWith(text) {
  const list = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return list.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

// Without those of the program heddle, which is closed some seconds after the last session.
const openFiles = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length - 2 * programs().length : 0);

/** The process ids of the programs that this process has started. */
export function programs() {
  const list = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return list.map(Number).filter((pid) => {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(program + "\0live\0serve");
    } catch {
      return false;
    }
  });
}
const handles = () => process.getActiveResourcesInfo().filter((name) => name !== "MessagePort");

/** Waits for a condition; fails after a minute, which a busy machine may need. */
export async function until(met, what) {
  const end = Date.now() + 60_000;
  while (!met()) {
    assert.ok(Date.now() < end, what());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Prepares an agent that does what a script says, a home, a store and an engine.
 * After the test no process, file, timer or registered process of it may be left.
 */
export async function setting(t, script) {
  const path = temp(t);
  const files = openFiles();
  const before = handles();
  for (const name of ["home", "work"]) mkdirSync(join(path, name));
  const heddle = await open({ home: join(path, "home"), store: join(path, "heddle.db") });
  const env = { HEDDLE_SCRIPT: join(path, "script.json") };
  const started = [];
  t.after(async () => {
    await Promise.all(started.map((agent) => agent.stop()));
    await heddle.close();
    await until(() => runningWith("HEDDLE_SCRIPT=" + env.HEDDLE_SCRIPT).length === 0, () => "processes are left");
    await until(() => openFiles() <= files, () => `${openFiles()} descriptors, before ${files}`);
    await until(() => handles().length <= before.length, () => `left: ${handles()}, before: ${before}`);
  });
  const x = {
    path: (name) => join(path, name),
    heddle,
    options: { agent: "claude", program: scripted, cwd: join(path, "work"), env, heddle, stateFolder: join(path, "state") },
    write: (members) => writeFileSync(env.HEDDLE_SCRIPT, JSON.stringify({ log: join(path, "log"), version: "2.1.300 (Scripted)", ...members })),
    /** Stops an agent or closes a supervisor after the test. */
    stopLater: (stop) => started.push({ stop }),
    /** Starts the agent; it is stopped after the test. */
    start: async (options = {}) => {
      const agent = await startAgent({ ...x.options, ...options });
      started.push(agent);
      return agent;
    },
    log: () => readFileSync(join(path, "log"), "utf8").trimEnd().split("\n"),
    registered: () => readdirSync(join(path, "state")).filter((name) => name.endsWith(".json")),
    privateFiles: () => readdirSync(join(path, "state")).filter((name) => name.startsWith("files-")),
    /** The stored messages, as JSON texts. */
    stored: async (id) => JSON.parse(new TextDecoder().decode((await heddle.call("store.messages", { sessionId: id })).body)),
  };
  x.write(script);
  return x;
}
