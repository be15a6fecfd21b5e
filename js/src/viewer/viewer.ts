// The browser page: a folder is dropped or picked, and its sessions are listed.
// No data leaves the page. The page's address determines what is shown: a click
// changes the address, and the change of address changes the view.
import { dropped, HeddleError, open, type BrowserHeddle, type DirectorySource } from "../browser/index.js";
import { open as openLite } from "../browser/lite.js";
import type { Diagnostic, SessionSummary, SessionView } from "../wire/types.gen.js";
import * as costs from "./costs.js";
import * as detail from "./detail.js";
import { byId, count, el, plural } from "../reader/dom.js";
import * as found from "./found.js";
import { hashOf, placeOf, start, type Grouping, type Place, type View } from "./place.js";
import * as table from "./table.js";

const FIRST_LIMIT = 200; // sessions that are listed before all others are read
const ALL = 1e9;
const PAGE = 25; // search results shown at once
const formats = { markdown: "md", json: "json", jsonl: "jsonl" } as const;

let heddle: Promise<BrowserHeddle> | undefined; // the engine of everything but the first list
let source: DirectorySource = [];
let place = placeOf(location.hash);
let agents: string[] = []; // that keep something in the folder
let empty = false; // no session in the folder
let current: SessionSummary | undefined; // the session that is open
let messages = 0; // that it has
let searched: { text: string; shown: number } | undefined; // what the results show
let grouped: Grouping | undefined; // what the costs show
let running: AbortController | undefined; // of the call whose result is awaited; one that is aborted is not shown
let reading: AbortController | undefined; // of the list of all sessions
let busy = 0; // how much is under way

type Pane = View | "session";
/** What each pane says below the title, and what could not be read for it. */
const notes: Record<Pane, { text: string; diagnostics: readonly Diagnostic[] }> = {
  sessions: { text: "", diagnostics: [] },
  found: { text: "", diagnostics: [] },
  costs: { text: "", diagnostics: [] },
  session: { text: "", diagnostics: [] },
};

const status = byId("status");
const progress = byId<HTMLProgressElement>("progress");
const picker = byId<HTMLInputElement>("folder");
const group = byId<HTMLSelectElement>("group");
const words = byId<HTMLInputElement>("words");

table.start({
  select: (s) => goTo({ ...place, session: s.unifiedId, message: undefined }),
  narrow: (filter, agent) => {
    if (agent !== place.agent) return goTo({ ...place, filter, agent });
    place = { ...place, filter };
    history.replaceState(history.state, "", hashOf(place)); // not an entry for every letter
    table.narrow(filter, agent);
  },
});
found.start((s, messageIndex) => goTo({ ...place, session: s.unifiedId, message: messageIndex === undefined ? undefined : messageIndex + 1 }));
byId("pick").addEventListener("click", () => picker.click());
picker.addEventListener("change", () => void openFolder([...picker.files!], false));
byId("refresh").addEventListener("click", () => void runGuarded(async () => {
  const engine = await heddle!;
  await engine.refresh();
  await listSessions(engine);
  await showPlace();
}));
byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  searched = undefined; // also when it is the same text
  goTo({ ...place, view: "found", search: words.value, ...closed });
});
byId("found-more").addEventListener("click", () => void runGuarded(() => search(newSignal(), true)));
group.addEventListener("change", () => goTo({ ...place, view: "costs", by: group.value as Grouping, ...closed }));
for (const button of viewButtons()) {
  button.addEventListener("click", () => goTo({ ...place, view: button.dataset["view"] as View, ...closed }));
}
byId("close").addEventListener("click", () => goTo({ ...place, ...closed }));
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-format]")) {
  button.addEventListener("click", () => void runGuarded(() => download(button.dataset["format"] as keyof typeof formats)));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && current) goTo({ ...place, ...closed });
});

let over = 0; // dragenter and dragleave come in pairs, for every element on the way
document.addEventListener("dragenter", () => document.body.classList.toggle("dragging", ++over > 0));
document.addEventListener("dragleave", () => document.body.classList.toggle("dragging", --over > 0));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  over = 0;
  document.body.classList.remove("dragging");
  if (event.dataTransfer) void openFolder(dropped(event.dataTransfer), true);
});

