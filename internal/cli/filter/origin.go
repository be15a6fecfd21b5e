package filter

import (
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// RecordedOrigin is the help of --origin where sessions are recorded.
const RecordedOrigin = "the `machine` that the recorded session comes from, such as \"$(hostname)\""

// ErrNoOrigin is --origin without a name, such as that of an unset variable.
var ErrNoOrigin = usage.Misuse("--origin needs a name")

// CheckOrigin refuses a name of --origin that no machine can have.
func CheckOrigin(cmd *cobra.Command, name string) error {
	if name == "" && cmd.Flags().Changed("origin") {
		return ErrNoOrigin
	}
	return session.CheckOrigin(name)
}
