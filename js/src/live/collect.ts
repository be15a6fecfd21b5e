// Gathers the messages of a subscription.
import type { StoreMessage } from "../api/messages.js";
import { endedError } from "./subscription.js";
import type { AgentEvent } from "./types.js";

/**
 * Returns the whole messages of a subscription, up to and including the first that
 * `last` accepts. Left out: the first of type result. The subscription ends then.
 * COMPLETE: the session has ended before. LIMIT_EXCEEDED: the events were read too
 * slowly.
 *
 * ```js
 * const events = agent.events();
 * const query = agent.query("Fix it");
 * const messages = await collectMessages(events);
 * await query;
 * ```
 */
export async function collectMessages(events: AsyncIterable<AgentEvent>, last = (m: StoreMessage): boolean => m.type === "result"): Promise<StoreMessage[]> {
  const messages: StoreMessage[] = [];
  for await (const event of events) {
    if (event.kind !== "event" || !event.whole) continue;
    messages.push(event.message);
    if (last(event.message)) return messages;
  }
  throw endedError();
}