history.scrollRestoration = "manual"; // the browser would do it before there is anything to scroll
addEventListener("popstate", (event) => {
  place = placeOf(location.hash);
  void showPlace((event.state as Left | null)?.scroll ?? 0);
});
addEventListener("pagehide", rememberScroll);
showInvitation();

/** What the history keeps of a place that was left. */
interface Left {
  scroll?: number;
}

/** The members of a place without a session. */
const closed = { session: undefined, message: undefined };

/** Goes to a place; Back returns to the previous one. */
function goTo(to: Place): void {
  const hash = hashOf(to);
  if (hash !== hashOf(placeOf(location.hash))) {
    rememberScroll();
    history.pushState(null, "", hash);
  }
  const back = current && to.session === undefined ? 0 : undefined;
  place = to;
  void showPlace(back);
}

function rememberScroll(): void {
  const left: Left = { scroll: scrollY };
  history.replaceState(left, "");
}

/** Asks for the folder of an address that somebody came with. */
function showInvitation(): void {
  if (hashOf(place) === hashOf(start)) return;
  setStatus("This address is a place in a folder of sessions. Open that folder, and the page goes there.");
}

/** Opens a folder; one that was dropped can be read again. */
async function openFolder(home: DirectorySource, again: boolean): Promise<void> {
  await runGuarded(async () => {
    newSignal();
    setStatus("Looking through the folder…");
    reading?.abort();
    source = home;
    const before = heddle;
    heddle = undefined;
    if (before) { // another folder, in which the places of the first are not
      place = start;
      history.pushState(null, "", hashOf(start));
      closeSession();
      void before.then((engine) => engine.close(), () => {});
    }
    const first = await openFirst(home);
    if (source !== home) return first.engine.close();
    byId("refresh").hidden = !again;
    await listFirst(home, first);
    await showPlace((history.state as Left | null)?.scroll ?? 0);
  });
}

/** The engine of the first list. */
interface FirstEngine {
  engine: BrowserHeddle;
  lite: boolean;
}

/**
 * Opens core-lite.wasm, which a page has in half the time. It frees nothing during a call, so
 * core.wasm does what comes after the first list, for folders of any size.
 */
async function openFirst(home: DirectorySource): Promise<FirstEngine> {
  try {
    return { engine: await openLite({ home }), lite: true };
  } catch { // it is not served, or not in this build
    return { engine: await open({ home }), lite: false };
  }
}

/** Lists the sessions, and opens the engine of what comes after that. */
async function listFirst(home: DirectorySource, { engine, lite }: FirstEngine): Promise<void> {
  const listed = listSessions(engine);
  heddle = lite ? listed.catch(() => {}).then(() => engine.close()).then(() => open({ home })) : Promise.resolve(engine);
  heddle.catch(() => {}); // who awaits it shows the error
  try {
    await listed;
  } catch (err) {
    if (!lite || (err as Error).name === "AbortError") throw err;
    await listSessions(await heddle);
  }
}

/** Lists the newest sessions, and then all of them. */
async function listSessions(engine: BrowserHeddle): Promise<void> {
  setStatus("Reading sessions…");
  reading?.abort();
  [current, searched, grouped] = [undefined, undefined, undefined];
  const signal = newSignal();
  const sessions = await engine.sessions.list({ limit: FIRST_LIMIT, signal, onProgress });
  const all = await engine.agents({ signal });
  if (signal.aborted) return;
  agents = all.filter((a) => a.found).map((a) => a.agent);
  empty = sessions.length === 0;
  const complete = sessions.length < FIRST_LIMIT;
  table.show(sessions, agents, complete ? "all" : "newest");
  notes.sessions = { text: sessionsText(), diagnostics: [...sessions.diagnostics, ...all.diagnostics] };
  byId("views").hidden = empty;
  if (!complete) void readAll();
}

function sessionsText(): string {
  if (!empty) return `Sessions of ${agents.join(", ")}.`;
  if (agents.length > 0) return `Folders of ${agents.join(", ")}, but no sessions in them.`;
  return "No agent keeps sessions in this folder. Give your home folder, or one such as .claude or .codex.";
}

