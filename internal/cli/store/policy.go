package store

import (
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

func storePolicy(a *app.App) *cobra.Command {
	var redact, asJSON bool
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Show or set what the store demands of all that is written to it",
		Long: "Shows the policy of the store (--store), or sets it. With --redact every program that writes to the store takes\n" +
			"secrets, home folders and e-mail addresses out of it before: import, record, run, chat and all others, in all\n" +
			"languages. Pull, push and sync refuse what is not redacted. --redact=false removes the policy. What the store has\n" +
			"remains as it is.\n\n" +
			"On a server whoever may change the stream sets the policy. Programs that have the store open obey it within five\n" +
			"seconds. Versions of heddle that know no policies refuse a store that has one.\n\n" +
			"In a pipe there is one line: redact, and yes or no, separated by a tab.",
		Example: "  heddle store policy\n" +
			"  heddle --store nats://localhost:4222/team store policy --redact\n" +
			"  heddle store policy --redact=false",
		Args: usage.Takes(0, 0),
	}
	cmd.Flags().BoolVar(&redact, "redact", false, "store texts without secrets, home folders and addresses")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the policy as JSON")
	cmd.RunE = func(*cobra.Command, []string) error {
		var want *heddle.StorePolicy
		if cmd.Flags().Changed("redact") {
			want = &heddle.StorePolicy{Redact: redact}
		}
		policy, err := policyOf(a, want)
		if err != nil {
			return err
		}
		if asJSON {
			return a.PrintReport(policy)
		}
		return printPolicy(a, policy)
	}
	return cmd
}

// policyOf returns the policy of --store, after setting it unless want is nil.
func policyOf(a *app.App, want *heddle.StorePolicy) (p heddle.StorePolicy, err error) {
	h, err := openStore(a, "")
	if err != nil {
		return p, err
	}
	defer h.Close()
	if want != nil {
		if err := h.Store.SetPolicy(a.Ctx, *want); err != nil {
			return p, err
		}
	}
	return h.Store.Policy(a.Ctx)
}

func printPolicy(a *app.App, p heddle.StorePolicy) error {
	text, answer := "The store takes texts as they are.\n", "no"
	if p.Redact {
		text, answer = "The store redacts: it takes no secrets, home folders and e-mail addresses.\n", "yes"
	}
	if !a.Streams.Terminal {
		text = terminal.Fields("redact", answer)
	}
	_, err := a.Streams.Out.Write([]byte(text))
	return err
}
