package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the engine, the ABI and the price table",
		Example: "  heddle version --json | jq -r .version",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			body, err := a.call("version", map[string]any{})
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(body)
			}
			var v struct {
				Version    string
				ABI        int
				PriceTable string
			}
			if err := json.Unmarshal(body, &v); err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.streams.Out, "heddle %s (ABI %d, prices of %s, engine %s)\n", v.Version, v.ABI, v.PriceTable, a.global.engine)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}
