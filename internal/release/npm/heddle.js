#!/usr/bin/env node
// Starts the native program of the package for this platform, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { join, dirname } = require("node:path");

const name = `heddle-cli-${process.platform}-${process.arch}`;

function programPath() {
  try {
    const file = process.platform === "win32" ? "heddle.exe" : "heddle";
    return join(dirname(require.resolve(`${name}/package.json`)), "bin", file);
  } catch {
    console.error(`heddle: the package ${name} is not installed`);
    console.error("hint: install heddle-cli again without --omit=optional or --no-optional;");
    console.error("hint: there are programs for Linux, macOS and Windows on x64 and arm64");
    process.exit(1);
  }
}

// A terminal sends these to the program as well, which decides; others are passed on. A signal may
// arrive before the program was started.
let child;
let early;
for (const signal of ["SIGINT", "SIGQUIT"]) {
  process.on(signal, () => {});
}
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => (child ? child.kill(signal) : (early = signal)));
}

child = spawn(programPath(), process.argv.slice(2), { stdio: "inherit", windowsHide: false });
if (early) child.kill(early);
child.on("error", (err) => {
  console.error(`heddle: ${err.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
