package clienttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
)

// usesPrices lists and adds up sessions at prices of the caller.
func usesPrices(t *testing.T, open Open) {
	home, ctx := copyHomes(t, []string{"claude"}), context.Background()
	file := filepath.Join(t.TempDir(), "mine.csv")
	total := func(table string) (*heddle.CostSummary, error) {
		options := heddle.Options{Home: home, Store: "-", Engine: open}
		if table != "" {
			options.Prices = file
			if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h, err := heddle.Open(options)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if table != "" { // the table is read when the engine is opened
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.Sessions.List(ctx); err != nil {
			return nil, err
		}
		return h.Sessions.TotalCost(ctx, heddle.CostOptions{GroupBy: heddle.ByModel})
	}
	builtin, err := total("")
	if err != nil {
		t.Fatal(err)
	}
	free, err := total("\ufeff# table date: 2027-01-31\r\nmodel,input,output\r\nclaude-sonnet-5,0,0\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if free.PriceTable != "2027-01-31" || len(builtin.Breakdowns) < 2 {
		t.Errorf("prices of %s, models %v", free.PriceTable, builtin.Breakdowns)
	}
	for model, was := range builtin.Breakdowns {
		got := free.Breakdowns[model].TotalUSD
		if model == "claude-sonnet-5" {
			if got == nil || *got != 0 || was.TotalUSD == nil || *was.TotalUSD == 0 {
				t.Errorf("%s costs %v instead of nothing, before %v", model, got, was.TotalUSD)
			}
			continue
		}
		if (got == nil) != (was.TotalUSD == nil) || got != nil && *got != *was.TotalUSD {
			t.Errorf("%s costs %v, before %v", model, got, was.TotalUSD)
		}
	}
	_, err = total("model,input,output\nclaude-sonnet-5,NaN,0\n")
	var e *heddle.Error
	if !errors.As(err, &e) || e.Code != heddle.ErrInvalidArgument || e.Line != 2 || !strings.Contains(e.Message, "claude-sonnet-5") {
		t.Errorf("a broken table: %v", err)
	}
}
