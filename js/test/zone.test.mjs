// Days of the person: zones, ages, and the time of each request.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { open } from "../dist/node/index.js";
import { resolveTimes } from "../dist/api/zone.js";
import { temp } from "./support/temp.mjs";

const id = "11111111-1111-4111-8111-111111111111";

/** A home with a session of Claude's that has an answer at each time, of 1000, 2000, … tokens. */
function talk(t, ...times) {
  const home = temp(t);
  const lines = times.flatMap((time, i) => {
    const line = { sessionId: id, version: "2.1.329", timestamp: new Date(time).toISOString() };
    const usage = { input_tokens: 1000 * (i + 1), output_tokens: 0 };
    return [
      { ...line, type: "user", uuid: "u" + i, message: { role: "user", content: "hello " + i } },
      { ...line, type: "assistant", uuid: "a" + i, parentUuid: "u" + i, requestId: "r" + i,
        message: { id: "m" + i, role: "assistant", model: "claude-sonnet-5", content: [{ type: "text", text: "hi" }], usage } },
    ];
  });
  mkdirSync(join(home, ".claude/projects/-p"), { recursive: true });
  writeFileSync(join(home, ".claude/projects/-p", id + ".jsonl"), lines.map((line) => JSON.stringify(line) + "\n").join(""));
  return home;
}

const engines = [];
const opened = async (options) => (engines.push(await open({ env: {}, ...options })), engines.at(-1));
after(() => Promise.all(engines.map((engine) => engine.close())));

const days = ({ breakdowns }) => Object.fromEntries(Object.entries(breakdowns).map(([day, g]) => [day, g.inputTokens]));

