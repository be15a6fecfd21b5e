package store

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// pollEvery is how often --follow looks for new events.
const pollEvery = 500 * time.Millisecond

func storeEvents(a *app.App) *cobra.Command {
	var o heddle.EventsOptions
	var follow bool
	v := newVerb(a, bySession, &cobra.Command{
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
	})
	v.numberFlag("after", &o.After, 0, "start after this `position`")
	v.numberFlag("limit", &o.Limit, 0, "show at most `N` events, with --follow at a time (default: all; 256 in a page)")
	v.cmd.Flags().BoolVarP(&follow, "follow", "f", false, "wait for new events")
	return v.onRun(func(words []string) error {
		return a.WithClient(func(c *app.Client) error {
			return (&eventReader{App: a, client: c, id: words[0], options: o, follow: follow, asJSON: v.asJSON}).run()
		})
	})
}

// eventReader prints a session's log, page by page.
type eventReader struct {
	*app.App
	client         *app.Client
	id             string
	options        heddle.EventsOptions
	follow, asJSON bool
	ended          bool          // a page that ends a turn came
	waiting        bool          // the session does not exist
	began, away    bool          // a page was read; the server of the store does not answer any more
	wake           chan struct{} // the store reports new events; nil when it cannot
}

// watch asks the store to report new events.
func (r *eventReader) watch() (stop func()) {
	wake := make(chan struct{}, 1)
	if w, ok := r.client.Engine.Engine.(bindings.Watcher); ok && r.follow {
		stop, err := w.Watch(r.Ctx, r.id, func() {
			select {
			case wake <- struct{}{}:
			default:
			}
		})
		if err == nil {
			r.wake = wake
			return stop
		}
	}
	return func() {}
}

// pause waits until it is time to look again; false means that the user has had enough.
func (r *eventReader) pause() bool {
	if r.wake == nil {
		return r.Rest(pollEvery)
	}
	select {
	case <-r.Ctx.Done():
		return false
	case <-r.wake:
		return true
	}
}

// run prints pages until there are no more, or while --follow continues.
func (r *eventReader) run() error {
	defer r.watch()()
	for {
		page, err := r.client.Store.Events(r.Ctx, r.id, r.options)
		if r.follow && fault.CodeOf(err) == fault.SessionNotFound {
			if !r.waiting {
				r.Note("note: session \"%s\" does not exist yet; waiting for it\n", r.id)
			}
			if r.waiting = true; !r.pause() {
				return r.Stopped()
			}
			continue
		}
		if r.isAway(err) {
			if !r.Rest(awayPause) {
				return r.Stopped()
			}
			continue
		}
		if err != nil {
			return err
		}
		r.began = true
		last := len(page.Events) == 0
		r.ended = r.ended || page.Complete && !last
		if !r.asJSON || !r.follow || !last || page.Complete && r.ended {
			if err := r.printPage(page); err != nil {
				return err
			}
		}
		r.options.After = page.Next
		if r.asJSON && !r.follow && r.options.Limit == 0 && !last {
			return r.noteMore(len(page.Events))
		}
		switch {
		case !r.follow && (last || r.asJSON || r.options.Limit != 0), r.follow && last && page.Complete && r.ended:
			return nil
		case last && !r.pause():
			return r.Stopped()
		}
	}
}

// awayPause is how long it waits before it asks a server again that did not answer for seconds.
const awayPause = time.Second

// isAway reports whether a server has gone that answered before. It may come back; events have positions,
// so that none is lost. The user gets a note when it goes and when it is back.
func (r *eventReader) isAway(err error) bool {
	away := r.follow && r.began && hostfns.IsStoreAddress(r.StoreName()) && (fault.CodeOf(err) == fault.IO || fault.CodeOf(err) == fault.Timeout) && r.Ctx.Err() == nil
	switch {
	case away && !r.away:
		r.Note("note: %s; trying again\n", terminal.Line(fault.From(err).Message))
	case r.away && err == nil:
		r.Note("note: the store can be reached again\n")
	}
	r.away = away
	return away
}

func (r *eventReader) printPage(page *heddle.StoreEvents) error {
	if r.asJSON {
		return r.PrintJSON(r.client.Engine.Last.Body)
	}
	return printEvents(r.App, page)
}

// noteMore says that a page, which is as long as a page is by default, is not
// the last one.
func (r *eventReader) noteMore(shown int) error {
	page, err := r.client.Store.Events(r.Ctx, r.id, heddle.EventsOptions{After: r.options.After, Limit: 1})
	if err == nil && len(page.Events) > 0 {
		r.Note("note: showing a page of %s events; --after %d shows the next page, and without --json all are shown\n", terminal.Grouped(int64(shown)), r.options.After)
	}
	return err
}

// printEvents prints a line for each event.
func printEvents(a *app.App, page *heddle.StoreEvents) error {
	w := bufio.NewWriter(a.Streams.Out)
	now := time.Now()
	for _, e := range page.Events {
		if !a.Streams.Terminal {
			w.WriteString(terminal.Fields(strconv.FormatInt(e.Seq, 10), terminal.FormatTime(e.Time), e.Kind, e.ID, string(e.Payload)))
			continue
		}
		head := fmt.Sprintf("%5d  %-10s  %-18s  ", e.Seq, terminal.Ago(e.Time, now), terminal.Line(e.Kind))
		text := terminal.Line(string(e.Payload))
		if a.Streams.Width > 0 {
			text = runewidth.Truncate(text, max(a.Streams.Width-runewidth.StringWidth(head), terminal.MinRoom), "…")
		}
		w.WriteString(strings.TrimRight(head+text, " ") + "\n")
	}
	return w.Flush()
}
