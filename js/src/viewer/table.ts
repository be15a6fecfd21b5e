// The list of sessions: one row each, moved through with the arrow keys.
import type { SessionSummary } from "../wire/types.gen.js";
import { byId, count, el, money, time } from "../reader/dom.js";

const ROWS = 200; // rows that are put into the page at once

let sessions: SessionSummary[] = [];
let matching: SessionSummary[] = [];
let shown = ROWS; // how many of them are rows
let have: Extent = "all";
let names: string[] = [];

const body = byId<HTMLTableSectionElement>("rows");
const filter = byId<HTMLInputElement>("filter");
const agent = byId<HTMLSelectElement>("agent");
const button = byId<HTMLButtonElement>("more");

/** Which sessions there are: all; the newest, while the others are being read; or the newest only, for good. */
export type Extent = "all" | "newest" | "failed";

/** The events of the table: a session was chosen, or the list was filtered. */
export interface Listener {
  select(s: SessionSummary): void;
  narrow(filter: string, agent: string): void;
}

let listener: Listener;

/** Connects the list to what happens in it. */
export function start(to: Listener): void {
  listener = to;
  filter.addEventListener("input", () => listener.narrow(filter.value, agent.value));
  agent.addEventListener("change", () => listener.narrow(filter.value, agent.value));
  body.addEventListener("keydown", move);
  button.addEventListener("click", () => {
    const first = body.children.length;
    shown += ROWS;
    render(false);
    body.children[first]?.querySelector("button")?.focus();
  });
}

/** Shows these sessions, narrowed as the person asked. */
export function show(list: SessionSummary[], agents: string[], extent: Extent): void {
  const focused = (document.activeElement?.closest("#rows tr") as HTMLElement | null)?.dataset["id"];
  sessions = list;
  have = extent;
  names = [...new Set([...agents, ...list.map((s) => s.agent)])].sort();
  narrow(filter.value, agent.value);
  if (focused !== undefined) body.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"] button`)?.focus({ preventScroll: true });
}

/** Says that the other sessions could not be read. */
export function failed(): void {
  have = "failed";
  byId("count").textContent = counted();
}

/** Shows only the sessions with these words, of this agent. */
export function narrow(words: string, name: string): void {
  if (filter.value !== words) filter.value = words;
  const all = name === "" || names.includes(name) ? names : [...names, name];
  agent.replaceChildren(el("option", { value: "" }, "All agents"), ...all.map((n) => el("option", { value: n }, n)));
  agent.value = name;
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  matching = sessions.filter((s) => (name === "" || s.agent === name) && matches(s, wanted));
  shown = Math.max(ROWS, Math.min(shown, matching.length));
  render(true);
}

/** The place of a session among the matching ones gets a row, if it has none. */
export function reach(unifiedId: string): void {
  const at = matching.findIndex((s) => s.unifiedId === unifiedId);
  if (at < body.children.length) return;
  shown = Math.ceil((at + 1) / ROWS) * ROWS;
  render(false);
}

function render(afresh: boolean): void {
  const rows = matching.slice(afresh ? 0 : body.children.length, shown).map(row);
  if (afresh) body.replaceChildren(...rows);
  else body.append(...rows);
  const left = matching.length - body.children.length;
  button.hidden = left <= 0;
  button.textContent = `Show ${count(Math.min(left, ROWS))} more of ${count(matching.length)}`;
  byId("count").textContent = counted();
}

function counted(): string {
  const of = matching.length === sessions.length ? "" : `${count(matching.length)} of `;
  if (have === "all") return `${of}${count(sessions.length)} ${sessions.length === 1 ? "session" : "sessions"}`;
  const others = have === "newest" ? "reading the others…" : "the others could not be read";
  return `${of}the newest ${count(sessions.length)} sessions; ${others}`;
}

function matches(s: SessionSummary, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = [s.title, s.agent, s.model, s.cwd, s.sessionId, ...s.tags].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

// On a phone rows are displayed as blocks, which would remove their roles.
function row(s: SessionSummary): HTMLTableRowElement {
  const title = el("button", { type: "button", className: "title" }, s.title || "(no title)");
  const cell = { role: "cell" };
  const tr = el(
    "tr",
    { role: "row", data: { id: s.unifiedId } },
    el("td", { ...cell }, el("span", { className: "agent", data: { agent: s.agent } }, s.agent)),
    el("th", { role: "rowheader", scope: "row" }, title, el("span", { className: "cwd", title: s.cwd ?? "" }, s.cwd ?? "")),
    el("td", { ...cell }, s.model ?? "–"),
    el("td", { ...cell, className: "number" }, count(s.turnCount)),
    el("td", { ...cell }, time(s.updatedAt)),
    el("td", { ...cell, className: "number", title: s.cost ? `${s.cost.source}` : "no usage on disk" }, money(s.cost?.totalUsd)),
  );
  tr.addEventListener("click", () => listener.select(s));
  return tr;
}

function move(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const tr = (event.target as HTMLElement).closest("tr");
  if (!step || !tr) return;
  const next = (step > 0 ? tr.nextElementSibling : tr.previousElementSibling)?.querySelector("button");
  if (!next) return;
  next.focus();
  event.preventDefault();
}
