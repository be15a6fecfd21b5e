// Translates hints. The engine's hints name operations and powers of the host,
// because it does not know its caller; a JavaScript program needs method calls
// and options.
import type { Diagnostic } from "../wire/types.gen.js";

/** The JavaScript for a phrase of the engine. */
export type Phrases = Readonly<Record<string, string>>;

/** The phrases that are the same in Node and in a page. */
export const commonPhrases: Phrases = {
  "agents.list": "heddle.agents()",
  "grant the store to the engine": "grant the store: open({ store: true })",
};

/** The phrases of live sessions. */
export const livePhrases: Phrases = { "live.agents": "listAgents()" };

const calls = /\b(attachments|edits|ids|messages|sessions|store|threads)\.[a-z][A-Za-z]*(?:\("[^"]*"\))?/g;

/** A hint in the terms of this package. */
export function hintText(hint: string, phrases: Phrases): string {
  let text = hint.replace(calls, (call) => "heddle." + (call.endsWith(")") ? call : call + "()"));
  for (const [phrase, words] of Object.entries(phrases)) text = text.replaceAll(phrase, words);
  return text;
}

/** Translates the hints of errors and diagnostics in place. */
export function translateHints<T extends Pick<Diagnostic, "hint">>(notes: readonly (T | undefined)[], phrases: Phrases): void {
  for (const note of notes) if (note?.hint !== undefined) note.hint = hintText(note.hint, phrases);
}
