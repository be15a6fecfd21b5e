package copilot

import "github.com/heddle-dev/heddle/core/internal/marks"

// injectedMarks are what Copilot puts into the user's place, or before a prompt.
var injectedMarks = marks.List{
	{Tag: "skill-context", Since: "2026", Source: "issue threads, November 2026"},
}
