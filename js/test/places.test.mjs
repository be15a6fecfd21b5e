import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { resolvePlaces, storePlace } from "../dist/host/places.js";
import { table } from "../dist/built/places.mjs";
import { open } from "../dist/node/index.js";
import { repository } from "./support/paths.mjs";

/** The path of every mount, for a system, its variables and the folders that exist. */
function paths(os, env, exists = [], home) {
  const places = resolvePlaces(table, { os, env: (name) => env[name], home, exists: (path) => exists.includes(path) });
  return Object.fromEntries(places.map((p) => [p.mount, p.found ? p.path : p.path + " (missing)"]));
}

test("the table in the package is the one in the repository", () => {
  assert.deepEqual(table, JSON.parse(readFileSync(repository + "hostfns/places/places.json", "utf8")));
});

const agents = ["claude", "codex", "gemini", "copilot", "cursor", "opencode", "pi", "omp", "openclaw", "hermes"];

test("each of the ten agents that the engine reads has a place, on every system", async (t) => {
  const heddle = await open({ mounts: {} });
  t.after(() => heddle.close());
  assert.deepEqual((await heddle.agents()).map((a) => a.agent), agents);
  for (const os of ["linux", "darwin", "win32"]) {
    const env = { HOME: "/home/me", USERPROFILE: "C:\\Users\\me" };
    const places = resolvePlaces(table, { os, env: (name) => env[name], exists: () => false });
    assert.deepEqual([...new Set(places.map((p) => p.agent))].sort(), ["", "heddle", ...agents].sort(), os);
    assert.ok(places.some((p) => p.mount === "store" && p.agent === "heddle"), os); // our own store
    for (const agent of agents) assert.ok(places.some((p) => p.mount === agent), `${os}: ${agent}`); // its main mount
  }
});

test("Linux: below the home, or where the variables say", () => {
  const home = paths("linux", { HOME: "/home/me/" }, ["/home/me", "/home/me/.codex", "/home/me/.config/claude"]);
  assert.equal(home.codex, "/home/me/.codex");
  assert.equal(home.claude, "/home/me/.config/claude"); // the second candidate exists
  assert.equal(home.gemini, "/home/me/.gemini (missing)");
  assert.equal(home.opencode, "/home/me/.local/share/opencode (missing)");
  assert.equal(home.copilot, "/home/me/.copilot (missing)");
  assert.equal(home.cursor, "/home/me/.cursor (missing)");
  assert.equal(home.pi, "/home/me/.pi/agent (missing)");
  assert.equal(home.omp, "/home/me/.omp/agent (missing)");
  assert.equal(home.openclaw, "/home/me/.openclaw (missing)");
  assert.equal(home.hermes, "/home/me/.hermes (missing)");
  assert.equal(home["home-files"], "/home/me");
  assert.ok(!("pi-sessions" in home)); // its only candidate has no value

  const moved = paths("linux", { HOME: "/home/me", CODEX_HOME: "/data/codex//", XDG_DATA_HOME: "/", CLAUDE_CONFIG_DIR: "relative" }, ["/data/codex"]);
  assert.equal(moved.codex, "/data/codex");
  assert.equal(moved.opencode, "/opencode (missing)");
  assert.equal(moved.claude, "/home/me/.claude (missing)"); // a relative value is passed over
});

test("macOS has places of its own", () => {
  const places = paths("darwin", { HOME: "/Users/me" }, ["/Users/me/Library/Application Support/Cursor/User"]);
  assert.equal(places["cursor-user"], "/Users/me/Library/Application Support/Cursor/User");
  assert.equal(places.claude, "/Users/me/.claude (missing)");
});

test("Windows: backslashes, drives, shares and roots", () => {
  const env = { USERPROFILE: "C:\\Users\\me", APPDATA: "C:\\Users\\me\\AppData\\Roaming\\", CODEX_HOME: "D:/codex", HOME: "/ignored" };
  const places = paths("win32", env, ["C:\\Users\\me\\.claude", "D:/codex"]);
  assert.equal(places.claude, "C:\\Users\\me\\.claude");
  assert.equal(places.codex, "D:/codex");
  assert.equal(places["cursor-user"], "C:\\Users\\me\\AppData\\Roaming\\Cursor\\User (missing)");
  assert.equal(places["home-files"], "C:\\Users\\me (missing)");

  assert.equal(paths("windows", { USERPROFILE: "C:\\" }).gemini, "C:\\.gemini (missing)");
  assert.equal(paths("windows", { USERPROFILE: "\\\\server\\share\\me\\" }).gemini, "\\\\server\\share\\me\\.gemini (missing)");
  assert.equal(paths("windows", { USERPROFILE: "C:\\Users\\me", CODEX_HOME: "\\codex" }).codex, "C:\\Users\\me\\.codex (missing)");
});

test("an explicit home hides the environment and shows the places of every system", () => {
  const env = { HOME: "/home/me", CLAUDE_CONFIG_DIR: "/elsewhere", CODEX_HOME: "/elsewhere" };
  const copied = "/backup/Library/Application Support/Cursor/User";
  const places = paths("linux", env, [copied, "/elsewhere", "/backup/.hermes"], "/backup");
  assert.equal(places.claude, "/backup/.claude (missing)");
  assert.equal(places["cursor-user"], copied);
  assert.equal(places.hermes, "/backup/.hermes");
  assert.equal(places["home-files"], "/backup (missing)");
});

test("no home is an error that says so", () => {
  assert.throws(() => paths("linux", {}), /no absolute path/);
  assert.throws(() => paths("windows", { HOME: "C:\\Users\\me" }), /no absolute path/);
  assert.throws(() => paths("linux", {}, [], "relative"), /no absolute path/);
});

test("the store's file is in the user's data folder, or below an explicit home", () => {
  const place = (os, variables, home) => storePlace(table, { os, env: (name) => variables[name], home });
  assert.equal(place("linux", { HOME: "/home/me" }), "/home/me/.local/share/heddle/heddle.db");
  assert.equal(place("linux", { HOME: "/home/me", XDG_DATA_HOME: "/data/" }), "/data/heddle/heddle.db");
  assert.equal(place("linux", { HOME: "/home/me", XDG_DATA_HOME: "relative" }), "/home/me/.local/share/heddle/heddle.db");
  assert.equal(place("linux", { XDG_DATA_HOME: "/data" }), "/data/heddle/heddle.db");
  assert.equal(place("linux", { HOME: "/home/me", XDG_DATA_HOME: "/data" }, "/copy/"), "/copy/.local/share/heddle/heddle.db");
  assert.equal(place("linux", {}, "/"), "/.local/share/heddle/heddle.db");
  assert.equal(place("darwin", { HOME: "/Users/me", XDG_DATA_HOME: "/data" }), "/Users/me/Library/Application Support/heddle/heddle.db");
  assert.equal(place("win32", { USERPROFILE: "C:\\Users\\me", APPDATA: "D:\\Roaming\\" }), "D:\\Roaming\\heddle\\heddle.db");
  assert.equal(place("win32", { USERPROFILE: "C:\\Users\\me" }), "C:\\Users\\me\\AppData\\Roaming\\heddle\\heddle.db");
  assert.equal(place("win32", { APPDATA: "D:\\Roaming" }, "C:\\copy"), "C:\\copy\\AppData\\Roaming\\heddle\\heddle.db");
  for (const [os, env, home] of [["linux", {}], ["linux", { XDG_DATA_HOME: "/data" }, "relative"], ["darwin", { XDG_DATA_HOME: "/data" }]]) {
    assert.throws(() => place(os, env, home), /no absolute path/);
  }
});
