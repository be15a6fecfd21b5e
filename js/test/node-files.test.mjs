import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { byteStringOf } from "../dist/wire/bytes.js";
import { NodeFiles } from "../dist/host/node/files.js";
import { js } from "./support/paths.mjs";
import { temp } from "./support/temp.mjs";

const FILE = 1;
const DIR = 2;
const LINK = 3;
const OTHER = 0;

/** A folder with a mount in it, and a file beside the mount that must stay out of reach. */
function mount(t, granted) {
  const root = temp(t);
  const folder = join(root, "base");
  mkdirSync(folder);
  writeFileSync(join(root, "outside.txt"), "outside");
  const files = new NodeFiles(new Map([["m", { folder: byteStringOf(folder), ...(granted && { files: granted }) }]]));
  t.after(() => files.release());
  const read = (path, n = 100, at = 0) => {
    const into = new Uint8Array(n);
    return Buffer.from(into.subarray(0, files.readAt(path, into, at))).toString();
  };
  return { root, folder, files, read, at: (...names) => join(folder, ...names) };
}

test("stat, list and read what is there", (t) => {
  const { files, read, at } = mount(t);
  mkdirSync(at("b"));
  writeFileSync(at("a.jsonl"), "0123456789");
  writeFileSync(at("b", "é.txt"), "");
  utimesSync(at("a.jsonl"), 1.9996, 1.9996);
  assert.deepEqual(files.stat("m/a.jsonl"), { kind: FILE, size: 10, modTime: 1999, name: "a.jsonl" });
  assert.equal(files.stat("m").kind, DIR);
  assert.deepEqual(files.list("m").map((e) => [e.name, e.kind, e.size]), [["a.jsonl", FILE, 10], ["b", DIR, 0]]);
  assert.deepEqual(files.list("m/b").map((e) => e.name), [byteStringOf("é.txt")]);
  assert.equal(read("m/a.jsonl", 4, 3), "3456");
  assert.equal(read("m/a.jsonl", 100, 8), "89");
  assert.equal(read("m/a.jsonl", 100, 10), "");
  assert.equal(read("m/a.jsonl", 100, 2 ** 40), "");
  assert.equal(read("m/" + byteStringOf("b/é.txt")), "");
});

test("times before 1970 are floored, not cut", (t) => {
  const { files, at } = mount(t);
  writeFileSync(at("old"), "");
  execFileSync("touch", ["-d", "1969-12-31T23:59:58.4999Z", at("old")]);
  assert.equal(files.stat("m/old").modTime, -1501);
});

test("names are bytes, in byte order", (t) => {
  const { files, read, folder } = mount(t);
  const names = [Buffer.from("é"), Buffer.from("z"), Buffer.from("Z"), Buffer.from([0x61, 0xff, 0x62]), Buffer.from("🧵"), Buffer.from("a")];
  for (const name of names) writeFileSync(Buffer.concat([Buffer.from(folder + "/"), name]), name);
  const listed = files.list("m").map((e) => Buffer.from(e.name, "latin1"));
  assert.deepEqual(listed, [...names].sort(Buffer.compare));
  assert.equal(read("m/a\xffb").length > 0, true);
});

test("what is not there is BAD_REF, what is no path is refused", (t) => {
  const { files, read, at } = mount(t);
  writeFileSync(at("file"), "");
  for (const path of ["m/missing", "m/file/below", "m/missing/below", "other", "other/file", ""]) {
    assert.throws(() => files.stat(path), { code: "BAD_REF", path }, path);
    assert.throws(() => read(path), { code: "BAD_REF" }, path);
  }
  assert.throws(() => files.list("m/file"), { code: "BAD_REF" });
  assert.throws(() => read("m"), { code: "BAD_REF", message: "not a regular file" });
  for (const path of ["m/../outside.txt", "m/./file", "m//file", "m/file/", "m/", "m/a\0b", "m/.."]) {
    assert.throws(() => files.stat(path), { code: "INVALID_ARGUMENT", path }, path);
  }
  assert.throws(() => files.stat("m/" + "x".repeat(5000)), { code: "LIMIT_EXCEEDED" });
  assert.throws(() => files.readAt("m/file", new Uint8Array(1), -1), { code: "INVALID_ARGUMENT" });
  const gone = new NodeFiles(new Map([["m", { folder: at("missing") }]]));
  assert.throws(() => gone.list("m"), { code: "BAD_REF" });
  const file = new NodeFiles(new Map([["m", { folder: at("file") }]]));
  assert.throws(() => file.list("m"), { code: "BAD_REF" });
});

