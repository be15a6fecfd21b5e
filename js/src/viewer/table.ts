// The list of sessions: one row each, moved through with the arrow keys.
import type { SessionSummary } from "../types.gen.js";
import { byId, el, money, time } from "./dom.js";

let sessions: SessionSummary[] = [];
let select: (s: SessionSummary) => void = () => {};

const body = byId<HTMLTableSectionElement>("rows");
const filter = byId<HTMLInputElement>("filter");
const agent = byId<HTMLSelectElement>("agent");
const count = byId("count");

/** Connects the list to what happens when a session is chosen. */
export function start(onSelect: (s: SessionSummary) => void): void {
  select = onSelect;
  filter.addEventListener("input", render);
  agent.addEventListener("change", render);
  body.addEventListener("keydown", move);
}

/** Shows these sessions, filtered as the person asked. */
export function show(list: SessionSummary[]): void {
  sessions = list;
  const names = [...new Set(list.map((s) => s.agent))].sort();
  const chosen = names.includes(agent.value) ? agent.value : "";
  agent.replaceChildren(el("option", { value: "" }, "All agents"), ...names.map((name) => el("option", { value: name }, name)));
  agent.value = chosen;
  render();
}

function render(): void {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = sessions.filter((s) => (agent.value === "" || s.agent === agent.value) && matches(s, words));
  body.replaceChildren(...shown.map(row));
  count.textContent = shown.length === sessions.length ? `${shown.length} sessions` : `${shown.length} of ${sessions.length} sessions`;
}

function matches(s: SessionSummary, words: string[]): boolean {
  const text = [s.title, s.agent, s.model, s.cwd, s.sessionId, ...s.tags].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function row(s: SessionSummary): HTMLTableRowElement {
  const title = el("button", { type: "button", className: "title" }, s.title || "(no title)");
  const tr = el(
    "tr",
    { data: { id: s.unifiedId } },
    el("td", {}, el("span", { className: "agent", data: { agent: s.agent } }, s.agent)),
    el("th", { scope: "row" }, title, el("span", { className: "cwd", title: s.cwd ?? "" }, s.cwd ?? "")),
    el("td", {}, s.model ?? "–"),
    el("td", { className: "number" }, String(s.turnCount)),
    el("td", {}, time(s.updatedAt)),
    el("td", { className: "number", title: s.cost ? `${s.cost.source}` : "no usage on disk" }, money(s.cost?.totalUsd)),
  );
  tr.addEventListener("click", () => select(s));
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
