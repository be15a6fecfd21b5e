// Reads from the agent's own files what a session has spent.
import type { CostRecord, TokenUsage } from "../wire/types.gen.js";
import { runOp, type Engine } from "./recorder.js";

const READ_TIMEOUT_MS = 5000;
const PAUSES_MS = [0, 100, 300, 1000, 2000]; // for the agent to write its files

const counts = ["inputTokens", "outputTokens", "thinkingTokens", "cachedTokens", "cacheWriteTokens", "cacheWrite1hTokens"] as const;

type Tokens = Partial<Record<(typeof counts)[number], number>>;
interface Spending {
  tokens: Tokens;
  usd?: number | undefined;
}

/** Measures one session. */
export class Meter {
  readonly #engine: Engine | undefined;
  readonly #agent: string;
  readonly #resumed: string | undefined;
  #last: Promise<Spending> = Promise.resolve({ tokens: {} });
  #ended = false;

  constructor(engine: Engine | undefined, agent: string, resumed: string | undefined) {
    this.#engine = engine;
    this.#agent = agent;
    this.#resumed = resumed;
  }

  /** Reads what a resumed session has spent before. */
  begin(nativeId: string): void {
    const resumed = this.#resumed;
    if (!this.#engine || resumed === undefined) return;
    this.#last = (async () => (await this.#read(nativeId)) ?? (await this.#read(resumed)) ?? { tokens: {} })();
  }

  /** Returns what was spent since the last measurement; undefined when the agent's files do not say. */
  async measure(nativeId: string): Promise<{ usage: TokenUsage; usd?: string } | undefined> {
    if (!this.#engine) return undefined;
    const last = await this.#last;
    for (const pause of PAUSES_MS) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#ended) return undefined;
      const total = await this.#read(nativeId);
      if (!total || counts.every((name) => (total.tokens[name] ?? 0) === (last.tokens[name] ?? 0))) continue;
      this.#last = Promise.resolve(total);
      const usage = Object.fromEntries(counts.map((name) => [name, (total.tokens[name] ?? 0) - (last.tokens[name] ?? 0)]));
      const spent = { usage: usage as unknown as TokenUsage };
      return total.usd === undefined ? spent : { ...spent, usd: decimal(total.usd - (last.usd ?? 0)) };
    }
    return undefined;
  }

  /** Ends a measurement that runs. */
  end(): void {
    this.#ended = true;
  }

  async #read(nativeId: string): Promise<Spending | undefined> {
    try {
      const { cost } = await runOp<{ cost?: CostRecord }>(this.#engine!, "sessions.get", { agent: this.#agent, sessionId: nativeId }, READ_TIMEOUT_MS);
      return cost && { tokens: cost as Tokens, usd: cost.totalUsd };
    } catch {
      return undefined;
    }
  }
}

/** A number as a decimal without an exponent; money has twelve digits after the point. */
const decimal = (n: number): string => n.toFixed(12).replace(/\.?0+$/, "");
