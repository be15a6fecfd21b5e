// Written by the build from core.wasm.

/** SHA-256 of the core.wasm in this package, in hex. */
export declare const CORE_SHA256: string;
/** The same as a value of an integrity attribute. */
export declare const CORE_INTEGRITY: string;
/** SHA-256 of the core-lite.wasm in this package, in hex; empty without one. */
export declare const LITE_SHA256: string;
/** The same as a value of an integrity attribute. */
export declare const LITE_INTEGRITY: string;
/** The version of this package. */
export declare const VERSION: string;
