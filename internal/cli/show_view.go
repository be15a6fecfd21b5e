package cli

import (
	"context"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// The pages in which a session is rendered, and what a call's output keeps of
// them when not all of it is shown.
const (
	viewTurns   = 200
	shortOutput = 4 << 10
	fullOutput  = 1 << 20
)

// beforeNumber is how many messages before the one that --at names are shown with it.
const beforeNumber = 3

// read shows a session on a terminal.
func read(a *app.App, args []string, o *showOptions) error {
	w := terminal.NewWriter(a.Streams.Width, a.Streams.Color, terminal.Printable)
	run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (none struct{}, err error) {
		return none, renderView(ctx, a, h, ref, o, w)
	})
	if err != nil {
		return err
	}
	if _, _, err := app.FetchResult(a, run); err != nil {
		return err
	}
	return a.Page(w.String(), o.noPager)
}

// renderView renders a session, page by page.
func renderView(ctx context.Context, a *app.App, h *heddle.Heddle, ref heddle.Ref, o *showOptions, w *terminal.Writer) error {
	shown := terminal.Options{NoTools: o.view.NoTools, Thinking: o.view.Thinking, Full: o.full, Money: terminal.Dollars}
	options := heddle.ViewOptions{Branch: o.branch, Strict: o.strict, Redact: o.redact, Limit: viewTurns, MaxOutput: shortOutput}
	if o.full {
		options.MaxOutput = fullOutput
	}
	if o.view.Last > 0 || o.view.At >= 0 {
		from, after, err := firstShown(ctx, h, ref, o)
		if err != nil {
			return err
		}
		shown.From, options.After = from, after
	}
	for page := 0; ; page++ {
		view, err := h.Sessions.View(ctx, ref, options)
		if err != nil {
			return err
		}
		if page == 0 {
			writeViewHead(a, w, view)
		}
		for i := range view.Turns {
			if ctx.Err() != nil {
				return a.Stopped()
			}
			w.Turn(&view.Turns[i], &shown)
		}
		if options.After = view.Next; view.Next == 0 {
			return nil
		}
	}
}

// firstShown returns the number of the message with which --last and --at begin, and
// the turn before its own.
func firstShown(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o *showOptions) (from, after int64, err error) {
	options := heddle.ViewOptions{Branch: o.branch, Strict: o.strict, Redact: o.redact, Limit: viewTurns, MaxText: 1, MaxOutput: 1}
	var numbers []int64 // of the last messages that are shown
	for {
		view, err := h.Sessions.View(ctx, ref, options)
		if err != nil {
			return 0, 0, err
		}
		total := view.Totals.Messages
		if at := o.view.At; at >= total && at > 0 {
			return 0, 0, usage.Misuse("--at %d: the session has %s, numbered from 0", at, terminal.Messages(total))
		}
		if o.view.Last == 0 || !o.view.NoTools {
			from = max(o.view.At-beforeNumber, 0)
			if o.view.Last > 0 {
				from = max(total-o.view.Last, o.view.At, 0)
			}
			after, err = turnBefore(ctx, h, ref, o, view, from)
			return from, after, err
		}
		for i := range view.Turns {
			numbers = append(numbers, spoken(&view.Turns[i], o)...)
		}
		numbers = numbers[max(len(numbers)-int(min(o.view.Last, total)), 0):]
		if options.After = view.Next; view.Next == 0 {
			if len(numbers) > 0 {
				from = max(numbers[0], o.view.At)
			}
			after, err = turnBefore(ctx, h, ref, o, view, from)
			return from, after, err
		}
	}
}

// spoken returns the numbers of the messages of a turn that are shown without calls.
func spoken(t *heddle.ViewTurn, o *showOptions) (out []int64) {
	if t.Prompt != nil {
		out = append(out, t.Prompt.N)
	}
	for i := range t.Items {
		it := &t.Items[i]
		shown := it.Kind != heddle.ViewKindCalls && it.Kind != heddle.ViewKindRewind && (o.view.Thinking || it.Kind != heddle.ViewKindThinking)
		if shown && (len(out) == 0 || out[len(out)-1] != it.N) {
			out = append(out, it.N)
		}
	}
	return out
}

// turnBefore returns the number of the turn before the one that has a message. The outline of a
// long session has only the turns of its page.
func turnBefore(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o *showOptions, view *heddle.SessionView, from int64) (after int64, err error) {
	if int64(len(view.Outline)) < view.Totals.Turns {
		view, err = h.Sessions.View(ctx, ref, heddle.ViewOptions{Branch: o.branch, Strict: o.strict, Redact: o.redact, At: &from, MaxText: 1, MaxOutput: 1})
		if err != nil {
			return 0, err
		}
	}
	for _, line := range view.Outline {
		if line.N <= from {
			after = line.Turn - 1
		}
	}
	return after, nil
}

// writeViewHead writes what a session is.
func writeViewHead(a *app.App, w *terminal.Writer, view *heddle.SessionView) {
	s := view.Session
	facts := []string{s.UnifiedID, s.Model, terminal.Homely(s.Cwd), s.GitBranch, terminal.Minute(s.UpdatedAt), terminal.Turns(s.TurnCount), terminal.Messages(view.Totals.Messages)}
	if s.Cost != nil {
		facts = append(facts, terminal.Dollars(s.Cost.TotalUSD))
	}
	w.Title(terminal.Or(s.Title, s.UnifiedID)+sessions.TagWords(s.Tags), facts)
	for _, change := range terminal.Changes(s.Spans) {
		w.Note(change)
	}
}

// readStory shows what happened in a session.
func readStory(a *app.App, args []string, o *showOptions) error {
	run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.SessionStory, error) {
		return h.Sessions.Story(ctx, ref, heddle.StoryOptions{Branch: o.branch, Strict: o.strict, Redact: o.redact})
	})
	if err != nil {
		return err
	}
	story, body, err := app.FetchResult(a, run)
	switch {
	case err != nil:
		return err
	case o.json:
		return a.PrintJSON(body)
	}
	w := terminal.NewWriter(a.Streams.Width, a.Streams.Color, terminal.Printable)
	writeViewHead(a, w, &heddle.SessionView{Session: story.Session, Totals: story.Totals})
	w.WriteByte('\n')
	w.Story(story, terminal.Dollars)
	return a.Page(w.String(), o.noPager)
}
