package store

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// verb is a command of the store that runs one method of the typed client. Its
// flags set the options of that method.
type verb struct {
	a      *app.App
	cmd    *cobra.Command
	naming sessions.StoredNaming
	checks []func() error // read the flags whose values are not options as they are
	asJSON bool
}

// newVerb prepares a command; arguments are what completion offers for each of
// its arguments, in order.
func newVerb(a *app.App, arguments []string, cmd *cobra.Command) *verb {
	v := &verb{a: a, cmd: cmd, naming: sessions.NewID}
	if len(arguments) > 0 && arguments[0] == bySession[0] {
		v.naming = sessions.AnyPart
	}
	cmd.Args = usage.Takes(len(arguments), len(arguments))
	cmd.ValidArgsFunction = complete.For(a).Stored(arguments)
	cmd.Flags().BoolVar(&v.asJSON, "json", false, "print the result as JSON")
	return v
}

// onRun sets what the command does with its arguments, after its flags are
// read.
func (v *verb) onRun(do func(words []string) error) *cobra.Command {
	v.cmd.RunE = func(_ *cobra.Command, words []string) error {
		for _, check := range v.checks {
			if err := check(); err != nil {
				return err
			}
		}
		return sessions.WithStored(v.a, words, v.naming, do)
	}
	return v.cmd
}

// method is a call of one method of the typed client with a command's
// arguments.
type method[T any] func(ctx context.Context, h *heddle.Heddle, words []string) (T, error)

// ofSession is a method of the store on the session that the first word names; threadsOf is one of
// its threads, ofThread one of the thread that the second word names. The options are read when
// the command runs.
func ofSession[O, T any](o *O, call func(*heddle.Store, context.Context, string, ...O) (T, error)) method[T] {
	return func(ctx context.Context, h *heddle.Heddle, words []string) (T, error) {
		return call(h.Store, ctx, words[0], *o)
	}
}

func threadsOf[O, T any](o *O, call func(*heddle.Threads, context.Context, string, ...O) (T, error)) method[T] {
	return func(ctx context.Context, h *heddle.Heddle, words []string) (T, error) {
		return call(h.Threads, ctx, words[0], *o)
	}
}

func ofThread[O, T any](o *O, call func(*heddle.Threads, context.Context, string, string, ...O) (T, error)) method[T] {
	return func(ctx context.Context, h *heddle.Heddle, words []string) (T, error) {
		return call(h.Threads, ctx, words[0], words[1], *o)
	}
}

// withWords returns the method as an operation without arguments.
func (run method[T]) withWords(words []string) app.Operation[T] {
	return func(ctx context.Context, h *heddle.Heddle) (T, error) { return run(ctx, h, words) }
}

// printsResult sets the method that the command runs, and what shows its
// result.
func printsResult[T any](v *verb, run method[T], show func(T) error) *cobra.Command {
	return v.onRun(func(words []string) error { return app.PrintResult(v.a, v.asJSON, run.withWords(words), show) })
}

// printsDone sets the method that the command runs, which has no result; done is
// said on a terminal.
func (v *verb) printsDone(run func(ctx context.Context, h *heddle.Heddle, words []string) error, done string) *cobra.Command {
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (struct{}, error) {
		return struct{}{}, run(ctx, h, words)
	}, sayDone[struct{}](v.a, done))
}

// sayDone shows a result that says nothing but that something was done.
func sayDone[T any](a *app.App, what string) func(T) error {
	return func(T) error {
		a.NoteDone(what)
		return nil
	}
}

// whenGiven adds what reads a flag that was given.
func (v *verb) whenGiven(flag string, read func() error) {
	v.checks = append(v.checks, func() error {
		if !v.cmd.Flags().Changed(flag) {
			return nil
		}
		return read()
	})
}

// textFlag is a flag with text; values are what completion offers.
func (v *verb) textFlag(flag string, to *string, help string, values ...string) {
	v.nameFlag(flag, to, help, cobra.FixedCompletions(values, complete.KeepOrder))
}

// nameFlag is a flag with text, for which completion offers existing values.
func (v *verb) nameFlag(flag string, to *string, help string, offer cobra.CompletionFunc) {
	v.cmd.Flags().StringVar(to, flag, "", help)
	usage.Must(v.cmd.RegisterFlagCompletionFunc(flag, offer))
}

