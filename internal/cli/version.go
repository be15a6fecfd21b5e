package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the engine, the ABI and the price table",
		Example: "  heddle version --json | jq -r .version",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			version := func(ctx context.Context, h *heddle.Heddle) (*heddle.Version, error) { return h.Version(ctx) }
			return printResult(a, asJSON, version, a.printVersion)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

func (a *app) printVersion(v *heddle.Version) error {
	_, err := fmt.Fprintf(a.streams.Out, "heddle %s (ABI %d, prices of %s, engine %s)\n", v.Version, v.ABI, v.PriceTable, a.global.engine)
	return err
}
