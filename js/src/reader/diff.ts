// Edits as diffs: below each other, or side by side where there is room.
import { coloured, languageOf } from "./code.js";
import { count, el, size, visible } from "./dom.js";
import type { Edit, Hunk, Line } from "./view.js";

const MOST = 2000; // lines of an edit that are shown

let beside = false;
const edits = new WeakMap<Element, Edit>();

/** An edit with its lines. */
export function diff(edit: Edit): HTMLElement {
  const box = el("div", { className: "diff", tabIndex: 0, role: "group", ariaLabel: `Changes of ${visible(edit.path)}` } as object);
  edits.set(box, edit);
  fill(box, edit);
  return box;
}

/** Shows every edit of the document in the other way, and says whether that is side by side. */
export function turnDiffs(): boolean {
  beside = !beside;
  document.documentElement.classList.toggle("beside", beside);
  for (const box of document.querySelectorAll(".diff")) fill(box, edits.get(box)!);
  return beside;
}

/** How many lines an edit adds and removes. */
export function changes(e: { added: number; removed: number }): HTMLElement {
  return el("span", { className: "changes" }, !!e.added && el("span", { className: "plus" }, `+${count(e.added)}`), !!e.added && !!e.removed && " ", !!e.removed && el("span", { className: "minus" }, `−${count(e.removed)}`));
}

const kinds: Record<string, string> = { write: "New text of the whole file", delete: "Deleted", move: "Moved" };

function fill(box: Element, edit: Edit): void {
  const language = languageOf(edit.path);
  const says = edit.to ? `${kinds[edit.kind] ?? "Edited"}, now ${visible(edit.to)}` : edit.whole || edit.kind === "delete" ? (kinds[edit.kind] ?? "") : "";
  const rows: HTMLElement[] = says ? [el("div", { className: "gap" }, says)] : [];
  let left = MOST;
  for (const [i, h] of (edit.hunks ?? []).entries()) {
    if (i > 0) rows.push(el("div", { className: "gap" }, "⋯"));
    if (left <= 0) break;
    rows.push(...(beside ? sides : unified)({ ...h, lines: h.lines.slice(0, left) }, language));
    left -= h.lines.length;
  }
  if (left < 0) rows.push(el("div", { className: "gap" }, `${count(-left)} lines or more are left out here`));
  if (edit.omitted) rows.push(el("div", { className: "gap" }, `${size(edit.omitted)} left out`));
  box.replaceChildren(...rows);
}

const signs: Record<string, string> = { "+": "add", "-": "del" };

function line(l: Line | undefined, n: number, language: string): HTMLElement {
  if (!l) return el("div", { className: "line none" });
  const sign = l.op === "-" ? "−" : l.op;
  return el("div", { className: "line " + (signs[l.op] ?? ""), data: { n: n > 0 ? String(n) : "" } }, sign.trim() ? el("span", { className: "op" }, sign) : el("span", { className: "op" }, " "), ...coloured(visible(l.text), language));
}

/** The lines of a hunk with their numbers: of the old text for what goes, of the new one for all others. */
function* numbered({ old = 0, new: now = 0, lines }: Hunk): Generator<[Line, number]> {
  for (const l of lines) {
    if (l.op === "-") yield [l, old && old++];
    else {
      yield [l, now && now++];
      if (l.op !== "+" && old) old++;
    }
  }
}

const unified = (h: Hunk, language: string): HTMLElement[] => [...numbered(h)].map(([l, n]) => line(l, n, language));

function sides(h: Hunk, language: string): HTMLElement[] {
  const rows: HTMLElement[] = [];
  let [gone, come]: [[Line, number][], [Line, number][]] = [[], []];
  const pair = (a?: [Line, number], b?: [Line, number]): void => void rows.push(el("div", { className: "pair" }, line(a?.[0], a?.[1] ?? 0, language), line(b?.[0], b?.[1] ?? 0, language)));
  const flush = (): void => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++) pair(gone[i], come[i]);
    [gone, come] = [[], []];
  };
  for (const one of numbered(h)) {
    if (one[0].op === "-") gone.push(one);
    else if (one[0].op === "+") come.push(one);
    else {
      flush();
      pair(one, one);
    }
  }
  flush();
  return rows;
}
