// Finding a text in a session: also in what is folded or not drawn yet.
import type { Place } from "./places.js";

const MOST = 200; // matches that are marked in one place

/** The places that have a text, in any case. */
export function find(places: Place[], text: string): Place[] {
  const low = text.toLowerCase();
  return low.trim() === "" ? [] : places.filter((p) => p.text().toLowerCase().includes(low));
}

/** Marks a text in an element; without one, marks nothing any more. Returns where it first is. */
export function mark(root?: Element, text = ""): Range | undefined {
  const registry = (CSS as { highlights?: Map<string, unknown> }).highlights;
  registry?.delete("found");
  if (!root || !text) return undefined;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const low = text.toLowerCase();
  for (let n = walker.nextNode() as Text | null; n && ranges.length < MOST; n = walker.nextNode() as Text | null) {
    const data = n.data.toLowerCase();
    for (let at = data.indexOf(low); at >= 0 && at + low.length <= n.length && ranges.length < MOST; at = data.indexOf(low, at + low.length)) {
      const range = document.createRange();
      range.setStart(n, at);
      range.setEnd(n, at + low.length);
      ranges.push(range);
    }
  }
  const Highlight = (globalThis as { Highlight?: new (...r: Range[]) => unknown }).Highlight;
  if (registry && Highlight) registry.set("found", new Highlight(...ranges));
  return ranges[0];
}
