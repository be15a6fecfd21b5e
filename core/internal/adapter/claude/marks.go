package claude

import "github.com/heddle-dev/heddle/core/internal/marks"

// contextMarks are what the program and editors put before a prompt, in strings
// and in blocks.
var contextMarks = marks.List{
	{Tag: "system-reminder", Since: "1.0", Source: "testdata/agents/claude-1.0.24"},
	{Tag: "ide_opened_file", Since: "1.0", Source: "issue threads, November 2026"},
	{Tag: "ide_selection", Since: "1.0", Source: "issue threads, November 2026"},
	{Tag: "ide_diagnostics", Since: "1.0", Source: "issue threads, November 2026"},
	{Begin: "Stop hook feedback:", Since: "2.0", Source: "issue threads, November 2026"},
}

// echoMarks are echoes of the program's own commands.
var echoMarks = marks.List{
	{Tag: "command-name", Since: "0.2", Source: "testdata/agents/claude-0.2.126"},
	{Tag: "command-message", Since: "0.2", Source: "testdata/agents/claude-0.2.126"},
	{Tag: "command-args", Since: "0.2", Source: "testdata/agents/claude-0.2.126"},
	{Tag: "local-command-stdout", Since: "0.2", Source: "testdata/agents/claude-0.2.126"},
	{Tag: "local-command-stderr", Since: "1.0", Source: "testdata/agents/claude-1.0.120"},
	{Tag: "local-command-caveat", Since: "2.1", Source: "testdata/agents/claude-2.1.30"},
	{Tag: "bash-stderr", Since: "1.0", Source: "testdata/agents/claude-1.0.120"},
	{Begin: "Caveat: The messages below ", Since: "0.2", Source: "testdata/agents/claude-0.2.126"},
}
