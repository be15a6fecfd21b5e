package store

import (
	"bufio"
	"context"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// storeSettings are the flags of store init that become part of an address, by their names.
var storeSettings = []struct{ flag, usage string }{
	{"replicas", "keep `N` copies on a cluster's nodes, 1 to 5 (default: 3 in a cluster)"},
	{"storage", "keep them in `file` or memory (default: file)"},
	{"max-bytes", "refuse to record above this `size` of each copy, such as 50GB (default: no limit)"},
}

func storeInit(a *app.App) *cobra.Command {
	var asJSON, redact bool
	cmd := &cobra.Command{
		Use:   "init [store]",
		Short: "Make a store, and say what it takes",
		Long: "Makes the store that the argument or --store names, and says what it takes and what limits it. A store that\n" +
			"exists remains as it is; CONFLICT if it has other settings than the ones that are asked for.\n\n" +
			"A store on a server must be made once. Its address may have the settings as well:\n" +
			"nats://host:4222/team?replicas=3&storage=file&max-bytes=50GB. A file need not be made: the first change\n" +
			"does it.\n\n" +
			"In a pipe the first field of every line is its kind, and fields are separated by tabs: store, new (yes or no),\n" +
			"replicas, storage, max-bytes; stream with name, copies, storage, limit and purpose; cost with a sentence.",
		Example: "  heddle store init nats://localhost:4222/team\n" +
			"  heddle store init nats://localhost:4222/team --replicas 3 --max-bytes 50GB\n" +
			"  heddle store init notes.db --json",
		Args: usage.Takes(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"db"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	f := cmd.Flags()
	for _, s := range storeSettings {
		f.String(s.flag, "", s.usage)
	}
	complete.Flag(cmd, "replicas", "1", "3", "5")
	complete.Flag(cmd, "storage", "file", "memory")
	complete.Flag(cmd, "max-bytes")
	f.BoolVar(&redact, "redact", false, "keep secrets out of it, whoever writes: heddle store policy --redact")
	f.BoolVar(&asJSON, "json", false, "print the result as JSON")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 && a.Global.Store != "" {
			return usage.Misuse("store init: name the store as the argument or with --store, not both")
		}
		if len(args) > 0 {
			if a.Global.Store = args[0]; args[0] == "" {
				return usage.Misuse("store init: the store has no name")
			}
		}
		setup, err := initStore(a, cmd)
		if err == nil && redact {
			_, err = policyOf(a, &heddle.StorePolicy{Redact: true})
		}
		if err != nil {
			return err
		}
		if asJSON {
			return a.PrintReport(setup)
		}
		return printSetup(a, setup)
	}
	return cmd
}

// initStore makes the store that the flags name.
func initStore(a *app.App, cmd *cobra.Command) (*hostfns.StoreSetup, error) {
	store, err := a.StoreFile()
	if err != nil {
		return nil, err
	}
	if store == "" {
		return nil, usage.Misuse("store init: there is no store to make; name one")
	}
	address, err := withSettings(cmd, store)
	if err != nil {
		return nil, err
	}
	if !hostfns.IsStoreAddress(store) {
		return initFile(a, store)
	}
	driver, err := hostfns.FindStoreDriver(address)
	if err != nil {
		return nil, err
	}
	return driver.InitStore(a.Ctx, address)
}

// withSettings returns an address with the settings of the flags.
func withSettings(cmd *cobra.Command, store string) (string, error) {
	address, query, _ := strings.Cut(store, "?")
	values, err := url.ParseQuery(query)
	changed := false
	for _, s := range storeSettings {
		flag := cmd.Flags().Lookup(s.flag)
		switch {
		case !flag.Changed:
			continue
		case !hostfns.IsStoreAddress(store):
			return "", usage.Misuse("--%s is for a store on a server; a file has no settings", s.flag)
		case err != nil:
			return "", usage.Misuse("the options of the address are not encoded as in a URL")
		case values.Has(s.flag):
			return "", usage.Misuse("the address has %s already: leave out --%s", s.flag, s.flag)
		case flag.Value.String() == "":
			return "", usage.Misuse("--%s must not be empty", s.flag)
		}
		values.Set(s.flag, flag.Value.String())
		changed = true
	}
	if !changed {
		return store, nil
	}
	return address + "?" + values.Encode(), nil
}

// initFile makes a store in a file.
func initFile(a *app.App, file string) (*hostfns.StoreSetup, error) {
	if err := sqlite.CheckStore(file); err != nil {
		return nil, err
	}
	_, err := os.Stat(file)
	missing := err != nil
	_, _, err = app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (struct{}, error) {
		if missing {
			_, err := h.Store.Compact(ctx) // a change, so that the file is made
			return struct{}{}, err
		}
		_, err := h.Store.SessionCount(ctx) // fails when it is another program's file
		return struct{}{}, err
	})
	if err != nil {
		return nil, err
	}
	return &hostfns.StoreSetup{Store: file, New: missing, Replicas: 1, Storage: "file", Streams: []hostfns.StoreStream{},
		Costs: []string{"The file takes what is recorded, without a limit. heddle store stats says how much that is."}}, nil
}

// printSetup says what was made.
func printSetup(a *app.App, s *hostfns.StoreSetup) error {
	w := bufio.NewWriter(a.Streams.Out)
	if !a.Streams.Terminal {
		made := "no"
		if s.New {
			made = "yes"
		}
		w.WriteString(terminal.Fields("store", s.Store) + terminal.Fields("new", made) + terminal.Fields("replicas", strconv.Itoa(s.Replicas)) + terminal.Fields("storage", s.Storage) +
			terminal.Fields("max-bytes", limitOf(s.MaxBytes)))
		for _, part := range s.Streams {
			w.WriteString(terminal.Fields("stream", part.Name, strconv.Itoa(part.Replicas), part.Storage, limitOf(part.MaxBytes), part.Purpose))
		}
		for _, cost := range s.Costs {
			w.WriteString(terminal.Fields("cost", cost))
		}
		return w.Flush()
	}
	what := "exists already"
	if s.New {
		what = "is made"
	}
	w.WriteString("The store " + a.Bold(terminal.Line(s.Store)) + " " + what + ".\n")
	for _, part := range s.Streams {
		limit := "no limit"
		if part.MaxBytes > 0 {
			limit = "at most " + terminal.Grouped(part.MaxBytes) + " bytes"
		}
		w.WriteString("  " + terminal.Printable(part.Name) + ": " + copies(part.Replicas) + ", " + part.Storage + ", " + limit + ": " + part.Purpose + "\n")
	}
	for _, cost := range s.Costs {
		w.WriteString(terminal.Printable(cost) + "\n")
	}
	return w.Flush()
}

func copies(n int) string {
	if n == 1 {
		return "1 copy"
	}
	return strconv.Itoa(n) + " copies"
}

// limitOf writes a limit in a pipe, where fields writes none as "-".
func limitOf(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
