package cli

import (
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/session"
)

// recordedOrigin is the help of --origin where sessions are recorded.
const recordedOrigin = "the `machine` that the recorded session comes from, such as \"$(hostname)\""

// errNoOrigin is --origin without a name, such as that of an unset variable.
var errNoOrigin = misuse("--origin needs a name")

// checkOrigin refuses a name of --origin that no machine can have.
func checkOrigin(cmd *cobra.Command, name string) error {
	if name == "" && cmd.Flags().Changed("origin") {
		return errNoOrigin
	}
	return session.CheckOrigin(name)
}
