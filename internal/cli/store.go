package cli

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// What commands of the store take as arguments.
var (
	bySession = []string{"sessionId"}
	byThread  = []string{"sessionId", "threadId"}
)

func (a *app) storeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Keep your own sessions: record, fork, revert, share, export",
		Long: "Keeps sessions in the store (--store): one file, or on a NATS server. Every change is an entry in a session's log: a\n" +
			"fork, revert, share or delete changes nothing that was recorded, and --at shows an earlier state. Commands that\n" +
			"only read never create the file.\n\n" +
			"In a pipe a session is a line of id, updatedAt, messages, position, adapter, model and cwd; a message is a line of\n" +
			"type, timestamp, id, thread and text; all separated by tabs and never truncated. --json prints the whole result.",
		Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.storeInit(), a.storeRegister(), a.storeUpdate(), a.storeRecord(), a.storeGet(), a.storeList(), a.storeMessages(), a.storeCount(),
		a.storeDelete(), a.storeClear(), a.storeFork(), a.storeShare(), a.storeGetShare(), a.storeUnshare(), a.storeRevert(), a.storeUnrevert(),
		a.storeSummarize(), a.storeSummary(), a.storeExport(), a.storeImport(), a.storeEvents(), a.storeCheck(), a.storeStats(),
		a.storeCompact(), a.storePull(), a.storePush(), a.storeSync(), a.storeNativeSessions(), a.storeNativeMessages(), a.storeNormalize(), a.storeRequestID())
	return cmd
}

// storedLine is a session in a pipe.
func storedLine(s *heddle.StoredSession) string {
	return fields(s.SessionID, formatTime(s.UpdatedAt), strconv.FormatInt(s.MessageCount, 10), strconv.FormatInt(s.Position, 10), s.Adapter, s.Model, s.CWD)
}

// printStored says at which position a session is after a change.
func (a *app) printStored(s *heddle.StoredSession) error {
	text := storedLine(s)
	if a.streams.Terminal {
		text = fmt.Sprintf("%s: %s, position %d\n", a.bold(printable(oneField(s.SessionID))), messages(s.MessageCount), s.Position)
	}
	_, err := io.WriteString(a.streams.Out, text)
	return err
}

// messages counts messages in words.
func messages(n int64) string {
	if n == 1 {
		return "1 message"
	}
	return grouped(n) + " messages"
}

// printDetails shows all that is known of a session.
func (a *app) printDetails(s *heddle.StoredSession) error {
	if !a.streams.Terminal {
		_, err := io.WriteString(a.streams.Out, storedLine(s))
		return err
	}
	now, limit := time.Now(), ""
	if s.MessageLimit > 0 {
		limit = " of at most " + grouped(s.MessageLimit)
	}
	return a.printPairs([][2]string{{"session", s.SessionID}, {"messages", grouped(s.MessageCount) + limit},
		{"created", ago(s.CreatedAt, now)}, {"updated", ago(s.UpdatedAt, now)}, {"adapter", s.Adapter}, {"model", s.Model},
		{"cwd", s.CWD}, {"position", grouped(s.Position)}, {"extra", string(s.Extra)}})
}

// printPairs prints names with their values on a terminal, without those that
// have none; in a pipe tab-separated.
func (a *app) printPairs(pairs [][2]string) error {
	w := bufio.NewWriter(a.streams.Out)
	for _, p := range pairs {
		switch {
		case !a.streams.Terminal:
			w.WriteString(fields(p[0], p[1]))
		case p[1] != "" && p[1] != "-":
			fmt.Fprintf(w, "%-10s  %s\n", p[0], printable(oneField(p[1])))
		}
	}
	return w.Flush()
}

// printNumber prints a result that is a number.
func (a *app) printNumber(n int64) error { return a.printLine(strconv.FormatInt(n, 10)) }

// printLine prints a result that is text.
func (a *app) printLine(text string) error { return a.printText(text + "\n") }

// confirmed asks for --yes before what cannot be undone.
func confirmed(yes bool, what string) error {
	if yes {
		return nil
	}
	e := misuse("%s: this cannot be undone", what)
	e.hint = "add --yes"
	return e
}