// numberFlag is a flag with a whole number that is least or more.
func (v *verb) numberFlag(flag string, to *int64, least int64, help string) {
	v.cmd.Flags().Int64Var(to, flag, 0, help)
	complete.Flag(v.cmd, flag)
	v.whenGiven(flag, func() error {
		if *to < least {
			return usage.Misuse("--%s %d: must be %d or more", flag, *to, least)
		}
		return nil
	})
}

// optionalFlag is a flag with a whole number whose default is not 0.
func (v *verb) optionalFlag(flag string, to **int64, help string) {
	n := new(int64)
	v.numberFlag(flag, n, 0, help)
	v.whenGiven(flag, func() error { *to = n; return nil })
}

// negatedFlag is a flag that sets an option to false.
func (v *verb) negatedFlag(flag string, to **bool, help string) {
	given := v.cmd.Flags().Bool(flag, false, help)
	v.whenGiven(flag, func() error {
		if *given {
			*to = new(bool)
		}
		return nil
	})
}

// objectFlag is a flag with a JSON object.
func (v *verb) objectFlag(flag string, to *heddle.JSON, help string) {
	s := v.cmd.Flags().String(flag, "", help)
	complete.Flag(v.cmd, flag)
	v.whenGiven(flag, func() error {
		text := []byte(strings.TrimSpace(*s))
		if !json.Valid(text) || !bytes.HasPrefix(text, []byte("{")) {
			return usage.Misuse(`--%s must be a JSON object such as {"key":"value"}, not %q`, flag, *s)
		}
		*to = text
		return nil
	})
}

// timeFlag is a flag with a time or an age.
func (v *verb) timeFlag(flag string, to *time.Time, help string) {
	s := v.cmd.Flags().String(flag, "", help)
	complete.Flag(v.cmd, flag)
	v.whenGiven(flag, func() error {
		at, _, ok := session.ParseTime(filter.Absolute(*s, time.Now()))
		if !ok {
			return usage.Misuse("--%s %s, not %q", flag, filter.TakesTime, *s)
		}
		*to = filter.TimeOf(at)
		return nil
	})
}

// addSinceFlags adds the flags of a lower bound, and of the zone whose day a
// date is.
func (v *verb) addSinceFlags(to *time.Time, help string) {
	since := filter.Bound{Flag: "since"}
	v.cmd.Flags().StringVar(&since.Value, since.Flag, "", help)
	complete.Flag(v.cmd, since.Flag, filter.Ages(since.Flag)...)
	var name string
	filter.TimezoneFlag(v.cmd, &name)
	v.checks = append(v.checks, func() error {
		loc, err := filter.Location(name, v.cmd.Flags().Changed("timezone"))
		if err != nil || !v.cmd.Flags().Changed(since.Flag) {
			return err
		}
		*to, _, err = since.Instant(loc, filter.ZoneIn(loc), time.Now())
		return err
	})
}

// addAtFlag adds the flag of what can be read as it was.
func (v *verb) addAtFlag(at *int64) {
	v.numberFlag("at", at, 1, "read the session as it was at this `position` of its log")
}

// addRetryFlags adds the flags of a change.
func (v *verb) addRetryFlags(requestID *string, expect **int64) {
	v.optionalFlag("expect", expect, "fail with CONFLICT unless the session is at this `position`; 0: unless it never existed")
	v.textFlag("request-id", requestID, "apply the change at most once for this `UUID`, so that a retry is safe (see heddle store request-id)")
}

// addBoundaryFlags adds the flags that name a boundary.
func (v *verb) addBoundaryFlags(count **int64, messageID, uuid *string) {
	v.optionalFlag("keep", count, "show exactly the first `N` messages")
	v.textFlag("message-id", messageID, "show everything up to the message with this `id`, which may be hidden")
	v.textFlag("uuid", uuid, "show everything up to the message with this `uuid`, which may be hidden")
}

// addPagingFlags adds the flags of what lists messages.
func (v *verb) addPagingFlags(o *heddle.StoreMessagesOptions) {
	v.numberFlag("limit", &o.Limit, 0, "show at most `N` messages (default: all)")
	v.numberFlag("offset", &o.Offset, 0, "skip the first `N` messages")
	v.cmd.Flags().StringArrayVar(&o.Types, "type", nil, "only messages of this `type` (repeatable: any of them)")
	complete.Flag(v.cmd, "type", messageTypes...)
	v.cmd.Flags().BoolVar(&o.IncludeHidden, "hidden", false, "include messages that a revert or rollback hides")
	v.a.AddRedactFlag(v.cmd.Flags(), &o.Redact)
}
