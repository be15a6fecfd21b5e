// The engine of the page: core-lite.wasm, because a list is there sooner; core.wasm
// in a package that was built without it.
import { LITE_SHA256 } from "../built/core.mjs";
import { open as openCore } from "../browser/index.js";
import { open as openLite } from "../browser/lite.js";

export const open = LITE_SHA256 ? openLite : openCore;
