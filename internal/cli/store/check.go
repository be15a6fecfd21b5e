package store

import (
	"bufio"
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

func storeCheck(a *app.App) *cobra.Command {
	v := newVerb(a, nil, &cobra.Command{
		Use:   "check",
		Short: "Verify the store and list every defect",
		Long: "Verifies the file, every checksum and position, that every session can be read, and that everything that\n" +
			"forks share exists. Each defect is a line of session, position and description, in a pipe separated by\n" +
			"tabs. The exit status is 1 when there is a defect.",
		Example: "  heddle store check\n" +
			"  heddle store check --json | jq length",
	})
	return v.onRun(func([]string) error {
		list, body, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.StoreProblem], error) {
			return h.Store.Check(ctx)
		})
		if err != nil {
			return err
		}
		if v.asJSON {
			err = a.PrintJSON(body)
		} else {
			err = printProblems(a, list.Items)
		}
		if err == nil && len(list.Items) > 0 {
			return app.StatusError(app.ExitFailure)
		}
		return err
	})
}

func printProblems(a *app.App, list []heddle.StoreProblem) error {
	if len(list) == 0 {
		if a.Streams.Terminal {
			a.Note("no defects found\n")
		}
		return nil
	}
	w := bufio.NewWriter(a.Streams.Out)
	for _, p := range list {
		at := ""
		if p.Position > 0 {
			at = strconv.FormatInt(p.Position, 10)
		}
		if !a.Streams.Terminal {
			w.WriteString(terminal.Fields(p.SessionID, at, p.Message))
			continue
		}
		place := terminal.Line(terminal.Or(p.SessionID, "the file"))
		if at != "" {
			place += ", position " + at
		}
		w.WriteString(a.Bold(place) + ": " + terminal.Line(p.Message) + "\n")
	}
	return w.Flush()
}

func storeStats(a *app.App) *cobra.Command {
	v := newVerb(a, nil, &cobra.Command{
		Use:   "stats",
		Short: "Report the size of the store",
		Example: "  heddle store stats\n" +
			"  heddle store stats --json | jq .bytes",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (*heddle.StoreStats, error) {
		return h.Store.Stats(ctx)
	}, app.With(a, printStats))
}

func printStats(a *app.App, s *heddle.StoreStats) error {
	var pairs [][2]string
	for _, p := range []struct {
		name string
		n    int64
	}{{"sessions", s.Sessions}, {"deleted", s.Deleted}, {"messages", s.Messages}, {"threads", s.Threads}, {"shares", s.Shares},
		{"events", s.Events}, {"bytes", s.Bytes}} {
		value := strconv.FormatInt(p.n, 10)
		if a.Streams.Terminal {
			value = terminal.Grouped(p.n)
		}
		pairs = append(pairs, [2]string{p.name, value})
	}
	if a.Streams.Terminal {
		kind := "file"
		if hostfns.IsStoreAddress(a.Global.Store) {
			kind = "address"
		}
		pairs = append(pairs, [2]string{kind, terminal.Homely(a.StoreName())})
	}
	return a.PrintPairs(pairs)
}

func storeCompact(a *app.App) *cobra.Command {
	v := newVerb(a, nil, &cobra.Command{
		Use:   "compact",
		Short: "Free the space of deleted sessions",
		Long: "Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes; positions before a\n" +
			"deletion can no longer be read. The files of the store have no byte of what was freed.\n\n" +
			"--older-than erases sessions that were not updated for an age before, as heddle store erase does.",
		Example: "  heddle store compact\n" +
			"  heddle store compact --older-than 90d",
	})
	return withRetention(a, printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (*heddle.StoreCompacted, error) {
		return h.Store.Compact(ctx)
	}, app.With(a, printCompacted)))
}

func printCompacted(a *app.App, s *heddle.StoreCompacted) error {
	return a.PrintPairs([][2]string{{"sessions", strconv.FormatInt(s.Sessions, 10)}, {"bytes", strconv.FormatInt(s.Bytes, 10)}})
}
