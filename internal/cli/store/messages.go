package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

var messageTypes = core.MessageTypes()

func storeMessages(a *app.App) *cobra.Command {
	var o heddle.StoreMessagesOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "messages <session-id>",
		Short: "Show a session's messages in the order they were recorded",
		Long: "Shows a session's messages in the order they were recorded, one on each line; in a pipe type,\n" +
			"timestamp, id, thread and text, separated by tabs.",
		Example: "  heddle store messages s1 --type user --type assistant\n" +
			"  heddle store messages s1 --hidden --json | jq -r '.[].content'",
	})
	v.addPagingFlags(&o)
	v.addAtFlag(&o.At)
	return printsResult(v, ofSession(&o, (*heddle.Store).Messages), app.With(a, printMessageList))
}

func storeNativeMessages(a *app.App) *cobra.Command {
	var o heddle.StoreMessagesOptions
	var adapter string
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "native-messages <session-id>",
		Short: "Show the messages in the agent's own files",
		Long:  "Shows the messages of a session from the agent's own files, in the store's format;\nwithout such files, those of the store.",
		Example: "  heddle store native-messages 3b067d2e-e875-4cbc-aa9c-92d248ba650e --adapter claude\n" +
			"  heddle store native-messages 3b067d2e-e875-4cbc-aa9c-92d248ba650e --json | jq length",
	})
	v.textFlag("adapter", &adapter, "the `agent` of the session (default: the stored session's, else all)", core.AgentNames()...)
	v.addPagingFlags(&o)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.List[heddle.JSON], error) {
		return h.Store.NativeMessages(ctx, words[0], heddle.NativeMessagesOptions{
			Adapter: adapter, Limit: o.Limit, Offset: o.Offset, Types: o.Types, IncludeHidden: o.IncludeHidden, Redact: o.Redact,
		})
	}, app.With(a, printMessageList))
}

// message is what is shown of a message: its own members, and those that
// imported sessions have.
type message struct {
	Type, ThreadID, UUID, MessageID, ToolName     string
	Timestamp                                     heddle.JSON
	Content, ToolInput, ContentBlocks, Raw, Input heddle.JSON
	Thinking                                      string
	ToolCalls                                     []message
	ToolResult                                    *struct{ Output heddle.JSON }
}

// text is a message's text; where it has none what it is about.
func (m *message) text(whole heddle.JSON) string {
	text := plain(m.Content)
	switch {
	case text != "" && m.ToolName != "":
		return m.ToolName + ": " + text
	case text != "":
		return text
	case m.ToolName != "":
		return strings.TrimSpace(m.ToolName + " " + plain(m.ToolInput) + plain(m.Input))
	case m.ToolResult != nil:
		return plain(m.ToolResult.Output)
	case len(m.ToolCalls) > 0:
		var calls []string
		for i := range m.ToolCalls {
			calls = append(calls, m.ToolCalls[i].text(nil))
		}
		return strings.Join(calls, "; ")
	case m.Thinking != "":
		return m.Thinking
	case len(m.Raw) > 0 || len(m.ContentBlocks) > 0:
		return plain(m.Raw) + plain(m.ContentBlocks)
	case len(m.Content) > 0 || m.Type == "user" || m.Type == "assistant":
		return ""
	}
	return string(whole)
}

// plain is a string without its quotes, and any other value as JSON.
func plain(v heddle.JSON) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

// time is a message's timestamp as it was recorded.
func (m *message) time() string { return plain(m.Timestamp) }

func printMessageList(a *app.App, list *heddle.List[heddle.JSON]) error {
	return printMessages(a, list.Items)
}

// printMessages prints a line for each message.
func printMessages(a *app.App, list []heddle.JSON) error {
	if a.Streams.Terminal && len(list) == 0 {
		a.Note("no messages\n")
	}
	w := bufio.NewWriter(a.Streams.Out)
	kinds := 0
	read := make([]message, len(list))
	for i, raw := range list {
		_ = json.Unmarshal(raw, &read[i]) // what does not fit is not shown
		kinds = max(kinds, runewidth.StringWidth(terminal.OneField(read[i].Type)))
	}
	for i := range read {
		m := &read[i]
		text := m.text(list[i])
		if !a.Streams.Terminal {
			w.WriteString(terminal.Fields(m.Type, m.time(), terminal.Or(m.UUID, m.MessageID), m.ThreadID, text))
			continue
		}
		printMessage(a, w, m, text, min(kinds, 20))
	}
	return w.Flush()
}

