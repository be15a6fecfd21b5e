// A session on the page: its turns, which come while nothing else is to be done, and the ways through them.
import { fillNow, shown } from "./call.js";
import { changes } from "./changes.js";
import { turnDiffs } from "./diff.js";
import { count, duration, el, money, plural, time, visible } from "./dom.js";
import { find, mark } from "./find.js";
import type { Host, ReaderLike } from "./host.js";
import { outline } from "./outline.js";
import { placesOf, type Place } from "./places.js";
import { parts } from "./turn.js";
import type { Turn, View } from "./view.js";

const SLICE = 12; // ms of work before the page may answer

/** A session that is shown in an element. */
export class Reader implements ReaderLike {
  #root: HTMLElement;
  #host: Host;
  #turns: Turn[] = [];
  #places: Place[] = [];
  #sections = new Map<number, { section: HTMLElement; rest: Generator<HTMLElement> }>();
  #found: Place[] = [];
  #here: Place | undefined;
  #stop = new AbortController();
  #field = el("input", { type: "search", placeholder: "Find", ariaLabel: "Find in this session" });
  #says = el("span", { className: "says", role: "status" } as object);
  #list = el("div", { className: "turns" });
  #aside = el("nav", { className: "outline", ariaLabel: "Outline" });
  #page: Promise<unknown> | undefined; // that is read, while there are more

