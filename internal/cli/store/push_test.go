package store

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle/internal/cli/app"
)

// TestEveryFilterSelects: push is of everything without a filter only, whichever filter it is given.
func TestEveryFilterSelects(t *testing.T) {
	pushFlags := func(f *pullFlags) *cobra.Command {
		cmd := &cobra.Command{}
		f.addPushed(&app.App{}, cmd)
		return cmd
	}
	var none pullFlags
	pushFlags(&none)
	if err := choosePushed(&app.App{}, &none); err != nil || none.chosen != nil {
		t.Errorf("no filter: %+v, %v", none.chosen, err)
	}
	dates := map[string]string{"since": "7d", "until": "7d", "created-since": "7d", "created-until": "7d"}
	filters := 0
	pushFlags(&pullFlags{}).Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name == "dry-run" || flag.Name == "timezone" { // which leave nothing out
			return
		}
		value := "x"
		if flag.Value.Type() == "bool" {
			value = "true"
		} else if date, ok := dates[flag.Name]; ok {
			value = date
		}
		var f pullFlags
		if err := pushFlags(&f).Flags().Set(flag.Name, value); err != nil {
			t.Fatal(err)
		}
		if err := choosePushed(&app.App{}, &f); err != nil || f.chosen == nil {
			t.Errorf("--%s=%s: everything is pushed, %v", flag.Name, value, err)
		}
		filters++
	})
	if filters < 10 {
		t.Errorf("only %d filters", filters)
	}
}
