package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/session"
)

// verb is a command that runs one operation: its arguments and flags are
// members of the request, and --json prints the result itself.
type verb struct {
	a       *app
	op      string
	cmd     *cobra.Command
	args    []string                       // members that the arguments are
	members []string                       // members that flags are
	fill    []func(map[string]any) error   // flags into the request
	show    func(body []byte) error        // prints a result for people and pipes
	run     func(req map[string]any) error // replaces the one call
	rest    func(words []string) error     // takes the arguments behind args
	also    map[string][]string            // other operations that it may run: op to members
	asJSON  bool
}

// verb makes the command of an operation. args are the members that its
// arguments are, in order.
func (a *app) verb(op string, args []string, cmd *cobra.Command, show func(body []byte) error) *verb {
	v := &verb{a: a, op: op, cmd: cmd, args: args, show: show}
	cmd.Args = takes(len(args), len(args))
	cmd.ValidArgsFunction = a.completeStored(args)
	cmd.RunE = func(_ *cobra.Command, words []string) error { return v.execute(words) }
	cmd.Flags().BoolVar(&v.asJSON, "json", false, "print the result as JSON")
	a.verbs = append(a.verbs, v)
	return v
}

// execute makes the request and runs the operation.
func (v *verb) execute(words []string) error {
	req := map[string]any{}
	n := min(len(v.args), len(words))
	for i, word := range words[:n] {
		req[v.args[i]] = word
	}
	if v.rest != nil {
		if err := v.rest(words[n:]); err != nil {
			return err
		}
	}
	for _, f := range v.fill {
		if err := f(req); err != nil {
			return err
		}
	}
	if v.run != nil {
		return v.run(req)
	}
	return v.call(v.op, req)
}

// call runs an operation and prints its result.
func (v *verb) call(op string, req map[string]any) error {
	body, err := v.a.call(op, req)
	if err != nil {
		return err
	}
	return v.print(body)
}

func (v *verb) print(body []byte) error {
	if v.asJSON {
		return v.a.printJSON(body)
	}
	return v.show(body)
}

// member notes that a flag is a member, and how it gets into the request when
// it was given.
func (v *verb) member(flag, member string, put func(req map[string]any) error) {
	v.members = append(v.members, member)
	v.fill = append(v.fill, func(req map[string]any) error {
		if !v.cmd.Flags().Changed(flag) {
			return nil
		}
		return put(req)
	})
}

// text is a flag with text; values are what completion offers.
func (v *verb) text(flag, member, usage string, values ...string) {
	v.name(flag, member, usage, cobra.FixedCompletions(values, keepOrder))
}

// name is text of which completion offers what there is.
func (v *verb) name(flag, member, usage string, offer cobra.CompletionFunc) {
	s := v.cmd.Flags().String(flag, "", usage)
	must(v.cmd.RegisterFlagCompletionFunc(flag, offer))
	v.member(flag, member, func(req map[string]any) error { req[member] = *s; return nil })
}

// texts is a flag that may be given several times.
func (v *verb) texts(flag, member, usage string, values ...string) {
	s := v.cmd.Flags().StringArray(flag, nil, usage)
	complete(v.cmd, flag, values...)
	v.member(flag, member, func(req map[string]any) error { req[member] = *s; return nil })
}

// number is a flag with a whole number, at least so great.
func (v *verb) number(flag, member string, least int64, usage string) {
	n := v.cmd.Flags().Int64(flag, 0, usage)
	complete(v.cmd, flag)
	v.member(flag, member, func(req map[string]any) error {
		if *n < least {
			return misuse("--%s %d: must be %d or more", flag, *n, least)
		}
		req[member] = *n
		return nil
	})
}

// yes is a flag that sets a member to a value.
func (v *verb) yes(flag, member string, value bool, usage string) {
	given := v.cmd.Flags().Bool(flag, false, usage)
	v.member(flag, member, func(req map[string]any) error {
		if *given {
			req[member] = value
		}
		return nil
	})
}

// object is a flag with a JSON object.
func (v *verb) object(flag, member, usage string) {
	s := v.cmd.Flags().String(flag, "", usage)
	complete(v.cmd, flag)
	v.member(flag, member, func(req map[string]any) error {
		text := []byte(strings.TrimSpace(*s))
		if !json.Valid(text) || !bytes.HasPrefix(text, []byte("{")) {
			return misuse(`--%s must be a JSON object such as {"key":"value"}, not %q`, flag, *s)
		}
		req[member] = json.RawMessage(text)
		return nil
	})
}

// time is a flag with a time or an age.
func (v *verb) time(flag, member, usage string) {
	s := v.cmd.Flags().String(flag, "", usage)
	complete(v.cmd, flag)
	v.member(flag, member, func(req map[string]any) error {
		at := absolute(*s, time.Now())
		if _, _, ok := session.ParseTime(at); !ok {
			return misuse("--%s %s, not %q", flag, takesTime, *s)
		}
		req[member] = at
		return nil
	})
}

// since are the flags of a lower bound, and of the zone whose day a date is.
func (v *verb) since(usage string) {
	since := v.cmd.Flags().String("since", "", usage)
	complete(v.cmd, "since", ages("since")...)
	var name string
	timezoneFlag(v.cmd, &name)
	v.members = append(v.members, "since", "zone")
	v.fill = append(v.fill, func(req map[string]any) error {
		loc, err := location(name, v.cmd.Flags().Changed("timezone"))
		if err != nil || !v.cmd.Flags().Changed("since") {
			return err
		}
		at := absolute(*since, time.Now())
		m, ok := session.ParseMoment(at)
		if !ok {
			return misuse("--since %s, not %q", takesTime, *since)
		}
		if req["since"] = at; m.Naive {
			req["zone"] = bindings.ZoneOf(loc)
		}
		return nil
	})
}

// past is the flag of what can be read as it was.
func (v *verb) past() {
	v.number("at", "at", 1, "read the session as it was at this `position` of its log")
}

// once are the flags of a change.
func (v *verb) once() {
	v.number("expect", "expect", 0, "fail with CONFLICT unless the session is at this `position`; 0: unless it never existed")
	v.text("request-id", "requestId", "apply the change at most once for this `UUID`, so that a retry is safe (see heddle store request-id)")
}

// selecting are the flags that name a boundary.
func (v *verb) selecting() {
	v.number("keep", "visibleMessageCount", 0, "show exactly the first `N` messages")
	v.text("message-id", "messageId", "show everything up to the message with this `id`, which may be hidden")
	v.text("uuid", "uuid", "show everything up to the message with this `uuid`, which may be hidden")
}

// paging are the flags of what lists messages.
func (v *verb) paging() {
	v.number("limit", "limit", 0, "show at most `N` messages (default: all)")
	v.number("offset", "offset", 0, "skip the first `N` messages")
	v.texts("type", "types", "only messages of this `type` (repeatable: any of them)", messageTypes...)
	v.yes("hidden", "includeHidden", true, "include messages that a revert or rollback hides")
}
