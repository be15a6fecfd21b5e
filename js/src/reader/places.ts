// The places of a session that one can go to: prompts, items and calls, in their order.
import type { Call, Item, Turn } from "./view.js";

/** A part of a turn that has a message's number. */
export interface Place { turn: number; n: number; thing: object; kind: "prompt" | "item" | "call"; edit: boolean; failed: boolean; text: () => string }

/** The places of a turn. */
export function* placesOf(t: Turn): Generator<Place> {
  const { turn, prompt } = t;
  if (prompt) yield { turn, n: prompt.n, thing: prompt, kind: "prompt", edit: false, failed: false, text: () => prompt.text ?? "" };
  for (const i of t.items ?? []) {
    if (i.kind !== "calls") yield { turn, n: i.n ?? 0, thing: i, kind: "item", edit: false, failed: i.kind === "error", text: () => itemText(i) };
    for (const c of i.calls ?? []) yield { turn, n: c.n, thing: c, kind: "call", edit: !!c.edits?.length, failed: c.outcome === "failed" || c.outcome === "denied", text: () => callText(c) };
  }
}

const itemText = (i: Item): string => [i.text, i.summary, i.name].filter(Boolean).join("\n");

function callText(c: Call): string {
  const edits = (c.edits ?? []).flatMap((e) => [e.path, ...(e.hunks ?? []).flatMap((h) => h.lines.map((l) => l.text))]);
  return [c.tool, c.summary, c.input, ...edits, (c.output?.spans ?? []).map((s) => s.text).join("")].filter(Boolean).join("\n");
}
