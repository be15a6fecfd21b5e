// Package store has the commands of the store and of its threads.
package store

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// What commands of the store take as arguments.
var (
	bySession = []string{"sessionId"}
	byThread  = []string{"sessionId", "threadId"}
)

func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Keep your own sessions: record, fork, revert, share, export",
		Long: "Keeps sessions in the store (--store): one file, or on a NATS server. Every change is an entry in a session's log: a\n" +
			"fork, revert, share or delete changes nothing that was recorded, and --at shows an earlier state. Commands that\n" +
			"only read never create the file.\n\n" +
			"In a pipe a session is a line of id, updatedAt, messages, position, adapter, model and cwd; a message is a line of\n" +
			"type, timestamp, id, thread and text; all separated by tabs and never truncated. --json prints the whole result.",
		Args: usage.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(storeInit(a), storeRegister(a), storeUpdate(a), storeRecord(a), storeGet(a), storeList(a), storeMessages(a), storeCount(a),
		storeDelete(a), storeClear(a), storeFork(a), storeShare(a), storeGetShare(a), storeUnshare(a), storeRevert(a), storeUnrevert(a),
		storeSummarize(a), storeSummary(a), storeExport(a), storeImport(a), storeEvents(a), storeCheck(a), storeStats(a),
		storeCompact(a), storeErase(a), storePolicy(a), storePull(a), storePush(a), storeSync(a), storeNativeSessions(a), storeNativeMessages(a), storeNormalize(a), storeRequestID(a))
	return cmd
}

// storedLine is a session in a pipe.
func storedLine(s *heddle.StoredSession) string {
	return terminal.Fields(s.SessionID, terminal.FormatTime(s.UpdatedAt), strconv.FormatInt(s.MessageCount, 10), strconv.FormatInt(s.Position, 10), s.Adapter, s.Model, s.CWD)
}

// printStored says at which position a session is after a change.
func printStored(a *app.App, s *heddle.StoredSession) error {
	text := storedLine(s)
	if a.Streams.Terminal {
		text = fmt.Sprintf("%s: %s, position %d\n", a.Bold(terminal.Line(s.SessionID)), terminal.Messages(s.MessageCount), s.Position)
	}
	_, err := io.WriteString(a.Streams.Out, text)
	return err
}

// printDetails shows all that is known of a session.
func printDetails(a *app.App, s *heddle.StoredSession) error {
	if !a.Streams.Terminal {
		_, err := io.WriteString(a.Streams.Out, storedLine(s))
		return err
	}
	now, limit := time.Now(), ""
	if s.MessageLimit > 0 {
		limit = " of at most " + terminal.Grouped(s.MessageLimit)
	}
	return a.PrintPairs([][2]string{{"session", s.SessionID}, {"messages", terminal.Grouped(s.MessageCount) + limit},
		{"created", terminal.Ago(s.CreatedAt, now)}, {"updated", terminal.Ago(s.UpdatedAt, now)}, {"adapter", s.Adapter}, {"model", s.Model},
		{"cwd", s.CWD}, {"position", terminal.Grouped(s.Position)}, {"extra", string(s.Extra)}})
}
