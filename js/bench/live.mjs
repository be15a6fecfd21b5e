// Live sessions under measurement (see bindings/internal/bindingstest/cmd/bench): does the
// job of its argument, JSON, and prints a report.
//   node bench/live.mjs '{"agent": …, "folder": …, "sessions": 1, "turns": 1}'
import { spawn } from "node:child_process";

const STARTS_AT_ONCE = 16;
const QUEUE_EVENTS = 1 << 16; // more than any turn has, so that a slow consumer loses nothing

const job = JSON.parse(process.argv[2]);
const env = { HEDDLE_SCRIPT: job.folder + "/script.json" };
const newReport = () => ({ delays: [], results: [], events: 0, whole: 0, warm: 0, cpuUs: 0, reports: [] });
let report = newReport();
const STAMP = /"(\d{19})"/;

await (job.bare ? readLines() : runSessions());
process.stdout.write(JSON.stringify(report) + "\n");

/** Microseconds since a time in nanoseconds since the epoch. */
function since(stamp) {
  return (performance.timeOrigin + performance.now()) * 1000 - Number(stamp) / 1000;
}

function microseconds({ user, system }) {
  return user + system;
}

async function runSessions() {
  const { startAgent } = await import("../dist/node/index.js");
  const options = { agent: "claude", program: job.agent, cwd: job.folder + "/work", env, stateFolder: job.folder + "/state", queueEvents: QUEUE_EVENTS };
  const agents = [];
  const start = async () => {
    for (let left; (left = job.sessions - begun) > 0; ) {
      begun++;
      agents.push(await startAgent({ ...options, hooks: { diagnostic: (err) => report.reports.push(`${err.code}: ${err.message}`) } }));
    }
  };
  if (job.starts > 0) {
    report.starts = [];
    for (let i = 0; i < job.starts; i++) {
      const began = performance.now();
      const agent = await startAgent(options);
      report.starts.push(performance.now() - began);
      await agent.stop();
    }
    return;
  }
  let begun = 0;
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, start));
  await Promise.all(agents.map((agent) => runTurns(agent, job.warm)));
  report = { ...newReport(), warm: report.whole };
  const used = process.cpuUsage();
  await Promise.all(agents.map((agent) => runTurns(agent, job.turns)));
  report.cpuUs = microseconds(process.cpuUsage(used));
  await Promise.all(agents.map((agent) => agent.stop()));
}

async function runTurns(agent, turns) {
  for (let i = 0; i < turns; i++) await (job.collect ? collectTurn(agent) : streamTurn(agent));
}

/** Has a turn with all its messages at its end. */
async function collectTurn(agent) {
  const { messages } = await agent.query("go");
  report.events += messages.length;
  report.whole += messages.length;
}

/** Has a turn with its messages as they come. */
async function streamTurn(agent) {
  let stamp;
  for await (const message of agent.stream("go")) {
    report.events++;
    if (message.delta) continue;
    report.whole++;
    if (message.type !== "assistant" || !/^\d{19}$/.test(message.content)) continue;
    stamp = message.content;
    report.delays.push(since(stamp));
  }
  if (stamp !== undefined) report.results.push(since(stamp));
}

/** The bare reader: it reads what the agent prints, line by line. */
async function readLines() {
  const child = spawn(job.agent, ["-p"], { cwd: job.folder + "/work", env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] });
  const prompt = { type: "user", message: { role: "user", content: [{ type: "text", text: "go" }] }, uuid: "11111111-1111-4111-8111-111111111111" };
  const last = job.warm + job.turns;
  let turn = 0;
  let stamp;
  let rest = "";
  let used;
  const ask = () => {
    if (turn++ === job.warm) [report, used] = [newReport(), process.cpuUsage()];
    if (turn <= last) child.stdin.write(JSON.stringify(prompt) + "\n");
    else child.stdin.end();
  };
  const readLine = (line) => {
    report.events++;
    if (line.includes('"type":"assistant"')) {
      report.whole++;
      const found = STAMP.exec(line);
      if (!found) return;
      stamp = found[1];
      report.delays.push(since(stamp));
    } else if (line.includes('"type":"result"')) {
      if (stamp !== undefined) report.results.push(since(stamp));
      stamp = undefined;
      if (turn === last) report.cpuUs = microseconds(process.cpuUsage(used));
      ask();
    }
  };
  ask();
  for await (const data of child.stdout.setEncoding("utf8")) {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    lines.forEach(readLine);
  }
  if (turn <= last) throw new Error("the agent ended");
}
