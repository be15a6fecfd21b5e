// live.wasm in Node, for the entries that load the modules of this package.
import { LIVE_SHA256 } from "../built/core.mjs";
import { compile, LIVE_MEMORY_LIMIT_MIB } from "../engine/module.js";
import { LiveModule } from "../live/machine.js";
import type { LiveAgent } from "../wire/types.gen.js";
import { readModule } from "./modules.js";

/** Lists the agents that `startAgent` can run, with what each can do. */
export async function listAgents(): Promise<LiveAgent[]> {
  return (await liveModule()).agents();
}

let live: Promise<LiveModule> | undefined; // one instance per process

/** The live.wasm of this package. */
export function liveModule(): Promise<LiveModule> {
  if (!live) {
    live = loadLive();
    live.catch(() => (live = undefined));
  }
  return live;
}

async function loadLive(): Promise<LiveModule> {
  return new LiveModule(await compile(await readModule("live.wasm", LIVE_SHA256), LIVE_MEMORY_LIMIT_MIB, "live.wasm"));
}
