package cli

import (
	"bufio"
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/hostfns"
)

func (a *app) storeCheck() *cobra.Command {
	v := a.verb(nil, &cobra.Command{
		Use:   "check",
		Short: "Verify the store and list every defect",
		Long: "Verifies the file, every checksum and position, that every session can be read, and that everything that\n" +
			"forks share exists. Each defect is a line of session, position and description, in a pipe separated by\n" +
			"tabs. The exit status is 1 when there is a defect.",
		Example: "  heddle store check\n" +
			"  heddle store check --json | jq length",
	})
	return v.onRun(func([]string) error {
		list, body, err := fetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.StoreProblem], error) {
			return h.Store.Check(ctx)
		})
		if err != nil {
			return err
		}
		if v.asJSON {
			err = a.printJSON(body)
		} else {
			err = a.printProblems(list.Items)
		}
		if err == nil && len(list.Items) > 0 {
			return statusError{ExitFailure}
		}
		return err
	})
}

func (a *app) printProblems(list []heddle.StoreProblem) error {
	if len(list) == 0 {
		if a.streams.Terminal {
			a.note("no defects found\n")
		}
		return nil
	}
	w := bufio.NewWriter(a.streams.Out)
	for _, p := range list {
		at := ""
		if p.Position > 0 {
			at = strconv.FormatInt(p.Position, 10)
		}
		if !a.streams.Terminal {
			w.WriteString(fields(p.SessionID, at, p.Message))
			continue
		}
		place := printable(oneField(or(p.SessionID, "the file")))
		if at != "" {
			place += ", position " + at
		}
		w.WriteString(a.bold(place) + ": " + printable(oneField(p.Message)) + "\n")
	}
	return w.Flush()
}

func (a *app) storeStats() *cobra.Command {
	v := a.verb(nil, &cobra.Command{
		Use:   "stats",
		Short: "Report the size of the store",
		Example: "  heddle store stats\n" +
			"  heddle store stats --json | jq .bytes",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (*heddle.StoreStats, error) {
		return h.Store.Stats(ctx)
	}, a.printStats)
}

func (a *app) printStats(s *heddle.StoreStats) error {
	var pairs [][2]string
	for _, p := range []struct {
		name string
		n    int64
	}{{"sessions", s.Sessions}, {"deleted", s.Deleted}, {"messages", s.Messages}, {"threads", s.Threads}, {"shares", s.Shares},
		{"events", s.Events}, {"bytes", s.Bytes}} {
		value := strconv.FormatInt(p.n, 10)
		if a.streams.Terminal {
			value = grouped(p.n)
		}
		pairs = append(pairs, [2]string{p.name, value})
	}
	if a.streams.Terminal {
		kind := "file"
		if hostfns.IsStoreAddress(a.global.store) {
			kind = "address"
		}
		pairs = append(pairs, [2]string{kind, homely(a.storeName())})
	}
	return a.printPairs(pairs)
}

func (a *app) storeCompact() *cobra.Command {
	v := a.verb(nil, &cobra.Command{
		Use:   "compact",
		Short: "Free the space of deleted sessions",
		Long: "Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes; positions before a\n" +
			"deletion can no longer be read.",
		Example: "  heddle store compact",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (*heddle.StoreCompacted, error) {
		return h.Store.Compact(ctx)
	}, a.printCompacted)
}

func (a *app) printCompacted(s *heddle.StoreCompacted) error {
	return a.printPairs([][2]string{{"sessions", strconv.FormatInt(s.Sessions, 10)}, {"bytes", strconv.FormatInt(s.Bytes, 10)}})
}
