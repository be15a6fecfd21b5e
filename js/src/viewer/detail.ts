// One session: its facts and its messages.
import type { Notes } from "../api/notes.js";
import type { CostRecord, Json, Message, Session } from "../wire/types.gen.js";
import { byId, count, el, money, time } from "./dom.js";

const BATCH = 200; // messages that are put into the page at once

const names: Record<Message["role"], string> = { user: "You", assistant: "Assistant", system: "Notice", tool: "Tool result" };

let link: (message: number) => string = () => "";
let messages: Message[] = [];

/** Shows a session from its beginning; `linkTo` gives the address of a message, counted from 1. */
export function show(s: Session & Notes, linkTo: typeof link): void {
  link = linkTo;
  messages = s.messages;
  byId("session-title").textContent = s.title || "(no title)";
  byId("facts").replaceChildren(...facts(s));
  byId("messages").replaceChildren();
  append(BATCH);
}

/** Marks a message, counted from 1, unfolds it and scrolls to it; false when there is no such message. */
export function reveal(message: number): boolean {
  unmark();
  if (message > messages.length) return false;
  const list = byId("messages");
  const shown = list.querySelectorAll(".message").length;
  if (message > shown) append(message - shown);
  const item = list.children[message - 1] as HTMLElement;
  item.querySelectorAll("details").forEach((d) => (d.open = true));
  item.classList.add("marked");
  item.ariaCurrent = "true";
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "center" });
  return true;
}

/** Takes the mark off the message that has it. */
export function unmark(): void {
  const item = byId("messages").querySelector<HTMLElement>(".marked");
  item?.classList.remove("marked");
  if (item) item.ariaCurrent = null;
}

function facts(s: Session & Notes): HTMLElement[] {
  const pairs: [string, Node | string | undefined][] = [
    ["Agent", s.agent],
    ["Id", s.sessionId],
    ["Folder", s.cwd],
    ["Model", s.model],
    ["Created", time(s.createdAt)],
    ["Updated", time(s.updatedAt)],
    ["Turns", count(s.turnCount)],
    ["Messages", count(s.messageCount)],
    ["Cost", cost(s.cost)],
    ["Tokens", tokens(s.cost)],
    ["Forked from", s.forkedFrom],
    ["Unreadable", s.report?.skippedCount ? `${count(s.report.skippedCount)} records` : undefined],
  ];
  return pairs
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));
}

function cost(c: CostRecord | undefined): string | undefined {
  if (!c) return undefined;
  const table = c.priceTable ? `, prices of ${c.priceTable}` : "";
  return `${money(c.totalUsd)} (${c.source}${table})`;
}

function tokens(c: CostRecord | undefined): string | undefined {
  if (!c) return undefined;
  return `${count(c.inputTokens)} in, ${count(c.cachedTokens)} cached, ${count(c.cacheWriteTokens)} cache writes, ${count(c.outputTokens)} out`;
}

// The rest is shown on demand.
function append(wanted: number): void {
  const list = byId("messages");
  list.querySelector(".more")?.remove();
  const from = list.children.length;
  const next = messages.slice(from, from + wanted);
  list.append(...next.map((m, i) => el("li", { className: "message " + m.role, id: "m" + (from + i + 1) }, ...message(m, from + i + 1))));
  const left = messages.length - from - next.length;
  if (left <= 0) return;
  const more = el("button", { type: "button" }, `Show more (${count(left)} left)`);
  more.addEventListener("click", () => {
    const first = list.querySelectorAll(".message").length;
    append(BATCH);
    const item = list.children[first] as HTMLElement;
    item.tabIndex = -1;
    item.focus();
  });
  list.append(el("li", { className: "more" }, more));
}

function* message(m: Message, n: number): Generator<HTMLElement> {
  const head = el("div", { className: "head" }, el("strong", {}, names[m.role]));
  if (m.kind) head.append(el("span", { className: "kind" }, m.kind.replaceAll("_", " ")));
  if (m.model) head.append(el("span", {}, m.model));
  if (m.timestamp) head.append(time(m.timestamp));
  head.append(el("a", { className: "place", href: link(n), title: "Link to this message" }, "#" + count(n)));
  yield head;
  if (m.thinking) yield fold("Thinking", m.thinking);
  if (m.content) yield el("div", { className: "text" }, m.content);
  for (const a of m.attachments ?? []) {
    yield el("div", { className: "attachment" }, [a.name, a.mediaType].filter(Boolean).join(" · ") || "attachment");
  }
  for (const call of m.toolCalls ?? []) yield fold(`Calls ${call.toolName}`, plain(call.input));
  if (m.toolResult) {
    const { toolName, isError, exitCode, output } = m.toolResult;
    const failed = isError ? " failed" : exitCode ? ` exited with ${exitCode}` : "";
    yield fold((toolName || "Output") + failed, plain(output), isError);
  }
}

function fold(title: string, text: string, failed = false): HTMLElement {
  return el("details", { className: failed ? "failed" : "" }, el("summary", {}, title), el("pre", { tabIndex: 0 }, text));
}

const plain = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
