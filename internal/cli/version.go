package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

func versionCommand(a *app.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the engine, the ABI and the price table",
		Example: "  heddle version --json | jq -r .version",
		Args:    usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			version := func(ctx context.Context, h *heddle.Heddle) (*heddle.Version, error) { return h.Version(ctx) }
			return app.PrintResult(a, asJSON, version, app.With(a, printVersion))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

func printVersion(a *app.App, v *heddle.Version) error {
	_, err := fmt.Fprintf(a.Streams.Out, "heddle %s (ABI %d, prices of %s, engine %s)\n", v.Version, v.ABI, v.PriceTable, a.Global.Engine)
	return err
}