test("links are followed inside the mount and nowhere else", (t) => {
  const { files, read, at, root, folder } = mount(t);
  mkdirSync(at("d", "e"), { recursive: true });
  writeFileSync(at("d", "f"), "inside");
  symlinkSync("d/f", at("file"));
  symlinkSync("d", at("dir"));
  symlinkSync("../d/f", at("d", "up"));
  symlinkSync("file", at("twice"));
  for (const [name, target] of [
    ["relative", "../outside.txt"],
    ["absolute", join(root, "outside.txt")],
    ["absolute-inside", at("d", "f")],
    ["dangling", "nowhere"],
    ["loop", "loop"],
    ["climbing", "d/../../outside.txt"],
    ["above", ".."],
    ["other-base", "../base/d/f"],
  ]) {
    symlinkSync(target, at(name));
    assert.equal(files.stat("m/" + name).kind, LINK, name);
    assert.throws(() => read("m/" + name), (err) => ["PERMISSION_DENIED", "BAD_REF"].includes(err.code), name);
  }
  assert.throws(() => read("m/relative"), { code: "PERMISSION_DENIED", message: "symbolic link leaves its mount" });
  assert.throws(() => read("m/above/outside.txt"), { code: "PERMISSION_DENIED" });
  assert.throws(() => files.list("m/above"), { code: "PERMISSION_DENIED" });
  assert.throws(() => read("m/dangling"), { code: "BAD_REF" });
  assert.throws(() => read("m/loop"), { code: "PERMISSION_DENIED", message: "too many symbolic links" });
  for (const path of ["m/file", "m/twice", "m/dir/f", "m/dir/up", "m/d/up"]) assert.equal(read(path), "inside", path);
  const kinds = Object.fromEntries(files.list("m").map((e) => [e.name, e.kind]));
  assert.deepEqual([kinds.file, kinds.dir, kinds.relative, kinds.loop], [FILE, DIR, LINK, LINK]);
  symlinkSync(folder, join(root, "alias"));
  const alias = new NodeFiles(new Map([["m", { folder: join(root, "alias") }]])); // the base itself may be a link
  assert.equal(alias.stat("m/d/f").size, 6);
  alias.release();
});

test("long chains of links end", (t) => {
  const { files, read, at } = mount(t);
  writeFileSync(at("l0"), "end");
  for (let i = 1; i <= 9; i++) symlinkSync("l" + (i - 1), at("l" + i));
  assert.equal(read("m/l8"), "end");
  assert.throws(() => read("m/l9"), { code: "PERMISSION_DENIED" });
  assert.equal(files.stat("m/l9").kind, LINK);
});

test("a FIFO, a socket and a device are seen and never opened", async (t) => {
  const { files, read, at } = mount(t);
  execFileSync("mkfifo", [at("fifo")]);
  const server = createServer().listen(at("socket"));
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close());
  for (const name of ["fifo", "socket"]) {
    assert.equal(files.stat("m/" + name).kind, OTHER);
    assert.throws(() => read("m/" + name), { code: "BAD_REF", message: "not a regular file" });
    assert.throws(() => files.list("m/" + name), { code: "BAD_REF" });
  }
  const devices = new NodeFiles(new Map([["dev", { folder: "/dev" }]]));
  assert.throws(() => devices.readAt("dev/null", new Uint8Array(1), 0), { code: "BAD_REF" });
});

test("what may not be read is PERMISSION_DENIED and names its path", (t) => {
  const { folder, at, root } = mount(t);
  chmodSync(root, 0o755);
  writeFileSync(at("open.jsonl"), "x");
  writeFileSync(at("secret.jsonl"), "x", { mode: 0o600 });
  chmodSync(at("secret.jsonl"), 0);
  mkdirSync(at("closed"));
  chmodSync(at("closed"), 0);
  const out = JSON.parse(execFileSync(process.execPath, [js + "test/support/read-as-nobody.mjs", folder]).toString());
  const denied = (path) => ["PERMISSION_DENIED", path, "cannot be read: permission denied"];
  assert.deepEqual(out, [
    [["closed", DIR], ["open.jsonl", FILE], ["secret.jsonl", FILE]],
    denied("m/secret.jsonl"),
    denied("m/closed"),
    denied("m/closed/x"),
    1,
  ]);
  chmodSync(at("closed"), 0o700);
});

