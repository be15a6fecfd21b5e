// One session, which the reader shows.
import "../reader.js";
import { byId } from "../reader/dom.js";
import type { Host, ReaderLike, ReaderMaker } from "../reader/host.js";
import type { SessionView } from "../wire/types.gen.js";

let reader: ReaderLike | undefined;

/** Shows a session from its beginning. */
export function show(view: SessionView, host: Host): void {
  reader?.stop();
  const { heddleReader } = globalThis as unknown as { heddleReader: ReaderMaker };
  reader = new heddleReader(byId("reader"), view, { ...host, inside: true });
}

/** Takes the session off the page. */
export function clear(): void {
  reader?.stop();
  reader = undefined;
}

/** Takes the mark off the message that has it. */
export function unmark(): void {
  const marked = byId("reader").querySelector(".here");
  marked?.classList.remove("here");
  marked?.removeAttribute("aria-current");
}

/** Marks a message, counted from 1, unfolds it and scrolls to it; false when there is no such message. */
export const reveal = async (message: number): Promise<boolean> => (await reader?.reveal(message - 1)) ?? false;