/** Reads all sessions in an engine of its own, so that opening a session does not wait for it. */
async function readAll(): Promise<void> {
  const { signal } = (reading = new AbortController());
  let engine: BrowserHeddle | undefined;
  try {
    engine = await open({ home: source });
    const sessions = await engine.sessions.list({ limit: ALL, signal });
    if (signal.aborted) return;
    table.show(sessions, agents, "all");
    notes.sessions.diagnostics = [...sessions.diagnostics];
    markOpen();
    if (currentPane() === "sessions") showDiagnostics(notes.sessions.diagnostics);
  } catch (err) {
    if (signal.aborted) return;
    table.failed();
    if (currentPane() === "sessions") showError(err);
  } finally {
    await engine?.close();
  }
}

/** Shows the place; `scroll` is the position at which it was left. */
async function showPlace(scroll?: number): Promise<void> {
  const to = place;
  table.narrow(to.filter, to.agent);
  group.value = to.by;
  if (to.view === "found") words.value = to.search;
  if (!heddle) return showInvitation();
  await runGuarded(async () => {
    const signal = newSignal();
    if (empty) return showNothing();
    const left = current;
    if (to.session === undefined || to.session !== current?.unifiedId) closeSession();
    if (to.view === "found" && searched?.text !== to.search) await search(signal, false);
    if (to.view === "costs" && grouped !== to.by) await addUp(signal);
    if (signal.aborted) return;
    showView(to.view);
    if (to.session !== undefined && to.session !== current?.unifiedId) await showSession(to.session, signal);
    if (signal.aborted) return;
    showStatus();
    if (current) return pointAt(to);
    if (left) focusEntry(left.unifiedId);
    if (scroll !== undefined) scrollTo(0, scroll);
  });
}

function showNothing(): void {
  closeSession();
  showView(undefined);
  showStatus();
}

/** Scrolls to the place's message, or to the beginning of the session. */
async function pointAt({ message }: Place): Promise<void> {
  detail.unmark();
  if (message === undefined) byId("session-title").focus();
  else if (message > messages || !(await detail.reveal(message))) {
    byId("session-title").focus();
    setStatus(`This session has ${count(messages)} messages, and no message ${count(message)}.`);
  }
}

/** Shows one of the three lists. */
function showView(view: View | undefined): void {
  for (const section of document.querySelectorAll<HTMLElement>(".view")) section.hidden = section.id !== view;
  for (const button of viewButtons()) button.ariaCurrent = button.dataset["view"] === view ? "page" : null;
}

function viewButtons(): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll<HTMLButtonElement>("button[data-view]");
}

/** Runs the place's search, or shows more of its results. */
async function search(signal: AbortSignal, more: boolean): Promise<void> {
  const { search: text } = place;
  const offset = more ? searched!.shown : 0;
  if (!more) {
    found.clear();
    searched = undefined;
    showView("found");
  }
  setStatus(`Searching for ${text}…`);
  const page = await (await heddle!).sessions.search(text, { limit: PAGE, offset, signal, onProgress });
  if (signal.aborted) return;
  searched = { text, shown: found.show(page, more) };
  notes.found = { text: `${count(page.page.total)} sessions match ${text}.`, diagnostics: page.diagnostics };
  markOpen();
  showStatus();
}

async function addUp(signal: AbortSignal): Promise<void> {
  const { by } = place;
  setStatus("Adding up…");
  const cost = await (await heddle!).sessions.totalCost({ groupBy: by, signal, onProgress });
  if (signal.aborted) return;
  costs.show(cost, by);
  grouped = by;
  notes.costs = { text: "Every request counts once, however many sessions repeat it.", diagnostics: cost.diagnostics };
}

async function showSession(unifiedId: string, signal: AbortSignal): Promise<void> {
  setStatus("Reading the session…");
  const view = await (await heddle!).sessions.view(unifiedId, { signal, onProgress });
  if (signal.aborted) return;
  const { session } = view;
  current = session;
  messages = view.totals.messages;
  byId("session-title").textContent = session.title || "(no title)";
  byId("session").hidden = false;
  read(view);
  document.body.classList.add("reading");
  document.title = `${session.title || "(no title)"} – Heddle`;
  table.reach(unifiedId);
  markOpen();
  notes.session = { text: `${plural(messages, "message")}.`, diagnostics: view.diagnostics };
}