// printMessage prints a message on a terminal: its type and as much of its
// text as fits on the line.
func printMessage(a *app.App, w *bufio.Writer, m *message, text string, kinds int) {
	kind := terminal.Line(m.Type)
	pad := strings.Repeat(" ", max(kinds-runewidth.StringWidth(kind), 0)+terminal.Gap)
	thread := ""
	if m.ThreadID != "" {
		thread = "[" + terminal.Line(m.ThreadID) + "] "
	}
	text = thread + strings.Join(strings.Fields(terminal.Line(text)), " ")
	if a.Streams.Width > 0 {
		text = runewidth.Truncate(text, max(a.Streams.Width-runewidth.StringWidth(kind+pad), terminal.MinRoom), "…")
	}
	fmt.Fprintf(w, "%s%s%s\n", a.Bold(kind), pad, text)
}

func storeNormalize(a *app.App) *cobra.Command {
	var stop, mode string
	v := newVerb(a, nil, &cobra.Command{
		Use:   "normalize [file|-]",
		Short: "Convert an agent's output to messages",
		Long: "Converts an agent's output (JSON, JSON Lines or server-sent events) to messages and prints each as a line of\n" +
			"JSON. Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw and agents that\n" +
			"speak the Agent Client Protocol are recognized by their output. Deltas are merged; a record of an unknown type\n" +
			"becomes a message of type raw with the original in raw. --stop-reason and --permission-mode convert one value\n" +
			"instead. Nothing is stored.",
		Example: "  heddle store normalize printed.jsonl\n" +
			"  heddle store normalize --stop-reason tool_use\n" +
			"  heddle store normalize --permission-mode acceptEdits --json",
	})
	v.cmd.Args = usage.Takes(0, 1)
	v.cmd.ValidArgsFunction = nil
	f := v.cmd.Flags()
	f.StringVar(&stop, "stop-reason", "", "convert this stop reason: a `value` as an agent writes it")
	f.StringVar(&mode, "permission-mode", "", "convert this permission mode: a `value` as an agent writes it")
	complete.Flag(v.cmd, "stop-reason", "end_turn", "max_tokens", "stop_sequence", "refusal", "tool_use")
	complete.Flag(v.cmd, "permission-mode", "default", "acceptEdits", "bypassPermissions", "plan", "dontAsk")
	return v.onRun(func(files []string) error {
		given := len(files)
		for _, name := range []string{"stop-reason", "permission-mode"} {
			if f.Changed(name) {
				given++
			}
		}
		switch {
		case given != 1:
			return usage.Misuse("give a file or - for stdin, or --stop-reason, or --permission-mode")
		case f.Changed("stop-reason"):
			parse := func(ctx context.Context, h *heddle.Heddle) (string, error) {
				return h.Messages.ParseStopReason(ctx, stop)
			}
			return app.PrintResult(a, v.asJSON, parse, a.PrintLine)
		case f.Changed("permission-mode"):
			parse := func(ctx context.Context, h *heddle.Heddle) (string, error) {
				return h.Messages.ParsePermissionMode(ctx, mode)
			}
			return app.PrintResult(a, v.asJSON, parse, a.PrintLine)
		}
		return normalizeFile(a, files[0])
	})
}

// normalizeFile prints the messages of a file, one on each line.
func normalizeFile(a *app.App, name string) error {
	o := &recordFlags{files: []string{name}, normalize: true}
	if _, err := collectMessages(a, o); err != nil {
		return err
	}
	return a.WithClient(func(c *app.Client) error {
		list, err := normalizeMessages(a, c, o)
		if err != nil {
			return err
		}
		for _, m := range list {
			if err := a.PrintJSON(bytes.TrimSpace(m)); err != nil {
				return err
			}
		}
		return nil
	})
}

func storeRequestID(a *app.App) *cobra.Command {
	v := newVerb(a, nil, &cobra.Command{
		Use:     "request-id",
		Short:   "Generate an id for --request-id",
		Example: "  heddle store request-id",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (string, error) {
		return h.Messages.MakeRequestID(ctx)
	}, a.PrintLine)
}