test("a zone says at every moment what a clock there shows", () => {
  for (const timeZone of ["UTC", "America/New_York", "Africa/Casablanca", "Africa/Monrovia", "Africa/Cairo", "Asia/Beirut", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk"]) {
    const { name, changes } = resolveTimes("sessions.totalCost", { groupBy: "day", zone: timeZone }, {}).zone;
    assert.equal(name, timeZone);
    assert.equal(changes[0].at, undefined);
    assert.ok(changes.length < 300);
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    const probes = changes.slice(1).flatMap(({ at }) => [-1000, 0, 1000].map((d) => Date.parse(at) + d));
    for (let at = 0; at < Date.UTC(2038, 0); at += 99 * 3_600_000) probes.push(at);
    for (const at of probes) {
      const { offsetSeconds } = changes.findLast((c) => c.at === undefined || Date.parse(c.at) <= at);
      assert.equal(new Date(at + offsetSeconds * 1000).toISOString().slice(0, 19).replace("T", " "), format.format(at), `${timeZone} at ${at}`);
    }
  }
});

test("days are those of the system's zone, of the one that open names, or of the call's", async (t) => {
  const home = talk(t, "2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z");
  const utc = { "2026-11-01": 3000, "2026-11-02": 7000 };
  const newYork = { "2026-10-31": 1000, "2026-11-01": 5000, "2026-11-02": 4000 }; // the 1st has 25 hours
  const heddle = await opened({ home });
  for (const [TZ, want] of [["America/New_York", newYork], ["UTC", utc], ["Asia/Tokyo", utc]]) {
    process.env.TZ = TZ;
    assert.deepEqual(days(await heddle.sessions.totalCost({ groupBy: "day" })), want, TZ);
  }
  assert.deepEqual(days(await heddle.sessions.totalCost({ groupBy: "day", zone: "America/New_York" })), newYork);
  assert.deepEqual(days(await heddle.sessions.totalCost({ groupBy: "day", zone: { name: "", changes: [{ offsetSeconds: 0 }] } })), utc);
  const abroad = await opened({ home, zone: "America/New_York" });
  assert.deepEqual(days(await abroad.sessions.totalCost({ groupBy: "day" })), newYork);
  assert.equal((await abroad.sessions.totalCost({ since: "2026-11-01", until: "2026-11-01" })).inputTokens, 5000);
  assert.equal((await abroad.sessions.list({ activeSince: "2026-11-03" })).length, 0);
  assert.equal((await abroad.sessions.search("hello", { activeUntil: "2026-10-30" })).length, 0);
  assert.equal((await abroad.sessions.list({ until: "2026-10-31" })).length, 1);
  assert.equal((await abroad.sessions.list({ until: "2026-10-31", zone: "UTC" })).length, 0);
  const raw = await abroad.call("sessions.totalCost", { groupBy: "day" });
  assert.deepEqual(days(JSON.parse(Buffer.from(raw.body).toString())), utc, "a raw operation without a zone uses UTC");
});

test("spend counts when it was made, ages are counted back from now", async (t) => {
  const now = Date.UTC(2026, 10, 22, 12);
  const heddle = await opened({ home: talk(t, now - 60 * 86_400_000, now - 3_600_000), now });
  const tokens = async (options) => (await heddle.sessions.totalCost(options)).inputTokens;
  assert.equal(await tokens({ since: "7d" }), 2000);
  assert.equal(await tokens({ since: "1w", until: "30m" }), 2000);
  assert.equal(await tokens({ until: "1d12h" }), 1000);
  assert.equal(await tokens({ since: new Date(now - 7_200_000) }), 2000);
  assert.equal(await tokens({ createdSince: "7d" }), 0);
  assert.equal(await tokens({ createdUntil: "7d" }), 3000);
  assert.equal((await heddle.sessions.list({ since: "7d" })).length, 0);
  assert.equal((await heddle.sessions.list({ activeSince: "7d" })).length, 1);
  assert.equal((await heddle.sessions.list({ activeSince: "59d", activeUntil: "2d" })).length, 0);
  assert.equal((await heddle.sessions.search("hello", { activeSince: "7d" })).length, 1);
  for await (const page of heddle.sessions.searchAll("hello", { activeSince: "7d", zone: "Asia/Tokyo" })) assert.equal(page.length, 1);
});

test("an unknown zone and a wrong age are refused", async (t) => {
  const heddle = await opened({ home: talk(t, 0) });
  const refused = (options, message, hint) =>
    assert.rejects(heddle.sessions.totalCost(options), (err) => err.code === "INVALID_ARGUMENT" && message.test(err.message) && (hint === undefined || hint.test(err.hint)));
  await refused({ zone: "Europe/Berlni" }, /no zone is called 'Europe\/Berlni'/, /did you mean 'Europe\/Berlin'\?/);
  await refused({ zone: "" }, /no zone/, /Europe\/Berlin/);
  await refused({ since: "9999999w" }, /since is an age of more than 100 years/);
  await refused({ since: "yesterday" }, /since/);
  await refused({ zone: { name: "x", changes: [] } }, /zone\.changes/);
  await refused({ timezone: "UTC" }, /unknown option 'timezone'/);
});

// testdata/words.json is played by the tests of all hosts.
test("words of time", async (t) => {
  const words = JSON.parse(readFileSync(new URL("../../testdata/words.json", import.meta.url), "utf8"));
  const home = temp(t);
  const folder = join(home, ".claude/projects/-w");
  mkdirSync(folder, { recursive: true });
  for (const { id, times } of words.sessions) {
    const lines = times.map((timestamp, i) => JSON.stringify({ type: "user", uuid: "u" + i, sessionId: id, version: "2.1.330", cwd: "/w", timestamp, message: { role: "user", content: "hello" } }) + "\n");
    writeFileSync(join(folder, id + ".jsonl"), lines.join(""));
  }
  const heddle = await opened({ home });
  for (const { libraries: member, listed, names } of words.bounds) {
    const list = await heddle.sessions.list({ [member]: words.from });
    assert.deepEqual(list.map((s) => s.sessionId.slice(0, 2)).sort(), listed);
    const notes = JSON.stringify(list.diagnostics ?? []);
    assert.ok(names.libraries ? notes.includes(names.libraries) : notes === "[]", `${member}: ${notes}`);
    for (const { value, times, libraries } of [...words.values, { value: NaN }, { value: Infinity }]) {
      const asked = heddle.sessions.list({ [member]: times ? value.repeat(times) : value });
      if (libraries) await asked;
      else await assert.rejects(asked, (err) => err.code === "INVALID_ARGUMENT", `${member}: ${String(value).slice(0, 40)}`);
    }
  }
});
