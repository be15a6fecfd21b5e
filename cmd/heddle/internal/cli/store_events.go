package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/fault"
)

// pollEvery is how often --follow looks for new events.
const pollEvery = 500 * time.Millisecond

// eventPage is a page of a session's log.
type eventPage struct {
	Events []struct {
		Seq            int64
		ID, Time, Kind string
		Payload        json.RawMessage
	}
	Next     int64
	Complete bool
}

func (a *app) storeEvents() *cobra.Command {
	var follow bool
	v := a.verb("store.events", bySession, &cobra.Command{
		Use:   "events <session-id>",
		Short: "Show a session's log and follow it",
		Long: "Shows a session's log, an event on each line; in a pipe position, time, kind, id and payload, separated by\n" +
			"tabs. --follow continues with new events, including those of other processes, until one is a result or an\n" +
			"error or deletes the session, which need not exist yet; after such an event (--after) it waits for the next\n" +
			"turn. Without --limit everything is shown. --json prints one page, whose next is the --after of the next page,\n" +
			"and with --follow a page on each line.",
		Example: "  heddle store events s1\n" +
			"  heddle store events s1 --after 12 --follow\n" +
			"  heddle store events s1 --json | jq -r '.events[].kind'",
	}, nil)
	v.number("after", "after", 0, "start after this `position`")
	v.number("limit", "limit", 0, "show at most `N` events, with --follow at a time (default: all; 256 in a page)")
	v.cmd.Flags().BoolVarP(&follow, "follow", "f", false, "look for new events every 500 ms")
	v.run = func(req map[string]any) error {
		if req["limit"] == int64(0) {
			delete(req, "limit")
		}
		ended, waiting := false, false // a page that ends a turn came; the session does not exist
		return a.holding(func(ask ask) error {
			for {
				res, err := ask(v.op, req)
				if follow && fault.CodeOf(err) == fault.SessionNotFound {
					if !waiting {
						a.note("note: session \"%s\" does not exist yet; waiting for it\n", req["sessionId"])
					}
					if waiting = true; !a.rest(pollEvery) {
						return a.stopped()
					}
					continue
				}
				if err != nil {
					return err
				}
				var page eventPage
				if err := json.Unmarshal(res.Body, &page); err != nil {
					return err
				}
				last := len(page.Events) == 0
				ended = ended || page.Complete && !last
				if !v.asJSON || !follow || !last || page.Complete && ended {
					v.show = func([]byte) error { return a.printEvents(&page) }
					if err := v.print(res.Body); err != nil {
						return err
					}
				}
				req["after"] = page.Next
				if v.asJSON && !follow && req["limit"] == nil && !last {
					return a.noteMoreEvents(ask, req, len(page.Events))
				}
				switch {
				case !follow && (last || v.asJSON || req["limit"] != nil), follow && last && page.Complete && ended:
					return nil
				case last && !a.rest(pollEvery):
					return a.stopped()
				}
			}
		})
	}
	return v.cmd
}

// noteMoreEvents says that a page, which is as long as a page is by default,
// is not the last one.
func (a *app) noteMoreEvents(ask ask, req map[string]any, shown int) error {
	req["limit"] = 1
	res, err := ask("store.events", req)
	if err != nil {
		return err
	}
	var page eventPage
	if err := json.Unmarshal(res.Body, &page); err != nil {
		return err
	}
	if len(page.Events) > 0 {
		a.note("note: showing a page of %s events; --after %v shows the next page, and without --json all are shown\n", grouped(int64(shown)), req["after"])
	}
	return nil
}

// rest waits; false means that the user has had enough.
func (a *app) rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-a.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// printEvents prints a line for each event.
func (a *app) printEvents(page *eventPage) error {
	w := bufio.NewWriter(a.streams.Out)
	now := time.Now()
	for _, e := range page.Events {
		if !a.streams.Terminal {
			w.WriteString(fields(strconv.FormatInt(e.Seq, 10), e.Time, e.Kind, e.ID, string(e.Payload)))
			continue
		}
		head := fmt.Sprintf("%5d  %-10s  %-18s  ", e.Seq, agoText(e.Time, now), printable(oneField(e.Kind)))
		text := printable(oneField(string(e.Payload)))
		if a.streams.Width > 0 {
			text = runewidth.Truncate(text, max(a.streams.Width-runewidth.StringWidth(head), minRoom), "…")
		}
		w.WriteString(strings.TrimRight(head+text, " ") + "\n")
	}
	return w.Flush()
}
