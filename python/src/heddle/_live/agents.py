"""The agents that live sessions can run.

Code generated from core/internal/agents by `make generate`. DO NOT EDIT.
"""

from __future__ import annotations

import json

# A text, because the literal would need a line for each value.
LIVE_AGENTS = [
    json.loads(line)
    for line in (
        '{"agent":"claude","capabilities":["attachments","clear","deltas","fork","interrupt","max_budget","max_turns","mcp_servers","mcp_status","no_session_persistence","output_schema","permissions","plan_mode","resume","rewind_files","server_info","session_id","set_model","set_permission_mode","subagent","system_prompt","thinking","usage"],"engine":"claude","install":"npm install -g @anthropic-ai/claude-code","minVersion":"2.1.0","program":"claude","args":["-p","--input-format","stream-json","--output-format","stream-json","--verbose","--include-partial-messages","--permission-prompt-tool","stdio","--replay-user-messages"],"tested":true}',  # noqa: E501
        '{"agent":"codex","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_status","no_session_persistence","output_schema","permissions","query_output_schema","query_thinking","resume","server_info","set_model","set_permission_mode","steer","system_prompt","thinking","usage"],"engine":"codex","install":"npm install -g @openai/codex","minVersion":"0.100.0","program":"codex","args":["app-server"],"tested":true}',  # noqa: E501
        '{"agent":"gemini","capabilities":["attachments","clear","deltas","interrupt","mcp_servers","permissions","plan_mode","resume","server_info","set_model","set_permission_mode","usage"],"engine":"acp","install":"npm install -g @google/gemini-cli","minVersion":"0.30.0","program":"gemini","args":["--acp"],"tested":true}',  # noqa: E501
        '{"agent":"copilot","capabilities":["attachments","clear","deltas","interrupt","mcp_servers","permissions","plan_mode","resume","server_info","set_model","set_permission_mode","usage"],"engine":"acp","install":"npm install -g @github/copilot","minVersion":"1.0.0","program":"copilot","args":["--acp"],"tested":true}',  # noqa: E501
        '{"agent":"cursor","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","query_thinking","resume","server_info","set_model","set_permission_mode","thinking","usage"],"engine":"acp","install":"see the agent\'s documentation","program":"cursor-agent","args":["acp"],"tested":false}',  # noqa: E501
        '{"agent":"opencode","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","plan_mode","query_thinking","resume","server_info","set_model","set_permission_mode","thinking","usage"],"engine":"acp","install":"npm install -g opencode-ai","minVersion":"1.0.0","program":"opencode","args":["acp"],"tested":true}',  # noqa: E501
        '{"agent":"pi","capabilities":["attachments","clear","deltas","fork","interrupt","no_session_persistence","query_thinking","resume","server_info","set_model","steer","system_prompt","thinking","usage"],"engine":"pi","install":"npm install -g @mariozechner/pi-coding-agent","minVersion":"0.60.0","program":"pi","args":["--mode","rpc"],"tested":true}',  # noqa: E501
        '{"agent":"omp","capabilities":["attachments","clear","deltas","fork","interrupt","no_session_persistence","query_thinking","resume","server_info","set_model","steer","system_prompt","thinking","usage"],"engine":"pi","install":"npm install -g @oh-my-pi/pi-coding-agent","minVersion":"18.0.0","program":"omp","args":["--mode","rpc"],"tested":true}',  # noqa: E501
        '{"agent":"openclaw","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","query_thinking","resume","server_info","set_model","set_permission_mode","thinking","usage"],"engine":"acp","install":"see the agent\'s documentation","program":"openclaw","args":["acp"],"tested":false}',  # noqa: E501
        '{"agent":"hermes","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","query_thinking","resume","server_info","set_model","set_permission_mode","thinking","usage"],"engine":"acp","install":"see the agent\'s documentation","program":"hermes","args":["acp"],"tested":false}',  # noqa: E501
        '{"agent":"qwen","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","query_thinking","resume","server_info","set_model","set_permission_mode","thinking"],"engine":"acp","install":"see the agent\'s documentation","program":"qwen","args":["--acp"],"tested":false}',  # noqa: E501
        '{"agent":"goose","capabilities":["attachments","clear","deltas","fork","interrupt","mcp_servers","permissions","query_thinking","resume","server_info","set_model","set_permission_mode","thinking"],"engine":"acp","install":"see the agent\'s documentation","program":"goose","args":["acp"],"tested":false}',  # noqa: E501
    )
]
