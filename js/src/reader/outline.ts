// The outline beside a session: prompts with their cost, the context by turn, branches and files.
import { subagent } from "./call.js";
import { changes } from "./diff.js";
import { count, el, money, tokens, visible } from "./dom.js";
import type { Host } from "./host.js";
import type { OutlineTurn, Turn, View } from "./view.js";

const MOST = 500; // bars and files

/** The parts of the outline. */
export function outline(v: View, host: Host): HTMLElement[] {
  const turns = v.outline ?? [];
  return [
    ...section("Prompts", prompts(turns, host)),
    ...section("Context", context(v.turns ?? [])),
    ...section("Branches", branches(v, host.branch)),
    ...section("Files", files(v.turns ?? [], host)),
    ...section("Subagents without a call", several(v.subagents, (a) => [subagent(a)])),
    ...section("Replaced", several(v.redactions, (r) => [el("span", {}, visible(r.rule)), " ", el("span", { className: "num" }, count(r.count))])),
  ];
}

const section = (title: string, content: HTMLElement | undefined): HTMLElement[] => (content ? [el("h2", {}, title), content] : []);

/** A list of what there is any of. */
function several<T>(list: T[] | undefined, row: (x: T) => (Node | string)[]): HTMLElement | undefined {
  return list?.length ? el("ul", {}, ...list.slice(0, MOST).map((x) => el("li", {}, ...row(x)))) : undefined;
}

function prompts(turns: OutlineTurn[], host: Host): HTMLElement | undefined {
  const most = Math.max(...turns.map((t) => t.costUsd ?? 0), 0);
  const list = turns.map((t) => {
    const bar = el("i", {});
    bar.style.inlineSize = most > 0 ? `${(100 * (t.costUsd ?? 0)) / most}%` : "0";
    const link = el("a", { href: host.link?.(t.n) ?? `#turn-${t.turn}` }, el("span", {}, visible(t.text || "(before a prompt)")), t.costUsd !== undefined && el("span", { className: "num" }, money(t.costUsd)), most > 0 && bar);
    if (t.failed) link.append(el("span", { className: "bad" }, `${count(t.failed)} failed`));
    return el("li", {}, link);
  });
  return list.length > 0 ? el("ol", { className: "prompts" }, ...list) : undefined;
}

function context(turns: Turn[]): HTMLElement | undefined {
  const known = turns.filter((t) => t.contextTokens).slice(0, MOST);
  if (known.length < 2) return undefined;
  const most = Math.max(...known.map((t) => t.contextTokens!));
  return el("div", { className: "context", role: "img", ariaLabel: `Context by turn, up to ${tokens(most)} tokens` } as object, ...known.map((t) => {
    const bar = el("i", { title: `Turn ${t.turn}: ${tokens(t.contextTokens!)}`, className: t.items?.some((i) => i.kind === "seam") ? "cut" : "" });
    bar.style.blockSize = `${(100 * t.contextTokens!) / most}%`;
    return bar;
  }));
}

function branches(v: View, choose: ((id: string) => void) | undefined): HTMLElement | undefined {
  if (!v.branches?.length) return undefined;
  const row = (mark: string, title: string, n: number): HTMLElement[] => [el("span", { ariaHidden: "true" }, mark), el("span", {}, title), el("span", { className: "num" }, count(n))];
  const others = v.branches.map((b) => {
    const parts = row("○", visible(b.title || b.id), b.messages);
    if (!choose) return el("li", {}, el("div", {}, ...parts));
    const button = el("button", { type: "button" }, ...parts);
    button.addEventListener("click", () => choose(b.id));
    return el("li", {}, button);
  });
  return el("ol", { className: "branches" }, el("li", { ariaCurrent: "true" }, el("div", {}, ...row("●", "this one", v.totals.messages))), ...others);
}

function files(turns: Turn[], host: Host): HTMLElement | undefined {
  const known = new Map<string, { path: string; added: number; removed: number; href: string }>();
  for (const t of turns) for (const i of t.items ?? []) for (const c of i.calls ?? []) for (const e of c.outcome === "ok" ? (c.edits ?? []) : []) {
    const f = known.get(e.path) ?? { path: e.path, added: 0, removed: 0, href: host.link?.(c.n) ?? `#turn-${t.turn}` };
    known.set(e.path, { ...f, added: f.added + (e.added ?? 0), removed: f.removed + (e.removed ?? 0) });
  }
  if (known.size === 0) return undefined;
  return el("ol", { className: "files" }, ...[...known.values()].slice(0, MOST).map((f) => el("li", {}, el("a", { href: f.href, title: visible(f.path) }, el("bdi", {}, "\u200e" + visible(f.path)), changes(f)))));
}
