// The browser page: a folder is dropped or picked, its sessions appear. Nothing
// leaves the page.
import { dropped, HeddleError, open, type BrowserHeddle, type DirectorySource } from "../browser/index.js";
import type { Diagnostic, SessionSummary } from "../types.gen.js";
import * as detail from "./detail.js";
import { byId, el } from "./dom.js";
import * as table from "./table.js";

const FIRST_LIMIT = 200;
const formats = { markdown: "md", json: "json", jsonl: "jsonl" } as const;

let heddle: BrowserHeddle | undefined;
let limit = FIRST_LIMIT;
let current: SessionSummary | undefined;
let running: AbortController | undefined; // of the call whose result is awaited

const status = byId("status");
const progress = byId<HTMLProgressElement>("progress");
const picker = byId<HTMLInputElement>("folder");

table.start((s) => void showSession(s));
byId("pick").addEventListener("click", () => picker.click());
picker.addEventListener("change", () => void give([...picker.files!], false));
byId("refresh").addEventListener("click", () => void guarded(async () => {
  await heddle!.refresh();
  await list();
}));
byId("more").addEventListener("click", () => void guarded(() => list(limit * 4)));
byId("close").addEventListener("click", closeSession);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-format]")) {
  button.addEventListener("click", () => void guarded(() => download(button.dataset["format"] as keyof typeof formats)));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && current) closeSession();
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
    say("Looking through the folder…");
    await heddle?.close();
    closeSession();
    heddle = await open({ home });
    byId("refresh").hidden = !again;
    await list(FIRST_LIMIT);
  });
}

async function list(wanted = limit): Promise<void> {
  limit = wanted;
  say("Reading sessions…");
  const sessions = await heddle!.sessions.list({ limit, signal: fresh(), onProgress });
  const agents = await heddle!.agents();
  table.show(sessions);
  diagnose([...sessions.diagnostics, ...agents.diagnostics]);
  byId("more").hidden = sessions.length < limit;
  byId("sessions").hidden = sessions.length === 0;
  const found = agents.filter((a) => a.found).map((a) => a.agent);
  if (sessions.length > 0) say(`Sessions of ${found.join(", ")}.`);
  else if (found.length > 0) say(`Folders of ${found.join(", ")}, but no sessions in them.`);
  else say("No agent keeps sessions in this folder. Give your home folder, or one such as .claude or .codex.");
}

async function showSession(s: SessionSummary): Promise<void> {
  await guarded(async () => {
    current = s;
    table.mark(s.unifiedId);
    say(`Reading “${s.title}”…`);
    const session = await heddle!.sessions.get(s.unifiedId, { signal: fresh(), onProgress });
    detail.show(session);
    byId("session").hidden = false;
    document.body.classList.add("reading");
    byId("session-title").focus();
    say(`${session.messages.length} messages.`);
    diagnose(session.diagnostics);
  });
}

function closeSession(): void {
  const id = current?.unifiedId;
  current = undefined;
  byId("session").hidden = true;
  document.body.classList.remove("reading");
  table.mark("");
  if (id) document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] button`)?.focus();
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

/** Runs something and shows what went wrong; a call that was cancelled by a newer one is no news. */
async function guarded(run: () => Promise<void>): Promise<void> {
  document.body.ariaBusy = "true";
  try {
    await run();
  } catch (err) {
    if (err instanceof HeddleError && err.code === "TIMEOUT" && err.cause !== undefined) return;
    const hint = err instanceof HeddleError && err.hint ? ` (${err.hint})` : "";
    say((err instanceof HeddleError ? err.code + ": " : "") + (err as Error).message + hint);
    status.classList.add("failed");
  } finally {
    progress.hidden = true;
    document.body.ariaBusy = null;
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
