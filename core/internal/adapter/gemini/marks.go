package gemini

import "github.com/heddle-dev/heddle/core/internal/marks"

// contextMarks are what the CLI and its hooks put into parts of a prompt.
var contextMarks = marks.List{
	{Tag: "session_context", Since: "0.20", Source: "testdata/agents/gemini-0.20.0"},
	{Tag: "hook_context", Since: "0.61", Source: "testdata/hook-after-resume"},
}
