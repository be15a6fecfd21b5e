package cli

import "github.com/spf13/pflag"

// addRedactFlag adds --redact to a command that shows texts of sessions.
func addRedactFlag(f *pflag.FlagSet, redact *bool) {
	f.BoolVar(redact, "redact", false, "replace secrets, home folders and e-mail addresses")
}
