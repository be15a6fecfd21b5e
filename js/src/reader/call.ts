// Calls of tools: one line each, which opens.
import { colourLater } from "./code.js";
import { changes, diff } from "./diff.js";
import { duration, el, money, plural, size, visible } from "./dom.js";
import type { Host } from "./host.js";
import { markdown } from "./markdown.js";
import { pictureOf } from "./picture.js";
import type { Attachment, Call, Span, Subagent } from "./view.js";

/** The elements of calls, items and prompts. */
export const shown = new WeakMap<object, HTMLElement>();

const OPEN = 40; // lines of an edit that is shown at once
const marks: Record<string, [mark: string, word: string]> = { ok: ["✓", "ok"], failed: ["✗", "failed"], denied: ["⊘", "denied"], open: ["…", "no result"] };

/** The calls of a group as a table that opens line by line. */
export function calls(all: Call[], summary: string, host: Host): HTMLElement {
  return el("div", { className: "calls", role: "group", ariaLabel: summary || plural(all.length, "tool call") } as object, ...all.map((c) => call(c, host)));
}

function call(c: Call, host: Host): HTMLElement {
  const [mark, word] = marks[c.outcome] ?? marks["open"]!;
  const edits = c.edits ?? [];
  const lines = edits.reduce((n, e) => n + (e.hunks ?? []).reduce((m, h) => m + h.lines.length, 0), 0);
  const row = el("summary", {},
    el("span", { className: "mark " + c.outcome, role: "img", ariaLabel: word } as object, mark),
    el("span", { className: "tool" }, visible(c.tool)),
    el("span", { className: "what" }, edits.length === 1 ? visible(edits[0]!.path) : visible(firstLine(c.summary || c.input || ""))),
    el("span", { className: "result" }, ...result(c)),
    el("span", { className: "took" }, c.durationMs === undefined ? "" : duration(c.durationMs)));
  const box = el("details", { className: "call " + c.outcome }, row);
  shown.set(c, box);
  if (edits.length > 0) box.classList.add("edits");
  fillWhenOpen(box, () => body(c, host));
  if (edits.length > 0 && lines > 0 && lines <= OPEN) box.open = true;
  return box;
}

const firstLine = (s: string): string => s.slice(0, 300).trimStart().split("\n", 1)[0]!;

function* result(c: Call): Generator<HTMLElement> {
  if (c.edits?.length === 1) yield changes(c.edits[0]!);
  if (c.outcome === "failed") yield el("span", { className: "bad" }, c.exitCode ? `exit ${c.exitCode}` : "failed");
  if (c.outcome === "denied") yield el("span", { className: "bad" }, "denied");
}

const fillers = new WeakMap<Element, () => HTMLElement[]>();

/** Fills an element that folds when it is opened for the first time. */
export function fillWhenOpen(box: HTMLDetailsElement, fill: () => HTMLElement[]): void {
  fillers.set(box, fill);
  box.addEventListener("toggle", () => box.open && fillNow(box));
}

/** Fills an element that folds, without opening it. */
export function fillNow(box: Element): void {
  const fill = fillers.get(box);
  fillers.delete(box);
  if (fill) box.append(el("div", { className: "body" }, ...fill()));
}

function body(c: Call, host: Host): HTMLElement[] {
  const out: HTMLElement[] = [];
  if (c.permission) out.push(el("p", { className: "says" }, `Permission: ${visible(c.permission.answer || "asked")}`, !!c.permission.reason && ` – ${visible(c.permission.reason)}`));
  for (const e of c.edits ?? []) {
    if (c.edits!.length > 1) out.push(el("p", { className: "says path" }, visible(e.path) + " ", changes(e)));
    out.push(diff(e));
  }
  if (c.thinking) out.push(el("details", { className: "says" }, el("summary", {}, "Thinking"), markdown(c.thinking)));
  if (c.input) out.push(input(c.input, /^(\{|\[)/.test(c.input) ? "json" : "sh"));
  if (c.inputOmitted) out.push(el("p", { className: "says" }, `${size(c.inputOmitted)} of the input left out`));
  if (c.agent) out.push(subagent(c.agent));
  if (c.output?.spans.length) {
    const result = output(c.output.spans, c.output.omitted ?? 0);
    out.push(c.edits?.length && c.outcome === "ok" ? el("details", { className: "says" }, el("summary", {}, "Result"), result) : result);
  }
  if (c.attachments?.length) out.push(attachments(c.attachments, host));
  return out.length > 0 ? out : [el("p", { className: "says" }, "No input and no output is recorded.")];
}

function input(text: string, language: string): HTMLElement {
  const code = el("code", {}, visible(text));
  colourLater(code, language);
  return el("pre", { className: "input", tabIndex: 0 }, code);
}

export function subagent(a: Subagent): HTMLElement {
  const facts = [a.agent, a.turns && plural(a.turns, "turn"), a.calls && plural(a.calls, "call"), a.agents && plural(a.agents, "subagent"), a.costUsd !== undefined && money(a.costUsd), a.durationMs && duration(a.durationMs), a.sessionId];
  return el("p", { className: "agent says" }, el("strong", {}, visible(a.title || "Subagent")), ...facts.filter(Boolean).map((f) => el("span", {}, visible(String(f)))));
}

const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** A colour of a terminal: one of the sixteen, or one of 24 bits, which the page's own colours are mixed into. */
function paint(e: HTMLElement, side: "fg" | "bg", colour: string | undefined): void {
  const name = colour?.replace(/^bright(.)/, (_, l: string) => l.toLowerCase());
  if (!name || !(names.includes(name) || /^#[0-9a-f]{6}$/i.test(name))) return;
  e.classList.add(side);
  e.style.setProperty("--" + side, name[0] === "#" ? name : `var(--${name})`);
}

function output(spans: Span[], omitted: number): HTMLElement {
  const parts = spans.map((s) => {
    const { text, fg, bg, ...how } = s;
    const classes = Object.keys(how).filter((k) => /^(bold|dim|italic|underline|inverse)$/.test(k) && how[k as keyof typeof how]);
    if (!fg && !bg && classes.length === 0) return visible(text);
    const e = el("span", { className: classes.join(" ") }, visible(text));
    paint(e, s.inverse ? "bg" : "fg", fg);
    paint(e, s.inverse ? "fg" : "bg", bg);
    return e;
  });
  return el("pre", { className: "output", tabIndex: 0 }, ...parts, omitted > 0 && el("span", { className: "soft" }, `\n… ${size(omitted)} left out`));
}

/** Attachments: a picture where the bytes are there and are one, otherwise its name and size. */
export function attachments(all: Attachment[], host: Host): HTMLElement {
  const box = el("div", { className: "attachments" });
  for (const a of all) {
    const name = visible([a.name || a.mediaType || "attachment", a.bytes !== undefined && size(a.bytes)].filter(Boolean).join(" · "));
    const one = el("div", { className: "attachment" }, name);
    box.append(one);
    void Promise.resolve(a.id ? host.picture?.(a.id) : undefined).then((p) => {
      const image = p && pictureOf(p.data, a.name ? visible(a.name) : "");
      if (image) one.replaceWith(el("figure", {}, image, el("figcaption", {}, name)));
    }, () => undefined);
  }
  return box;
}

