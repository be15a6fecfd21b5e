package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) storeShare() *cobra.Command {
	v := a.verb("store.share", bySession, &cobra.Command{
		Use:   "share <session-id>",
		Short: "Share a session, replacing an active share",
		Long: "Creates a share of a session, replacing an active one, and prints its id. A share is a mark for other\n" +
			"programs: Heddle sends nothing anywhere. store get-share shows it.",
		Example: "  heddle store share s1\n" +
			"  heddle store share s1 --id for-review --json",
	}, a.printShare)
	v.text("id", "shareId", "the share's `id` (default: a new one)")
	v.once()
	return v.cmd
}

func (a *app) storeGetShare() *cobra.Command {
	v := a.verb("store.getShare", bySession, &cobra.Command{
		Use:     "get-share <session-id>",
		Short:   "Show a session's share, active or revoked",
		Long:    "Shows a session's share, active or revoked; in a pipe a line of id, status, createdAt and revokedAt, or no line.",
		Example: "  heddle store get-share s1",
	}, a.printShare)
	v.past()
	return v.cmd
}

func (a *app) storeUnshare() *cobra.Command {
	v := a.verb("store.unshare", bySession, &cobra.Command{
		Use:     "unshare <session-id>",
		Short:   "Revoke a session's active share",
		Example: "  heddle store unshare s1",
	}, a.done("no longer shared"))
	v.once()
	return v.cmd
}

// printShare prints a share, which may be null.
func (a *app) printShare(body []byte) error {
	var s *struct{ ShareID, Status, CreatedAt, RevokedAt string }
	if err := json.Unmarshal(body, &s); err != nil {
		return err
	}
	var text string
	switch now := time.Now(); {
	case s == nil && a.streams.Terminal:
		a.note("never shared\n")
		return nil
	case s == nil:
		return nil
	case !a.streams.Terminal:
		text = fields(s.ShareID, s.Status, s.CreatedAt, s.RevokedAt)
	case s.RevokedAt != "":
		text = fmt.Sprintf("%s: %s %s\n", a.bold(printable(oneField(s.ShareID))), s.Status, agoText(s.RevokedAt, now))
	default:
		text = fmt.Sprintf("%s: %s, made %s\n", a.bold(printable(oneField(s.ShareID))), s.Status, agoText(s.CreatedAt, now))
	}
	_, err := a.streams.Out.Write([]byte(text))
	return err
}
