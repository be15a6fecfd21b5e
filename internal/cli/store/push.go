package store

import (
	"reflect"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/filter"
)

// pushHelp says what push and sync select.
const pushHelp = "\n\nThe filters say which sessions are pushed; what forks of them share is pushed with them, with their tags, and so are\n" +
	"deletions of what the other store has. sync pulls everything. --dry-run lists what would be copied, as lines of listed,\n" +
	"session and number of events, and copies nothing.\n\n" + filter.ActivityHelp

// addPushed adds the filters by which push and sync select.
func (f *pullFlags) addPushed(a *app.App, cmd *cobra.Command) {
	f.AddActivity(a, cmd)
	f.AddActions(cmd)
	f.AddSource(a, cmd)
	f.AddOrigin(a, cmd, filter.OriginHelp)
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "list what would be copied without copying it")
}

// choosePushed reads the filters.
func choosePushed(a *app.App, f *pullFlags) error {
	c, err := filter.Select(a, &f.Flags, time.Now(), false)
	if options := c.ListOptions(); !reflect.DeepEqual(options, heddle.ListOptions{Zone: options.Zone}) { // it leaves something out
		f.chosen = &options
	}
	return err
}
