// The text of what an agent said.
import type { StoreMessage } from "./messages.js";

const isAnswer = (m: StoreMessage): m is StoreMessage & { content: string } => typeof m.content === "string" && m.content !== "" && !m.parentToolUseId;

/**
 * Returns the agent's final answer: the text of the last result that has one,
 * else of the last answer that is not a subagent's.
 *
 * ```js
 * const text = await finalText(agent.stream("Where is the parser?"));
 * ```
 */
export async function finalText(messages: Iterable<StoreMessage> | AsyncIterable<StoreMessage>): Promise<string> {
  let said = "";
  for await (const m of messages) if (endsAnswer(m)) said = m.content;
  return said;
}

/** @internal `finalText` of a list. */
export function finalTextOf(messages: readonly StoreMessage[]): string {
  return messages.filter(endsAnswer).at(-1)?.content ?? "";
}

const endsAnswer = (m: StoreMessage): m is StoreMessage & { content: string } => isAnswer(m) && m["delta"] !== true && ["assistant", "text", "result"].includes(m.type);

/**
 * Yields the text of the agent's answers as it is written, from the messages of
 * `stream`. Thinking, tools and subagents are left out.
 *
 * ```js
 * for await (const piece of textContent(agent.stream("Explain it"))) process.stdout.write(piece);
 * ```
 */
export async function* textContent(messages: Iterable<StoreMessage> | AsyncIterable<StoreMessage>): AsyncGenerator<string, void, undefined> {
  let pieces = false; // of the message that is being written
  for await (const m of messages) {
    if ((m.type !== "text" && m.type !== "assistant") || !isAnswer(m)) continue;
    const isPiece = m["delta"] === true;
    if (isPiece || !pieces) yield m.content;
    pieces = isPiece;
  }
}
