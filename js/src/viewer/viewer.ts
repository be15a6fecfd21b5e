// The browser page: a folder is dropped or picked, its sessions appear. Nothing
// leaves the page.
import { dropped, HeddleError, open, type BrowserHeddle, type DirectorySource } from "../browser/index.js";
import type { Diagnostic, SessionSummary } from "../types.gen.js";
import * as costs from "./costs.js";
import * as detail from "./detail.js";
import { byId, el } from "./dom.js";
import * as found from "./found.js";
import * as table from "./table.js";

const FIRST_LIMIT = 200;
const PAGE = 25; // search results shown at once
const formats = { markdown: "md", json: "json", jsonl: "jsonl" } as const;

let heddle: BrowserHeddle | undefined;
let limit = FIRST_LIMIT;
let current: SessionSummary | undefined;
let running: AbortController | undefined; // of the call whose result is awaited; one that is aborted is not shown
let busy = 0; // how much is under way

const status = byId("status");
const progress = byId<HTMLProgressElement>("progress");
const picker = byId<HTMLInputElement>("folder");

type View = "sessions" | "found" | "costs";
const group = byId<HTMLSelectElement>("group");
const words = byId<HTMLInputElement>("words");
let searched = { text: "", shown: 0 };

table.start((s) => void showSession(s));
found.start((s, messageIndex) => void showSession(s, messageIndex));
byId("pick").addEventListener("click", () => picker.click());
picker.addEventListener("change", () => void give([...picker.files!], false));
byId("refresh").addEventListener("click", () => void guarded(async () => {
  await heddle!.refresh();
  await list();
}));
byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  searched = { text: words.value, shown: 0 };
  void guarded(search);
});
byId("found-more").addEventListener("click", () => void guarded(search));
group.addEventListener("change", () => void guarded(addUp));
for (const button of viewButtons()) {
  button.addEventListener("click", () => (button.dataset["view"] === "costs" ? void guarded(addUp) : showSessions()));
}
byId("more").addEventListener("click", () => void guarded(() => list(limit * 4)));
byId("close").addEventListener("click", leaveSession);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-format]")) {
  button.addEventListener("click", () => void guarded(() => download(button.dataset["format"] as keyof typeof formats)));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && current) leaveSession();
});

let over = 0; // dragenter and dragleave come in pairs, for every element on the way
document.addEventListener("dragenter", () => document.body.classList.toggle("dragging", ++over > 0));
document.addEventListener("dragleave", () => document.body.classList.toggle("dragging", --over > 0));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  over = 0;
  document.body.classList.remove("dragging");
  if (event.dataTransfer) void give(dropped(event.dataTransfer), true);
});

/** Opens a folder; one that was dropped can be read again. */
async function give(home: DirectorySource, again: boolean): Promise<void> {
  await guarded(async () => {
    const signal = fresh();
    say("Looking through the folder…");
    await heddle?.close();
    closeSession();
    words.value = "";
    const opened = await open({ home });
    if (signal.aborted) return opened.close();
    heddle = opened;
    byId("refresh").hidden = !again;
    await list(FIRST_LIMIT);
  });
}

async function list(wanted = limit): Promise<void> {
  limit = wanted;
  say("Reading sessions…");
  const signal = fresh();
  const sessions = await heddle!.sessions.list({ limit, signal, onProgress });
  const agents = await heddle!.agents({ signal });
  if (signal.aborted) return;
  table.show(sessions);
  diagnose([...sessions.diagnostics, ...agents.diagnostics]);
  byId("more").hidden = sessions.length < limit;
  byId("views").hidden = sessions.length === 0;
  showView(sessions.length > 0 ? "sessions" : undefined);
  const found = agents.filter((a) => a.found).map((a) => a.agent);
  if (sessions.length > 0) say(`Sessions of ${found.join(", ")}.`);
  else if (found.length > 0) say(`Folders of ${found.join(", ")}, but no sessions in them.`);
  else say("No agent keeps sessions in this folder. Give your home folder, or one such as .claude or .codex.");
}

/** Shows one of the lists beside which a session can be open. */
function showView(view: View | undefined): void {
  for (const section of document.querySelectorAll<HTMLElement>(".view")) section.hidden = section.id !== view;
  for (const button of viewButtons()) button.ariaCurrent = button.dataset["view"] === view ? "page" : null;
}

function showSessions(): void {
  closeSession();
  showView("sessions");
}

function viewButtons(): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll<HTMLButtonElement>("button[data-view]");
}

