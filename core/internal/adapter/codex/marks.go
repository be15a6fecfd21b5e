package codex

import "github.com/heddle-dev/heddle/core/internal/marks"

// injectedMarks are what Codex and editors put into the user's place, or before a prompt.
var injectedMarks = marks.List{
	{Tag: environmentTag, Since: "0.20", Source: "testdata/agents/codex-0.29.0"},
	{Begin: "# AGENTS.md instructions", End: "</INSTRUCTIONS>", Since: "0.80", Source: "testdata/agents/codex-0.80.0"},
	{Tag: "user_instructions", Since: "0.20", Source: "testdata/agents/codex-0.45.0"},
	{Tag: "turn_aborted", Since: "0.80", Source: "testdata/agents/codex-0.99.0"},
	{Tag: "codex_internal_context", Since: "0.169", Source: "testdata/agents/codex"},
	{Tag: "goal_context", Since: "0.136", Source: "testdata/agents/codex-0.136.0"},
	{Tag: "subagent_notification", Since: "0.136", Source: "testdata/agents/codex"},
	{Tag: "skill", Since: "0.99", Source: "testdata/agents/codex-0.99.0"},
	{Tag: "hook_prompt", Since: "0.169", Source: "testdata/agents/codex"},
	{Tag: "recommended_plugins", Since: "2026-07", Source: "issue threads, November 2026"},
	{Tag: "in-app-browser-context", Since: "2026", Source: "issue threads, November 2026"},
	{Tag: "external_", Open: true, Since: "2026", Source: "issue threads, November 2026"},
	{Begin: "# Files mentioned by the user:", End: "## My request for Codex:", Since: "2026", Source: "issue threads, November 2026"},
}

const environmentTag = "environment_context"
