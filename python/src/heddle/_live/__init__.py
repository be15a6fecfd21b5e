"""Live sessions: agents that run, and whose messages are recorded meanwhile."""

from .blocking import BlockingAgentSession, BlockingSubscription, run_agent
from .events import AgentEvent, Ask, Subscription
from .options import AgentHooks, AgentOptions, AgentSessionInfo, AgentToolUse, AgentTurn, Allow, Deny, PromptFile, QueryOptions
from .process import ProcessEnd
from .registry import Leftover
from .session import AgentSession
from .start import find_agent, live_agents, reap_agents, start_agent
from .supervisor import Supervisor
from .texts import collect_messages, final_text, text_content
from .transport import Connection, Transport

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
    "Connection",
    "Deny",
    "Leftover",
    "ProcessEnd",
    "PromptFile",
    "QueryOptions",
    "Subscription",
    "Supervisor",
    "Transport",
    "collect_messages",
    "final_text",
    "find_agent",
    "live_agents",
    "reap_agents",
    "run_agent",
    "start_agent",
    "text_content",
]
