// One session: its facts and its messages.
import type { Notes } from "../sessions.js";
import type { CostRecord, Json, Message, Session } from "../types.gen.js";
import { byId, el, money, time } from "./dom.js";

const BATCH = 200; // messages that are put into the page at once

const names: Record<Message["role"], string> = { user: "You", assistant: "Assistant", system: "Notice", tool: "Tool result" };

/** Shows a session, at least to the message that is wanted. */
export function show(s: Session & Notes, wanted = 0): void {
  byId("session-title").textContent = s.title || "(no title)";
  byId("facts").replaceChildren(...facts(s));
  const list = byId("messages");
  list.replaceChildren();
  append(list, s.messages, 0, Math.max(BATCH, wanted + 1));
}

/** Goes to a message and opens what is folded in it. */
export function reveal(index: number): void {
  const item = byId("messages").children[index] as HTMLElement | undefined;
  if (!item) return;
  item.querySelectorAll("details").forEach((d) => (d.open = true));
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "center" });
}

function facts(s: Session & Notes): HTMLElement[] {
  const pairs: [string, Node | string | undefined][] = [
    ["Agent", s.agent],
    ["Id", s.sessionId],
    ["Folder", s.cwd],
    ["Model", s.model],
    ["Created", time(s.createdAt)],
    ["Updated", time(s.updatedAt)],
    ["Turns", String(s.turnCount)],
    ["Messages", String(s.messageCount)],
    ["Cost", cost(s.cost)],
    ["Tokens", tokens(s.cost)],
    ["Forked from", s.forkedFrom],
    ["Unreadable", s.report?.skippedCount ? `${s.report.skippedCount} records` : undefined],
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
  const n = (v: number): string => v.toLocaleString();
  return `${n(c.inputTokens)} in, ${n(c.cachedTokens)} cached, ${n(c.cacheWriteTokens)} cache writes, ${n(c.outputTokens)} out`;
}

function append(list: HTMLElement, messages: Message[], from: number, count = BATCH): void {
  const next = messages.slice(from, from + count);
  list.append(...next.map((m) => el("li", { className: "message " + m.role }, ...message(m))));
  const left = messages.length - from - next.length;
  if (left <= 0) return;
  const more = el("button", { type: "button" }, `Show more (${left} left)`);
  const item = el("li", { className: "more" }, more);
  more.addEventListener("click", () => {
    item.remove();
    append(list, messages, from + count);
    const first = list.children[from + count] as HTMLElement;
    first.tabIndex = -1;
    first.focus();
  });
  list.append(item);
}

function* message(m: Message): Generator<HTMLElement> {
  const head = el("div", { className: "head" }, el("strong", {}, names[m.role]));
  if (m.kind) head.append(el("span", { className: "kind" }, m.kind.replaceAll("_", " ")));
  if (m.model) head.append(el("span", {}, m.model));
  if (m.timestamp) head.append(time(m.timestamp));
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