/** Searches for what was asked last, from behind what is shown of it. */
async function search(): Promise<void> {
  const { text, shown } = searched;
  say(`Searching for ${text}…`);
  const signal = fresh();
  const page = await heddle!.sessions.search(text, { limit: PAGE, offset: shown, signal, onProgress });
  if (signal.aborted) return;
  if (shown === 0) closeSession();
  searched.shown = found.show(page, shown > 0);
  showView("found");
  say(`${page.page.total} sessions match ${text}.`);
  diagnose(page.diagnostics);
}

async function addUp(): Promise<void> {
  const groupBy = group.value as "agent" | "model" | "day";
  say("Adding up…");
  const signal = fresh();
  const cost = await heddle!.sessions.totalCost({ groupBy, signal, onProgress });
  if (signal.aborted) return;
  closeSession();
  costs.show(cost, groupBy);
  showView("costs");
  say("Every request counts once, however many sessions repeat it.");
  diagnose(cost.diagnostics);
}

/** Opens a session, at a message when one is named. */
async function showSession(s: SessionSummary, messageIndex?: number): Promise<void> {
  await guarded(async () => {
    current = s;
    mark(s.unifiedId);
    say(`Reading “${s.title}”…`);
    const signal = fresh();
    const session = await heddle!.sessions.get(s.unifiedId, { signal, onProgress });
    if (signal.aborted) return;
    detail.show(session, messageIndex);
    byId("session").hidden = false;
    document.body.classList.add("reading");
    if (messageIndex === undefined) byId("session-title").focus();
    else detail.reveal(messageIndex);
    say(`${session.messages.length} messages.`);
    diagnose(session.diagnostics);
  });
}

function closeSession(): void {
  current = undefined;
  byId("session").hidden = true;
  document.body.classList.remove("reading");
  mark("");
}

/** Closes the session and goes back to where it is listed. */
function leaveSession(): void {
  const id = CSS.escape(current!.unifiedId);
  closeSession();
  document.querySelector<HTMLElement>(`.view:not([hidden]) [data-id="${id}"] button`)?.focus();
}

/** Marks the session that is open where it is listed. */
function mark(unifiedId: string): void {
  for (const entry of document.querySelectorAll<HTMLElement>("[data-id]")) {
    const open = entry.dataset["id"] === unifiedId;
    entry.classList.toggle("open", open);
    entry.querySelector("button")!.ariaCurrent = open ? "true" : null;
  }
}

async function download(format: keyof typeof formats): Promise<void> {
  const s = current!;
  const text = await heddle!.sessions.export(s.unifiedId, { format });
  const link = el("a", { href: URL.createObjectURL(new Blob([text])), download: `${s.agent}-${s.sessionId}.${formats[format]}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser reads it after the click
  say(`Exported as ${format}.`);
}

/** Cancels the call before, and returns the signal of the next one. */
function fresh(): AbortSignal {
  running?.abort();
  running = new AbortController();
  return running.signal;
}

function onProgress(done: number, total: number): void {
  progress.hidden = false;
  if (total > 0) progress.value = done / total;
  else progress.removeAttribute("value");
}

function say(text: string): void {
  status.textContent = text;
  status.classList.remove("failed");
}

/** Runs something and shows what went wrong; a call that was cancelled by a newer one is no news. The page is busy until all have ended. */
async function guarded(run: () => Promise<void>): Promise<void> {
  busy++;
  document.body.ariaBusy = "true";
  try {
    await run();
  } catch (err) {
    if ((err as Error).name === "AbortError") return;
    const hint = err instanceof HeddleError && err.hint ? ` (${err.hint})` : "";
    say((err instanceof HeddleError ? err.code + ": " : "") + (err as Error).message + hint);
    status.classList.add("failed");
  } finally {
    if (--busy === 0) {
      progress.hidden = true;
      document.body.ariaBusy = null;
    }
  }
}

function diagnose(diagnostics: readonly Diagnostic[]): void {
  const box = byId<HTMLDetailsElement>("diagnostics");
  box.hidden = diagnostics.length === 0;
  box.querySelector("summary")!.textContent = `${diagnostics.length} things could not be read`;
  box.querySelector("ul")!.replaceChildren(
    ...diagnostics.map((d) => {
      const place = [d.path, d.line && `line ${d.line}`].filter(Boolean).join(", ");
      return el("li", {}, el("code", {}, d.code), " ", [d.agent, place, d.message, d.hint].filter(Boolean).join(" · "));
    }),
  );
}
