// Written by the build from internal/reader.

/** The reader: a script that shows a session in a page. */
export declare const SCRIPT: string;
/** Its SHA-256 in base64. */
export declare const HASH: string;
