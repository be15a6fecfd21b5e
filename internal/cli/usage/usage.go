// Package usage words what was typed wrong, and checks arguments.
package usage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Error marks what the caller typed wrong; hint says what to type.
type Error struct {
	Err  error
	Hint string
}

func (e Error) Error() string { return e.Err.Error() }
func (e Error) Unwrap() error { return e.Err }

func Misuse(format string, args ...any) Error {
	return Error{Err: fmt.Errorf(format, args...)}
}

// Subcommand is the argument check of a command that only has others below
// it.
func Subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := Misuse("unknown command %q for %q", args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		e.Hint = "did you mean " + cmd.CommandPath() + " " + strings.Join(near, " or ") + "?"
	}
	return e
}

// Takes is the argument check of a command with least to most arguments.
func Takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		name := strings.TrimPrefix(cmd.CommandPath(), "heddle ")
		switch n := len(args); {
		case n > most && most == 0:
			return Misuse("%s accepts no arguments: %q", name, args[0])
		case n > most:
			return Misuse("%s accepts at most %s: %q is one too many", name, arguments(most), args[most])
		case n < least:
			return Error{fmt.Errorf("%s needs %s and got %d", name, arguments(least), n), cmd.UseLine()}
		}
		return nil
	}
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// RefuseEmpty refuses flags that were given without a value: the engine would
// use its default.
func RefuseEmpty(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if flag := cmd.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
			return Misuse("--%s must not be empty", name)
		}
	}
	return nil
}

// FlagError words what is wrong with a flag.
func FlagError(cmd *cobra.Command, err error) error {
	var bad interface{ GetValue() string }
	if errors.As(err, &bad) {
		_, rest, _ := strings.Cut(err.Error(), ` for "`)
		name, _, _ := strings.Cut(rest, `" flag`)
		name = name[strings.LastIndex(name, " ")+1:]
		if flag := cmd.Flag(strings.TrimLeft(name, "-")); flag != nil {
			if kind := kinds[flag.Value.Type()]; kind != "" {
				return Misuse("%s must be %s, not %q", name, kind, bad.GetValue())
			}
		}
	}
	e := Error{Err: err}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if near := nearFlag(cmd, unknown.GetSpecifiedName()); near != "" {
			e.Hint = "did you mean --" + near + "?"
		}
	}
	return e
}

// nearFlag returns the flag of a command that a typed name may mean; "" for none.
func nearFlag(cmd *cobra.Command, typed string) (near string) {
	typed = strings.ToLower(strings.ReplaceAll(typed, "_", "-"))
	least := 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if n := EditDistance(typed, f.Name); !f.Hidden && n < least && n*3 <= len(typed) {
			near, least = f.Name, n
		}
	})
	return near
}

var kinds = map[string]string{
	"int": "a whole number", "int64": "a whole number", "duration": "a duration such as 30s or 5m", "bool": "true or false",
}

// StrictHelp makes an unknown help topic or shell a usage error.
func StrictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = Subcommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
		if cmd.Name() != "help" {
			continue
		}
		cmd.Run = nil
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || topic == nil || len(rest) > 0 {
				return Error{fmt.Errorf("no help on %q", strings.Join(args, " ")), "heddle help"}
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		}
	}
}

// Must is for what can fail only by a defect of ours.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}

// WithHint returns an error of the engine with a hint of the command line.
func WithHint(err error, hint string) error {
	e := *fault.From(err)
	e.Hint = hint
	return &e
}

// Confirmed asks for --yes before what cannot be undone.
func Confirmed(yes bool, what string) error {
	if yes {
		return nil
	}
	e := Misuse("%s: this cannot be undone", what)
	e.Hint = "add --yes"
	return e
}

// EditDistance counts the bytes to insert, remove, replace or swap with their
// neighbour that make b of a.
func EditDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}
