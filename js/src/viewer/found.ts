// What a search found: sessions, each with the places where it matches.
import type { PageNotes } from "../api/notes.js";
import type { SearchHit, SessionSummary } from "../wire/types.gen.js";
import { byId, count, el, money, time } from "../reader/dom.js";

const fields: Record<string, string> = { title: "Title", content: "Text", thinking: "Thinking", toolCall: "Call", toolResult: "Result" };
const list = byId<HTMLOListElement>("found-list");

let select: (s: SessionSummary, messageIndex?: number) => void = () => {};

/** Connects the results to what happens when a session or a place in it is chosen. */
export function start(onSelect: typeof select): void {
  select = onSelect;
}

/** Shows results, after those that are shown already when `more`; returns how many are shown. */
export function show(page: SessionSummary[] & PageNotes, more: boolean): number {
  if (!more) list.replaceChildren();
  const first = list.children.length;
  list.append(...page.map(item));
  byId("found-more").hidden = page.page.nextOffset === undefined;
  const { total } = page.page;
  byId("found-count").textContent = total === 0 ? "Nothing found" : `${count(list.children.length)} of ${count(total)} sessions, best first`;
  if (more) list.children[first]?.querySelector("button")?.focus();
  return list.children.length;
}

/** Shows no results. */
export function clear(): void {
  list.replaceChildren();
  byId("found-count").textContent = "";
  byId("found-more").hidden = true;
}

function item(s: SessionSummary): HTMLElement {
  const title = el("button", { type: "button", className: "title" }, s.title || "(no title)");
  title.addEventListener("click", () => select(s));
  const head = el(
    "div",
    { className: "head" },
    el("span", { className: "agent" }, s.agent),
    time(s.updatedAt),
    el("span", {}, money(s.cost?.totalUsd)),
    el("span", {}, `${count(s.hitCount ?? 0)} ${s.hitCount === 1 ? "match" : "matches"}`),
  );
  const hits = (s.hits ?? []).filter((hit) => hit.messageIndex !== undefined);
  return el("li", { data: { id: s.unifiedId } }, title, head, el("ul", { className: "hits" }, ...hits.map((hit) => hitItem(s, hit))));
}

function hitItem(s: SessionSummary, hit: SearchHit): HTMLElement {
  const field = el("span", { className: "kind" }, fields[hit.field] ?? hit.field);
  const button = el("button", { type: "button", className: "hit" }, field, " ", ...marked(hit));
  button.addEventListener("click", () => select(s, hit.messageIndex));
  return el("li", {}, button);
}

/** A snippet with its matches marked. Ranges count code points. */
function* marked({ snippet, ranges }: SearchHit): Generator<HTMLElement | string> {
  const points = [...snippet];
  let at = 0;
  for (const { start, end } of ranges) {
    yield points.slice(at, start).join("");
    yield el("mark", {}, points.slice(start, end).join(""));
    at = end;
  }
  yield points.slice(at).join("");
}
