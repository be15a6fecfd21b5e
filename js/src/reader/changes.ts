// What changed in the course of a session: its folder, branch, commit and the agent's version.
import type { View } from "./view.js";

type Spans = NonNullable<View["session"]["spans"]>;

const MOST = 20;

/** Says from which message on a session had another folder, branch, commit or version of the agent. */
export function changes(spans: Spans): string[] {
  const names = { cwd: "folder", repository: "repository", gitBranch: "branch", commit: "commit", agentVersion: "version" } as const;
  const said = spans.slice(1, MOST + 1).map((span, i) => {
    const parts = (Object.keys(names) as (keyof typeof names)[]).filter((k) => span[k] !== spans[i]![k]).map((k) => `${names[k]} ${(k === "commit" ? span[k]?.slice(0, 10) : span[k]) || "unknown"}`);
    return `from message ${span.from}: ${parts.join(", ")}`;
  });
  return spans.length > MOST + 1 ? [...said, `and ${spans.length - MOST - 1} more changes`] : said;
}
