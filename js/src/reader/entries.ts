// The page of many sessions: a list that titles, prompts and files are searched in.
import { count, el, plural, time, visible } from "./dom.js";

/** A session of the list, as the index of the folder has it. */
export interface Entry { ref: string; file: string; title: string; updatedAt?: string; prompts?: string[]; files?: string[] }

const MOST = 200; // sessions that are shown at once

/** Shows the list in an element. */
export function showEntries(root: HTMLElement, all: Entry[]): void {
  const texts = all.map((e) => [e.title, e.ref, ...(e.prompts ?? []), ...(e.files ?? [])].join("\n").toLowerCase());
  const field = el("input", { type: "search", ariaLabel: "Search in titles, prompts and files", placeholder: "Search in titles, prompts and files" });
  const says = el("p", { className: "facts", role: "status" } as object);
  const list = el("ol", { className: "entries" });
  const draw = (most: number): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((_, i) => words.every((w) => texts[i]!.includes(w)));
    says.textContent = words.length ? `${count(found.length)} of ${plural(all.length, "session")}` : plural(all.length, "session");
    list.replaceChildren(...found.slice(0, most).map((e) => row(e, words)));
    if (found.length <= most) return;
    const more = el("button", { type: "button" }, `Show more (${count(found.length - most)} left)`);
    more.addEventListener("click", () => draw(most + MOST));
    list.append(el("li", {}, more));
  };
  field.addEventListener("input", () => draw(MOST));
  root.classList.add("reader");
  root.replaceChildren(el("main", { className: "main" }, el("div", {}, el("h1", {}, "Sessions"), field, says, list)));
  draw(MOST);
}

/** A session, and what of it matches. */
function row(e: Entry, words: string[]): HTMLElement {
  const matches = words.length ? [...(e.prompts ?? []), ...(e.files ?? [])].filter((t) => words.some((w) => t.toLowerCase().includes(w))).slice(0, 3) : [];
  return el("li", {}, el("a", { href: "./" + encodeURIComponent(e.file) }, visible(e.title || e.ref)),
    el("p", { className: "facts" }, e.updatedAt ? time(e.updatedAt) : "", el("span", {}, visible(e.ref)), !!e.prompts && el("span", {}, plural(e.prompts.length, "prompt")), !!e.files && el("span", {}, plural(e.files.length, "file"))),
    ...matches.map((t) => el("p", { className: "soft" }, visible(t.slice(0, 200)))));
}
