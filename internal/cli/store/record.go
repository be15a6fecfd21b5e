package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// recordFlags are the flags and arguments that messages come from.
type recordFlags struct {
	spoken    []heddle.JSON // by flags, in the order in which they were given
	files     []string
	normalize bool
	printed   [][]byte // what the files hold, when messages are made of it
}

// messageFlag is a flag that adds a message of one type; flags of several types
// share a list, so that their messages keep their order.
type messageFlag struct {
	list *[]heddle.JSON
	kind string
}

func (s *messageFlag) Set(text string) error {
	b, err := json.Marshal(map[string]string{"type": s.kind, "content": text})
	*s.list = append(*s.list, b)
	return err
}

func (s *messageFlag) String() string { return "" }
func (s *messageFlag) Type() string   { return "text" }

// rawMessageFlag is a flag that adds a message given as JSON.
type rawMessageFlag struct{ list *[]heddle.JSON }

func (w *rawMessageFlag) Set(text string) error {
	if !json.Valid([]byte(text)) {
		return errors.New("must be one message as JSON")
	}
	*w.list = append(*w.list, heddle.JSON(text))
	return nil
}

func (w *rawMessageFlag) String() string { return "" }
func (w *rawMessageFlag) Type() string   { return "message" }

const recordHelp = "Messages come from flags, in the order given, and then from files: JSON Lines, or JSON with one\n" +
	"message or a list of messages; - is stdin. All of them are recorded or none. A message is an object with a type;\n" +
	"--normalize converts the output of agents, such as claude -p --output-format stream-json or codex exec\n" +
	"--json, to messages: each file is the output of one process. Lines that are not records are noted and skipped."

// recordVerb makes store record or threads record; record appends messages to
// what the arguments name.
func recordVerb[T any](a *app.App, args []string, cmd *cobra.Command, show func(T) error,
	record func(ctx context.Context, h *heddle.Heddle, words []string, messages []heddle.JSON, change heddle.ChangeOptions) (T, error)) *cobra.Command {
	var change heddle.ChangeOptions
	var o recordFlags
	v := newVerb(a, args, cmd)
	v.naming = sessions.WholeID
	cmd.Args = func(cmd *cobra.Command, words []string) error {
		if len(words) < len(args) {
			return usage.Takes(len(args), len(args))(cmd, words)
		}
		return nil
	}
	completeNames := cmd.ValidArgsFunction
	cmd.ValidArgsFunction = func(cmd *cobra.Command, words []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(words) >= len(args) {
			return nil, cobra.ShellCompDirectiveDefault // a file
		}
		return completeNames(cmd, words, typed)
	}
	f := cmd.Flags()
	for _, kind := range []string{"user", "assistant", "system", "result", "error"} {
		f.Var(&messageFlag{&o.spoken, kind}, kind, "a message of type "+kind+" with this `text` (repeatable)")
		complete.Flag(cmd, kind)
	}
	f.Var(&rawMessageFlag{&o.spoken}, "message", "a message as `JSON` (repeatable)")
	complete.Flag(cmd, "message")
	f.BoolVar(&o.normalize, "normalize", false, "convert an agent's output to messages first")
	v.addRetryFlags(&change.RequestID, &change.Expect)
	return v.onRun(func(words []string) error {
		o.files = words[len(args):]
		list, err := collectMessages(a, &o)
		if err != nil {
			return err
		}
		return a.WithClient(func(c *app.Client) error {
			if o.normalize {
				if list, err = normalizeMessages(a, c, &o); err != nil {
					return err
				}
			}
			recorded, err := record(a.Ctx, c.Heddle, words, list, change)
			switch {
			case err != nil:
				return err
			case v.asJSON:
				return a.PrintJSON(c.Engine.Last.Body)
			}
			return show(recorded)
		})
	})
}

func storeRecord(a *app.App) *cobra.Command {
	return recordVerb(a, bySession, &cobra.Command{
		Use:   "record <session-id> [file|-]...",
		Short: "Append messages to a session, which is created if necessary",
		Long:  "Appends messages to a session, which is created if necessary. Its model is updated from the messages.\n" + recordHelp,
		Example: "  heddle store record s1 --user 'Why is the sky blue?' --assistant 'Sunlight is scattered by the air.'\n" +
			"  heddle store record s1 messages.jsonl --expect 3\n" +
			"  heddle store record s1 - --normalize < printed.jsonl\n" +
			"  heddle store record s1 --message '{\"type\":\"tool_use\",\"toolName\":\"Bash\",\"toolInput\":{\"command\":\"ls\"}}'",
	}, app.With(a, printStored), func(ctx context.Context, h *heddle.Heddle, words []string, messages []heddle.JSON, change heddle.ChangeOptions) (*heddle.StoredSession, error) {
		return h.Store.RecordMessages(ctx, words[0], messages, change)
	})
}

// collectMessages collects the messages that flags and files give.
func collectMessages(a *app.App, o *recordFlags) ([]heddle.JSON, error) {
	list := o.spoken
	for _, name := range o.files {
		data, err := a.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if o.normalize {
			o.printed = append(o.printed, data)
			continue
		}
		more, err := readMessages(data)
		if err != nil {
			return nil, fault.Wrap(fault.InvalidArgument, app.Where(name)+" is neither JSON nor JSON Lines", err)
		}
		list = append(list, more...)
	}
	if len(list) == 0 && len(o.files) == 0 {
		e := usage.Misuse("nothing to record")
		e.Hint = "give --user TEXT, --assistant TEXT, a file, or - for stdin"
		return nil, e
	}
	return list, nil
}

// readMessages reads values one after the other; the values of a list count
// as its own.
func readMessages(data []byte) ([]heddle.JSON, error) {
	var out []heddle.JSON
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var v heddle.JSON
		switch err := dec.Decode(&v); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		case v[0] != '[':
			out = append(out, v)
			continue
		}
		var list []heddle.JSON
		if err := json.Unmarshal(v, &list); err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
}

// normalizeMessages makes messages of what flags and files gave: each file is
// what one process printed.
func normalizeMessages(a *app.App, c *app.Client, o *recordFlags) ([]heddle.JSON, error) {
	out := []heddle.JSON{}
	for i, m := range o.spoken {
		message, err := c.Messages.Normalize(a.Ctx, m)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		out = append(out, message)
	}
	for i, text := range o.printed {
		list, err := c.Messages.NormalizeText(a.Ctx, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", app.Where(o.files[i]), err)
		}
		out = append(out, list.Items...)
	}
	return out, nil
}
