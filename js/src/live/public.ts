// What the entries of Node export of live sessions, besides startAgent.
export { collectMessages } from "./collect.js";
export { AgentSession } from "./session.js";
export { agentByName, agentProcesses, reapAgents, type RegisteredAgent } from "./start.js";
export type { RegistryEntry } from "./registry.js";
export type { SupervisorOptions } from "./supervisor.js";
export type { Connection, ConnectionEnd, Transport } from "./transport.js";
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
