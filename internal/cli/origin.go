package cli

import (
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/session"
)

// recordedOrigin is the help of --origin where sessions are recorded.
const recordedOrigin = "the `machine` that the recorded session comes from, such as \"$(hostname)\""

// checkOrigin refuses a name of --origin that no machine can have.
func checkOrigin(cmd *cobra.Command, name string) error {
	if name == "" && cmd.Flags().Changed("origin") {
		return misuse("--origin needs a name")
	}
	return session.CheckOrigin(name)
}
