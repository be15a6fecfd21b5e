import { fileURLToPath } from "node:url";

/** The js folder, and the repository above it; both end in a slash. */
export const js = fileURLToPath(new URL("../../", import.meta.url));
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
export const build = repository + "build/";
