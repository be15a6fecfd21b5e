"""Live sessions: agents that run, and whose messages are recorded meanwhile."""

from .blocking import BlockingAgentSession, BlockingSubscription, run_agent
from .events import AgentEvent, Ask
from .options import AgentHooks, AgentOptions, AgentSessionInfo, AgentToolUse, AgentTurn, Allow, Deny, PromptFile, QueryOptions
from .protocol import LiveProcess
from .session import AgentSession
from .start import agent_processes, find_agent, live_agents, reap_agents, start_agent
from .subscription import Subscription
from .supervisor import Supervisor
from .texts import collect_messages, final_text, text_content

__all__ = [
    "AgentEvent",
    "AgentHooks",
    "AgentOptions",
    "AgentSession",
    "AgentSessionInfo",
    "AgentToolUse",
    "AgentTurn",
    "Allow",
    "Ask",
    "BlockingAgentSession",
    "BlockingSubscription",
    "Deny",
    "LiveProcess",
    "PromptFile",
    "QueryOptions",
    "Subscription",
    "Supervisor",
    "agent_processes",
    "collect_messages",
    "final_text",
    "find_agent",
    "live_agents",
    "reap_agents",
    "run_agent",
    "start_agent",
    "text_content",
]
