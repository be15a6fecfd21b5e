package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle/core"
)

// addRedactFlag adds --redact to a command that shows texts of sessions.
func (a *app) addRedactFlag(f *pflag.FlagSet, redact *bool) {
	f.BoolVar(redact, "redact", false, "replace secrets, home folders and e-mail addresses")
	a.redactFlags = append(a.redactFlags, redact)
}

// redacted returns what is said to a person, without secrets when --redact was given: what is wrong
// with a session is said with its path.
func (a *app) redacted(text string) string {
	if slices.ContainsFunc(a.redactFlags, func(flag *bool) bool { return *flag }) {
		return core.NewRedactor()(text)
	}
	return text
}
