/** SHA-256 of the core.wasm in this package, in hex; the build fills it in. */
export const CORE_SHA256: string = "";