/** Lets the reader show a session, and gives it more when it asks. */
function read(view: SessionView, branch?: string): void {
  const { unifiedId } = view.session;
  const at = place;
  const of = branch === undefined ? {} : { branch };
  detail.show(view, {
    more: async (after) => (await heddle!).sessions.view(unifiedId, { ...of, after }),
    picture: async (id) => (await heddle!).attachments.get(unifiedId, id),
    branch: (id) => void runGuarded(async () => read(await (await heddle!).sessions.view(unifiedId, { branch: id }), id)),
    link: (n) => hashOf({ ...at, session: unifiedId, message: n + 1 }),
  });
}

function closeSession(): void {
  detail.clear();
  current = undefined;
  byId("session").hidden = true;
  document.body.classList.remove("reading");
  document.title = "Heddle: agent sessions";
  markOpen();
}

/** Moves the focus to the entry of a session. */
function focusEntry(unifiedId: string): void {
  table.reach(unifiedId);
  document.querySelector<HTMLElement>(`.view:not([hidden]) [data-id="${CSS.escape(unifiedId)}"] button`)?.focus({ preventScroll: true });
}

/** Marks the open session in the lists. */
function markOpen(): void {
  for (const entry of document.querySelectorAll<HTMLElement>("[data-id]")) {
    const open = entry.dataset["id"] === current?.unifiedId;
    entry.classList.toggle("open", open);
    entry.querySelector("button")!.ariaCurrent = open ? "true" : null;
  }
}

async function download(format: keyof typeof formats): Promise<void> {
  const s = current!;
  const text = await (await heddle!).sessions.export(s, { format });
  const link = el("a", { href: URL.createObjectURL(new Blob([text])), download: `${s.agent}-${s.sessionId}.${formats[format]}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser reads it after the click
  setStatus(`Exported as ${format}.`);
}

/** Cancels the previous call, and returns the signal of the next one. */
function newSignal(): AbortSignal {
  running?.abort();
  running = new AbortController();
  return running.signal;
}

function onProgress(done: number, total: number): void {
  progress.hidden = false;
  if (total > 0) progress.value = done / total;
  else progress.removeAttribute("value");
}

/** The part of the page that is shown. */
const currentPane = (): Pane => (current ? "session" : empty ? "sessions" : place.view);

/** Shows the status and the diagnostics of the part that is shown. */
function showStatus(): void {
  const { text, diagnostics } = notes[currentPane()];
  setStatus(text);
  showDiagnostics(diagnostics);
}

function setStatus(text: string): void {
  status.textContent = text;
  status.classList.remove("failed");
}

function showError(err: unknown): void {
  const hint = err instanceof HeddleError && err.hint ? ` (${err.hint})` : "";
  const code = err instanceof HeddleError ? err.code + ": " : "";
  const gone = err instanceof HeddleError && err.code === "SESSION_NOT_FOUND";
  setStatus((gone ? "This session is no longer in the folder, or it is in another one. " : "") + code + (err as Error).message + hint);
  status.classList.add("failed");
}

/** Calls `run` and shows its error, unless a newer call has cancelled it. The page is busy until all runs have ended. */
async function runGuarded(run: () => Promise<void> | void): Promise<void> {
  busy++;
  document.body.ariaBusy = "true";
  try {
    await run();
  } catch (err) {
    if ((err as Error).name === "AbortError") return;
    if (heddle && !current && !empty) showView(place.view);
    showDiagnostics([]);
    showError(err);
  } finally {
    if (--busy === 0) {
      progress.hidden = true;
      document.body.ariaBusy = null;
    }
  }
}

function showDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const box = byId<HTMLDetailsElement>("diagnostics");
  const { length } = diagnostics;
  box.hidden = length === 0;
  box.querySelector("summary")!.textContent = length === 1 ? "1 thing could not be read" : `${count(length)} things could not be read`;
  box.querySelector("ul")!.replaceChildren(
    ...diagnostics.map((d) => {
      const at = [d.path, d.line && `line ${count(d.line)}`].filter(Boolean).join(", ");
      return el("li", {}, el("code", {}, d.code), " ", [d.agent, at, d.message, d.hint].filter(Boolean).join(" · "));
    }),
  );
}
