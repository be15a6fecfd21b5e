// What live.wasm answers: the outputs to do, in order.
import type { LiveHealth, LiveOutput } from "../wire/types.gen.js";

/** An output with the exact text of its message. */
export interface Output extends LiveOutput {
  /** The JSON text of `message`, for outputs with `record`. Parsing and writing it again would change some numbers. */
  text?: string;
}

/** What a session wants done after an input. */
export interface Step {
  outputs: Output[];
  /** When the next tick is due, in milliseconds; undefined for never. */
  deadline: number | undefined;
  health: LiveHealth;
}

/** Parses the JSON text of a step. */
export function parseStep(text: string): Step {
  const { outputs, deadline, health } = JSON.parse(text) as { outputs: Output[]; deadline?: string; health: LiveHealth };
  if (outputs.some((o) => o.record)) {
    messageTexts(text).forEach((message, i) => {
      if (outputs[i]!.record) outputs[i]!.text = message;
    });
  }
  return { outputs, deadline: deadline === undefined ? undefined : Date.parse(deadline), health };
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];
const OUTPUT_DEPTH = 3; // inside {"outputs":[{
const KEY = '"message":';

/** The texts of the member `message` of each output; a sparse list. The step has no white space. */
export function messageTexts(step: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let output = -1;
  let start = -1;
  for (let at = 0; at < step.length; at++) {
    const c = step.charCodeAt(at);
    if (c === QUOTE) {
      if (depth === OUTPUT_DEPTH && step.startsWith(KEY, at)) start = at + KEY.length;
      at = endOfString(step, at);
    } else if (c === OPEN || c === OPEN_LIST) {
      if (++depth === OUTPUT_DEPTH) output++;
    } else if (c === CLOSE || c === CLOSE_LIST) {
      if (--depth !== OUTPUT_DEPTH || start < 0) continue;
      texts[output] = step.slice(start, at + 1);
      start = -1;
    }
  }
  return texts;
}

/** The offset of the quote that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