  constructor(root: HTMLElement, view: View, host: Host = {}) {
    [this.#root, this.#host] = [root, host];
    root.classList.add("reader");
    const main = el(host.inside ? "div" : "main", { className: "main" }, this.#head(view), this.#list, this.#around());
    root.replaceChildren(el("div", { className: "columns" }, el("div", { className: "rail" }, this.#bar(), this.#aside), main));
    this.#add(view);
    const { signal } = this.#stop;
    document.addEventListener("keydown", (e) => this.#key(e), { signal });
    if (!host.link) addEventListener("hashchange", () => this.#follow(), { signal });
    addEventListener("beforeprint", () => this.#print(true), { signal });
    addEventListener("afterprint", () => this.#print(false), { signal });
    matchMedia("print").addEventListener("change", (e) => this.#print(e.matches), { signal });
    void this.#work(this.#read(view.next)).catch((err: unknown) => { this.#says.textContent = String(err); });
    if (!host.link) this.#follow();
  }

  /** Takes the reader off the page. */
  stop(): void {
    this.#stop.abort();
    mark();
    this.#root.replaceChildren();
  }

  /** Goes to a message by its number, counted from 0 as in `show --at`; false where no message has it. */
  async reveal(n: number): Promise<boolean> {
    while (this.#page && !this.#places.some((p) => p.n > n)) {
      await this.#page;
      await undefined; // its turns are added
    }
    const place = this.#places.findLast((p) => p.n <= n);
    if (place) this.#go(place);
    return place !== undefined;
  }

  #read(after: number | undefined): Promise<View> | undefined {
    const page = after === undefined ? undefined : this.#host.more?.(after);
    this.#page = page?.catch(() => undefined);
    return page;
  }

  #head({ session: s, totals: t }: View): HTMLElement {
    const facts = [s.cwd?.split(/[/\\]/).at(-1), s.gitBranch, s.model, t.turns !== undefined && plural(t.turns, "turn"), t.failed && `${count(t.failed)} failed`, t.durationMs && duration(t.durationMs), t.costUsd !== undefined && money(t.costUsd), s.unifiedId];
    return el("div", { className: "title" }, !this.#host.inside && el("h1", { dir: "auto", tabIndex: -1 }, visible(s.title || s.unifiedId || "A session")),
      el("p", { className: "facts" }, s.createdAt ? time(s.createdAt) : "", ...facts.filter(Boolean).map((f) => el("span", {}, visible(String(f))))),
      ...changes(s.spans ?? []).map((c) => el("p", { className: "facts" }, el("span", {}, visible(c)))));
  }

  #around(): HTMLElement | string {
    const { previous, next } = this.#host.pages ?? {};
    return previous || next ? el("p", { className: "pages" }, previous ? el("a", { href: previous, rel: "prev" }, "← Earlier turns") : "", next ? el("a", { href: next, rel: "next" }, "Later turns →") : "") : "";
  }

  #bar(): HTMLElement {
    const button = (text: string, title: string, run: (e: HTMLButtonElement) => void): HTMLButtonElement => {
      const b = el("button", { type: "button", title }, text);
      b.addEventListener("click", () => run(b));
      return b;
    };
    this.#field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") this.#next(this.#search(), e.shiftKey ? -1 : 1);
      if (e.key === "Escape") this.#field.blur();
    });
    this.#field.addEventListener("input", () => this.#search());
    const sides = button("Side by side", "Diffs side by side (d)", () => this.#turnDiffs());
    sides.ariaPressed = "false";
    sides.classList.add("sides");
    return el("div", { className: "bar", role: "search" } as object, this.#field, this.#says,
      el("div", { className: "steps" },
        button("Prompt", "Next prompt (j, back k)", () => this.#step("j")), button("Edit", "Next edit (e, back E)", () => this.#step("e")),
        button("Failure", "Next failure (f, back F)", () => this.#step("f")), sides,
        button("Outline", "Outline (o)", () => this.#root.firstElementChild!.classList.toggle("open"))));
  }

  #turnDiffs(): void {
    this.#root.querySelector(".sides")!.ariaPressed = String(turnDiffs());
  }

  /** Adds a page of turns. */
  #add(view: View): void {
    for (const t of view.turns ?? []) {
      const section = el("section", { className: "turn", id: `turn-${t.turn}`, ariaLabel: `Turn ${t.turn}` }, el("h2", { className: "spoken" }, `Turn ${t.turn}`));
      this.#sections.set(t.turn, { section, rest: parts(t, this.#host) });
      this.#list.append(section);
      this.#turns.push(t);
      for (const p of placesOf(t)) this.#places.push(p);
    }
    this.#aside.replaceChildren(...outline({ ...view, turns: this.#turns }, this.#host), this.#help());
    this.#aside.onclick = (e) => (e.target as Element).closest("a") && this.#root.firstElementChild!.classList.remove("open");
  }

  #help(): HTMLElement {
    const keys = { "j k": "prompt", "e E": "edit", "f F": "failure", "/": "find", "n N": "match", d: "diffs" };
    return el("p", { className: "keys" }, ...Object.entries(keys).map(([k, what]) => el("span", {}, el("kbd", {}, k), " ", what)));
  }

  /** Reads the pages that follow, and draws the turns in slices. */
  async #work(page: Promise<View> | undefined): Promise<void> {
    const { signal } = this.#stop;
    for (let drawn = 0; ; ) {
      for (; drawn < this.#turns.length; drawn++) {
        const { section, rest } = this.#sections.get(this.#turns[drawn]!.turn)!;
        for (let until = performance.now() + SLICE, r = rest.next(); !r.done; r = rest.next()) {
          section.append(r.value);
          if (performance.now() < until) continue;
          await new Promise((done) => setTimeout(done));
          if (signal.aborted) return;
          until = performance.now() + SLICE;
        }
      }
      if (!page) break;
      const view = await page;
      if (signal.aborted) return;
      page = this.#read(view.next);
      this.#add(view);
    }
    this.#root.dataset["drawn"] = "all";
  }

  #draw(turn: number): HTMLElement | undefined {
    const one = this.#sections.get(turn);
    if (one) one.section.append(...one.rest);
    return one?.section;
  }

  /** Goes to a place, and opens what it is folded in. */
  #go(place: Place, text = ""): void {
    const section = this.#draw(place.turn);
    const target = shown.get(place.thing) ?? section;
    if (!target) return;
    this.#here = place;
    for (let e: Element | null = target; e && e !== this.#root; e = e.parentElement) if (e instanceof HTMLDetailsElement) e.open = true;
    if (target instanceof HTMLDetailsElement) fillNow(target);
    if (text) for (const d of target.querySelectorAll("details")) { d.open = true; fillNow(d); }
    const before = this.#root.querySelector(".here");
    before?.classList.remove("here");
    before?.removeAttribute("aria-current");
    target.classList.add("here");
    target.ariaCurrent = "true";
    const range = mark(text ? target : undefined, text);
    const focused = target.querySelector<HTMLElement>("summary") ?? target;
    if (focused === target) target.tabIndex = -1;
    if (document.activeElement !== this.#field) focused.focus({ preventScroll: true });
    (range?.startContainer.parentElement ?? target).scrollIntoView({ block: place.kind === "prompt" ? "start" : "center" });
  }

  /** Goes to what the address names. */
  #follow(): void {
    const [, kind, n] = /^#(turn-|m)(\d{1,9})$/.exec(location.hash) ?? [];
    if (kind === "m") this.reveal(Number(n));
    if (kind !== "turn-") return;
    const place = this.#places.find((p) => p.turn === Number(n));
    if (place) this.#go(place);
    this.#draw(Number(n))?.scrollIntoView();
  }

  #next(among: Place[], way: 1 | -1): void {
    const at = this.#here ? this.#places.indexOf(this.#here) : -1;
    const order = new Map(this.#places.map((p, i) => [p, i]));
    const next = way > 0 ? (among.find((p) => order.get(p)! > at) ?? among[0]) : (among.findLast((p) => order.get(p)! < at) ?? among.at(-1));
    if (!next) return;
    const text = among === this.#found ? this.#field.value : "";
    this.#go(next, text);
    this.#says.textContent = `${count(among.indexOf(next) + 1)} of ${count(among.length)}`;
  }

  #search(): Place[] {
    const text = this.#field.value;
    this.#found = find(this.#places, text);
    this.#says.textContent = text.trim() ? plural(this.#found.length, "place") : "";
    if (!text) mark();
    return this.#found;
  }

  #step(key: string): void {
    const kinds: Record<string, (p: Place) => boolean> = { j: (p) => p.kind === "prompt", e: (p) => p.edit, f: (p) => p.failed };
    const low = key === "k" ? "j" : key.toLowerCase();
    const among = this.#places.filter(kinds[low]!);
    if (among.length === 0) this.#says.textContent = "none";
    this.#next(among, key === low ? 1 : -1);
  }

  #key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || this.#root.closest("[hidden]")) return;
    if ("jkeEfF".includes(e.key)) this.#step(e.key);
    else if (e.key === "n" || e.key === "N") this.#next(this.#search(), e.key === "n" ? 1 : -1);
    else if (e.key === "d") this.#turnDiffs();
    else if (e.key === "o") this.#root.firstElementChild!.classList.toggle("open");
    else if (e.key === "/") this.#field.focus();
    else return;
    e.preventDefault();
  }

  #printed: HTMLDetailsElement[] | undefined;

  /** Opens everything for paper, and folds it again. */
  #print(on: boolean): void {
    if (on && !this.#printed) {
      for (const turn of this.#sections.keys()) this.#draw(turn);
      this.#printed = [];
      for (let folded; (folded = [...this.#root.querySelectorAll<HTMLDetailsElement>("details:not([open])")]).length > 0; this.#printed.push(...folded)) {
        for (const d of folded) { d.open = true; fillNow(d); }
      }
    } else if (!on) {
      for (const d of this.#printed ?? []) d.open = false;
      this.#printed = undefined;
    }
  }
}
