package app

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle/core"
)

// AddRedactFlag adds --redact to a command that shows texts of sessions.
func (a *App) AddRedactFlag(f *pflag.FlagSet, redact *bool) {
	f.BoolVar(redact, "redact", false, "replace secrets, home folders and e-mail addresses")
	a.RedactFlags = append(a.RedactFlags, redact)
}

// redacted returns what is said to a person, without secrets when --redact was given: what is wrong
// with a session is said with its path.
func (a *App) redacted(text string) string {
	if slices.ContainsFunc(a.RedactFlags, func(flag *bool) bool { return *flag }) {
		return core.NewRedactor()(text)
	}
	return text
}
