package codex

import "github.com/heddle-dev/heddle/core/internal/marks"

// InjectedMarks returns the rows for tests.
func InjectedMarks() marks.List { return injectedMarks }
