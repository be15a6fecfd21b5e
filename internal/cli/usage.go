package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError marks what the caller typed wrong; hint says what to type.
type usageError struct {
	err  error
	hint string
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func misuse(format string, args ...any) usageError {
	return usageError{err: fmt.Errorf(format, args...)}
}

// subcommand is the argument check of a command that only has others below
// it.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := misuse("unknown command %q for %q", args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = "did you mean " + cmd.CommandPath() + " " + strings.Join(near, " or ") + "?"
	}
	return e
}

// takes is the argument check of a command with least to most arguments.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		name := strings.TrimPrefix(cmd.CommandPath(), "heddle ")
		switch n := len(args); {
		case n > most && most == 0:
			return misuse("%s accepts no arguments: %q", name, args[0])
		case n > most:
			return misuse("%s accepts at most %s: %q is one too many", name, arguments(most), args[most])
		case n < least:
			return usageError{fmt.Errorf("%s needs %s and got %d", name, arguments(least), n), cmd.UseLine()}
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

// refuseEmpty refuses flags that were given without a value: the engine would
// use its default.
func refuseEmpty(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if flag := cmd.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
			return misuse("--%s must not be empty", name)
		}
	}
	return nil
}

// flagError words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var bad interface{ GetValue() string }
	if errors.As(err, &bad) {
		_, rest, _ := strings.Cut(err.Error(), ` for "`)
		name, _, _ := strings.Cut(rest, `" flag`)
		name = name[strings.LastIndex(name, " ")+1:]
		if flag := cmd.Flag(strings.TrimLeft(name, "-")); flag != nil {
			if kind := kinds[flag.Value.Type()]; kind != "" {
				return misuse("%s must be %s, not %q", name, kind, bad.GetValue())
			}
		}
	}
	e := usageError{err: err}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if near := nearFlag(cmd, unknown.GetSpecifiedName()); near != "" {
			e.hint = "did you mean --" + near + "?"
		}
	}
	return e
}

// nearFlag returns the flag of a command that a typed name may mean; "" for none.
func nearFlag(cmd *cobra.Command, typed string) (near string) {
	typed = strings.ToLower(strings.ReplaceAll(typed, "_", "-"))
	least := 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if n := editDistance(typed, f.Name); !f.Hidden && n < least && n*3 <= len(typed) {
			near, least = f.Name, n
		}
	})
	return near
}

var kinds = map[string]string{
	"int": "a whole number", "int64": "a whole number", "duration": "a duration such as 30s or 5m", "bool": "true or false",
}

// strictHelp makes an unknown help topic or shell a usage error.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = subcommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
		if cmd.Name() != "help" {
			continue
		}
		cmd.Run = nil
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || topic == nil || len(rest) > 0 {
				return usageError{fmt.Errorf("no help on %q", strings.Join(args, " ")), "heddle help"}
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		}
	}
}

// must is for what can fail only by a defect of ours.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
