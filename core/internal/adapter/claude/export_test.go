package claude

import "github.com/heddle-dev/heddle/core/internal/marks"

// ContextMarks returns the rows for tests.
func ContextMarks() marks.List { return contextMarks }

// EchoMarks returns the rows for tests.
func EchoMarks() marks.List { return echoMarks }
