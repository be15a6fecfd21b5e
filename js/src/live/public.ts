// What the entries of Node export of live sessions, besides startAgent.
export { collectMessages } from "./collect.js";
export { AgentSession } from "./session.js";
export type { LiveProcess, LiveToolUse } from "./protocol.gen.js";
export { agentByName, agentProcesses, listAgents, reapAgents, startAgent } from "./start.js";
export { Supervisor, type SupervisorOptions } from "./supervisor.js";
export type {
  AgentEvent,
  AgentEvents,
  AgentHooks,
  AgentResult,
  AgentSessionInfo,
  PromptFile,
  PermissionDecision,
  PermissionHandler,
  PermissionRequest,
  QueryOptions,
  SignalOptions,
  StartAgentOptions,
} from "./types.js";