test("a mount of single files shows them, the folders above them, and no link", (t) => {
  const { files, read, at } = mount(t, [".mux/index.jsonl", ".mux/deep/er.txt", "plain"]);
  mkdirSync(at(".mux", "deep"), { recursive: true });
  writeFileSync(at(".mux", "index.jsonl"), "index");
  writeFileSync(at(".mux", "beside.jsonl"), "secret");
  writeFileSync(at("key"), "secret");
  assert.deepEqual(files.list("m").map((e) => e.name), [".mux"]);
  assert.deepEqual(files.list("m/.mux").map((e) => [e.name, e.kind]), [["deep", DIR], ["index.jsonl", FILE]]);
  assert.deepEqual(files.stat("m"), { kind: DIR, size: 0, modTime: 0, name: "m" });
  assert.equal(read("m/.mux/index.jsonl"), "index");
  for (const path of ["m/key", "m/.mux/beside.jsonl", "m/.mux/deep/er.txt"]) assert.throws(() => read(path), { code: "BAD_REF" }, path);
  symlinkSync("key", at("plain"));
  assert.equal(files.stat("m/plain").kind, LINK);
  assert.throws(() => read("m/plain"), { code: "PERMISSION_DENIED", message: /links to single files/ });
  assert.throws(() => files.list("m/.mux/index.jsonl"), { code: "BAD_REF", message: "not a folder" });
});

test("files may change, vanish and be replaced between calls", (t) => {
  const { files, read, at, root } = mount(t);
  writeFileSync(at("f"), "before");
  assert.equal(read("m/f"), "before");
  truncateSync(at("f"), 2);
  assert.equal(read("m/f"), "be"); // the same file, still open
  writeFileSync(at("new"), "after");
  renameSync(at("new"), at("f"));
  files.release();
  assert.equal(read("m/f"), "after");
  rmSync(at("f"));
  files.release();
  assert.throws(() => read("m/f"), { code: "BAD_REF" });
  linkSync(join(root, "outside.txt"), at("hard")); // a hard link is a file of the mount
  assert.equal(read("m/hard"), "outside");
});

test("what a listing saw may be something else when it is opened", (t) => {
  const { root, files, read, at } = mount(t);
  const names = ["same", "grown", "replaced", "gone", "link", "outside", "fifo", "moved"];
  mkdirSync(at("in"));
  for (const name of names) writeFileSync(at("in", name), "listed " + name);
  writeFileSync(at("inside.txt"), "inside");
  assert.equal(files.list("m/in").length, names.length);
  writeFileSync(at("in", "grown"), ", and more", { flag: "a" });
  writeFileSync(at("other"), "another file");
  renameSync(at("other"), at("in", "replaced"));
  for (const name of ["gone", "link", "outside", "fifo"]) rmSync(at("in", name));
  symlinkSync("../inside.txt", at("in", "link"));
  symlinkSync(join(root, "outside.txt"), at("in", "outside"));
  execFileSync("mkfifo", [at("in", "fifo")]);
  assert.equal(read("m/in/same"), "listed same");
  assert.equal(read("m/in/grown"), "listed grown, and more");
  assert.equal(read("m/in/replaced"), "another file");
  assert.throws(() => read("m/in/gone"), { code: "BAD_REF" });
  assert.equal(read("m/in/link"), "inside");
  assert.throws(() => read("m/in/outside"), { code: "PERMISSION_DENIED" });
  assert.throws(() => read("m/in/fifo"), { code: "BAD_REF" });
  // The folder is another one now, outside the mount.
  mkdirSync(join(root, "out"));
  writeFileSync(join(root, "out", "moved"), "outside");
  renameSync(at("in"), at("away"));
  symlinkSync(join(root, "out"), at("in"));
  assert.throws(() => read("m/in/moved"), { code: "PERMISSION_DENIED" });
  files.release();
  assert.throws(() => read("m/in/same"), { code: "PERMISSION_DENIED" });
});

test("more files than descriptors are kept open", (t) => {
  const { files, read, at } = mount(t);
  const before = readdirSync("/proc/self/fd").length;
  for (let i = 0; i < 200; i++) writeFileSync(at("f" + i), String(i));
  for (let round = 0; round < 2; round++) for (let i = 0; i < 200; i++) assert.equal(read("m/f" + i), String(i));
  assert.ok(readdirSync("/proc/self/fd").length - before <= 64);
  files.release();
  assert.equal(readdirSync("/proc/self/fd").length, before);
});
