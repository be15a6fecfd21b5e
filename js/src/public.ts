// What every entry of the package exports.
export { HeddleError, type HeddleErrorDetails } from "./errors.js";
export {
  Heddle,
  type ExportOptions,
  type GetOptions,
  type HeddleEvents,
  type Ids,
  type ListOptions,
  type Notes,
  type Sessions,
} from "./heddle.js";
export type { Envelope } from "./abi.js";
export type { CallOptions } from "./call-options.js";
export { ABI_VERSION, errorCodes } from "./types.gen.js";
export type * from "./types.gen.js";
