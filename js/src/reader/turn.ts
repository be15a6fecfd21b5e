// A turn: its prompt, and what the agent did until the next one.
import { attachments, calls, fillWhenOpen, shown } from "./call.js";
import { duration, el, money, plural, size, time, tokens, visible } from "./dom.js";
import type { Host } from "./host.js";
import { markdown } from "./markdown.js";
import type { Item, Turn } from "./view.js";

const LONG = 4000; // characters of a prompt or note that is shown whole
const hours = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** The parts of a turn. */
export function* parts(t: Turn, host: Host): Generator<HTMLElement> {
  const { prompt } = t;
  if (prompt) {
    const box = el("div", { className: "prompt" }, prompt.text ? long(prompt.text, prompt.omitted) : "", prompt.attachments?.length ? attachments(prompt.attachments, host) : "");
    shown.set(prompt, box);
    yield box;
  }
  const facts = [t.durationMs && duration(t.durationMs), t.contextTokens && tokens(t.contextTokens) + " context", t.costUsd !== undefined && money(t.costUsd)].filter(Boolean) as string[];
  if (t.at || facts.length) yield el("p", { className: "when" }, !!t.at && time(t.at, hours), ...facts.map((f) => el("span", {}, f)), el("a", { href: host.link?.(t.n) ?? `#turn-${t.turn}`, ariaLabel: `Link to turn ${t.turn}` }, "#" + t.turn));
  for (const item of t.items ?? []) yield itemOf(item, host);
}

function long(text: string, omitted = 0): HTMLElement {
  const cut = omitted > 0 ? el("p", { className: "soft" }, `… ${size(omitted)} left out`) : "";
  if (text.length <= LONG) return el("div", {}, markdown(text), cut);
  const box = el("details", { className: "long" }, el("summary", {}, visible(text.slice(0, 300)).trim() + " …"));
  fillWhenOpen(box, () => [markdown(text), ...(cut ? [cut] : [])]);
  return box;
}

function fold(className: string, title: string, text: string, omitted = 0): HTMLElement {
  const box = el("details", { className }, el("summary", {}, title));
  fillWhenOpen(box, () => [markdown(text), ...(omitted > 0 ? [el("p", { className: "soft" }, `… ${size(omitted)} left out`)] : [])]);
  return box;
}

function itemOf(i: Item, host: Host): HTMLElement {
  const made = item(i, host);
  shown.set(i, made);
  return made;
}

function item(i: Item, host: Host): HTMLElement {
  switch (i.kind) {
    case "text": return el("div", { className: "text" }, markdown(i.text ?? ""), !!i.omitted && el("p", { className: "soft" }, `… ${size(i.omitted)} left out`));
    case "thinking": return fold("think", "Thinking", i.text ?? "", i.omitted);
    case "calls": return calls(i.calls ?? [], i.summary ?? "", host);
    case "error": return el("p", { className: "error" }, el("span", { className: "bad" }, visible([i.code, i.text].filter(Boolean).join(": ") || "Error")), !!i.retries && ` ${plural(i.retries, "retry").replace("retrys", "retries")}`);
    case "seam": return seam(i);
    case "rewind": return el("div", { className: "seam" }, el("span", {}, `Rewound: ${plural(i.messages ?? 0, "message")} left out`));
    default: return note(i);
  }
}

function note(i: Item): HTMLElement {
  const title = visible(i.name || "Note").replaceAll("_", " ") + (i.retries ? ` · ${i.retries} ${i.retries === 1 ? "retry" : "retries"}` : "");
  const text = i.text ?? "";
  return text.length <= 120 && !text.includes("\n") ? el("p", { className: "note" }, el("span", { className: "tool" }, title), " ", visible(text)) : fold("note", title, text, i.omitted);
}

function seam(i: Item): HTMLElement {
  const size = i.tokensBefore ? `, ${tokens(i.tokensBefore)} → ${i.tokensAfter ? tokens(i.tokensAfter) : "?"} tokens` : "";
  const gone = i.removed ? ` · ${plural(i.removed, "message")} removed` : "";
  const title = `Context compacted${size}${gone}`;
  if (!i.summary) return el("div", { className: "seam" }, el("span", {}, title));
  const box = el("details", { className: "seam" }, el("summary", {}, el("span", {}, title)));
  fillWhenOpen(box, () => [markdown(i.summary!)]);
  return box;
}
