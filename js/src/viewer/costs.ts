// What sessions cost, in groups with a bar each.
import type { CostBreakdown, CostSummary, ModelTokens } from "../wire/types.gen.js";
import { byId, count, el, money } from "../reader/dom.js";

const noKey: Record<string, string> = { model: "(no model)", day: "(no time)" };

/** Shows a summary that was grouped by agent, model or day. */
export function show(cost: CostSummary, groupBy: string): void {
  const days = groupBy === "day";
  const groups = Object.values(cost.breakdowns ?? {}).sort((a, b) => (days ? 0 : usd(b) - usd(a)) || (a.key < b.key ? -1 : 1));
  const most = Math.max(...groups.map(usd), 0);
  byId("total").replaceChildren(
    el("strong", {}, money(cost.totalUsd)),
    ` for ${count(cost.sessionCount)} sessions (${cost.source}, prices of ${cost.priceTable})`,
  );
  byId("group-name").textContent = { agent: "Agent", model: "Model", day: "Day" }[groupBy] ?? groupBy;
  byId("groups").dataset["by"] = groupBy;
  byId("groups").replaceChildren(...groups.map((g) => row(g, most, noKey[groupBy] ?? "(none)")));
  listUnpriced(cost.unpriced ?? []);
}

function row(g: CostBreakdown, most: number, none: string): HTMLTableRowElement {
  const bar = el("span", { className: "share", ariaHidden: "true" });
  bar.style.inlineSize = most > 0 ? `${(100 * usd(g)) / most}%` : "0";
  const more = g.totalUsd !== undefined && g.unpriced ? " + unpriced" : "";
  return el(
    "tr",
    { data: { key: g.key } },
    el("th", { scope: "row" }, g.key || none, bar),
    el("td", { className: "number", title: g.source }, money(g.totalUsd) + more),
    el("td", { className: "number" }, count(g.sessionCount)),
    el("td", { className: "number" }, count(tokensIn(g))),
    el("td", { className: "number" }, count(g.outputTokens)),
  );
}

function listUnpriced(models: ModelTokens[]): void {
  const box = byId("unpriced");
  box.hidden = models.length === 0;
  box.querySelector("ul")!.replaceChildren(
    ...models.map((m) => el("li", {}, `${m.model || "(no model)"}: ${count(tokensIn(m))} tokens in, ${count(m.outputTokens)} out`)),
  );
}

const usd = (g: CostBreakdown): number => g.totalUsd ?? 0;
const tokensIn = (t: ModelTokens | CostBreakdown): number => t.inputTokens + t.cachedTokens + t.cacheWriteTokens;
